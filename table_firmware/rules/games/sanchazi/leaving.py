"""逃跑: for whom the system has acted five times in a row, he has left (004 H, SC-20).

Nobody says which seats are those of house players, and they cannot leave. But they are never out
of time and never act themselves: a seat counts from the first time in this hand that somebody is
known to sit there.
"""

from typing import Final

from table_firmware.rules.round import Managed, Pass, Play, StoodIn, TimedOut

MOST: Final = 5
"""Who has not acted himself so many times in a row has left."""

UNSEEN: Final = (-1,) * 4
"""By seat, how often the system has acted for it in a row; -1: nobody is known to sit there."""


def stood_in(before: tuple[int, ...], action: Play | Pass | TimedOut | Managed) -> StoodIn | None:
    """What an action makes of the count of its seat, None for nothing new."""
    seat, times = action.seat, before[action.seat]
    match action:
        case TimedOut():
            return StoodIn(seat, max(times, 0) + 1)
        case Managed():
            return None if times < 0 else StoodIn(seat, times + 1)
    return StoodIn(seat, 0) if times else None


def counted(before: tuple[int, ...], event: StoodIn) -> tuple[int, ...]:
    """The counts after an event."""
    return (*before[: event.seat], event.times, *before[event.seat + 1 :])


def left_after(counts: tuple[int, ...]) -> tuple[int, ...]:
    """By seat, after how many more times it has left; 0: nobody is known to sit there."""
    return tuple(MOST - times if times >= 0 else 0 for times in counts)
