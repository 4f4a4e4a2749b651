"""What a seat can guess of the others from its view: who may beat what, and what a play is worth.

Every card that is neither in the seat's hand nor played is somewhere with the others, as likely
in one place as in another. From that come the chances that an opponent beats a reading, and from
these a worth: -1 for a play that needs a lead of its own and loses it, +1 for one that wins a
trick and so pays for another.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from math import comb
from typing import Final

from table_firmware.rules.cards import BIG_JOKER_VALUE, RANKS, TRUMP_VALUE, Card, Seat, value
from table_firmware.rules.frozen import frozen
from table_firmware.rules.round import Reading, SeatView
from table_firmware.rules.shapes import HEAVY, JOKER_VALUES, PLATE, STRAIGHT, TUBE, step

VALUES: Final = range(BIG_JOKER_VALUE + 1)
SETS: Final = {"single": 1, "pair": 2, "triple": 3, "full_house": 3}
RUNS: Final = {run.type: run for run in (STRAIGHT, TUBE, PLATE)}

_EASE: Final = {
    "single": 0.75,
    "pair": 0.6,
    "triple": 0.4,
    "full_house": 0.5,
    "straight": 0.3,
    "tube": 0.2,
    "plate": 0.2,
}
"""How often a play of a type can be laid on the lead of another who has the like of it."""

_HEAVY_WORTH: Final = 1.05, 0.09
"""A heavy play wins its trick when it is wanted: worth of none, and more for each card."""


@frozen
class Odds:
    """The guesses of one seat at one moment.

    worth: by basic type and key. beaten: by seat, then type and key, the chance that the seat
    could beat such a play with the same type. rivals: the opponents who still hold cards.
    """

    counts: tuple[int, ...]
    rivals: tuple[Seat, ...]
    worth: dict[str, Sequence[float]]
    beaten: dict[Seat, dict[str, Sequence[float]]]

    def of(self, reading: Reading) -> float:
        """The worth of a reading."""
        if reading.type in HEAVY:
            least, more = _HEAVY_WORTH
            return least + more * min(step(reading), 11.0) + reading.key / 1000
        return self.worth[reading.type][reading.key]

    def beats(self, seat: Seat, reading: Reading) -> float:
        """The chance that this seat could beat a reading with the same type."""
        if reading.type in HEAVY:
            return 0.08 if self.counts[seat] >= 4 else 0.0
        if self.counts[seat] < reading.size:
            return 0.0
        return self.beaten[seat][reading.type][reading.key]

    def holds(self, reading: Reading, passed: tuple[Seat, ...]) -> float:
        """The chance that no opponent who has not passed could beat it with the same type."""
        chance = 1.0
        for seat in self.rivals:
            if seat not in passed:
                chance *= 1 - self.beats(seat, reading)
        return chance


def odds(view: SeatView) -> Odds:
    """What the seat can guess from its view."""
    unseen = _unseen(view)
    others = [seat for seat in Seat if seat != view.seat and view.counts[seat]]
    rivals = tuple(seat for seat in others if seat != view.seat.partner)
    beaten = {seat: _beaten(unseen, view.counts[seat], view.trump) for seat in others}
    expected = _ranges(unseen, sum(view.counts[seat] for seat in others) // 3, view.trump)
    worth = {
        name: _worth(name, expected[name], [beaten[s][name] for s in rivals]) for name in _EASE
    }
    return Odds(view.counts, rivals, worth, beaten)


def _unseen(view: SeatView) -> list[int]:
    """How many cards of each value lie with the others."""
    unseen = [0, 0, *([8] * 13), 8, 2, 2]
    unseen[RANKS.index(view.trump) + 2] = 0
    for card in _seen(view):
        unseen[value(card, view.trump)] -= 1
    return unseen


def _seen(view: SeatView) -> Iterable[Card]:
    yield from view.hand
    yield from view.laid
    for move in view.played:
        yield from move.play.cards if move.play else ()


@cache
def _at_least(most: int, share: float) -> tuple[float, ...]:
    """The chances of at least 0, 1, 2 and 3 of so many cards with a share of all the cards."""
    exactly = [
        comb(most, n) * share**n * (1 - share) ** (most - n) if n <= most else 0.0 for n in range(3)
    ]
    return 1.0, 1 - exactly[0], 1 - exactly[0] - exactly[1], max(0.0, 1 - sum(exactly))


def _ranges(unseen: Sequence[int], held: int, trump: str) -> dict[str, list[float]]:
    """By type and key, the chance that somebody with so many cards holds such a play."""
    total = sum(unseen)
    share = round(min(1.0, held / total), 2) if total else 0.0
    least = [_at_least(max(0, count), share) for count in unseen]
    found = {name: [least[key][size] for key in VALUES] for name, size in SETS.items()}
    for joker in JOKER_VALUES:
        found["triple"][joker] = 0.0
    pairs = 1.0
    for key in VALUES:
        pairs *= 1 - least[key][2]
    found["full_house"] = [chance * (1 - pairs) for chance in found["triple"]]
    own = RANKS.index(trump) + 2
    for name, run in RUNS.items():
        row = found[name] = [0.0] * len(VALUES)
        for top in run.tops:
            chance = 1.0
            for rank in run.ranks(top):
                chance *= least[TRUMP_VALUE if rank == own else rank][run.copies]
            row[top] = chance
    return found


def _beaten(unseen: Sequence[int], held: int, trump: str) -> dict[str, Sequence[float]]:
    return {name: _above(row) for name, row in _ranges(unseen, held, trump).items()}


def _above(row: Sequence[float]) -> Sequence[float]:
    """For each key the chance that something higher is held."""
    none, found = 1.0, [0.0] * len(row)
    for key in range(len(row) - 1, -1, -1):
        found[key] = 1 - none
        none *= 1 - row[key]
    return found


def _worth(name: str, expected: Sequence[float], beaten: list[Sequence[float]]) -> Sequence[float]:
    total, below, ease = sum(expected) or 1.0, 0.0, _EASE[name]
    row = []
    for key in VALUES:
        holds = 1.0
        for of in beaten:
            holds *= 1 - of[key]
        row.append(-1 + ease * below / total * (1 - holds) + 2 * holds)
        below += expected[key]
    return row
