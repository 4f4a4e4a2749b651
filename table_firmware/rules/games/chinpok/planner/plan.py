"""A hand taken apart into few plays, each kept whole.

The search goes by numbers of cards: first straight flushes, then runs, as far as each makes the
rest no worse, and what is left lies as sets of one rank, triples with pairs, and the wilds where
they help most.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final

from table_firmware.rules.cards import RANKS, TRUMP_VALUE
from table_firmware.rules.flushes import suited
from table_firmware.rules.frozen import frozen
from table_firmware.rules.games.chinpok.planner.odds import RUNS, Odds
from table_firmware.rules.games.chinpok.planner.sets import Sets
from table_firmware.rules.groups import groups
from table_firmware.rules.holding import READINGS, Holding
from table_firmware.rules.packed import BYTES, WILD, presence
from table_firmware.rules.readings import read
from table_firmware.rules.round import Reading
from table_firmware.rules.shapes import STRAIGHT, Run

WIDE: Final = (4, 2, 1, 1, 1, 1)
NARROW: Final = (2, 2, 1, 1, 1, 1)
"""How many straight flushes and runs are tried first, and how many runs after each: a hand of 27
cards has room for five."""

_SLACK: Final = -0.9
"""A run that costs more than this is not tried."""


@frozen
class Plan:
    """Plays that use up a hand, and their worth in all. flushes: the sets of the straight flushes
    among them, packed."""

    worth: float
    parts: tuple[Reading, ...]
    flushes: tuple[int, ...] = ()

    def without(self, part: Reading, worth: float, cards: int) -> "Plan":
        """The rest of the plan once a part of it, worth so much, has been played."""
        parts = list(self.parts)
        parts.remove(part)
        flushes = tuple(flush for flush in self.flushes if flush != cards)
        return Plan(self.worth - worth, tuple(parts), flushes)


@frozen
class _Line:
    """A run as the search sees it: where its cards stand."""

    reading: Reading
    places: tuple[int, ...]
    copies: int


class Planner:
    """Finds plans under one set of odds."""

    def __init__(self, odds: Odds, trump: str) -> None:
        self._odds = odds
        self._trump = trump
        self._lines = [(line, odds.of(line.reading)) for line in _lines(trump)]
        self._sets = Sets(odds)
        self._values = self._sets.values

    def plan(self, packed: int, breadth: Sequence[int] = WIDE) -> Plan:
        """A good plan for the cards."""
        hand = Holding(packed, self._trump)
        best = self._runs(bytes(hand.counts), hand.wilds, breadth)
        flushes = sorted(self._flushes(hand), reverse=True)[: breadth[0]]
        for _gain, cards in flushes:
            rest = self.plan(packed - cards, NARROW)
            reading = read(cards, self._trump)[0]
            worth = rest.worth + self._odds.of(reading)
            if worth > best.worth:
                best = Plan(worth, (*rest.parts, reading), (*rest.flushes, cards))
        return best

    def _flushes(self, hand: Holding) -> Iterator[tuple[float, int]]:
        """Every straight flush, with what it seems to gain."""
        held, values = presence(hand.naturals), self._values
        for fives in suited(self._trump)[STRAIGHT.tops[0] :]:
            for five in fives:
                part = held & five
                missing = STRAIGHT.width - part.bit_count()
                if missing <= hand.wilds:
                    gain = -missing * 1.0
                    for key, byte in enumerate(part.to_bytes(BYTES, "big")):
                        if byte:
                            count = hand.counts[key]
                            gain += values[key][count - 1] - values[key][count]
                    yield gain, part + missing * WILD

    def _runs(self, counts: bytes, wilds: int, breadth: Sequence[int]) -> Plan:
        worth, parts = self._sets.of(counts, wilds)
        best = Plan(worth, tuple(parts))
        lines = sorted(self._promising(counts, wilds), key=_by_gain, reverse=True)
        for _gain, more, line in lines[: breadth[0]]:
            rest, missing = _without(counts, line)
            found = self._runs(rest, wilds - missing, breadth[1:])
            if found.worth + more > best.worth:
                best = Plan(found.worth + more, (*found.parts, line.reading))
        return best

    def _promising(self, counts: bytes, wilds: int) -> Iterator[tuple[float, float, _Line]]:
        values = self._values
        for line, worth in self._lines:
            copies, missing, gain = line.copies, 0, worth
            for place in line.places:
                count = counts[place]
                if count < copies:
                    missing += copies - count
                    if missing > wilds:
                        break
                    gain -= values[place][count]
                else:
                    row = values[place]
                    gain += row[count - copies] - row[count]
            else:
                gain -= missing * 1.0
                if gain > _SLACK:
                    yield gain, worth, line


def cards_for(reading: Reading, packed: int, plan: Plan, trump: str) -> int:
    """Cards that play as the reading and leave the straight flushes of the plan alone, if that
    can be."""
    for flush in plan.flushes:
        if read(flush, trump)[0] == reading:
            return flush
    free = Holding(packed - sum(plan.flushes), trump)
    for hand in (free, Holding(packed, trump)):
        for one, kind in groups(hand, None):
            if one == reading:
                return kind.least(hand, one)
    raise ValueError(f"the hand does not hold {reading}")


def _by_gain(found: tuple[float, float, _Line]) -> float:
    return found[0]


def _without(counts: bytes, line: _Line) -> tuple[bytes, int]:
    """The rest beside a run, and how many of its cards must be wilds."""
    rest, missing = bytearray(counts), 0
    for place in line.places:
        taken = min(rest[place], line.copies)
        rest[place] -= taken
        missing += line.copies - taken
    return bytes(rest), missing


@cache
def _lines(trump: str) -> tuple[_Line, ...]:
    return tuple(_line(run, top, trump) for run in RUNS.values() for top in run.tops)


def _line(run: Run, top: int, trump: str) -> _Line:
    own = RANKS.index(trump) + 2
    places = (TRUMP_VALUE if rank == own else rank for rank in run.ranks(top))
    return _Line(READINGS[run.type, run.size][top], tuple(places), run.copies)
