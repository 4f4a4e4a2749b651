"""Everything that can happen to the table, as values. Which seat spoke is part of the value
because the controller put it there: a seat never names itself.
"""

from dataclasses import dataclass

from table_firmware.fairness.deal import Batch
from table_firmware.fairness.receipts import SignedRoot
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


@dataclass(frozen=True, slots=True)
class Sensed:
    """A seat's sensor has a new level."""

    seat: Seat
    occupied: bool


@dataclass(frozen=True, slots=True)
class Pressed:
    """A seat's button was pressed."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class BoardSilent:
    """The board of these seats does not answer (`silent`), or answers again (CP-53)."""

    silent: bool
    seats: frozenset[Seat] = frozenset(Seat)


@dataclass(frozen=True, slots=True)
class Woken:
    """The time that `Table.deadline` named has come."""


@dataclass(frozen=True, slots=True)
class BatchMade:
    """The secrets of a new batch are safe in the vault and may be committed to. alarms: what the
    health tests threw away while they were drawn; logged after the batch, which binds the log's
    size before it."""

    batch: Batch
    alarms: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SecretsFound:
    """The vault has given back the secrets of the batch in play."""

    batch: Batch


@dataclass(frozen=True, slots=True)
class SecretsLost:
    """The vault cannot give them back: every open hand is void (`deal1` §8)."""


@dataclass(frozen=True, slots=True)
class NoiseFailed:
    """There is no verifiable random source: no batch, no deal. `code` as `NoiseFault`."""

    code: str


@dataclass(frozen=True, slots=True)
class Signed:
    """A checkpoint was signed; receipts carry it."""

    root: SignedRoot


Message = (
    SeatMessage
    | Sensed
    | Pressed
    | BoardSilent
    | Woken
    | BatchMade
    | SecretsFound
    | SecretsLost
    | NoiseFailed
    | Signed
)
