"""What lies on the table: the trick's plays before their seats, or the exchanged cards."""

from collections.abc import Sequence

from kivy.animation import Animation
from kivy.uix.widget import Widget

from ui_kiosk import theme
from ui_kiosk.model_parts import SIDES
from ui_kiosk.model_table import Pile, Swap
from ui_kiosk.motion import Slide
from ui_kiosk.theme import CLEAR, Area, Scale, Scheme
from ui_kiosk.widgets.card_row import CardRow
from ui_kiosk.widgets.dressed import Dressed
from ui_kiosk.widgets.fan import least_step, row
from ui_kiosk.widgets.words import Plate, Words

SLIDE_SECONDS = 0.25
LOW = 140
"""Units: in less height the name of a play stands beside its cards, if they are larger so."""
BESIDE = 116
FRAME = 7
"""Pixels that the frame of the play that stands takes beside its cards."""
UNDER = 30
UNDER_LARGE = 42
"""Units: the height of a name under its cards, and what large letters take if there is room."""


class PileView(Dressed):
    """One play before its seat, its name under it, or beside it where two lie one above the other
    and there is little height; or the word that the seat has passed."""

    def __init__(self, halign: str) -> None:
        super().__init__()
        self._cards = CardRow(halign=halign)
        self._label = Words(halign=halign, bold=True, wrap=True)
        self._passed = Words(halign=halign, bold=True)
        self._frame = Plate()
        self._halign = halign
        self._pile: Pile | None = None
        self._steps: tuple[float, ...] = ()
        self._large = False
        self._place = Area(0, 0, 0, 0), Scale(1)
        for part in (self._frame, self._cards, self._label, self._passed):
            self.add_widget(part)
        self._home = self._middle = (0.0, 0.0)

    def place(self, area: Area, scale: Scale) -> None:
        """Where it lies."""
        self._place = area, scale
        self.pos, self.size = (area.x, area.y), (area.w, area.h)
        self._passed.place(area, scale.px(30))
        self._lay()

    def _lay(self) -> None:
        """The cards, and the name at them, wherever they lie in their room."""
        scale = self._place[1]
        cards = self._room(self._beside)
        self._home = (cards.x, cards.y)
        self._cards.pos, self._cards.size = self._home, (cards.w, cards.h)
        halign = "left" if self._beside else self._halign
        self._label.place(self._at(self._covered(cards)), scale.px(24), halign)
        self._place_frame()

    def _room(self, beside: bool) -> Area:
        """What the cards have where the name stands beside or under them."""
        area, scale = self._place
        room = area.centre(area.w, min(area.h, scale.px(166))).inset(scale.px(4))
        if not beside:
            room.bottom(scale.px(UNDER), scale.px(2))
            return room
        name = room.right(scale.letters(BESIDE))
        laid = self._covered(room)
        room.x += min(name.w, room.w - laid.w) / 2  # in the middle of the felt, if that is free
        return room

    def _covered(self, room: Area) -> Area:
        """The box around the cards."""
        laid = row(self._steps, room.w, room.h, self._halign)
        if not laid.spots:
            return Area(room.x, room.y, room.w if self._halign == "center" else 0, 0)
        left, right = (pick(spot.x for spot in laid.spots) for pick in (min, max))
        low, top = (pick(spot.y for spot in laid.spots) for pick in (min, max))
        wide, high = right - left + laid.card[0], top - low + laid.card[1]
        return Area(room.x + left, room.y + low, wide, high)

    def _at(self, cards: Area) -> Area:
        """The name stands beside these cards or under them."""
        area, scale = self._place
        if self._beside:
            left = cards.x + cards.w + max(FRAME, scale.px(10))
            return Area(left, cards.y, area.x + area.w - left, cards.h)
        free = cards.y - area.y - scale.px(UNDER)
        top = cards.y - max(scale.px(2), min(FRAME, free))
        high = min(scale.px(UNDER_LARGE if self._large else UNDER), top - area.y)
        return Area(area.x + scale.px(4), top - high, area.w - scale.px(8), high)

    @property
    def _beside(self) -> bool:
        area, scale = self._place
        if self._halign != "center" or area.h >= scale.px(LOW):
            return False
        rooms = (self._room(beside) for beside in (False, True))
        below, beside = (row(self._steps, room.w, room.h).card[0] for room in rooms)
        return beside > below

    def dress(self, _: Scheme, larger: float) -> None:
        """In large type the name of the play has more room, where there is some."""
        if self._large != (larger > 1):
            self._large = larger > 1
            self._lay()

    def _place_frame(self) -> None:
        """Puts the frame of the play that stands around its cards."""
        if not self._steps:
            self._frame.place(Area(0, 0, 0, 0))
            self._middle = self._home
            return
        box = self._covered(Area(*self._home, *self._cards.size))
        self._middle = (box.x + box.w / 2, box.y + box.h / 2)
        card = row(self._steps, *self._cards.size, self._halign).card[0]
        self._frame.place(box.inset(-3), radius=card * 0.1)

    def show(self, pile: Pile | None) -> None:
        """Another play, or nothing."""
        if pile == self._pile:
            return
        self._pile = pile
        self._cards.show(pile.cards if pile is not None else ())
        best = pile is not None and pile.best
        self._frame.paint(CLEAR, theme.GOLD if best else CLEAR, 2.5)
        self._steps = tuple(map(least_step, pile.cards)) if pile is not None else ()
        self._lay()
        label = pile.label if pile is not None else ""
        told = label.replace(" ", "\n", 1) if self._beside else label
        self._label.say(told, theme.GOLD if best else theme.MUTED)
        self._passed.say(pile.passed if pile else "", theme.MUTED)

    def slide(self, origin: tuple[float, float]) -> None:
        """Lets the cards fly in from where they were held."""
        Animation.cancel_all(self._cards)
        moves = (a - b + c for a, b, c in zip(origin, self._middle, self._home, strict=True))
        self._cards.pos = tuple(moves)
        Animation(pos=self._home, duration=SLIDE_SECONDS, t="out_quad").start(self._cards)


