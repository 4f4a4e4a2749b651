"""What a set of cards is: one dictionary from rank counts and wilds to readings.

The wilds are taken out first; what is left, folded to counts a rank, is looked up together with
their number. A wild may stand for any of the 52 faces, its own included; a set made only of wilds
is natural (000 §10, CP-09). Only straights have to ask for the suits as well.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Final

from table_firmware.rules.cards import RANKS, TRUMP_VALUE
from table_firmware.rules.packed import CODE, SUIT, fold, shift
from table_firmware.rules.round import Reading
from table_firmware.rules.shapes import (
    BOMB_SIZES,
    DECK_WILDS,
    FULL_HOUSE,
    JOKER_VALUES,
    RANK_VALUES,
    RUNS,
    SAME_NAMES,
    STRAIGHT,
    Run,
    preference,
)

Suitedness = int
MIXED, SUITED, HEARTS = range(3)
_ANY: Final = (MIXED, SUITED, HEARTS)
_NO_READINGS: Final[tuple[tuple[Reading, ...], ...]] = ((),)

Fact = tuple[int, int, Reading, tuple[Suitedness, ...]]
"""Rank counts without wilds, number of wilds, what that is, and for which suitedness."""


@dataclass(frozen=True, slots=True)
class Book:
    """Every combination there is under one trump.

    by_wilds: for 0, 1, 2 (and, always empty, 3) wilds, from folded rank counts to readings: one
    tuple where suits do not matter, else three, by suitedness.
    """

    wild_shift: int
    by_wilds: tuple[dict[int, tuple[tuple[Reading, ...], ...]], ...]


def read(packed: int, trump: str) -> tuple[Reading, ...]:
    """Every reading of a set, in the order of `rules-batch`, the default one first."""
    book = book_of(trump)
    wilds = packed >> book.wild_shift & 3
    naturals = packed - (wilds << book.wild_shift)
    found = book.by_wilds[wilds].get(fold(naturals), _NO_READINGS)
    return found[0] if len(found) == 1 else found[_suitedness(naturals)]


def _suitedness(naturals: int) -> Suitedness:
    for suit, counters in enumerate(SUIT):
        if naturals & counters == naturals:
            return SUITED if suit else HEARTS
    return MIXED


@cache
def key_of(rank: int, trump: str) -> int:
    """The key of a rank outside sequences, where trump stands above A (000 §8.3)."""
    return TRUMP_VALUE if rank == RANKS.index(trump) + 2 else rank


@cache
def book_of(trump: str) -> Book:
    """The book of a trump rank, written when it is first asked for."""
    found: dict[tuple[int, int], tuple[set[Reading], ...]] = {}
    for facts in (_same(trump), _full_houses(trump), _runs(trump), _four_jokers()):
        for counts, wilds, reading, suits in facts:
            entry = found.setdefault((counts, wilds), (set(), set(), set()))
            for suitedness in suits:
                entry[suitedness].add(reading)
    by_wilds: tuple[dict[int, tuple[tuple[Reading, ...], ...]], ...] = ({}, {}, {}, {})
    for (counts, wilds), entry in found.items():
        by_wilds[wilds][counts] = _ordered(entry)
    return Book(CODE["H" + trump].bit_length() - 1, by_wilds)


def _ordered(entry: tuple[set[Reading], ...]) -> tuple[tuple[Reading, ...], ...]:
    rows = [tuple(sorted(row, key=preference, reverse=True)) for row in entry]
    return tuple(rows[:1] if rows[0] == rows[1] == rows[2] else rows)


def same_name(size: int) -> str:
    """What `size` cards of one rank are called."""
    return SAME_NAMES.get(size, "bomb")


def _same(trump: str) -> Iterator[Fact]:
    for size in (*SAME_NAMES, *BOMB_SIZES):
        for rank, wilds in product(RANK_VALUES, range(DECK_WILDS + 1)):
            key = key_of(rank, trump)
            if size > wilds or (size == wilds and key == TRUMP_VALUE):
                reading = Reading(same_name(size), key, size)
                yield size - wilds << shift(rank), wilds, reading, _ANY
    for joker, size in product(JOKER_VALUES, (1, 2)):
        yield size << shift(joker), 0, Reading(same_name(size), joker, size), _ANY


def _full_houses(trump: str) -> Iterator[Fact]:
    triple, pair = FULL_HOUSE
    for low, high in product((*RANK_VALUES, *JOKER_VALUES), RANK_VALUES):
        reading = Reading("full_house", key_of(high, trump), triple + pair)
        for in_pair in range(1 if low in JOKER_VALUES else DECK_WILDS + 1):
            for in_triple in range(DECK_WILDS + 1 - in_pair if low != high else 0):
                counts = (triple - in_triple << shift(high)) + (pair - in_pair << shift(low))
                yield counts, in_triple + in_pair, reading, _ANY


def _lacks(run: Run) -> Iterator[tuple[int, ...]]:
    """How many cards of each rank of a run the wilds may stand for."""
    for lacks in product(range(run.copies + 1), repeat=run.width):
        if sum(lacks) <= DECK_WILDS:
            yield lacks


def _runs(trump: str) -> Iterator[Fact]:
    for run in RUNS:
        for top, lacks in product(run.tops, _lacks(run)):
            ranks = run.ranks(top)
            counts = sum(
                run.copies - lack << shift(rank) for rank, lack in zip(ranks, lacks, strict=True)
            )
            wilds = sum(lacks)
            plain = _ANY if run is not STRAIGHT or wilds else (MIXED,)
            yield counts, wilds, Reading(run.type, top, run.size), plain
            if run is STRAIGHT:
                missing = [rank for rank, lack in zip(ranks, lacks, strict=True) if lack]
                pure = all(key_of(rank, trump) == TRUMP_VALUE for rank in missing)
                yield counts, wilds, Reading("straight_flush", top, run.size), (SUITED,)
                yield counts, wilds, Reading("straight_flush", top, run.size, pure), (HEARTS,)


def _four_jokers() -> Iterator[Fact]:
    counts = sum(2 << shift(joker) for joker in JOKER_VALUES)
    yield counts, 0, Reading("four_jokers", 0, 4), _ANY
