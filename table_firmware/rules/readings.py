"""What a set of cards is: one dictionary from counts a value and wilds to readings.

The wilds are taken out first; what is left, folded to counts, is looked up together with their
number. A wild may stand for any of the 52 faces, its own included; a set made only of wilds is
natural (000 §10, CP-09). Only straights have to ask for the suits as well.
"""

from collections.abc import Iterator
from functools import cache
from itertools import chain, product
from typing import Final

from table_firmware.rules.cards import TRUMP_VALUE
from table_firmware.rules.packed import (
    BYTES,
    COUNTED,
    MOST_WILDS,
    SUIT_COUNTERS,
    WILD,
    places,
    shift,
)
from table_firmware.rules.round import Reading
from table_firmware.rules.shapes import (
    BOMB_SIZES,
    FULL_HOUSE,
    JOKER_VALUES,
    KEYS,
    RUNS,
    SAME_NAMES,
    STRAIGHT,
    Run,
    preference,
)

_MIXED, _SUITED, _HEARTS = range(3)
_ANY: Final = (_MIXED, _SUITED, _HEARTS)
_WILD_SHIFT: Final = shift(TRUMP_VALUE)

Fact = tuple[int, int, Reading, tuple[int, ...]]
"""Counts of natural cards, a byte a value, number of wilds, what that is, for which suitedness."""

Readings = tuple[Reading, ...]

Book = tuple[dict[bytes, Readings | list[Readings]], ...]
"""Every combination there is under one trump. By the byte of the trumps, whose lowest bits count
the wilds, from `counts` to readings; where suits matter, a list with those of each suitedness."""


def read(packed: int, trump: str) -> Readings:
    """Every reading of a set, in the order of `rules-batch`, the default one first."""
    raw = packed.to_bytes(BYTES, "big")
    found = _BOOKS[trump][raw[TRUMP_VALUE]].get(raw.translate(COUNTED), ())
    return found if isinstance(found, tuple) else found[_suitedness(packed)]


def _suitedness(packed: int) -> int:
    naturals = packed - (packed >> _WILD_SHIFT & 3) * WILD
    for suit, counters in enumerate(SUIT_COUNTERS):
        if naturals & counters == naturals:
            return _SUITED if suit else _HEARTS
    return _MIXED


def _written(trump: str) -> Book:
    found: dict[tuple[int, int], list[tuple[Reading, tuple[int, ...]]]] = {}
    for naturals, wilds, reading, suits in chain(_without_sequence(), _runs(trump)):
        found.setdefault((naturals, wilds), []).append((reading, suits))
    by_wilds: Book = ({}, {}, {}, {})  # more than two there are not
    for (naturals, wilds), entry in found.items():
        cards = (naturals + wilds * WILD).to_bytes(BYTES, "big")
        by_wilds[wilds][_KEYS.setdefault(cards, cards)] = _ordered(entry)
    return by_wilds * 64


class _Books(dict[str, Book]):
    """By trump rank, each written when it is first asked for."""

    def __missing__(self, trump: str) -> Book:
        book = self[trump] = _written(trump)
        return book


_BOOKS: Final = _Books()
_KEYS: Final[dict[bytes, bytes]] = {}
_TOLD: Final[dict[Readings, Readings]] = {}
"""Most of a book is the same under every trump, and is kept once: a match sees them all."""


def _ordered(entry: list[tuple[Reading, tuple[int, ...]]]) -> Readings | list[Readings]:
    entry.sort(key=lambda fact: preference(fact[0]), reverse=True)
    if all(suits == _ANY for _, suits in entry):
        return _once(tuple(reading for reading, _ in entry))
    return [
        _once(tuple(reading for reading, suits in entry if suitedness in suits))
        for suitedness in _ANY
    ]


def _once(readings: Readings) -> Readings:
    return _TOLD.setdefault(readings, readings)


@cache
def _without_sequence() -> tuple[Fact, ...]:
    """The facts that are the same under every trump, which here is just the value 15."""
    four_jokers = sum(2 << shift(joker) for joker in JOKER_VALUES)
    return (*_same(), *_full_houses(), (four_jokers, 0, Reading("four_jokers", 0, 4), _ANY))


def _same() -> Iterator[Fact]:
    names = {**SAME_NAMES, **dict.fromkeys(BOMB_SIZES, "bomb")}
    for (size, name), key, wilds in product(names.items(), KEYS, range(MOST_WILDS + 1)):
        if size > wilds or (size == wilds and key == TRUMP_VALUE):
            yield size - wilds << shift(key), wilds, Reading(name, key, size), _ANY
    for joker, size in product(JOKER_VALUES, (1, 2)):
        yield size << shift(joker), 0, Reading(names[size], joker, size), _ANY


def _full_houses() -> Iterator[Fact]:
    triple, pair = FULL_HOUSE
    for high in KEYS:
        reading = Reading("full_house", high, triple + pair)
        for in_triple in range(MOST_WILDS + 1):
            part = triple - in_triple << shift(high)
            for in_pair in range(min(pair, MOST_WILDS + 1 - in_triple)):
                for low in KEYS if in_pair else (*KEYS, *JOKER_VALUES):
                    if low != high:
                        naturals = part + (pair - in_pair << shift(low))
                        yield naturals, in_triple + in_pair, reading, _ANY
        yield triple << shift(high), pair, reading, _ANY


def _lacks(run: Run) -> list[tuple[int, ...]]:
    """How many cards of each rank of a run the wilds may stand for."""
    every = product(range(min(run.copies, MOST_WILDS) + 1), repeat=run.width)
    return [lacks for lacks in every if sum(lacks) <= MOST_WILDS]


def _runs(trump: str) -> Iterator[Fact]:
    at = places(trump)
    for run in RUNS:
        for top, lacks in product(run.tops, _lacks(run)):
            values = at[top - run.width + 1 : top + 1]
            parts = list(zip(values, lacks, strict=True))
            naturals = sum(run.copies - lack << shift(value) for value, lack in parts)
            wilds = sum(lacks)
            plain = _ANY if run is not STRAIGHT or wilds else (_MIXED,)
            yield naturals, wilds, Reading(run.type, top, run.size), plain
            if run is STRAIGHT:
                pure = all(value == TRUMP_VALUE for value, lack in parts if lack)
                yield naturals, wilds, Reading("straight_flush", top, run.size), (_SUITED,)
                yield naturals, wilds, Reading("straight_flush", top, run.size, pure), (_HEARTS,)
