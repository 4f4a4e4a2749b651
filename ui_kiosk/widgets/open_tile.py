"""The tile that everything is about, in the middle of the felt."""

from kivy.animation import Animation
from kivy.uix.widget import Widget

from ui_kiosk import theme
from ui_kiosk.model_parts import SIDES
from ui_kiosk.model_tiles import OpenTile
from ui_kiosk.theme import CLEAR, Area, Scale
from ui_kiosk.widgets.tiles import TileColumns
from ui_kiosk.widgets.trick import SLIDE_SECONDS
from ui_kiosk.widgets.words import Plate, Words


class OpenTileView(Widget):  # type: ignore[misc]
    """One large tile, with who turned or discarded it. origins: where it comes from, by side."""

    def __init__(self) -> None:
        super().__init__()
        self.origins = dict.fromkeys(SIDES, (0.0, 0.0))
        self._tile = TileColumns(deep=1)
        self._frame = Plate()
        self._told = Words(halign="center", bold=True)
        self._home = (0.0, 0.0)
        for part in (self._frame, self._tile, self._told):
            self.add_widget(part)

    def place(self, area: Area, scale: Scale, beside: float) -> None:
        """Cuts what it needs off an area: the words below, the tile above them with so much left
        free at its sides."""
        px = scale.px
        self._told.place(area.bottom(px(38), px(6)), px(30))
        middle = area.inset(beside, 0)
        self._home = (middle.x, middle.y)
        self._tile.pos, self._tile.size = self._home, (middle.w, middle.h)
        self._frame_in()

    def _frame_in(self) -> None:
        laid = self._tile.laid()
        if not laid.spots:
            self._frame.place(Area(0, 0, 0, 0))
            return
        spot, (wide, high) = laid.spots[0], laid.card
        box = Area(self._home[0] + spot.x, self._home[1] + spot.y, wide, high)
        self._frame.place(box.inset(-4), radius=wide * 0.1)

    def show(self, open_: OpenTile | None) -> None:
        """Another tile, or none."""
        self._tile.show((open_.face,) if open_ else ())
        self._frame.paint(CLEAR, theme.GOLD if open_ else CLEAR, 3)
        self._frame_in()
        told = " · ".join(filter(None, (open_.told, open_.note))) if open_ else ""
        self._told.say(told, theme.ALERT if open_ and open_.note else theme.GOLD)

    def slide(self, side: str) -> None:
        """Lets the tile fly in from where it was held."""
        Animation.cancel_all(self._tile)
        middle = (self._home[0] + self._tile.width / 2, self._home[1] + self._tile.height / 2)
        start = (o - m + h for o, m, h in zip(self.origins[side], middle, self._home, strict=True))
        self._tile.pos = tuple(start)
        Animation(pos=self._home, duration=SLIDE_SECONDS, t="out_quad").start(self._tile)
