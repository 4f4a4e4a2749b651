"""The hand in play, in all its phases."""

from collections.abc import Callable, Iterable, Sequence

from ui_kiosk import theme
from ui_kiosk.model import ScreenModel
from ui_kiosk.model_parts import SIDES, Button
from ui_kiosk.model_table import TableBody
from ui_kiosk.motion import News, Slide
from ui_kiosk.screens.parts import Press, Screen
from ui_kiosk.theme import CLEAR, Area, Scale
from ui_kiosk.widgets.badge import BadgeView
from ui_kiosk.widgets.banner import Banner
from ui_kiosk.widgets.button import TouchButton
from ui_kiosk.widgets.card_row import CardRow
from ui_kiosk.widgets.chooser import ReadingChooser
from ui_kiosk.widgets.hand import HandView
from ui_kiosk.widgets.help import HelpView
from ui_kiosk.widgets.played import PlayedView
from ui_kiosk.widgets.taken import TakenView
from ui_kiosk.widgets.trick import SwapView, TrickTable
from ui_kiosk.widgets.words import Plate, Words

HAND = 262
ACTIONS = 82
NOTE = 116
"""What is said over covered cards: two lines."""
WIDTHS = (164, 120, 120, 120, 132, 112)
GAP = 10
PLACES = {"sort": 4, "heavy": 5}
"""The places of 理牌 and 火牌 in the row of buttons, whatever else is open."""


def _open(_: bool) -> None:
    """A hand that is never covered."""


def _left(_: int, __: int) -> None:
    """A hand whose cards stay where they are."""


def hand_area(area: Area, scale: Scale, units: int = HAND) -> Area:
    """Where the own cards lie; it is cut off what is below the top line."""
    spare = max(0.0, area.h + scale.px(80) - scale.px(720))
    cut = area.bottom(scale.px(units) + spare * 0.45, scale.px(2))
    return cut.inset(scale.px(12), scale.px(4))


