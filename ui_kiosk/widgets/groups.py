"""A won hand of 跑胡子: its groups side by side, each with its name and what it counts."""

from collections.abc import Sequence

from kivy.uix.widget import Widget

from ui_kiosk import theme
from ui_kiosk.model_tiles import Group
from ui_kiosk.theme import CLEAR, Area, Scale
from ui_kiosk.widgets.tiles import TileColumns
from ui_kiosk.widgets.words import Plate, Words

MOST = 7
SUMS = 6


class GroupsView(Widget):  # type: ignore[misc]
    """Seven groups at the most, and the sums in a line under them."""

    def __init__(self) -> None:
        super().__init__()
        self._plates = tuple(Plate() for _ in range(MOST))
        self._tiles = tuple(TileColumns() for _ in range(MOST))
        self._words = tuple(Words(halign="center", bold=True) for _ in range(MOST))
        self._sums = tuple(Words(halign="center", bold=True) for _ in range(SUMS))
        self._room, self._scale = Area(0, 0, 0, 0), Scale(1)
        self._count = 0
        for part in (*self._plates, *self._tiles, *self._words, *self._sums):
            self.add_widget(part)

    def place(self, area: Area, scale: Scale) -> None:
        """Where it stands."""
        self._room, self._scale = area, scale
        self._lay_out()

    def show(self, groups: Sequence[Group], sums: Sequence[str]) -> None:
        """Another hand, or none."""
        for place in range(MOST):
            group = groups[place] if place < len(groups) else None
            self._plates[place].paint(theme.PANEL if group else CLEAR)
            self._tiles[place].show(group.tiles if group else ())
            told = f"{group.word} {group.note}" if group else ""
            counts = group is not None and group.note != "0"
            self._words[place].say(told, theme.GOLD if counts else theme.MUTED)
        self._count = len(sums)
        for place, words in enumerate(self._sums):
            words.say(sums[place] if place < len(sums) else "", theme.GOLD)
        self._lay_out()

    def _lay_out(self) -> None:
        px, room = self._scale.px, self._room
        room = Area(room.x, room.y, room.w, room.h)
        line = room.bottom(px(46), px(6)).columns(max(1, self._count), px(8))
        for words, box in zip(self._sums, line, strict=False):
            words.place(box, px(32))
        for place, box in enumerate(room.columns(MOST, px(8))):
            self._plates[place].place(box, radius=px(10))
            inner = box.inset(px(4))
            self._words[place].place(inner.bottom(px(38), px(2)), px(28))
            self._tiles[place].pos, self._tiles[place].size = (inner.x, inner.y), (inner.w, inner.h)
