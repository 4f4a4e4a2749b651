"""A hand of 跑胡子 in play, for its three players and for the place that watches."""

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from ui_kiosk import theme
from ui_kiosk.model import ScreenModel
from ui_kiosk.model_parts import Button
from ui_kiosk.model_tiles import TilesBody, TileSide
from ui_kiosk.motion import News, Slide
from ui_kiosk.screens.parts import Press, Screen
from ui_kiosk.screens.table import ACTIONS, NOTE, hand_area
from ui_kiosk.theme import CLEAR, Area, Scale
from ui_kiosk.widgets.banner import Banner
from ui_kiosk.widgets.button import TouchButton
from ui_kiosk.widgets.eating import EatingView
from ui_kiosk.widgets.help import HelpView
from ui_kiosk.widgets.open_tile import OpenTileView
from ui_kiosk.widgets.taken import TakenView
from ui_kiosk.widgets.tile_hand import TileHandView
from ui_kiosk.widgets.tile_side import LARGEST, OWN, OWN_HIGH, MeldsView, TileHead, TileSideView
from ui_kiosk.widgets.tiles import TileLines
from ui_kiosk.widgets.words import Plate, Words

BESIDE: Final = 404
A_MELD: Final = 66
HAND: Final = 270
PLACES: Final = {"claim:hu": 1, "claim:peng": 2, "panel:chi": 3, "chi:0": 3, "sort": 4}
"""Each answer has its own place in the row of buttons, whatever else is open."""
WIDTHS: Final = (190, 140, 140, 140, 140)