class TableScreen(Screen):
    """The felt with four seats, the trick, the own hand and what may be done."""

    hand_units = HAND

    def __init__(
        self,
        press: Press,
        toggle: Callable[[Iterable[int]], None],
        peek: Callable[[bool], None] = _open,
        drop: Callable[[int, int], None] = _left,
    ) -> None:
        self._toggle, self._peek, self._drop = toggle, peek, drop
        self._told = Area(0, 0, 0, 0), Scale(1)
        super().__init__(press)

    def build(self) -> None:
        """The felt and the hand."""
        self.trick = TrickTable()
        self.swaps = SwapView()
        self.laid = CardRow()
        self.laid_word = Words(halign="center", bold=True)
        self.felt = Plate(theme.FELT_LIGHT)
        self.prompt = Words(halign="center", bold=True, wrap=True)
        self.own = Plate(theme.PANEL)
        self.own_name = Words(halign="center", bold=True)
        self.own_cards = Words(halign="center", bold=True)
        self.badges = {side: BadgeView() for side in SIDES if side != "bottom"}
        self.played = TouchButton(self.press)
        self.hand = HandView(on_toggle=self._toggle, on_peek=self._peek, on_drop=self._drop)
        self.cover_plate = Plate()
        self.covered = Words(halign="center", bold=True)
        parts = (
            self.felt,
            self.prompt,
            self.own,
            self.own_name,
            self.own_cards,
            self.trick,
            self.swaps,
            self.laid,
            self.laid_word,
        )
        for part in (*parts, *self.badges.values()):
            self.add_widget(part)
        for part in (self.hand, self.cover_plate, self.covered):
            self.add_widget(part)

    def build_over(self) -> None:
        """The choice of readings, and the buttons on the felt."""
        self.chooser = ReadingChooser(self.press)
        self.help = TouchButton(self.press)
        self.call = TouchButton(self.press)
        self.banner = Banner()
        self.taken = TakenView(self.press)
        buttons = (self.played, self.help, self.call, self.taken)
        for part in (*buttons, self.banner, self.chooser):
            self.add_widget(part)

    def place_body(self, area: Area, scale: Scale) -> None:
        """From the bottom: hand, actions, felt."""
        px = scale.px
        hand = hand_area(area, scale, self.hand_units)
        self.hand.pos, self.hand.size = (round(hand.x), round(hand.y)), (hand.w, hand.h)
        note = hand.centre(px(620), px(NOTE))
        self.cover_plate.place(note, radius=px(18))
        self.covered.place(note.inset(px(16), px(6)), px(theme.LARGE))
        row = area.bottom(px(ACTIONS)).inset(px(12), px(1 if self.large else 5))
        self.place_actions(row, scale, WIDTHS, GAP)
        clock = row.right if self.left_handed else row.left
        self.taken.place(self.actions[: PLACES["sort"]], scale, left_handed=self.left_handed)
        self.clock.place(clock(px(theme.TOUCH), px(10)))
        self._told = row, scale
        self._lay_message()
        self.chooser.place(area.inset(px(4)), scale)
        self._place_felt(area.inset(px(10), px(4)), scale)

    def _place_felt(self, felt: Area, scale: Scale) -> None:
        px = scale.px
        left, right = felt.left(scale.letters(172)), felt.right(scale.letters(172))
        high = px(150)
        played = right.top(px(106 if self.large else theme.TOUCH + 4), px(6))
        self.played.place(played.inset(0, px(2)), px(26))
        own = left.bottom(px(112 if self.large else 74), px(6))
        self.own.place(own, radius=px(14))
        upper, lower = own.inset(px(10), px(3)).rows(2)
        self.own_name.place(upper, px(26))
        self.own_cards.place(lower, px(28))
        self.badges["left"].place(left.centre(left.w, high), scale, tall=True)
        self.badges["right"].place(right.centre(right.w, high), scale, tall=True)
        head = felt.top(px(58), px(4))
        wide = min(head.w - px(345), px(700))
        self.badges["top"].place(head.centre(wide, head.h), scale, tall=False)
        high = px(theme.TOUCH)
        corner = Area(head.x + px(10), head.y + head.h - high, px(150), high)
        self.help.place(corner, px(26))
        other = Area(head.x + head.w - px(160), corner.y, px(150), high)
        self.call.place(other, px(26))
        self.felt.place(felt.inset(px(10), 0), radius=px(40))
        self.prompt.place(felt.inset(px(24), 0), px(46))
        self.banner.place(head.centre(px(540), head.h), scale)  # never over cards
        self.trick.origins = {side: badge.center for side, badge in self.badges.items()}
        self.trick.origins["bottom"] = (self.hand.center_x, self.hand.top)
        self.trick.place(felt, scale)
        self.swaps.place(felt, scale)
        self.laid_word.place(felt.bottom(px(44), px(2)), px(theme.BODY))
        laid = felt.centre(px(240), min(felt.h, px(150)))
        self.laid.pos, self.laid.size = (laid.x, laid.y), (laid.w, laid.h)

    def show_actions(self, buttons: Sequence[Button]) -> None:
        """理牌 and 火牌 have places of their own in every phase."""
        others = [each for each in buttons if each.act not in PLACES]
        by_place = dict(enumerate(reversed(others)))
        by_place.update((PLACES[each.act], each) for each in buttons if each.act in PLACES)
        for place, button in enumerate(self.actions):
            button.show(by_place.get(place))
        self._lay_message()

    def _lay_message(self) -> None:
        """In what is left of the row; where there is no 火牌, in its room too."""
        row, scale = self._told
        wide = scale.letters(WIDTHS[PLACES["heavy"]]) + scale.px(GAP)
        heavy = wide if self.actions[-1].model is None else 0
        left = row.x - (heavy if self.left_handed else 0)
        self.message.place(Area(left, row.y, row.w + heavy, row.h), scale.px(30))

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
        if not isinstance(body, TableBody):
            return
        by_side = {badge.side: badge for badge in model.badges}
        for side, view in self.badges.items():
            view.show(by_side.get(side))
        own = by_side["bottom"]
        colour = theme.GOLD if own.turn else theme.INK
        self.own.paint(theme.PANEL, theme.GOLD if own.turn else theme.LINE, 3 if own.turn else 1.4)
        beside = own.status if own.tone in ("good", "bad") else own.relation
        self.own_name.say(f"{own.name} · {beside}", colour)
        self.own_cards.say(own.cards, colour)
        self.prompt.say(body.prompt, theme.MUTED)
        self.trick.show(() if body.swaps else body.piles, slides)
        self.swaps.show(body.swaps)
        self.laid.show(() if body.swaps else body.laid)
        self.laid_word.say("" if body.swaps else body.laid_word, theme.MUTED)
        self.hand.cover = body.cover
        self.hand.show(body.cards)
        self.cover_plate.paint(*((theme.SHADE, theme.GOLD) if body.covered else (CLEAR, CLEAR)))
        self.covered.say(body.covered, theme.GOLD)
        self.played.show(body.played)
        self.show_actions(model.buttons)
        self.taken.show(model.taken)
        self.chooser.show(body.readings, body.readings_title)
        self.lay_over(PlayedView, body.panel)
        self.help.show(body.help)
        self.call.show(body.call)
        self.lay_over(HelpView, body.help_panel)