class TrickTable(Widget):  # type: ignore[misc]
    """The four piles of a trick. origins: where the cards of each side come from."""

    def __init__(self) -> None:
        super().__init__()
        aligns = {"left": "left", "right": "right"}
        self.origins = dict.fromkeys(SIDES, (0.0, 0.0))
        self._piles = {side: PileView(aligns.get(side, "center")) for side in SIDES}
        for pile in self._piles.values():
            self.add_widget(pile)

    def place(self, area: Area, scale: Scale) -> None:
        """The felt between the seats."""
        area, gap = Area(area.x, area.y, area.w, area.h), scale.px(24)
        left, middle, right = area.w * 0.30, area.w * 0.40, area.w * 0.30
        self._piles["left"].place(area.left(left).inset(gap, 0), scale)
        self._piles["right"].place(area.right(right).inset(gap, 0), scale)
        upper, lower = area.centre(middle, area.h).rows(2, scale.px(4))
        self._piles["top"].place(upper, scale)
        self._piles["bottom"].place(lower, scale)

    def show(self, piles: Sequence[Pile], slides: Sequence[Slide] = ()) -> None:
        """Another trick; plays that are new come in from their seats."""
        by_side = {pile.side: pile for pile in piles}
        for side, view in self._piles.items():
            view.show(by_side.get(side))
        for slide in slides:
            self._piles[slide.side].slide(self.origins[slide.side])


class SwapView(Widget):  # type: ignore[misc]
    """The two exchanged cards of each pair, shown to all for a while (000 §19.3)."""

    def __init__(self) -> None:
        super().__init__()
        self._plates = (Plate(), Plate())
        self._texts = tuple(
            tuple(Words(halign="center", bold=True) for _ in range(3)) for _ in range(2)
        )
        self._cards = tuple((CardRow(), CardRow()) for _ in range(2))
        self._swaps: tuple[Swap, ...] = ()
        for number in range(2):
            for part in (self._plates[number], *self._texts[number], *self._cards[number]):
                self.add_widget(part)

    def place(self, area: Area, scale: Scale) -> None:
        """The felt between the seats."""
        px = scale.px
        boxes = area.inset(px(8), px(4)).columns(2, px(16))
        for number, box in enumerate(boxes):
            self._plates[number].place(box.centre(box.w, min(box.h, px(190))), radius=px(14))
            room = box.centre(box.w, min(box.h, px(190))).inset(px(12))
            left, middle, right = self._texts[number]
            middle.place(room, px(28))
            halves = room.columns(2, px(24))
            for half, words, cards in zip(halves, (left, right), self._cards[number], strict=True):
                words.place(half.top(px(34), px(4)), px(26))
                cards.pos, cards.size = (half.x, half.y), (half.w, half.h)

    def show(self, swaps: Sequence[Swap]) -> None:
        """The swaps of both pairs, or nothing."""
        if tuple(swaps) == self._swaps:
            return
        self._swaps = tuple(swaps)
        for number in range(2):
            swap = swaps[number] if number < len(swaps) else None
            self._plates[number].paint(theme.PANEL if swap else CLEAR)
            left, middle, right = self._texts[number]
            cards = swap.cards if swap else ()
            left.say(swap.left if swap else "")
            right.say(swap.right if swap else "")
            middle.say((swap.none or "↔") if swap else "", theme.MUTED)
            for place, cell in enumerate(self._cards[number]):
                cell.show(cards[place : place + 1])
