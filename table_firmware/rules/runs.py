"""Plays of neighbouring ranks: plates, tubes, straights (000 §13.5 to §13.8)."""

from collections.abc import Iterable, Sequence
from itertools import compress
from math import prod
from typing import Final

from table_firmware.rules.flushes import least, natural_flushes
from table_firmware.rules.holding import (
    READINGS,
    Holding,
    Rows,
    crossed,
    fewest,
    joined,
    up_to,
)
from table_firmware.rules.packed import WILD, places
from table_firmware.rules.round import Reading
from table_firmware.rules.shapes import STRAIGHT, Run
from table_firmware.rules.ways import Ways

_SUM_BYTES: Final = 15 + STRAIGHT.width

_AT_MOST: Final = [bytes(256).replace(b"\0", b"\1", most + 1) for most in range(3)]


class Runs:
    """So many neighbouring ranks with so many cards each."""

    __slots__ = ("_copies", "_first", "_readings", "_short", "_side_by_side", "_width")

    def __init__(self, run: Run) -> None:
        self._width = run.width
        self._copies = run.copies
        self._readings = READINGS[run.type, run.size]
        self._first = run.tops[0]
        # From a number of cards to how many are missing.
        self._short = bytes(range(run.copies, 0, -1)).ljust(256, b"\0")
        # Times this, each byte becomes the sum of so many bytes, from itself downwards.
        self._side_by_side = sum(1 << 8 * place for place in range(run.width))

    def readings(self, hand: Holding, over: Reading | None) -> Iterable[Reading]:
        """By the highest rank: where no more cards are missing than there are wilds."""
        ranks = places(hand.trump).translate(hand.counts.ljust(256))
        lack = int.from_bytes(ranks.translate(self._short), "big")
        sums = (lack * self._side_by_side).to_bytes(_SUM_BYTES, "big")
        start = over.key + 1 if over else self._first
        shift = _SUM_BYTES - 15 + 1 - self._width  # where the run of top 0 would stand
        found = sums[shift + start : shift + 15].translate(_AT_MOST[hand.wilds])
        return compress(self._readings[start:], found)

    def size(self, hand: Holding, reading: Reading) -> int:
        """The product over the ranks."""
        copies = self._copies
        weights = [ways.weight[copies] for ways in self._ways(hand, reading.key)]
        return up_to(prod(weights), hand.wilds)

    def expand(self, hand: Holding, reading: Reading) -> list[int]:
        """The cards of all ranks, one rank after the other."""
        first, *others, last = self._ways(hand, reading.key)
        copies, wilds = self._copies, hand.wilds
        rows: Rows = last.up_to[copies]
        for ways in others:
            rows = crossed(ways.fill[copies], rows, wilds)
        return joined(first.fill[copies], rows, wilds)

    def least(self, hand: Holding, reading: Reading) -> int:
        """The smallest cards of each rank, each with as few wilds as it can."""
        copies = self._copies
        return sum([fewest(ways.fill[copies])[0] for ways in self._ways(hand, reading.key)])

    def _ways(self, hand: Holding, top: int) -> list[Ways]:
        return hand.ways[top - self._width + 1 : top + 1]


class Straights(Runs):
    """Five neighbouring ranks; what natural cards of one suit make is not a straight but a
    straight flush (CP-15)."""

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__(STRAIGHT)

    def readings(self, hand: Holding, over: Reading | None) -> Iterable[Reading]:
        """By the highest rank."""
        readings = super().readings(hand, over)
        # A wild in a straight flush may always make a plain straight of it.
        if hand.wilds or hand.faces < STRAIGHT.width:
            return readings
        none = [top for top in natural_flushes(hand) if not self.size(hand, self._readings[top])]
        return [one for one in readings if one.key not in none] if none else readings

    def size(self, hand: Holding, reading: Reading) -> int:
        """Without the straight flushes."""
        flushes = natural_flushes(hand).get(reading.key, ())
        return super().size(hand, reading) - len(flushes)

    def expand(self, hand: Holding, reading: Reading) -> list[int]:
        """Two ranks, one, and two; the twos serve more than one straight."""
        top, wilds, ways = reading.key, hand.wilds, hand.ways
        twos = hand.found.get("twos")
        if twos is None:
            twos = hand.found["twos"] = {}
        low = twos.get(top - 3) or _two(ways, twos, top - 3)
        high = twos.get(top) or _two(ways, twos, top)
        sets = joined(high, _three(low, ways[top - 2].fill[1][0], wilds), wilds)
        for flush in natural_flushes(hand).get(top, ()):
            sets.remove(flush)
        return sets

    def least(self, hand: Holding, reading: Reading) -> int:
        """As for any run, unless that is a straight flush."""
        cards = super().least(hand, reading)
        if cards not in natural_flushes(hand).get(reading.key, ()):
            return cards
        return least(self.expand(hand, reading))


def _two(ways: list[Ways], twos: dict[int, Rows], top: int) -> Rows:
    """The cards of two ranks, by wilds."""
    low, high = ways[top - 1].fill[1][0], ways[top].fill[1][0]
    natural = [x + y for x in low for y in high]
    twos[top] = rows = natural, [x + WILD for x in (*low, *high)], _TWO_WILDS
    return rows


_TWO_WILDS: Final = [2 * WILD]


def _three(two: Rows, one: Sequence[int], wilds: int) -> Rows:
    """The cards of two ranks and of one more, by most wilds."""
    natural = two[0]
    if not wilds:
        return ([x + y for y in one for x in natural],)
    up_to_one = [x + y for y in (*one, WILD) for x in natural]
    none = up_to_one[: len(one) * len(natural)]
    up_to_one += [x + y for y in one for x in two[1]]
    if wilds == 1:
        return none, up_to_one
    return none, up_to_one, [*up_to_one, *[x + WILD for x in two[1]], *[y + 2 * WILD for y in one]]
