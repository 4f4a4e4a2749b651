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
from ui_kiosk.widgets.fan import row
from ui_kiosk.widgets.words import Plate, Words

SLIDE_SECONDS = 0.25
LOW = 120
"""Units: in less height the name of a play stands beside its cards, if they are larger so."""
BESIDE = 100


class PileView(Dressed):
    """One play before its seat, its name under it, or beside it where two lie one above the other
    and there is little height; or the word that the seat has passed."""

    def __init__(self, halign: str) -> None:
        super().__init__()
        self._cards = CardRow(halign=halign)
        self._label = Words(halign=halign, bold=True)
        self._passed = Words(halign=halign, bold=True)
        self._frame = Plate()
        self._halign = halign
        self._pile: Pile | None = None
        self._count, self._large = 0, False
        self._place = Area(0, 0, 0, 0), Scale(1)
        for part in (self._frame, self._cards, self._label, self._passed):
            self.add_widget(part)
        self._home = self._middle = (0.0, 0.0)

    def place(self, area: Area, scale: Scale) -> None:
        """Where it lies."""
        self._place = area, scale
        self.pos, self.size = (area.x, area.y), (area.w, area.h)
        self._passed.place(area, scale.px(30))
        cards, name = self._parted(self._beside)
        self._label.place(name, scale.px(24))
        self._home = (cards.x, cards.y)
        self._cards.pos, self._cards.size = self._home, (cards.w, cards.h)
        self._place_frame()

    def _parted(self, beside: bool) -> tuple[Area, Area]:
        """The room of the cards, and that of the name beside or under them."""
        area, scale = self._place
        room = area.centre(area.w, min(area.h, scale.px(166))).inset(scale.px(4))
        if beside:
            name = room.right(scale.px(BESIDE))
            room.left(scale.px(BESIDE))
        else:
            name = room.bottom(scale.px(42 if self._large else 30), scale.px(2))
        return room, name

    @property
    def _beside(self) -> bool:
        area, scale = self._place
        if self._halign != "center" or area.h >= scale.px(LOW):
            return False
        rooms = (self._parted(beside)[0] for beside in (False, True))
        below, beside = (row(self._count, room.w, room.h).card[0] for room in rooms)
        return beside > below

    def dress(self, _: Scheme, larger: float) -> None:
        """In large type the name of the play has more room."""
        if self._large != (larger > 1):
            self._large = larger > 1
            self.place(*self._place)

    def _place_frame(self) -> None:
        """Puts the frame of the play that stands around its cards."""
        laid = row(self._count, self._cards.width, self._cards.height, self._halign)
        if not laid.spots:
            self._frame.place(Area(0, 0, 0, 0))
            self._middle = self._home
            return
        left, right = (pick(spot.x for spot in laid.spots) for pick in (min, max))
        low, top = (pick(spot.y for spot in laid.spots) for pick in (min, max))
        x, y = self._home[0] + left, self._home[1] + low
        box = Area(x, y, right - left + laid.card[0], top - low + laid.card[1])
        self._middle = (box.x + box.w / 2, box.y + box.h / 2)
        self._frame.place(box.inset(-3), radius=laid.card[0] * 0.1)

    def show(self, pile: Pile | None) -> None:
        """Another play, or nothing."""
        if pile == self._pile:
            return
        self._pile = pile
        self._cards.show(pile.cards if pile is not None else ())
        best = pile is not None and pile.best
        self._frame.paint(CLEAR, theme.GOLD if best else CLEAR, 2.5)
        before, self._count = self._beside, len(pile.cards) if pile is not None else 0
        if self._beside != before:
            self.place(*self._place)
        self._place_frame()
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
        gap = scale.px(24)
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
