"""Trump and first leader, published before the deal (000 §17)."""

from collections.abc import Sequence

from ui_kiosk import theme
from ui_kiosk.model import DrawBody, ScreenModel
from ui_kiosk.motion import Slide
from ui_kiosk.present_moves import Walker
from ui_kiosk.screens.parts import Screen
from ui_kiosk.screens.table import hand_area
from ui_kiosk.theme import Area, Scale
from ui_kiosk.widgets.hand import HandView
from ui_kiosk.widgets.moving import WalkView
from ui_kiosk.widgets.words import Plate, Words


class DrawScreen(Screen):
    """The trump rank as large as can be, its wild card, and who leads; or what the game draws
    instead, and after the deal where to sit."""

    def build(self) -> None:
        """Two plates side by side."""
        self.plates = (Plate(theme.PANEL), Plate(theme.PANEL))
        self.trump_word = Words(halign="center", bold=True)
        self.trump = Words(halign="center", bold=True, alone=True)
        self.leader_word = Words(halign="center", bold=True)
        self.leader = Words(halign="center", bold=True)
        self.wild = HandView()
        self.wild_text = Words(halign="center")
        self.note = Words(halign="center")
        self.cut = Words(halign="center")
        self.digits = Words(halign="center", wrap=True)
        self.way: WalkView | None = None
        self._room = Area(0, 0, 0, 0), Scale(1)
        self._drawn = 0
        self.sits = False
        words = (self.trump_word, self.trump, self.leader_word, self.leader)
        notes = (self.wild_text, self.note, self.cut, self.digits)
        for part in (*self.plates, *words, self.wild, *notes):
            self.add_widget(part)

    def place_body(self, area: Area, scale: Scale) -> None:
        """What is drawn left, who leads right."""
        px = scale.px
        hand = hand_area(Area(area.x, area.y, area.w, area.h), scale)
        self.wild.size = (hand.w, hand.h)  # as large as it will lie in the hand
        foot = area.bottom(px(92)).inset(px(20), px(8))
        row = Area(foot.x, foot.y, foot.w, foot.h)
        self.actions[0].place(row.right(px(260), px(12)), px(30))
        self.message.place(row.right(row.w - foot.h - px(20)), px(38))
        self.clock.place(foot.left(foot.h, px(10)))
        self.digits.place(foot.bottom(foot.h * 0.56), px(22))
        self.note.place(foot, px(theme.BODY))
        self.cut.place(area.bottom(px(34)), px(22))
        room = area.centre(px(1000), min(area.h, px(460))).inset(px(10))
        self._room = room, scale
        self._place_plates()

    def _place_plates(self) -> None:
        """The cards lie beside what they belong to: the trump, or whom they make partners."""
        room, scale = self._room
        px = scale.px
        room = Area(room.x, room.y, room.w, room.h)
        left = room.left(room.w * (0.58 if self._drawn else 0.5) - px(12), px(24))
        for plate, box in zip(self.plates, (left, room), strict=True):
            plate.place(box, radius=px(20))
        inner, other = left.inset(px(16)), room.inset(px(16))
        self.trump_word.place(inner.top(px(60)), px(40))
        self.leader_word.place(other.top(px(44)), px(28))
        self.leader.place(other.top(px(72), px(6)) if not self._drawn else other, px(52))
        self.way_room = Area(inner.x, inner.y, inner.w, inner.h), scale
        below = inner if self._drawn else other
        self.wild_text.place(below.bottom(px(44)), px(28))
        if self._drawn:
            below = inner.right(inner.w * 0.2 * (1 + self._drawn))
        self.trump.place(inner, px(220))
        self.wild.center = (below.x + below.w / 2, below.y + below.h / 2)

    def fill(self, model: ScreenModel, _: Sequence[Slide]) -> None:
        """The draw."""
        body = model.body
        if not isinstance(body, DrawBody):
            return
        self.sits = model.name == "move"
        if not self.sits:
            self._stay()
        drawn = len(body.shown) if body.shown_text and not self.sits else 0
        if drawn != self._drawn:
            self._drawn = drawn
            self._place_plates()
        self.trump_word.say(body.trump_word, theme.GOLD if self.sits else theme.MUTED)
        self.trump.say(body.trump, theme.GOLD)
        self.leader_word.say(body.leader_word, theme.MUTED)
        self.leader.say(body.leader)
        self.wild.show(body.shown)
        self.wild_text.say(body.shown_text)
        self.note.say(body.note, theme.MUTED)
        self.digits.say(body.digits)
        self.cut.say(body.cut)
        self.show_actions(model.buttons)

    def leave(self) -> None:
        """Who walks here is seen no longer."""
        super().leave()
        self._stay()

    def _stay(self) -> None:
        if self.way is not None:
            self.way.end()
            self.remove_widget(self.way)
            self.way = None

    def tell_moves(self, moves: Sequence[Walker], title: str, still: bool) -> None:
        """Where people go after the deal stands beside the open cards, as long as they need."""
        if not self.sits:
            super().tell_moves(moves, title, still)
            return
        if self.way is None:
            self.way = WalkView()
            self.add_widget(self.way)
        room, scale = self.way_room
        self.way.show(moves, Area(room.x, room.y, room.w, room.h), scale, still)
