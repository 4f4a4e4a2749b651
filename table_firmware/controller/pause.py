"""The time of play: the clock's, without the time in which the table was served.

While service lasts the time of play stands still, so no clock runs on, nobody is missed, and
whatever was going on goes on where it was.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Pause:
    """lost: milliseconds of service so far; since: when the present one began, None if none."""

    lost: int = 0
    since: int | None = None

    def time(self, now: int) -> int:
        """The time of play at `now`."""
        return (now if self.since is None else self.since) - self.lost

    def clock(self, time: int) -> int:
        """When it is `time` of play, if nothing stops it."""
        return time + self.lost

    def suspended(self, on: bool, now: int) -> "Pause":
        """The pause after an entry that says whether the table is in service."""
        if on == (self.since is not None):
            return self
        if self.since is None:
            return Pause(self.lost, now)
        return Pause(self.lost + now - self.since)
