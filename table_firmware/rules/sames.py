"""Plays of cards of one rank: singles, pairs, triples, bombs, full houses (000 §13.1 to §13.4)."""

from collections.abc import Iterable, Sequence
from itertools import accumulate, chain, compress
from typing import Final

from table_firmware.rules.cards import TRUMP_VALUE
from table_firmware.rules.holding import (
    AT_LEAST,
    READINGS,
    Holding,
    Rows,
    fewest,
    joined,
    up_to,
)
from table_firmware.rules.packed import WILD
from table_firmware.rules.round import Reading
from table_firmware.rules.shapes import FULL_HOUSE
from table_firmware.rules.ways import FIELD, WAYS


class Same:
    """`size` cards of one rank."""

    __slots__ = ("_readings", "_size")

    def __init__(self, name: str, size: int) -> None:
        self._size = size
        self._readings = READINGS[name, size]

    def readings(self, hand: Holding, over: Reading | None) -> Iterable[Reading]:
        """By rank."""
        found = hand.reach.translate(AT_LEAST[self._size])
        if over is None:
            return compress(self._readings, found)
        start = over.key + 1
        return compress(self._readings[start:], found[start:])

    def size(self, hand: Holding, reading: Reading) -> int:
        """They are known already."""
        return len(self.expand(hand, reading))

    def expand(self, hand: Holding, reading: Reading) -> Sequence[int]:
        """Smallest first; only wilds are trumps like any other (CP-09)."""
        key, size = reading.key, self._size
        ways = WAYS[key][hand.bytes[key]]
        if key < TRUMP_VALUE:
            return ways.same[hand.wilds][size]
        wilds = hand.wilds if key == TRUMP_VALUE else 0
        sets = ways.same[wilds][size]
        return (*sets, size * WILD) if size <= wilds else sets

    def least(self, hand: Holding, reading: Reading) -> int:
        """The first."""
        return self.expand(hand, reading)[0]


class FullHouses:
    """A triple and a pair of another rank; jokers may be the pair (CP-17)."""

    __slots__ = ()

    def readings(self, hand: Holding, over: Reading | None) -> Iterable[Reading]:
        """By the rank of the triple."""
        found = hand.reach.translate(AT_LEAST[_TRIPLE])
        start = over.key + 1 if over else 0
        readings = compress(_FULL_HOUSES[start:], found[start:])
        if hand.counts.translate(AT_LEAST[_PAIR]).count(1) > 1:  # so there is always another
            return readings
        return (reading for reading in readings if self.size(hand, reading))

    def size(self, hand: Holding, reading: Reading) -> int:
        """Triples times the pairs that are not of their rank."""
        ways = WAYS[reading.key][hand.bytes[reading.key]]
        beside = _weight_of_pairs(hand) - ways.pair_weight
        return up_to(ways.weight[_TRIPLE] * beside, hand.wilds)

    def expand(self, hand: Holding, reading: Reading) -> list[int]:
        """Each triple with each pair."""
        triples = WAYS[reading.key][hand.bytes[reading.key]].fill[_TRIPLE]
        return joined(triples, _beside(hand, reading.key), hand.wilds)

    def least(self, hand: Holding, reading: Reading) -> int:
        """The smallest triple and the smallest pair, each with as few wilds as it can."""
        triples = WAYS[reading.key][hand.bytes[reading.key]].fill[_TRIPLE]
        return fewest(triples)[0] + fewest(_beside(hand, reading.key))[0]


_TRIPLE, _PAIR = FULL_HOUSE
_FULL_HOUSES: Final = READINGS["full_house", sum(FULL_HOUSE)]


def _weight_of_pairs(hand: Holding) -> int:
    weight = hand.found.get("weight of pairs")
    if weight is None:
        parts = [of[byte].pair_weight for of, byte in zip(WAYS, hand.bytes, strict=True) if byte]
        weight = sum(parts) + (1 << FIELD * _PAIR if hand.wilds >= _PAIR else 0)
        hand.found["weight of pairs"] = weight
    return weight


def _beside(hand: Holding, key: int) -> Rows:
    """Every pair that is not of a rank, by most wilds; the lowest rank first."""
    pairs = hand.found.get("pairs")
    if pairs is None:
        pairs = hand.found["pairs"] = _pairs(hand)
    return [row[: at[key]] + row[at[key + 1] :] for row, at in pairs]


def _pairs(hand: Holding) -> list[tuple[list[int], list[int]]]:
    """By most wilds every pair, and for each value the place where its pairs begin."""
    ways = [of[byte] for of, byte in zip(WAYS, hand.bytes, strict=True)]
    rows = []
    for wilds in range(hand.wilds + 1):
        parts = [held.pair_up_to[wilds] for held in ways]
        row = list(chain.from_iterable(parts))
        at = [0, *accumulate(map(len, parts))]
        if wilds >= _PAIR:
            row.append(_PAIR * WILD)
        rows.append((row, at))
    return rows