class TilesScreen(Screen):
    """Two players beside the felt, the open tile in the middle, the own melds and tiles below."""

    hand_units = HAND

    def __init__(
        self,
        press: Press,
        toggle: Callable[[Iterable[int]], None],
        peek: Callable[[bool], None],
        drop: Callable[[int, int], None],
    ) -> None:
        self._toggle, self._peek, self._drop = toggle, peek, drop
        self._own_melds = 0
        self._told = Area(0, 0, 0, 0), Area(0, 0, 0, 0), Scale(1)
        self._band = Area(0, 0, 0, 0), Scale(1)
        super().__init__(press)

    def build(self) -> None:
        """The felt and the hand."""
        self.felt = Plate(theme.FELT_LIGHT)
        self.sides = {side: TileSideView() for side in ("left", "right")}
        self.stock = Words(halign="center", bold=True)
        self.open = OpenTileView()
        self.own = TileHead(tall=True)
        self.melds = MeldsView()
        self.row = TileLines()
        self.watched = TileSideView(wide=True)
        self.hand = TileHandView(on_toggle=self._toggle, on_peek=self._peek, on_drop=self._drop)
        self.cover_plate = Plate()
        self.covered = Words(halign="center", bold=True)
        self.watching = Words(halign="center", bold=True)
        parts = (self.felt, *self.sides.values(), self.stock, self.row, self.open)
        own = (self.own, self.melds, self.watched, self.hand, self.cover_plate, self.covered)
        for part in (*parts, *own, self.watching):
            self.add_widget(part)

    def build_over(self) -> None:
        """The ways to eat, and the buttons on the felt."""
        self.help = TouchButton(self.press)
        self.call = TouchButton(self.press)
        self.banner = Banner()
        self.eating = EatingView(self.press)
        self.taken = TakenView(self.press)
        for part in (self.help, self.call, self.taken, self.banner, self.eating):
            self.add_widget(part)

    def place_body(self, area: Area, scale: Scale) -> None:
        """From the bottom: hand, actions, felt."""
        px = scale.px
        self._band = hand_area(area, scale, self.hand_units), scale
        self._place_band()
        row = area.bottom(px(ACTIONS)).inset(px(12), px(1 if self.large else 5))
        free = Area(row.x, row.y, row.w, row.h)  # who watches has no buttons
        watching = free.left if self.left_handed else free.right
        title = watching(px(360))
        self.watching.place(title, px(theme.HUGE))
        self.place_actions(row, scale, WIDTHS)
        self.taken.place(self.actions[: PLACES["sort"]], scale, left_handed=self.left_handed)
        self.clock.place(row.left(px(theme.TOUCH), px(10)))
        self._told = row, Area(row.x, row.y, max(row.w, title.x - row.x), row.h), scale
        self._lay_message()
        felt = area.inset(px(12), px(10))
        self.eating.place(felt.inset(-px(4)), scale)
        self._place_felt(felt, scale)

    def _lay_message(self) -> None:
        """Beside the buttons, or where there are none, as far as the title."""
        beside, free, scale = self._told
        self.message.place(free if self.watching.text else beside, scale.px(30))

    def _place_felt(self, felt: Area, scale: Scale) -> None:
        px = scale.px
        beside = min(px(BESIDE), felt.w * 0.33)
        self.sides["left"].place(felt.left(beside, px(8)), scale)
        self.sides["right"].place(felt.right(beside, px(8)), scale)
        self.felt.place(felt, radius=px(30))
        room = felt.inset(px(10), px(6))
        row = room.bottom(px(50), px(4))
        self.banner.place(row.inset(0, -px(3)), scale)  # never over the tile that is asked about
        self.row.pos, self.row.size = (row.x, row.y), (row.w, row.h)
        self.row.largest = px(LARGEST)
        self.open.place(room, scale, px(138))
        for column, button in ((room.left(px(138)), self.help), (room.right(px(138)), self.call)):
            button.place(column.top(px(theme.TOUCH), px(6)), px(26))
            if button is self.help:
                self.stock.place(column.top(px(44)), px(30))
        origins = {side: view.center for side, view in self.sides.items()}
        band = self._band[0]
        below = (band.x + band.w / 2, band.y + band.h / 2)
        self.open.origins = {**origins, "bottom": below, "top": below}

    def _place_band(self) -> None:
        """The own head, the own melds as they come, and the hand in what they leave."""
        band, scale = self._band
        px = scale.px
        room = Area(band.x, band.y, band.w, band.h)
        self.watched.place(Area(room.x, room.y, room.w, room.h), scale)
        self.own.place(room.left(px(OWN), px(12)).centre(px(OWN), px(OWN_HIGH)), scale)
        wide = min(px(A_MELD) * self._own_melds, room.w * 0.5)
        melds = room.left(wide, px(16) if wide else 0)
        self.melds.place(melds, scale)
        self.hand.pos, self.hand.size = (round(room.x), round(room.y)), (room.w, room.h)
        note = room.centre(px(560), px(NOTE))
        self.cover_plate.place(note, radius=px(18))
        self.covered.place(note.inset(px(16), px(6)), px(theme.LARGE))

    def tell(self, news: News) -> None:
        """Something has happened."""
        self.banner.show(news)

    def leave(self) -> None:
        """As every screen, and what has happened is not told again."""
        super().leave()
        self.banner.hide()

    def fill(self, model: ScreenModel, slides: Sequence[Slide]) -> None:
        """The state of the hand."""
        body = model.body
        if not isinstance(body, TilesBody):
            return
        by_side = {side.side: side for side in body.sides}
        for name, view in self.sides.items():
            view.show(by_side.get(name))
        self._show_own(by_side["bottom"], body)
        self.open.show(body.open)
        for slide in slides:
            self.open.slide(slide.side)
        self.stock.say(body.stock)
        self.show_actions(model.buttons)
        self.taken.show(model.taken)
        self.eating.show(body.choice, body.choice_title, body.back, body.more)
        self.help.show(body.help)
        self.call.show(body.call)
        self.watching.say(body.watching, theme.GOLD)
        self._lay_message()
        self.lay_over(HelpView, body.help_panel)

    def _show_own(self, own: TileSide, body: TilesBody) -> None:
        watches = bool(body.watching)
        if len(own.melds) != self._own_melds:
            self._own_melds = len(own.melds)
            self._place_band()
        self.watched.show(own if watches else None)
        self.own.opacity = self.melds.opacity = 0 if watches else 1
        self.own.show(own)
        self.melds.show(() if watches else own.melds)
        self.row.show(() if watches else own.row)
        self.hand.cover = body.cover
        self.hand.show(body.cards)
        self.cover_plate.paint(*((theme.SHADE, theme.GOLD) if body.covered else (CLEAR, CLEAR)))
        self.covered.say(body.covered, theme.GOLD)

    def show_actions(self, buttons: Sequence[Button]) -> None:
        """Each in its own place; what is none of them where 过 and 打出 are."""
        by_place = {PLACES.get(button.act, 0): button for button in buttons}
        for place, view in enumerate(self.actions):
            view.show(by_place.get(place))
