"""How long this table has been played at, for the reminder and the rest that an operator may
set (000 §43.3).

The table knows no persons and no calendar, so it counts for itself: a day is the last 24 hours,
and whoever plays on at the same table does not escape by standing up in between. A restart of
the program begins the count anew with the last match of the log.
"""

from dataclasses import dataclass, replace
from typing import Final

from table_firmware.config.play import Guard
from table_firmware.ledger.entries import Entry

DAY: Final = 24 * 3_600_000
MINUTE: Final = 60_000
REMEMBERED: Final = 64
"""Matches; more do not fit into a day that has rests in it."""


@dataclass(frozen=True, slots=True)
class Pace:
    """The matches of one boot: from when to when, in ms of the controller's clock.

    since: when the present match began, None between matches.
    """

    boot: int = -1
    spans: tuple[tuple[int, int], ...] = ()
    since: int | None = None

    def fold(self, entry: Entry, now: int) -> "Pace":
        """The pace after one more entry of the log; now: when it was written, by the time of
        play."""
        pace = self if entry.b == self.boot else Pace(entry.b)
        match entry.k:
            case "match":
                return replace(pace, since=now)
            case "match_end" if pace.since is not None:
                spans = (*pace.spans, (pace.since, now))[-REMEMBERED:]
                return replace(pace, spans=spans, since=None)
        return pace

    def _until(self, now: int) -> tuple[tuple[int, int], ...]:
        return self.spans if self.since is None else (*self.spans, (self.since, now))

    def today(self, now: int) -> int:
        """Milliseconds played in the last 24 hours."""
        return sum(max(0, end - max(begin, now - DAY)) for begin, end in self._until(now))

    def rest_left(self, guard: Guard, now: int) -> int:
        """Milliseconds until the next match may begin: 0 unless a rest is due and not over."""
        if not guard.limit or self.since is not None or not self.spans:
            return 0
        left = self.spans[-1][1] + guard.rest - now
        return left if left > 0 and self._unbroken(guard.rest) >= guard.limit else 0

    def _unbroken(self, rest: int) -> int:
        """Milliseconds played since the last break of at least `rest`."""
        played, next_begin = 0, self.spans[-1][1]
        for begin, end in reversed(self.spans):
            if next_begin - end >= rest:
                break
            played, next_begin = played + end - begin, begin
        return played

    def reminder(self, guard: Guard, now: int) -> int:
        """Minutes played today, rounded down, once the operator wants people told; 0 before."""
        played = self.today(now)
        if not guard.remind or played < guard.remind:
            return 0
        return max(guard.remind // MINUTE, played // MINUTE // 10 * 10)
