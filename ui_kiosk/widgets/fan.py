"""Where each card of a hand lies. Pure; lengths in pixels, the origin at the lower left.

Up to 14 cards lie in one row, more in two, which tear no group if they can help it. A card overlaps
the one before it, and the front row the back row, but never its index corner: that stays readable
even when the card in front of it is raised.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import accumulate, pairwise
from typing import Final, Self

from table_firmware.rules.cards import BIG_JOKER, SMALL_JOKER, Card
from table_firmware.rules.frozen import frozen

ASPECT: Final = 1.36
INDEX_WIDTH: Final = 0.64
"""Width of the index corner, in card widths."""
INDEX_HEIGHT: Final = 0.87
"""Height of the index corner, in card widths."""
RISE: Final = 0.14
"""How far a selected card stands up, in card widths."""
ONE_ROW: Final = 14
"""Cards in one row, and the most for which a card keeps its size in two."""
WIDEST_STEP: Final = 1.06
"""Two cards stand no further apart than this, in card widths."""
SIZE_STEP: Final = 8
"""Cards of a row are so many pixels wide, or two, three… times that: each size has an atlas."""
LEAST_STEP: Final = 0.34
"""A rank can be read if so much of a card shows, in card widths."""
WIDE_STEP: Final = 0.50
"""The same of a ten."""
JOKERS: Final = (BIG_JOKER, SMALL_JOKER)
MOST_ROWS: Final = 3
GROUP_GAP: Final = 0.10
"""Room left between two groups, in steps."""


@frozen
class CardFace:
    """One card as it is to be shown.

    card: the face, None for a back. trump: 主, of the trump rank. wild: 万能, the heart of the
    trump rank. selected: chosen by the player. marked: pointed at by the table, such as the
    smallest legal play or the card that came from the partner. group: cards of one number stand
    closer to each other than to those of another. stamp: the name of a frame laid over a tile.
    """

    card: Card | None
    trump: bool = False
    wild: bool = False
    selected: bool = False
    marked: bool = False
    group: int = 0
    stamp: str = ""


@frozen
class Spot:
    """The lower left corner of a card that is not raised."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Fan:
    """A hand laid out: one card size for all, and a spot for each in the order they are drawn."""

    card: tuple[int, int]
    rise: int
    spots: tuple[Spot, ...]

    def at(self, x: float, y: float, raised: Sequence[bool]) -> int | None:
        """The card that is touched at a point: of several, the one that lies on top."""
        width, height = self.card
        for index in reversed(range(len(self.spots))):
            spot = self.spots[index]
            top = spot.y + height + (self.rise if raised[index] else 0)
            if spot.x <= x < spot.x + width and spot.y <= y < top:
                return index
        return None

    def keeping(self, stay: Sequence[int]) -> Self:
        """With these cards alone, each where it is."""
        return replace(self, spots=tuple(self.spots[index] for index in stay))

    def gap(self, x: float, y: float) -> tuple[int, Spot]:
        """Before which card something is put down at a point (the number of cards: behind all),
        and the lower end of that gap."""
        if not self.spots:
            return 0, Spot(0, 0)
        height = self.card[1]
        rows = {spot.y for spot in self.spots}
        near = min(rows, key=lambda bottom: abs(bottom + height / 2 - y))
        row = [index for index, spot in enumerate(self.spots) if spot.y == near]
        before = [index for index in row if self.spots[index].x + self.card[0] / 4 < x]
        if not before:
            return row[0], self.spots[row[0]]
        gap = before[-1] + 1
        right = self.spots[before[-1]].x + self.card[0]
        return gap, self.spots[gap] if gap in row else Spot(right, near)


def staying(old: Sequence[CardFace], new: Sequence[CardFace]) -> list[int] | None:
    """Which of the old cards the new ones are, where some have gone and nothing else has changed:
    of two that are alike rather the one that was not selected. None: it is another hand."""
    for among in ([at for at, face in enumerate(old) if not face.selected], range(len(old))):
        rest = iter(among)
        found = (next((at for at in rest if old[at].card == face.card), None) for face in new)
        stay = [at for at in found if at is not None]
        if len(stay) == len(new) and _joined([old[at] for at in stay]) == _joined(new):
            return stay
    return None


def _joined(faces: Sequence[CardFace]) -> list[bool]:
    """Whether each card but the first is of the group of the one before it."""
    return [one.group == other.group for one, other in pairwise(faces)]


def card_height(width: int) -> int:
    """The height of a card of some width."""
    return round(width * ASPECT)


def fan(groups: Sequence[int], width: float, height: float, *, few: bool = False) -> Fan:
    """Lays out one card for each of `groups` in an area.

    The size of a card follows from the area: it does not change while a hand is played. few: so it
    does of a hand that begins with few cards, which have the room of both rows.
    """
    rows = _rows(groups)
    card = _card_width(_half(groups) if len(rows) > 1 else len(groups), width, height)
    if few and len(rows) < 2:
        card = max(card, _widest_of_one_row(width, height))
    rise = round(card * RISE)
    drop = round(card * (INDEX_HEIGHT + RISE))
    bottoms = [drop * k for k in reversed(range(len(rows)))]
    slack = max(0.0, height - card_height(card) - rise - sum(bottoms)) / 2
    spots = tuple(
        Spot(x, slack + bottom)
        for row, bottom in zip(rows, bottoms, strict=True)
        for x in _places(row, card, width)
    )
    return Fan((card, card_height(card)), rise, spots)


