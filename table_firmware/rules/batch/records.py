"""Finished hands as a request tells them: results and the hands of a match."""

from collections.abc import Callable, Collection, Sequence
from typing import Any

from table_firmware.rules.batch.fields import Fields
from table_firmware.rules.cards import PAIRS, Seat
from table_firmware.rules.climbing import is_over
from table_firmware.rules.games.chinpok.scoring import Settled, score
from table_firmware.rules.match import HandRecord, Standing
from table_firmware.rules.round import HandResult

HAND = range(1, 28)
"""How many cards a seat may have left."""


def finish(fields: Fields, early: bool = False) -> tuple[Seat, ...]:
    """Who went out, in order; early: the hand may end before it is over."""
    out = fields.seats("finish")
    if any(is_over(out[:count]) for count in range(len(out))):
        raise fields.bad("finish", "goes on after the end of the hand")
    if not early and not is_over(out):
        raise fields.bad("finish", "the hand is not over")
    return out


def result(fields: Fields) -> HandResult:
    """The result of a hand told by `finish`, `left` and perhaps `settled`."""
    out = finish(fields, early=fields.plain.get("settled") is not None)
    settled = _settled(fields)
    others = [seat for seat in Seat if seat not in out]
    left = fields.by_seat("left", others)
    counts = [left.number(seat.name, HAND) if seat in others else 0 for seat in Seat]
    return score(out, counts, settled)


def _settled(fields: Fields) -> Settled | None:
    if fields.plain.get("settled") is None:
        return None
    inner = fields.inner("settled")
    return Settled(inner.seat("disconnected"), inner.seat("to_act"))


def result_out(result: HandResult) -> dict[str, Any]:
    """A result as an answer tells it."""
    return {
        "place": {seat.name: result.place[seat] for seat in Seat},
        "position_tenths": {seat.name: result.position_tenths[seat] for seat in Seat},
        "pair_tenths": dict(zip(PAIRS, result.pair_tenths, strict=True)),
        "winner": result.winner,
        "double_down": result.double_down,
    }


def hand_records(
    fields: Fields,
    individual: bool,
    read: Callable[[Fields], HandResult] = result,
    playing: Sequence[Seat] = tuple(Seat),
) -> list[HandRecord]:
    """The hands of a match: the same players in the seats `playing`, and in pairs the same
    partners. read: how the game tells the result of a hand."""
    hands = [_hand_record(inner, read, playing) for inner in fields.inners("hands")]
    if not hands:
        raise fields.bad("hands", "none")
    if len({_sides(hand, individual) for hand in hands}) > 1:
        raise fields.bad("hands", "not the same players throughout")
    return hands


def _hand_record(
    fields: Fields, read: Callable[[Fields], HandResult], playing: Sequence[Seat]
) -> HandRecord:
    inner = fields.by_seat("seats", playing)
    seats = {seat: inner.text(seat.name) for seat in playing}
    if len(set(seats.values())) < len(seats):
        raise fields.bad("seats", "names a player twice")
    disconnected: Collection[str] = ()
    if "disconnected" in fields:
        disconnected = fields.texts("disconnected", seats.values())
    return HandRecord(seats, read(fields), tuple(disconnected))


def _sides(hand: HandRecord, individual: bool) -> frozenset[frozenset[str]]:
    groups = [tuple(hand.seats)] if individual else PAIRS.values()
    return frozenset(frozenset(hand.seats[seat] for seat in group) for group in groups)


def standing_out(line: Standing) -> dict[str, Any]:
    """A line of the match table as an answer tells it."""
    return {
        "who": list(line.who),
        "rank": line.rank or None,
        "wins": line.wins,
        "tenths": line.tenths,
        "firsts": line.firsts,
        "seconds": line.seconds,
        "left": line.left,
        "unfinished": line.unfinished,
    }
