"""Everything that can happen to the table, as values. Which seat spoke is part of the value
because the controller put it there: a seat never names itself.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from table_firmware.fairness.deal import Batch
from table_firmware.fairness.receipts import SignedRoot
from table_firmware.rules.cards import Seat
from table_firmware.wire.messages import Finding, Intent, Keep, Recall, Tend


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


@dataclass(frozen=True, slots=True)
class Tended:
    """A technician wants something, or somebody who says that he is one."""

    seat: Seat
    tend: Tend


@dataclass(frozen=True, slots=True)
class Wished:
    """Somebody wants his screen as he is used to it. The table itself has no part in this."""

    seat: Seat
    wish: Recall | Keep


SeatMessage = Linked | Unlinked | Heard | Wanted | Tended | Wished


@dataclass(frozen=True, slots=True)
class PinTried:
    """A PIN was typed at this seat; `right`: it is the technician's."""

    seat: Seat
    right: bool


@dataclass(frozen=True, slots=True)
class Muted:
    """A contact shall count for nothing, or count again, as an order to the running table says."""

    role: str
    muted: bool


@dataclass(frozen=True, slots=True)
class Examined:
    """The checks of an area have been made."""

    area: str
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class NoiseTested:
    """The random source was tested again. code: of what is wrong with it, empty if nothing is."""

    code: str
    findings: tuple[Finding, ...] = ()


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
class Switched:
    """The technician's switch inside the case was pressed."""


@dataclass(frozen=True, slots=True)
class Felt:
    """A contact has this level; None: its board does not answer."""

    role: str
    level: bool | None


@dataclass(frozen=True, slots=True)
class Bounced:
    """A contact has changed its level, and flipped for so many milliseconds until it stood."""

    role: str
    milliseconds: int


@dataclass(frozen=True, slots=True)
class Unwell:
    """A contact `chatters` or `sticks`, or is well again (`fault` empty)."""

    role: str
    fault: str


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
    size before it. beacon_round: of a public beacon, not drawn yet; 0 = none."""

    batch: Batch
    alarms: tuple[str, ...] = ()
    beacon_round: int = 0


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
class Ordered:
    """An operator's order, his signature already verified: the kind and fields of an entry."""

    kind: str
    d: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Signed:
    """A checkpoint was signed; receipts carry it."""

    root: SignedRoot


Message = (
    SeatMessage
    | Sensed
    | Pressed
    | Switched
    | Felt
    | Bounced
    | Unwell
    | PinTried
    | Muted
    | Examined
    | NoiseTested
    | BoardSilent
    | Woken
    | BatchMade
    | SecretsFound
    | SecretsLost
    | NoiseFailed
    | Ordered
    | Signed
)