def _rows(groups: Sequence[int]) -> list[Sequence[int]]:
    """Two rows of about the same length: a group is not torn if both have room for it."""
    if len(groups) <= ONE_ROW:
        return [groups] if groups else []
    half, most = _half(groups), _most_steps(_half(groups))
    whole = (at for at in range(1, len(groups)) if groups[at - 1] != groups[at])
    fits = (at for at in whole if max(_steps(groups[:at]), _steps(groups[at:])) <= most)
    at = min(fits, key=lambda at: abs(at - half), default=half)
    return [groups[:at], groups[at:]]


def _half(groups: Sequence[int]) -> int:
    return (len(groups) + 1) // 2


def _most_steps(longest: int) -> float:
    """Steps for which a row has room, a gap between any two cards included."""
    return (max(longest, ONE_ROW) - 1) * (1 + GROUP_GAP)


def _card_width(longest: int, width: float, height: float) -> int:
    """The widest card with which two rows fit."""
    high = ASPECT + RISE + (INDEX_HEIGHT + RISE)
    steps = _most_steps(longest)
    return max(1, int(min(height / high, width / (1 + INDEX_WIDTH * steps))))


def _widest_of_one_row(width: float, height: float) -> int:
    steps = (ONE_ROW - 1) * (1 + GROUP_GAP)
    return int(min(height / (ASPECT + RISE), width / (1 + INDEX_WIDTH * steps)))


def _steps(row: Sequence[int]) -> float:
    """The length of a row in steps, from its first to its last card."""
    return sum(_step(left, right) for left, right in pairwise(row))


def _step(left: int, right: int) -> float:
    return 1.0 if left == right else 1.0 + GROUP_GAP


def _places(row: Sequence[int], card: int, width: float) -> list[float]:
    steps = _steps(row)
    step = min((width - card) / steps, card * WIDEST_STEP) if steps else 0.0
    places = [(width - card - step * steps) / 2]
    for left, right in pairwise(row):
        places.append(places[-1] + step * _step(left, right))
    return [float(round(x)) for x in places]


def least_step(face: CardFace) -> float:
    """How much of a card must be seen for its rank to be read, in card widths."""
    card = face.card or ""
    if card in JOKERS:
        return INDEX_WIDTH
    return WIDE_STEP if card[1:] == "T" else LEAST_STEP


@lru_cache(maxsize=64)
def row(
    steps: tuple[float, ...],
    width: float,
    height: float,
    halign: str = "center",
    aspect: float = ASPECT,
) -> Fan:
    """Lays out cards that cannot be selected: in one row, where they overlap only if they must,
    or in more where one would hide what the cards are. steps: `least_step` of each card."""
    one = max(1, int(min(height / aspect, width)))
    fits = len(steps) < 2 or one <= _widest(steps, width)
    rows, card = (1, one) if fits else _rows_for(steps, width, height)
    card -= card % SIZE_STEP if card > 2 * SIZE_STEP else 0
    drop = round(card * INDEX_HEIGHT)
    tall = round(card * aspect)
    high = tall + drop * (rows - 1)
    bottom = float(max(0, round((height - high) / 2)))
    spots: list[Spot] = []
    for place, part in enumerate(_shared(steps, rows)):
        y = bottom + drop * (rows - 1 - place)
        spots += (Spot(x, y) for x in _in_line(part, card, width, halign))
    return Fan((card, tall), 0, tuple(spots))


def _widest(steps: Sequence[float], width: float) -> float:
    """The widest card of which so many show their rank in one row."""
    return width / (1 + sum(steps[:-1]))


def _rows_for(steps: Sequence[float], width: float, height: float) -> tuple[int, int]:
    """How many rows show the largest cards whose ranks can be read, and how wide those are."""
    found = (
        (int(min(height / (ASPECT + INDEX_HEIGHT * (rows - 1)), widest)), -rows)
        for rows in range(1, MOST_ROWS + 1)
        for widest in (min(_widest(part, width) for part in _shared(steps, rows)),)
    )
    card, rows = max(found)
    return -rows, max(1, card)


def _shared(steps: Sequence[float], rows: int) -> list[Sequence[float]]:
    """The cards of each row, the upper ones the fuller."""
    most = -(-len(steps) // rows) or 1
    return [steps[at : at + most] for at in range(0, len(steps), most)]


def _in_line(steps: Sequence[float], card: int, width: float, halign: str) -> list[float]:
    """Where cards begin: at equal distances, unless one would show too little of itself."""
    least = [card * step for step in steps[:-1]]
    room = width - card
    even = min(room / len(least), card * WIDEST_STEP) if least else 0.0
    gaps = [even] * len(least)
    if least and even < max(least):
        more = (room - sum(least)) / len(least)
        gaps = [gap + more for gap in least]
    left = (room - sum(gaps)) * {"left": 0.0, "center": 0.5, "right": 1.0}[halign]
    return [float(round(x)) for x in accumulate(gaps, initial=left)]
