"""Every play of a 三叉子 hand, without trying sets of cards."""

from collections.abc import Iterator, Mapping
from functools import lru_cache

from table_firmware.rules.cards import Card
from table_firmware.rules.games.sanchazi.readings import (
    HEAVY,
    LEAST_BOMB,
    LEAST_PLATE,
    LEAST_TUBE,
    TYPES,
    beats,
    strength,
)
from table_firmware.rules.round import Reading
from table_firmware.rules.takes import ACE, TWO, Group, Part, picks, sorted_by_value

Held = Mapping[int, tuple[Card, ...]]
Run = tuple[int, int]
"""The lowest and the highest of neighbouring values."""


def groups(hand: tuple[Card, ...], to_beat: Reading | None) -> list[Group]:
    """The plays that beat `to_beat` (None: all), the smallest reading first."""
    held = sorted_by_value(hand)
    wanted = None if to_beat is None else to_beat.type
    found = [
        group for group in _all(held, wanted) if to_beat is None or beats(group.reading, to_beat)
    ]
    return sorted(found, key=lambda group: smallness(group.reading))


def smallness(reading: Reading) -> tuple[int, ...]:
    """Sort key: by type, number of cards, top and what lies beside, then the ladder."""
    if reading.type in HEAVY:
        return 1, *strength(reading)
    return 0, TYPES.index(reading.type), reading.size, reading.key, *reading.more


def _all(held: Held, wanted: str | None) -> Iterator[Group]:
    """What the hand has: of the types that do not beat others `wanted` alone, None for all."""
    yield from _alike(held)
    if wanted in (None, "full_house"):
        yield from _full_houses(held)
    if wanted in (None, "tube"):
        for low, top in _runs(held, 2, LEAST_TUBE):
            reading = Reading("tube", top, 2 * (top - low + 1))
            yield Group(reading, _parts(held, (low, top), 2))
    if wanted in (None, "plate", "plate_tube"):
        yield from _plates(held)


def _alike(held: Held) -> Iterator[Group]:
    for worth, cards in held.items():
        for size, name in enumerate(("single", "pair"), start=1):
            if len(cards) >= size:
                yield Group(Reading(name, worth, size), (picks(cards, size),))
        plain, same = _triples(cards)
        if plain:
            yield Group(Reading("triple", worth, 3), (plain,))
        if same:
            yield Group(Reading("cha", worth, 3), (same,))
        if worth <= TWO:
            for size in range(LEAST_BOMB, len(cards) + 1):
                yield Group(Reading("bomb", worth, size), (picks(cards, size),))


@lru_cache(maxsize=1024)
def _triples(cards: tuple[Card, ...]) -> tuple[Part, Part]:
    """The ways to take three: not all of one face, and all of one (SC-13)."""
    every = picks(cards, 3)
    same = tuple(pick for pick in every if len(set(pick)) == 1)
    return tuple(pick for pick in every if pick not in same), same


def _full_houses(held: Held) -> Iterator[Group]:
    for three, cards in held.items():
        if len(cards) >= 3 and three <= TWO:
            for two, others in held.items():
                if two != three and len(others) >= 2:
                    reading = Reading("full_house", three, 5, more=(two,))
                    yield Group(reading, (picks(cards, 3), picks(others, 2)))


def _plates(held: Held) -> Iterator[Group]:
    """钢板, alone and with as many pairs (SC-18)."""
    pairs = list(_runs(held, 2, LEAST_PLATE))
    for low, top in _runs(held, 3, LEAST_PLATE):
        number = top - low + 1
        triples = _parts(held, (low, top), 3)
        yield Group(Reading("plate", top, 3 * number), triples)
        for under, over in pairs:
            if over - under == top - low and (under > top or over < low):
                reading = Reading("plate_tube", top, 5 * number, more=(over,))
                yield Group(reading, triples + _parts(held, (under, over), 2))


def _runs(held: Held, copies: int, least: int) -> Iterator[Run]:
    """Neighbouring values from 3 to A of which the hand has so many copies."""
    low = 3
    for top in range(3, ACE + 1):
        if len(held.get(top, ())) < copies:
            low = top + 1
        yield from ((start, top) for start in range(low, top + 2 - least))


def _parts(held: Held, run: Run, copies: int) -> tuple[Part, ...]:
    return tuple(picks(held[worth], copies) for worth in range(run[0], run[1] + 1))
