"""The different ways to take cards of one value out of a hand, worked out once.

There are at most 81 holdings of a value, so all that can be asked of one is kept: `WAYS[value]`,
looked up with the byte of that value, gives its `Ways`. Sets come smallest first: fewest wilds,
then lowest cards (CP-39), which is the greatest integer.
"""

from itertools import accumulate, product
from typing import Final

from table_firmware.rules.cards import SMALL_JOKER_VALUE
from table_firmware.rules.packed import MOST_OF_A_VALUE, MOST_WILDS, WILD, shift

Rows = tuple[tuple[int, ...], ...]
"""By wilds: at place j the sets that use exactly j of them."""

FIELD: Final = 16
"""Bits of a field in a weight. A weight tells how many sets a row has for each number of wilds;
weights of parts multiply, and no product here has 2^16 sets."""


class Ways:
    """What one holding of a value offers.

    same[wilds][size]: every set of `size` (0..10) cards with that many wilds at most and one
    natural card at least. fill[size]: every way to fill so many (0..3) places, by wilds.
    up_to[size]: the same by most wilds, each row beginning with the one before.
    weight[size]: of `fill[size]`. pair_up_to: the pairs beside a triple, by most wilds, with
    one natural card at least and no wild beside a joker; pair_weight: of these.
    """

    __slots__ = ("fill", "pair_up_to", "pair_weight", "same", "up_to", "weight")

    def __init__(self, value: int, byte: int) -> None:
        taken = _taken(value, byte)
        wilds = range(MOST_WILDS + 1)
        self.same = tuple(_same(taken, most) for most in wilds)
        self.fill = tuple(_filled(taken, size) for size in range(4))
        self.up_to = tuple(tuple(accumulate(rows)) for rows in self.fill)
        self.weight = tuple(map(weight, self.fill))
        with_wild = self.fill[2][1] if value < SMALL_JOKER_VALUE else ()
        pair: Rows = (self.fill[2][0], with_wild, ())
        self.pair_up_to = tuple(accumulate(pair))
        self.pair_weight = weight(pair)


def weight(rows: Rows) -> int:
    """The number of sets in each row, a field each."""
    return sum(len(row) << FIELD * wilds for wilds, row in enumerate(rows))


def _taken(value: int, byte: int) -> Rows:
    """At place k (0..10), every different way to take k natural cards."""
    ways: list[list[int]] = [[] for _ in range(MOST_OF_A_VALUE + 1)]
    for counters in product(*(range((byte >> 2 * suit & 3) + 1) for suit in range(4))):
        part = sum(count << 2 * suit for suit, count in enumerate(counters))
        ways[sum(counters)].append(part << shift(value))
    return tuple(tuple(sorted(row, reverse=True)) for row in ways)


def _same(taken: Rows, most: int) -> Rows:
    return tuple(
        tuple(
            part + used * WILD for used in range(min(most + 1, size)) for part in taken[size - used]
        )
        for size in range(MOST_OF_A_VALUE + 1)
    )


def _filled(taken: Rows, size: int) -> Rows:
    return tuple(
        tuple(part + wilds * WILD for part in taken[size - wilds]) if wilds <= size else ()
        for wilds in range(MOST_WILDS + 1)
    )


class _OfValue(dict[int, Ways]):
    """By byte, made when first asked for."""

    def __init__(self, value: int) -> None:
        self._value = value

    def __missing__(self, byte: int) -> Ways:
        ways = self[byte] = Ways(self._value, byte)
        return ways


WAYS: Final = tuple(map(_OfValue, range(18)))
