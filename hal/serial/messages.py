"""What a frame says, and in which bytes (`docs/serial-protocol.md` §3). Pure.

The table calls (`Call`) and orders (`Order`); the board says who it is (`Hello`) and what it
senses (`Report`). Each message is absolute: heard twice, it means what it meant once. All numbers
are little-endian.
"""

import struct
from dataclasses import dataclass
from typing import Final, assert_never

from hal.serial.codec import Frame

CALL: Final = 0x01
ORDER: Final = 0x02
HELLO: Final = 0x81
REPORT: Final = 0x82

TABLE: Final = 0
SEAT: Final = 1
"""Kinds of board: one for the whole table, or one for one seat."""

LAMPS: Final = 4
PENDING: Final = 32
"""Changes a board keeps until they are acknowledged."""
LONGEST_NAME: Final = 24

_CALL: Final = struct.Struct("<IHB")
_ORDER: Final = struct.Struct("<IHH4s")
_HELLO: Final = struct.Struct("<IIHBBHBHH")
_REPORT: Final = struct.Struct("<IHHH")


@dataclass(frozen=True, slots=True)
class Call:
    """The table speaks to whoever is there. `session` is new with each start of the table,
    `nonce` (1 to 65535) with each time it calls; `version` is the highest it speaks."""

    session: int
    nonce: int
    version: int = 1


@dataclass(frozen=True, slots=True)
class Order:
    """What the table wants of the board that started as `boot`: four lamps of 0 to 255.

    `number` counts orders from 1 and goes round past 0; `ack` is the last change that has arrived.
    """

    boot: int
    number: int
    ack: int
    lamps: bytes


@dataclass(frozen=True, slots=True)
class Hello:
    """Who the board is. A `nonce` of 0 answers no call: the board has just started, or was
    given an order for another boot.

    `boot` is new with each start of the board. `inputs` and `lamps` are masks of what it has;
    `levels` are those after change number `base`. `firmware` is printable ASCII.
    """

    session: int
    boot: int
    nonce: int
    version: int
    kind: int
    inputs: int
    lamps: int
    base: int
    levels: int
    firmware: str


@dataclass(frozen=True, slots=True)
class Change:
    """Input `channel` (0 to 15) took a new level."""

    channel: int
    level: bool


@dataclass(frozen=True, slots=True)
class Report:
    """What the board senses: `levels` now, and the changes after number `base` that led there.

    `order` is the number of the last order that it obeyed, 0 if none since it started.
    """

    boot: int
    order: int
    base: int
    levels: int
    changes: tuple[Change, ...] = ()


Message = Call | Order | Hello | Report


def pack(message: Message) -> Frame:
    """The frame that says it. Raises struct.error for numbers that do not fit."""
    match message:
        case Call(session, nonce, version):
            return Frame(CALL, _CALL.pack(session, nonce, version))
        case Order(boot, number, ack, lamps):
            return Frame(ORDER, _ORDER.pack(boot, number, ack, lamps))
        case Hello():
            return Frame(HELLO, _hello(message))
        case Report(boot, order, base, levels, changes):
            listed = bytes(change.channel | change.level << 7 for change in changes)
            return Frame(REPORT, _REPORT.pack(boot, order, base, levels) + listed)
        case _:
            assert_never(message)


def _hello(hello: Hello) -> bytes:
    numbers = _HELLO.pack(
        hello.session,
        hello.boot,
        hello.nonce,
        hello.version,
        hello.kind,
        hello.inputs,
        hello.lamps,
        hello.base,
        hello.levels,
    )
    return numbers + hello.firmware.encode("ascii")[:LONGEST_NAME]


def unpack(frame: Frame) -> Message | None:
    """What the frame says; None for a kind or a length that this version does not know."""
    payload = frame.payload
    match frame.kind:
        case 0x01 if len(payload) == _CALL.size:
            return Call(*_CALL.unpack(payload))
        case 0x02 if len(payload) == _ORDER.size:
            return Order(*_ORDER.unpack(payload))
        case 0x81 if _HELLO.size <= len(payload) <= _HELLO.size + LONGEST_NAME:
            name = payload[_HELLO.size :].decode("ascii", "replace")
            return Hello(*(*_HELLO.unpack_from(payload), name))
        case 0x82 if _REPORT.size <= len(payload) <= _REPORT.size + PENDING:
            changes = tuple(Change(b & 0x0F, b >= 0x80) for b in payload[_REPORT.size :])
            return Report(*(*_REPORT.unpack_from(payload), changes))
        case _:
            return None


def after(number: int, by: int = 1) -> int:
    """The number that comes `by` later; numbers go round at 65536."""
    return (number + by) & 0xFFFF


def newer(number: int, than: int) -> bool:
    """Whether a number comes after another one; half the round is after, half before."""
    return 0 < (number - than) & 0xFFFF < 0x8000
