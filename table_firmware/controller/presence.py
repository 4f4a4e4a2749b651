"""Who is at a seat, as its screen and its sensor tell."""

from dataclasses import dataclass
from typing import Final

SILENCE: Final = 3_000
"""Milliseconds without a heartbeat after which a screen counts as dead (CP-53)."""
NEVER: Final = 1 << 62
BLIND: Final = 12
"""Touches of a screen by somebody whom the sensor of the seat does not see."""


@dataclass(slots=True)
class Presence:
    """What is known of one seat's screen and sensor. Times in ms of play (`pause`).

    touches: of the screen since the sensor, which has worked before, last saw anybody there.
    untold: there was one while nobody may know who has answered (PH-21).
    """

    connected: bool = False
    heard_at: int | None = None
    occupied: bool = False
    was_occupied: bool = False
    vacated_at: int | None = None
    worked: bool = False
    touches: int = 0
    untold: bool = False

    def hear(self, now: int) -> None:
        """A sign of life."""
        self.heard_at = now

    def sense(self, occupied: bool, now: int) -> None:
        """The sensor speaks; it counts as gone only if it has been there (CP-53)."""
        self.occupied, self.untold = occupied, False
        if occupied:
            self.was_occupied, self.vacated_at = True, None
            self.worked, self.touches = True, 0
        elif self.was_occupied and self.vacated_at is None:
            self.vacated_at = now

    def touch(self, now: int, secret: bool) -> bool:
        """Whoever touches the screen is there. True if a sensor that has worked did not see it
        too often: it sticks. secret: nobody may know of this touch yet (`tell`)."""
        self.hear(now)
        self.touches += self.worked and not self.occupied
        self.untold = True
        if not secret:
            self.tell()
        return self.touches >= BLIND and not secret

    def tell(self) -> None:
        """Others may know now that somebody has touched the screen."""
        if self.untold:
            self.vacated_at, self.untold = None, False

    def sit(self) -> None:
        """Somebody sits down: what the sensor said before is of no account."""
        self.was_occupied, self.vacated_at = self.occupied, None

    def ail(self) -> None:
        """The sensor ails: it is not believed now; that it has seen somebody is kept."""
        self.vacated_at = None

    def heal(self, now: int) -> None:
        """The sensor is well again: its level counts as if it had come just now."""
        self.vacated_at = None
        self.sense(self.occupied, now)

    @property
    def silent_at(self) -> int:
        """When its screen counts as dead if nothing more is heard of it."""
        return NEVER if self.heard_at is None else self.heard_at + SILENCE
