"""Finished hands for the tests of the clauses on matches."""

from table_firmware.rules.cards import Seat
from table_firmware.rules.games.chinpok.scoring import score
from table_firmware.rules.match import HandRecord, seating
from table_firmware.rules.round import HandResult

FIRST_SEATS = seating("2", 1)


def result(out: str, left: dict[str, int]) -> HandResult:
    """The result of a hand: who went out in order, and what the others have left."""
    return score([Seat[name] for name in out], [left.get(seat.name, 0) for seat in Seat])


def hand(
    out: str, left: dict[str, int], seats: dict[Seat, str] = FIRST_SEATS, away: str = ""
) -> HandRecord:
    """The record of such a hand; `away` are the players who were disconnected."""
    return HandRecord(seats, result(out, left), tuple(away))
