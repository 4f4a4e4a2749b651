"""A player cuts the deck of the next hand (`deal1` §5)."""

from collections.abc import Sequence

from ui_kiosk import theme
from ui_kiosk.model import CutBody, ScreenModel
from ui_kiosk.motion import Slide
from ui_kiosk.screens.parts import Screen
from ui_kiosk.theme import Area, Scale
from ui_kiosk.widgets.deck import DeckView
from ui_kiosk.widgets.words import Words


class CutScreen(Screen):
    """The deck across the screen, and what a cut does over it."""

    def build(self) -> None:
        """Title, deck and the chosen place."""
        self.title = Words(halign="center", bold=True)
        self.why = Words(halign="center", wrap=True)
        self.chosen = Words(halign="center", bold=True)
        self.deck = DeckView(self.press)
        for part in (self.title, self.why, self.deck, self.chosen):
            self.add_widget(part)

    def place_body(self, area: Area, scale: Scale) -> None:
        """One under the other over the action row."""
        px = scale.px
        row = area.bottom(px(92)).inset(px(20), px(6))
        self.clock.place(row.left(row.h, px(10)))
        self.place_actions(row, scale, (240, 200))
        self.message.place(row, px(theme.BODY))
        room = area.inset(px(40), px(16))
        self.title.place(room.top(px(72), px(4)), px(52))
        self.why.place(room.top(px(64), px(4)), px(theme.BODY))
        self.chosen.place(room.bottom(px(72), px(8)), px(44))
        self.deck.place(room.centre(room.w, min(room.h, px(240))))

    def fill(self, model: ScreenModel, _: Sequence[Slide]) -> None:
        """The state of the cut."""
        body = model.body
        if not isinstance(body, CutBody):
            return
        self.title.say(model.title, theme.GOLD)
        self.why.say(body.why)
        self.chosen.say(body.chosen)
        self.deck.show(body.cards, body.place, body.live)
        self.show_actions(model.buttons)
