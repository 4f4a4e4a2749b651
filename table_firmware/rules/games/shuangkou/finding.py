"""Every play of a 双扣 hand, without trying sets of cards."""

from collections.abc import Iterator, Mapping
from operator import itemgetter

from table_firmware.rules.cards import BIG_JOKER_VALUE, SMALL_JOKER_VALUE, Card
from table_firmware.rules.games.shuangkou.readings import (
    HEAVY,
    LEAST_BOMB,
    LOWEST,
    RUNS,
    TYPES,
    beats,
    level,
    serial,
    strength,
)
from table_firmware.rules.round import Reading
from table_firmware.rules.takes import ACE, TWO, Group, Part, lowest_first, picks, sorted_by_value

Take = tuple[tuple[int, int], ...]
"""How many natural cards of each value, values rising."""

Way = tuple[Take, int]
"""The natural cards and the number of wilds that make a reading."""

Found = tuple[Reading, list[Way]]
"""A reading with ways to make it, of those with as many wilds the lowest cards first."""


def groups(hand: tuple[Card, ...], wilds: tuple[Card, ...], to_beat: Reading | None) -> list[Group]:
    """The plays that beat `to_beat` (None: all), each in the strongest reading that does (SK-24):
    the smallest reading first, then fewer wilds, then lower cards."""
    held = sorted_by_value(hand)
    free = tuple(card for card in lowest_first(hand) if card in wilds)
    found: dict[Reading, list[Way]] = {}
    for reading, ways in _all(held, len(free), len(wilds) == 2, to_beat):
        if to_beat is None or beats(reading, to_beat):
            found.setdefault(reading, []).extend(ways)
    if free:
        _keep_the_strongest(found)
    parts = _parts(held)
    return [
        Group(reading, (*map(parts.__getitem__, take), picks(free, wild))[: len(take) + bool(wild)])
        for reading in sorted(found, key=smallness)
        for take, wild in sorted(found[reading], key=itemgetter(1))
    ]


def _parts(held: Mapping[int, tuple[Card, ...]]) -> dict[tuple[int, int], Part]:
    """The ways to take each number of cards of each value."""
    return {
        (worth, count): picks(cards, count)
        for worth, cards in held.items()
        for count, _ in enumerate(cards, start=1)
    }


def _keep_the_strongest(found: dict[Reading, list[Way]]) -> None:
    """Leave each set of cards with its strongest reading alone."""
    seen: set[Way] = set()
    for reading in sorted(found, key=strength, reverse=True):
        found[reading] = new = [way for way in found[reading] if way not in seen]
        seen.update(new)


def smallness(reading: Reading) -> tuple[object, ...]:
    """Sort key: by type, number of cards and top, then the bombs by 表格2."""
    if reading.type in HEAVY:
        return *strength(reading), reading.size
    return level(reading), TYPES.index(reading.type), reading.size, reading.key


def _all(
    held: Mapping[int, tuple[Card, ...]], free: int, unequal: bool, to_beat: Reading | None
) -> Iterator[Found]:
    counts = {worth: len(cards) for worth, cards in held.items()}
    yield from _alike(counts, free)
    yield from _jokers(counts)
    if to_beat is None:
        for name, (_, least) in RUNS.items():
            yield from _runs(counts, free, name, least, ACE)
    elif to_beat.type in RUNS:
        length = to_beat.size // RUNS[to_beat.type][0]
        yield from _runs(counts, free, to_beat.type, length, length)
    yield from _serials(counts, free, unequal)


def _alike(counts: Mapping[int, int], free: int) -> Iterator[Found]:
    names = ("single", "pair", "triple")
    for worth, most in counts.items():
        if worth <= TWO:
            for count in range(1, most + 1):
                for wild in range(free + 1):
                    size = count + wild
                    name = names[size - 1] if size < LEAST_BOMB else "bomb"
                    yield Reading(name, worth, size), [(((worth, count),), wild)]


def _jokers(counts: Mapping[int, int]) -> Iterator[Found]:
    """Jokers without other cards (SK-04, SK-05)."""
    small, big = (counts.get(worth, 0) for worth in (SMALL_JOKER_VALUE, BIG_JOKER_VALUE))
    for one in range(small, -1, -1):
        for other in range(big + 1):
            size = one + other
            both = (SMALL_JOKER_VALUE, one), (BIG_JOKER_VALUE, other)
            take = tuple(part for part in both if part[1])
            if size in (3, 4):
                yield Reading("jokers", 0, size), [(take, 0)]
            elif len(take) == 1:
                name = "single" if size == 1 else "pair"
                yield Reading(name, take[0][0], size), [(take, 0)]


def _runs(
    counts: Mapping[int, int], free: int, name: str, least: int, longest: int
) -> Iterator[Found]:
    """Neighbouring values of so many cards each, wilds in place of any but not of all."""
    copies, _ = RUNS[name]
    for low in range(LOWEST, ACE + 2 - least):
        ways: list[Way] = [((), 0)]
        for top in range(low, min(low + longest, ACE + 1)):
            most = min(counts.get(top, 0), copies)
            ways = [
                ((*take, (top, count)) if count else take, used + copies - count)
                for take, used in ways
                for count in range(most, max(0, copies - free + used) - 1, -1)
            ]
            if not ways:
                break
            length = top - low + 1
            if length >= least:
                reading = Reading(name, top, copies * length)
                yield reading, [way for way in ways if way[0]]


def _serials(counts: Mapping[int, int], free: int, unequal: bool) -> Iterator[Found]:
    """连炸: what is short of four in each group must be there in wilds."""
    for low in range(LOWEST, ACE):
        ways: list[Way] = [((), 0)]
        for top in range(low, TWO + 1):
            ways = [
                ((*take, (top, count)), short)
                for take, used in ways
                for count in range(counts.get(top, 0), 0, -1)
                if (short := used + max(0, LEAST_BOMB - count)) <= free
            ]
            if not ways:
                break
            for take, used in ways:
                for wild in range(used, free + 1):
                    for reading in serial(dict(take), wild, unequal):
                        yield reading, [(take, wild)]
