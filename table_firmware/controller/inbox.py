"""Everything that can happen to the table, as values. Which seat spoke is part of the value
because the controller put it there: a seat never names itself.
"""

from dataclasses import dataclass

from table_firmware.rules.cards import Seat
from table_firmware.wire.messages import Intent


@dataclass(frozen=True, slots=True)
class Linked:
    """A seat's program has connected and said hello."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Unlinked:
    """A seat's connection is gone."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Heard:
    """A seat gave a sign of life (CP-53)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Wanted:
    """A player wants something."""

    seat: Seat
    intent: Intent


SeatMessage = Linked | Unlinked | Heard | Wanted
