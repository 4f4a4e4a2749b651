"""A hand prepared for the search for plays, and how parts of plays are put together.

Wilds by deficit counting: they are taken out of the hand, and a play is a natural part plus as
many wilds as the part falls short. Different parts or numbers of wilds are different cards, so no
play can be found twice. Rows "by wilds" hold at place j the sets that use exactly j of them.
"""

from collections.abc import Iterable, Sequence
from typing import Any, Final, Protocol

from table_firmware.rules.cards import TRUMP_VALUE
from table_firmware.rules.packed import (
    BYTES,
    COUNTED,
    MOST_WILDS,
    WILD,
    places,
    shift,
)
from table_firmware.rules.round import Reading
from table_firmware.rules.shapes import BOMB_SIZES, FULL_HOUSE, RUNS, SAME_NAMES, STRAIGHT
from table_firmware.rules.ways import FIELD, WAYS, Ways

Rows = Sequence[Sequence[int]]

READINGS: Final = {
    (name, size): [Reading(name, key, size) for key in range(18)]
    for name, size in (
        *((name, size) for size, name in SAME_NAMES.items()),
        *(("bomb", size) for size in BOMB_SIZES),
        *((run.type, run.size) for run in RUNS),
        ("full_house", sum(FULL_HOUSE)),
        ("straight_flush", STRAIGHT.size),
    )
}
"""By type and size, then by key."""

AT_LEAST: Final = [bytes(least).ljust(256, b"\1") for least in range(11)]
"""From a number of cards to whether it is so many."""

_WILD_SHIFT: Final = shift(TRUMP_VALUE)
_WITH_WILDS: Final = [
    bytes(count and min(count + wilds, 255) for count in range(256)) for wilds in range(4)
]


class Holding:
    """A hand with its wilds taken out.

    faces: how many different ones, each wild counted.
    bytes: the natural cards, a byte a value. counts: how many these are. reach: how many cards of
    a value the hand can show, wilds included where one natural card is there or they are their
    own. most: the greatest of these. found: what searches have worked out and will need again.
    """

    __slots__ = (
        "bytes",
        "counts",
        "faces",
        "found",
        "most",
        "naturals",
        "reach",
        "trump",
        "wilds",
    )

    def __init__(self, packed: int, trump: str) -> None:
        self.trump = trump
        self.wilds = wilds = packed >> _WILD_SHIFT & 3
        self.naturals = naturals = packed - wilds * WILD
        self.faces = naturals.bit_count() + wilds  # a counter of one or two has one bit
        self.bytes = naturals.to_bytes(BYTES, "big")
        self.counts = reach = self.bytes.translate(COUNTED)
        if wilds:
            jokers, own = reach[TRUMP_VALUE + 1 :], bytes((reach[TRUMP_VALUE] + wilds,))
            reach = reach[:TRUMP_VALUE].translate(_WITH_WILDS[wilds]) + own + jokers
        self.reach = reach
        self.most = max(reach)
        self.found: dict[Any, Any] = {}

    @property
    def ways(self) -> list[Ways]:
        """For each rank 0..14, the ace also at 1, what its cards offer."""
        ways: list[Ways] | None = self.found.get("ways")
        if ways is None:
            held = self.bytes
            ways = self.found["ways"] = [WAYS[place][held[place]] for place in places(self.trump)]
        return ways


class Kind(Protocol):
    """Finds the plays of one type and, for bombs, size."""

    def readings(self, hand: Holding, over: Reading | None) -> Iterable[Reading]:
        """The readings the hand can play, above `over` if it is given; ascending."""

    def size(self, hand: Holding, reading: Reading) -> int:
        """How many sets play as one of these readings, one at least."""

    def expand(self, hand: Holding, reading: Reading) -> Sequence[int]:
        """These sets, in the form of `packed`."""

    def least(self, hand: Holding, reading: Reading) -> int:
        """The smallest of them: fewest wilds, then lowest cards (CP-39)."""


_FIELDS: Final = [(1 << FIELD * (wilds + 1)) - 1 for wilds in range(MOST_WILDS + 1)]
_ONES: Final = (1 << FIELD) - 1


def up_to(weight: int, wilds: int) -> int:
    """How many sets of a weight use so many wilds at most: the sum of its fields, because 2^16
    leaves 1 when divided by 2^16 - 1."""
    return (weight & _FIELDS[wilds]) % _ONES


def joined(few: Rows, many: Rows, wilds: int) -> list[int]:
    """Every union of one set from each side that uses so many wilds at most."""
    beside = many[wilds]
    sets = [x + y for x in few[0] for y in beside]
    if wilds and few[1]:
        beside = many[wilds - 1]
        sets += [x + y for x in few[1] for y in beside]
    if wilds > 1 and few[2]:
        beside = many[0]
        sets += [x + y for x in few[2] for y in beside]
    return sets


def crossed(few: Rows, many: Rows, wilds: int) -> Rows:
    """Every union of one set from each side, by most wilds."""
    a, b = few[0], many[0]
    if not wilds:
        return ([x + y for y in b for x in a],)
    b1 = many[1]
    one = [x + y for y in b1 for x in a]
    none = one[: len(a) * len(b)]
    a1 = few[1]
    if a1 and b:
        one += [x + y for x in a1 for y in b]
    if wilds == 1:
        return none, one
    rest = many[2][len(b1) :]
    two = [x + y for x in a for y in rest] if rest and a else []
    rest = b1[len(b) :]
    if a1 and rest:
        two += [x + y for x in a1 for y in rest]
    if few[2] and b:
        two += [x + y for x in few[2] for y in b]
    return none, one, one + two


def fewest(rows: Rows) -> Sequence[int]:
    """The sets of the first row that has any."""
    return next(filter(None, rows))
