"""What the climbing games share: tricks, passes, 接风 and going out (000 §21 to §23).

`Tricks` is the part of a game's state that these rules move. A game decides what may be laid and
how a hand counts; this module says whose turn it is, who leads next and when the hand is over.
All functions are pure.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from table_firmware.rules.cards import Card, Seat, pair_of
from table_firmware.rules.frozen import frozen
from table_firmware.rules.round import (
    Action,
    Combination,
    Event,
    HandResult,
    IllegalAction,
    Move,
    Passed,
    Played,
    Proceed,
    Reading,
    TrickEnded,
    WentOut,
)

PLAYERS: Final = tuple(Seat)
"""Four play."""

_DOUBLE_DOWN: Final = [1, 2, 4, 4]

_AFTER: Final = tuple(
    tuple(tuple(Seat((seat + way * step) % 4) for step in (1, 2, 3)) for seat in Seat)
    for way in (1, -1)
)
"""The other three seats in order of play, by direction and seat."""


@frozen
class Course:
    """How play goes round. final: who has passed is out of the trick (000 §22.1); else he may act
    again once somebody has played (SK-11, SC-21). clockwise: to the left (SC-09)."""

    final: bool = True
    clockwise: bool = False


FINAL: Final = Course()


@frozen
class Tricks:
    """Where the play of one hand stands.

    hands: by seat, what each still holds. turn: who is to act. top: the play to beat, None on a
    lead. trick: the moves since the lead. passed: who is out of this trick, or has passed since
    the last play where a pass is not final. out: seats in the order of going out. played: every
    play of the hand, without the passes. number: of the trick, from 1. course: how play goes
    round.
    """

    hands: tuple[tuple[Card, ...], ...]
    turn: Seat
    top: Played | None = None
    trick: tuple[Move, ...] = ()
    passed: tuple[Seat, ...] = ()
    out: tuple[Seat, ...] = ()
    played: tuple[Move, ...] = ()
    number: int = 1
    course: Course = FINAL

    @property
    def to_beat(self) -> Reading | None:
        """The reading to beat, None on a lead."""
        return self.top.reading if self.top else None


def without(hand: tuple[Card, ...], cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """The hand without these cards; IllegalAction `not-in-hand` if it does not hold them all."""
    rest = list(hand)
    try:
        for card in cards:
            rest.remove(card)
    except ValueError:
        raise IllegalAction("not-in-hand") from None
    return tuple(rest)


def check_turn(tricks: Tricks, seat: Seat) -> None:
    """Refuse a seat that has passed in this trick or is not the one to act (000 §39.1)."""
    if seat in tricks.passed and tricks.course.final:
        raise IllegalAction("already-passed")
    if seat != tricks.turn:
        raise IllegalAction("not-your-turn")


def going_out(tricks: Tricks, seat: Seat, cards: tuple[Card, ...]) -> tuple[WentOut, ...]:
    """The event of laying the last cards, if these are the last."""
    if len(cards) < len(tricks.hands[seat]):
        return ()
    return (WentOut(seat, len(tricks.out) + 1),)


def end_after_play(tricks: Tricks, seat: Seat, empties: bool) -> tuple[TrickEnded, ...]:
    """The end of the trick, if nobody is left to answer this seat's play (CP-20).

    A winner who has gone out hands the lead to his partner (接风, 000 §22.2).
    """
    passed = _passed_before(tricks)
    if any(tricks.hands[other] and other not in passed for other in _others(tricks, seat)):
        return ()
    return (TrickEnded(seat, seat.partner if empties else seat),)


def pass_events(tricks: Tricks, seat: Seat) -> tuple[Event, ...]:
    """What follows when the seat to act passes; a leader may not (CP-44)."""
    if tricks.top is None:
        raise IllegalAction("leader-may-not-pass")
    winner = tricks.top.seat
    for other in _others(tricks, winner):
        if other != seat and tricks.hands[other] and other not in tricks.passed:
            return (Passed(seat),)
    leader = winner if tricks.hands[winner] else winner.partner
    return Passed(seat), TrickEnded(winner, leader)


def is_over(out: Sequence[Seat]) -> bool:
    """True when both of a pair are out: 双下, or the third to go out (000 §23.1, SK-13, SC-12)."""
    return len(out) >= 3 or is_double_down(out)


def is_double_down(out: Sequence[Seat]) -> bool:
    """True when the first two to go out are partners (000 §23.1, CP-22; 双扣, 抬)."""
    return len(out) >= 2 and out[0].partner == out[1]


def places(out: Sequence[Seat]) -> tuple[int, ...]:
    """By seat, the place of each in a hand that is over; both losers of a double-down have 4."""
    return tuple(out.index(seat) + 1 if seat in out else 4 for seat in Seat)


def ends_so(result: HandResult) -> bool:
    """A hand can end so: one place each (settled early, in any order), or 双下 of two partners,
    and the winner is the pair of 头游; or without any place and winner."""
    found = sorted(result.place)
    if found == [0, 0, 0, 0]:
        return not result.winner
    if found not in ([1, 2, 3, 4], _DOUBLE_DOWN):
        return False
    first = Seat(result.place.index(1))
    parted = found == _DOUBLE_DOWN and result.place[first.partner] != 2
    return not parted and result.winner == pair_of(first)


def check(_state: Any, _answer: Any) -> None:
    """Nothing is answered in secret in these games."""
    raise IllegalAction("not-your-turn")


def settle(_state: Any, _answers: Sequence[Any]) -> Action:
    """What is shown to all has been shown long enough."""
    return Proceed()


def _others(tricks: Tricks, seat: Seat) -> tuple[Seat, ...]:
    return _AFTER[tricks.course.clockwise][seat]


def _passed_before(tricks: Tricks) -> tuple[Seat, ...]:
    """Whose passes a play leaves standing."""
    return tricks.passed if tricks.course.final else ()


def _next_turn(
    tricks: Tricks, hands: tuple[tuple[Card, ...], ...], passed: tuple[Seat, ...], seat: Seat
) -> Seat:
    for other in _others(tricks, seat):
        if hands[other] and other not in passed:
            return other
    return seat


def after_played(tricks: Tricks, event: Played) -> Tricks:
    """The tricks after cards were laid."""
    seat = event.seat
    rest = without(tricks.hands[seat], event.cards)
    hands = (*tricks.hands[:seat], rest, *tricks.hands[seat + 1 :])
    move = Move(seat, Combination(event.cards, event.reading))
    passed = _passed_before(tricks)
    return Tricks(
        hands,
        _next_turn(tricks, hands, passed, seat),
        event,
        (*tricks.trick, move),
        passed,
        tricks.out,
        (*tricks.played, move),
        tricks.number,
        tricks.course,
    )


def after_passed(tricks: Tricks, event: Passed) -> Tricks:
    """The tricks after a pass."""
    passed = (*tricks.passed, event.seat)
    return Tricks(
        tricks.hands,
        _next_turn(tricks, tricks.hands, passed, event.seat),
        tricks.top,
        (*tricks.trick, Move(event.seat, None)),
        passed,
        tricks.out,
        tricks.played,
        tricks.number,
        tricks.course,
    )


def after_out(tricks: Tricks, event: WentOut) -> Tricks:
    """The tricks after a seat went out."""
    return replace(tricks, out=(*tricks.out, event.seat))


def after_trick(tricks: Tricks, event: TrickEnded) -> Tricks:
    """The next trick: passes expire, the leader is to act."""
    return Tricks(
        tricks.hands,
        event.leader,
        out=tricks.out,
        played=tricks.played,
        number=tricks.number + 1,
        course=tricks.course,
    )
