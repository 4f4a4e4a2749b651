"""A 三叉子 hand: how it begins, what follows from an action, and what a seat may know (004)."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial, reduce
from typing import Final

from table_firmware.rules import laying
from table_firmware.rules.cards import FACES, Card, Seat
from table_firmware.rules.climbing import Course, Tricks
from table_firmware.rules.dealing import Deal, Dealing
from table_firmware.rules.frozen import frozen
from table_firmware.rules.games.sanchazi import leaving
from table_firmware.rules.games.sanchazi.finding import groups
from table_firmware.rules.games.sanchazi.readings import HEAVY, arrange, beats, readings
from table_firmware.rules.games.sanchazi.scoring import (
    NOTHING,
    captured,
    escaped,
    in_trick,
    score,
)
from table_firmware.rules.games.sanchazi.settings import Options
from table_firmware.rules.partners import STAY, opposite, seated
from table_firmware.rules.round import (
    Action,
    Clock,
    Combination,
    Event,
    Fact,
    Give,
    HandEnded,
    HandResult,
    IllegalAction,
    Managed,
    Pass,
    Play,
    SeatView,
    Settle,
    StoodIn,
    TimedOut,
    TrickEnded,
)
from table_firmware.rules.sense import Sense

REFUSALS: Final = laying.REFUSALS
LAWS: Final = laying.Laws(readings, beats, groups, arrange, arrange, HEAVY)


def _dealt(ids: Sequence[int], draws: Mapping[str, int]) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(ids[(draws["start"] - seat) % 4 :: 4]) for seat in Seat)


DEALING: Final = Dealing(
    deck=FACES * 3, draws=(("start", 4), ("flip1", 162), ("flip2", 161)), hands=_dealt
)
"""162 cards, position p to seat (start - p) mod 4: clockwise, and the first two in dealing order
get 41 (SC-24; `deal1` §2)."""


@frozen
class State:
    """Where a hand stands. leader: of the first trick. places: of the players of each seat.
    flipped: the cards that lie open, with their seats. captured: points won, by seat.
    stood_in: how often the system has acted for each seat in a row (`leaving`)."""

    options: Options
    leader: Seat
    tricks: Tricks
    places: tuple[Seat, ...] = STAY
    flipped: tuple[tuple[Seat, Card], ...] = ()
    captured: tuple[int, ...] = NOTHING
    stood_in: tuple[int, ...] = leaving.UNSEEN
    result: HandResult | None = None


# ------------------------------------------------------------------ the beginning


def _lifted(deal: Deal) -> bool:
    """After 抬 one card alone is flipped, for the partner of the 第一名 (SC-11)."""
    return deal.after_double_down and deal.leader is not None


def _flips(deal: Deal) -> tuple[int, ...]:
    """The deal positions of the flipped cards, the first flip first (SC-29)."""
    first, other = deal.draws["flip1"], deal.draws["flip2"]
    return (first,) if _lifted(deal) else (first, other + (other >= first))


def _holder(deal: Deal, position: int) -> Seat:
    return Seat((deal.draws["start"] - position) % 4)


def places(_options: Options, deal: Deal) -> tuple[Seat, ...]:
    """The holder of the first flip stays and the other comes to sit opposite; after 抬 the holder
    comes to sit opposite the 第一名 (004 C, SC-11, SC-29)."""
    first, *other = (_holder(deal, position) for position in _flips(deal))
    if deal.leader is not None and not other:
        return opposite(deal.leader, first)
    return opposite(first, other[0])


def lies_open(_options: Options, deal: Deal, ids: Sequence[Sequence[int]]) -> Mapping[str, int]:
    """The ids of the flipped cards."""
    return {
        f"flip{number}": ids[_holder(deal, position)][position // 4]
        for number, position in enumerate(_flips(deal), start=1)
    }


def opening(options: Options, deal: Deal) -> State:
    """The state after the deal: the last 上游 leads, in the first hand the holder of the first
    flip (SC-10)."""
    moved = places(options, deal)
    flips = [(position, _holder(deal, position)) for position in _flips(deal)]
    leader = moved[flips[0][1] if deal.leader is None else deal.leader]
    course = Course(final=options.pass_final, clockwise=True)
    flipped = tuple(
        (moved[seat], deal.hands[seat][position // 4])
        for position, seat in flips
        if position // 4 < len(deal.hands[seat])
    )
    tricks = Tricks(seated(deal.hands, moved), leader, course=course)
    return State(options, leader, tricks, moved, flipped)


# ------------------------------------------------------------------ play


def decide(state: State, action: Action) -> tuple[Event, ...]:
    """What follows from an action; raises IllegalAction, and nothing else.

    A hand ends for a player who has left only where `escape` says so (SC-20; `leaving`).
    """
    if state.result is not None:
        raise IllegalAction("round-over")
    match action:
        case Play() | Pass() | TimedOut() | Managed():
            events = laying.follow(
                LAWS,
                state.tricks,
                action,
                state.options.managed_follow,
                partial(score, before=state.captured, options=state.options),
            )
            return _or_left(state, action, events) if state.options.escape == "on" else events
        case Give():
            raise IllegalAction("exchange-closed")
        case Settle(seat) if state.options.escape == "on":
            return (HandEnded(escaped(tuple(map(len, state.tricks.hands)), seat)),)
    raise IllegalAction("not-your-turn")


def _or_left(
    state: State, action: Play | Pass | TimedOut | Managed, events: tuple[Event, ...]
) -> tuple[Event, ...]:
    """What followed, with the count of times that a seat has not acted itself, and the end of the
    hand where they are too many (SC-20)."""
    count = leaving.stood_in(state.stood_in, action)
    if count is None or isinstance(events[-1], HandEnded):
        return events
    if count.times < leaving.MOST:
        return *events, count
    tricks = reduce(laying.after, events, state.tricks)
    return *events, count, HandEnded(escaped(tuple(map(len, tricks.hands)), action.seat))


def evolve(state: State, event: Event) -> State:
    """The state after an event that `decide` gave."""
    match event:
        case HandEnded(result):
            return replace(state, result=result)
        case StoodIn():
            return replace(state, stood_in=leaving.counted(state.stood_in, event))
        case TrickEnded(winner):
            won = captured(state.tricks, state.captured, winner)
            return replace(state, tricks=laying.after(state.tricks, event), captured=won)
    return replace(state, tricks=laying.after(state.tricks, event))


# ------------------------------------------------------------------ sight


def view(state: State, seat: Seat) -> SeatView:
    """All that this seat may know; counts, flipped faces and captured points are public (SC-30),
    and when a player will have left (SC-20)."""
    facts = [Fact("captured", state.captured), Fact("trick", (in_trick(state.tricks.trick),))]
    if state.options.escape == "on":
        facts.append(Fact("left_after", leaving.left_after(state.stood_in)))
    known = laying.Open(
        state.leader,
        state.result,
        state.places if state.places != STAY else (),
        state.flipped,
        tuple(facts) if state.result is None else (),
    )
    return laying.sight(state.tricks, seat, known)


def plays(view: SeatView) -> Sequence[Combination]:
    """Every play open to the seat that is asked to play."""
    return laying.plays(LAWS, view)


def minimal(view: SeatView) -> Combination | None:
    """The smallest legal play of the seat that is asked to play, None if it must pass."""
    return laying.minimal(LAWS, view)


def choose(view: SeatView) -> Play | Pass:
    """What the practice opponent does whom the view asks: as a managed seat (SC-20)."""
    return laying.choose(LAWS, view)


def sense(_view: SeatView) -> Sense:
    """What cards are in the hand of this view."""
    return laying.Sense(LAWS)


def clock(state: State) -> Clock | None:
    """Whom the hand waits for, None once it is over."""
    return laying.clock(state.tricks, state.result)
