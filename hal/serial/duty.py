"""What the table wants of a board, and what it says of its link. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Duty:
    """What a board is there for: its kind, which channel is which role, which lamp is which, and
    how long (seconds) each role's level has to be shown."""

    kind: int
    inputs: Mapping[int, str]
    lamps: Mapping[str, int]
    settle: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Loss:
    """Why a board cannot be read: a fault code and what happened, in English."""

    code: str
    detail: str


@dataclass(slots=True)
class Health:
    """What a technician wants to know of a link; counts since the table started.

    round_trip: seconds from the latest order to its report, and the longest so far.
    changes: those that arrived, each counted once. gaps: how often a board had to forget some.
    lost: orders that the board did not answer although it was there.
    boots: starts of the board that were seen.
    """

    firmware: str = ""
    boots: int = 0
    reports: int = 0
    changes: int = 0
    repeats: int = 0
    gaps: int = 0
    resends: int = 0
    lost: int = 0
    round_trip: float = 0.0
    longest_round_trip: float = 0.0
    bad_frames: Mapping[str, int] = field(default_factory=dict)
