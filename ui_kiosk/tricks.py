"""Which plays of a hand were one trick, and who passed in it. Pure.

A view tells every play of the hand, but passes only of the trick on the table. The rest follows
from what all have seen: who won leads again, so only after somebody's last cards is it a question
whether his partner beat them or led by 接风; and whoever sits between one play and the next has
passed.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final

from table_firmware.rules.cards import Seat
from table_firmware.rules.frozen import frozen
from table_firmware.rules.round import Combination, Move, Reading, SeatView

Beats = Callable[[Combination, Reading], bool]
UNKNOWN: Final = 0
"""The number of a trick that has none."""


@frozen
class Trick:
    """A trick with its plays and passes; of the passes of a seat before it plays again only the
    first. first, last: its number, twice; of several that cannot be told apart, and have no passes
    here, those of the first and the last one. winner: None while it is on the table, or not known.
    caught: who leads does so by 接风."""

    first: int
    last: int
    moves: tuple[Move, ...]
    winner: Seat | None = None
    caught: bool = False


def tricks(hand: SeatView, beats: Beats) -> tuple[Trick, ...]:
    """All tricks of the hand so far, the oldest first."""
    plays = [move for move in hand.played if move.play is not None]
    laid = [move for move in hand.trick if move.play is not None]
    began = len(plays) - len(laid)
    if began < 0 or plays[began:] != laid:  # a lesson, or what no table tells
        return _together(plays)
    last = {move.seat: at for at, move in enumerate(plays)}
    gone = {seat: last[seat] for seat in hand.out if seat in last}
    found = tuple(_over(hand, plays[:began], gone, beats))
    if not laid:
        return found
    number = hand.trick_number
    caught = began > 0 and plays[began - 1].seat != laid[0].seat
    return (*found, Trick(number, number, tuple(_once(hand.trick)), None, caught))


def passers(hand: SeatView) -> frozenset[Seat]:
    """Who passed when it was last his turn in the trick on the table, whether or not he may play
    again: what he laid before counts no more."""
    last = {move.seat: move.play for move in hand.trick}
    return frozenset(hand.passed).union(seat for seat in last if last[seat] is None)


def last_winner(hand: SeatView) -> Seat | None:
    """Who won the trick before the one on the table; None if there was none."""
    laid = sum(move.play is not None for move in hand.trick)
    before = [move.seat for move in hand.played if move.play is not None]
    before = before[: max(0, len(before) - laid)]
    return before[-1] if before and hand.phase == "play" else None


def _together(plays: Sequence[Move]) -> tuple[Trick, ...]:
    """Plays of which nothing else can be told."""
    return (Trick(UNKNOWN, UNKNOWN, tuple(plays)),) if plays else ()


def _over(
    hand: SeatView, plays: Sequence[Move], gone: Mapping[Seat, int], beats: Beats
) -> Iterator[Trick]:
    """The tricks that are over. They are counted: mostly this leaves no doubt where they began.
    gone: with which play each went out."""
    if not plays:
        return
    starts, doubtful = _starts(plays, gone, beats)
    more = hand.trick_number - 1 - len(starts)
    if more not in range(len(doubtful) + 1):
        yield from _together(plays)
        return
    mixed = -1
    if more == len(doubtful):
        starts, more = sorted(starts + doubtful), 0
    elif more:
        mixed = max(at for at in starts if at < doubtful[0])
        beyond = next((at for at in starts if at > doubtful[-1]), len(plays))
        more += sum(mixed < at < beyond for at in starts)
        starts = [at for at in starts if not mixed < at < beyond]
    number = 0
    for start, end in pairwise([*starts, len(plays)]):
        first, number = number + 1, number + 1 + (more if start == mixed else 0)
        caught = start > 0 and plays[start - 1].seat != plays[start].seat
        if start == mixed:
            yield Trick(first, number, tuple(plays[start:end]), None, caught)
        else:
            moves = tuple(_once(_with_passes(plays, range(start, end), gone, hand.clockwise)))
            yield Trick(first, number, moves, plays[end - 1].seat, caught)


def _starts(
    plays: Sequence[Move], gone: Mapping[Seat, int], beats: Beats
) -> tuple[list[int], list[int]]:
    """With which plays a trick began, and with which one may have."""
    sure, doubtful = [0], list[int]()
    for at, (one, other) in enumerate(pairwise(plays)):
        if one.seat == other.seat:
            sure.append(at + 1)
        elif gone.get(one.seat) == at and other.seat == one.seat.partner:
            assert one.play is not None
            assert other.play is not None
            answers = beats(other.play, one.play.reading)
            (doubtful if answers else sure).append(at + 1)
    return sure, doubtful


def _with_passes(
    plays: Sequence[Move], places: range, gone: Mapping[Seat, int], clockwise: bool
) -> Iterator[Move]:
    """The plays of one trick, and after each the passes of all who sit before the next one."""
    for at in places:
        seat = plays[at].seat
        yield plays[at]
        after = plays[at + 1].seat if at + 1 in places else seat
        for step in (1, 2, 3):
            other = Seat((seat + (-step if clockwise else step)) % len(Seat))
            if other == after:
                break
            if gone.get(other, len(plays)) > at:
                yield Move(other, None)


def _once(moves: Iterable[Move]) -> Iterator[Move]:
    """Without the passes of who has passed since he played: they would tell nothing new."""
    passed: set[Seat] = set()
    for move in moves:
        if move.play is not None:
            passed.discard(move.seat)
        elif move.seat in passed:
            continue
        else:
            passed.add(move.seat)
        yield move
