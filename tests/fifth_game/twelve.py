"""Twelve (十二张): four players, partners opposite, three cards each of J, Q and K.

Lay a single, a pair or a triple; a higher one of the same kind beats it. Each player of the pair
that is out first gets a point, and two if both are out before the others.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from table_firmware.rules import choices, climbing, laying, match, partners
from table_firmware.rules.cards import PAIRS, Card, Seat, cards, pair_of
from table_firmware.rules.climbing import Tricks
from table_firmware.rules.dealing import Deal, Dealing, Terms
from table_firmware.rules.frozen import frozen
from table_firmware.rules.match import Before, HandRecord, Standing, next_leader
from table_firmware.rules.round import (
    Action,
    Clock,
    Combination,
    Event,
    HandEnded,
    HandResult,
    IllegalAction,
    Managed,
    Pass,
    Play,
    Reading,
    SeatView,
    TimedOut,
)
from table_firmware.rules.sense import Sense
from table_firmware.rules.takes import WORTH, Group, picks, sorted_by_value

KEY = "twelve"
VERSION = "twelve/1"
PLANS = False

# As in every game of four that is nothing but laying cards.
PLAYERS, REFUSALS = climbing.PLAYERS, laying.REFUSALS
check, settle, ends_so = climbing.check, climbing.settle, climbing.ends_so
places, ranks = partners.places, partners.ranks

# ------------------------------------------------------------------ what cards are

TYPES: Final = ("single", "pair", "triple")


def readings(laid: tuple[Card, ...]) -> tuple[Reading, ...]:
    """The reading of a set of cards; empty: not a combination."""
    worths = {WORTH[card] for card in laid}
    if len(worths) != 1 or len(laid) > len(TYPES):
        return ()
    return (Reading(TYPES[len(laid) - 1], worths.pop(), len(laid)),)


def beats(left: Reading, right: Reading) -> bool:
    """A higher one of the same kind."""
    return left.type == right.type and left.key > right.key


def groups(hand: tuple[Card, ...], to_beat: Reading | None) -> list[Group]:
    """Every play of a hand that beats `to_beat` (None: any), the smallest first."""
    found = [
        Group(Reading(name, worth, size), (picks(held, size),))
        for size, name in enumerate(TYPES, start=1)
        for worth, held in sorted_by_value(hand).items()
        if len(held) >= size
    ]
    return [group for group in found if to_beat is None or beats(group.reading, to_beat)]


def arrange(laid: tuple[Card, ...], _reading: Reading) -> tuple[Card, ...]:
    """How a play lies on the table."""
    return tuple(sorted(laid))


LAWS: Final = laying.Laws(readings, beats, groups, arrange, arrange, heavy=frozenset())

# ------------------------------------------------------------------ the deal


def _dealt(ids: Sequence[int], _draws: Mapping[str, int]) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(ids[seat::4]) for seat in Seat)


DEALING: Final = Dealing(
    deck=cards("SJ HJ CJ DJ SQ HQ CQ DQ SK HK CK DK"),
    draws=(("leader", 4),),
    hands=_dealt,
)


def lies_open(_options: object, _deal: Deal, _ids: Sequence[Sequence[int]]) -> Mapping[str, int]:
    """No card of the deal lies open."""
    return {}


@frozen
class State:
    """Where a hand stands. leader: of the first trick."""

    leader: Seat
    tricks: Tricks
    result: HandResult | None = None


def opening(_options: object, deal: Deal) -> State:
    """The state after the deal: who won the last hand leads, at first the drawn seat."""
    leader = Seat(deal.draws["leader"]) if deal.leader is None else deal.leader
    return State(leader, Tricks(deal.hands, leader))


# ------------------------------------------------------------------ play


def decide(state: State, action: Action) -> tuple[Event, ...]:
    """What follows from an action; raises IllegalAction, and nothing else."""
    if state.result is not None:
        raise IllegalAction("round-over")
    match action:
        case Play() | Pass() | TimedOut() | Managed():
            return laying.follow(LAWS, state.tricks, action, "min_same_type", score)
    raise IllegalAction("not-your-turn")


def evolve(state: State, event: Event) -> State:
    """The state after an event that `decide` gave."""
    match event:
        case HandEnded(result):
            return replace(state, result=result)
    return replace(state, tricks=laying.after(state.tricks, event))


def score(tricks: Tricks) -> HandResult:
    """The result of a hand that is over; scores are in tenths of a point."""
    double = climbing.is_double_down(tricks.out)
    winner = pair_of(tricks.out[0])
    points = tuple(10 * (1 + double) * (pair_of(seat) == winner) for seat in Seat)
    return HandResult(
        place=climbing.places(tricks.out),
        left=tuple(map(len, tricks.hands)),
        position_tenths=points,
        pair_tenths=(2 * points[PAIRS["EW"][0]], 2 * points[PAIRS["NS"][0]]),
        winner=winner,
        double_down=double,
    )


# ------------------------------------------------------------------ sight


def view(state: State, seat: Seat) -> SeatView:
    """All that this seat may know."""
    known = laying.Open(state.leader, state.result, places=(), cards=(), facts=())
    return laying.sight(state.tricks, seat, known)


def plays(view: SeatView) -> Sequence[Combination]:
    """Every play open to the seat that is asked."""
    return laying.plays(LAWS, view)


def minimal(view: SeatView) -> Combination | None:
    """The smallest of them, None if the seat must pass."""
    return laying.minimal(LAWS, view)


def choose(view: SeatView) -> Play | Pass:
    """What a house player does."""
    return laying.choose(LAWS, view)


def sense(_view: SeatView) -> Sense:
    """What cards are, for a screen."""
    return laying.Sense(LAWS)


def clock(state: State) -> Clock | None:
    """Whom the hand waits for."""
    return laying.clock(state.tricks, state.result)


# ------------------------------------------------------------------ the match

CHOICES: Final[choices.Choices] = {}
"""Twelve leaves nothing to an operator."""


def options(given: Mapping[str, Any]) -> None:
    """The options from a config table; ValueError for a key there is not."""
    for key, value in given.items():
        choices.check("Twelve", CHOICES, key, value)


def in_force(given: Mapping[str, Any]) -> dict[str, Any]:
    """Every option with its value, for the log."""
    options(given)
    return choices.in_force(CHOICES, given)


def modes(_options: object) -> tuple[str, ...]:
    """The matches that are offered: one hand or four, by pair."""
    return "1B", "2"


def terms(_options: object, before: Before) -> Terms:
    """Who won the last hand leads the next."""
    return Terms(next_leader(before.last, before.seats))


def rank(_options: object, mode: str, hands: Sequence[HandRecord]) -> tuple[Standing, ...]:
    """The match table, best first."""
    return match.rank(mode, hands)
