"""What people are told who change seats: each is named by the seat he had, for he knows no other
name of his own."""

from collections.abc import Sequence

from table_firmware.rules.cards import Seat
from table_firmware.rules.frozen import frozen
from ui_kiosk.motion import SeatMove
from ui_kiosk.speech import seat_text
from ui_kiosk.text import text


@frozen
class Walker:
    """A player on his way from one side of the screen to another. mine: it has been his."""

    name: str
    start: str
    end: str
    mine: bool


def walkers(moves: Sequence[SeatMove], say: str) -> tuple[Walker, ...]:
    """The players, each with a name."""
    return tuple(
        Walker(moved_from(move.was, say), move.start, move.end, move.mine) for move in moves
    )


def title(moves: Sequence[SeatMove], say: str) -> str:
    """That seats are changed, and where he goes who has sat before this screen."""
    mine = [leaving(move.was, move.now, say) for move in moves if move.mine]
    return "\n".join((text(say, "seat.moved"), *mine))


def moved_from(seat: Seat, say: str) -> str:
    """A player by the seat he had."""
    return text(say, "move.from", seat=seat_text(say, seat))


def leaving(was: Seat, now: Seat, say: str) -> str:
    """Where a player goes, or that this is still his seat."""
    here, there = seat_text(say, was), seat_text(say, now)
    if was == now:
        return text(say, "move.here", seat=here)
    return text(say, "move.leave", seat=here, to=there)
