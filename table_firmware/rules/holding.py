"""A hand prepared for the search for plays, and how parts of plays are put together.

Wilds by deficit counting: they are taken out of the hand, and a play is a natural part plus as
many wilds as the part falls short. Different parts or numbers of wilds are different cards, so no
play can be found twice. Rows "by wilds" hold at place j the sets that use exactly j of them.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from table_firmware.rules.cards import TRUMP_VALUE
from table_firmware.rules.packed import WILD, counts, places, shift
from table_firmware.rules.round import Reading
from table_firmware.rules.shapes import BOMB_SIZES, FULL_HOUSE, RUNS, SAME_NAMES, STRAIGHT

Group = tuple[Reading, Sequence[int]]
"""A reading and the sets, in the form of `packed`, that may be played as it; never empty."""

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

_WILD_SHIFT: Final = shift(TRUMP_VALUE)


class Holding:
    """A hand with its wilds taken out.

    counts: the natural cards by value. most: the most cards of one value, wilds included.
    """

    __slots__ = ("counts", "most", "naturals", "places", "trump", "wilds")

    def __init__(self, packed: int, trump: str) -> None:
        self.trump = trump
        self.places = places(trump)
        self.wilds = packed >> _WILD_SHIFT & 3
        self.naturals = packed - self.wilds * WILD if self.wilds else packed
        self.counts = counts(self.naturals)
        self.most = max(self.counts) + self.wilds

    def by_rank(self, by_value: bytes) -> bytes:
        """What stands at the place of each rank 0..14, the ace also at 1."""
        return self.places.translate(by_value.ljust(256))


Finder = Callable[[Holding, int], Iterator[Group]]
"""Finds the groups of one type whose key is above a given one."""


def joined(left: Rows, right: Rows) -> list[int]:
    """Every union of one set from each side that uses no more wilds than there are."""
    sets = [x + y for x in left[-1] for y in right[0]]
    if len(left) > 1:
        beside = [*right[0], *right[1]]
        sets += [x + y for x in left[-2] for y in beside]
        if len(left) > 2:
            beside += right[2]
            sets += [x + y for x in left[0] for y in beside]
    return sets


def crossed(left: Rows, right: Rows) -> Rows:
    """Every union of one set from each side, by wilds."""
    a, b = left[0], right[0]
    rows = [[x + y for x in a for y in b]]
    if len(left) > 1:
        a1, b1 = left[1], right[1]
        rows.append([x + y for y in b1 for x in a] + [x + y for x in a1 for y in b])
        if len(left) > 2:
            mixed = [x + y for y in right[2] for x in a] + [x + y for x in a1 for y in b1]
            rows.append(mixed + [x + y for x in left[2] for y in b])
    return rows
