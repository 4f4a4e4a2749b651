"""What may leave the table in a support bundle: by an allow-list of shapes, never by a list of
what is secret. Whatever has no known shape becomes `HIDDEN`."""

import builtins
import re
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from table_firmware.service.checks import AREAS, LEVELS
from table_firmware.service.faults import catalogue

HIDDEN: Final = "…"
SHAPES: Final = (
    r"-|0x[0-9a-f]{1,8}|[0-9]{1,5}x[0-9]{1,5}i?",
    r"[ENWS](?:, ?[ENWS]){0,3}",
    r"(?:(?:(?:seat|button|lamp)_[ENWS]|service)(?:, )?)+",
    r"(?:noise-(?:missing|short|io|unhealthy|repeated|intermittent): [0-9]{1,6}(?:, )?)+",
    r"(?:HDMI-A|DSI|DP|eDP|DVI-D|VGA|Composite|Virtual)-[0-9]{1,2}",
    r"event[0-9]{1,3}|GPIO[0-9]{1,2}",
    r"/dev/(?:tty(?:USB|ACM|AMA|S)[0-9]{1,2}|hwrng|table/(?:seat-[ENWS]|board|noise)"
    r"|input/(?:event[0-9]{1,3}|table/seat-[ENWS]))(?: (?:in|lamp) [0-9]{1,2})?",
    r"(?:[0-9]{1,2} ms: [0-9]{1,6}(?:, )?)+",
    r"(?:(?:under-voltage|capped|throttled|soft-limit)(?:, )?)+",
)
"""Values as the checks make them: numbers, seats, roles, connectors, devices, histograms."""
WORDS: Final = (
    *("sim", "rpi_gpio", "serial_io", "simulated", "hwrng", "serial", "mmcblk0", "mmcblk1"),
    *("low", "high", "up", "down", "none", "hand", "match", "audit"),
)
KEYS: Final = frozenset(
    (
        *("name", "noise", "active", "lamp_active", "pull", "dimmed", "brightness"),
        *("pins", "port", "ports", "baud", "roles"),
    )
)
"""Settings of boards."""
LEVEL: Final = r"(?:DEBUG|INFO|WARNING|ERROR|CRITICAL)"
PACKAGES: Final = ("table_firmware", "hal", "ui_kiosk")
OURS: Final = (
    *("BadCommand", "BadField", "BadFrame", "BadLine", "BadRequest", "BoardLost", "BoardRefused"),
    *("ConfigError", "DemoFailed", "DoesNotHold", "EventRefused", "IllegalAction", "LedgerFault"),
    *("NamesRefused", "NoiseFault", "NoiseLost", "NotMerged", "NotThisEvent", "PathTaken"),
    *("ReceiptError", "Refusal", "RunDirectoryRefused", "ScannerFailed", "Untrusted"),
    *("Unusable", "UploadFault", "VaultError"),
)
THEIRS: Final = (
    *("SerialException", "SerialTimeoutException", "DecodeError", "InvalidSignature", "InvalidTag"),
    *("JSONDecodeError", "TOMLDecodeError", "CalledProcessError", "TimeoutExpired"),
    *("CancelledError", "IncompleteReadError", "InvalidStateError", "LimitOverrunError"),
    *("SSLError", "SSLCertVerificationError", "HTTPException"),
)
"""Errors of our own, and of what we use; those of the language are known besides. The name of an
error is shown if it is one of these, and without the module before it."""
FRAME: Final = (
    r'File "[^"]*?(?P<file>(?:table_firmware|hal|ui_kiosk)/[a-z_/]+\.py)", line (?P<at>[0-9]{1,5})'
)


def shaped(value: Any) -> Any:
    """The value, with every text of no known shape hidden, and every key of a mapping that is not
    ours left out."""
    match value:
        case bool() | int() | float() | None:
            return value
        case str():
            return value if _known().fullmatch(value) else HIDDEN
        case Mapping():
            return {key: shaped(item) for key, item in value.items() if _key(key)}
        case Sequence():
            return [shaped(item) for item in value]
        case _:
            return HIDDEN


def _key(key: Any) -> bool:
    return key in KEYS or (isinstance(key, str) and _known().fullmatch(key) is not None)


@cache
def _known() -> re.Pattern[str]:
    entries = catalogue().values()
    named = (name for entry in entries for name in (entry.code, entry.word) if name)
    words = (*WORDS, *AREAS, *LEVELS, *named)
    return re.compile("|".join((*SHAPES, *map(re.escape, words))))


@cache
def _in_a_line() -> re.Pattern[str]:
    words = sorted((e.word for e in catalogue().values() if "-" in e.word), key=len, reverse=True)
    error = rf"^(?:\w+\.)*(?P<error>{'|'.join((*_builtin(), *OURS, *THEIRS))})(?=:|$)"
    return re.compile("|".join((error, FRAME, LEVEL, r"TBL-[0-9]{3}", *map(re.escape, words))))


def _builtin() -> tuple[str, ...]:
    found = vars(builtins).items()
    kinds = ((name, kind) for name, kind in found if isinstance(kind, type))
    return tuple(name for name, kind in kinds if issubclass(kind, BaseException))


@cache
def _sources() -> frozenset[str]:
    """The files of our packages, as a traceback ends with them."""
    roots = [Path(str(files(package))) for package in PACKAGES]
    return frozenset(
        path.relative_to(root.parent).as_posix() for root in roots for path in root.rglob("*.py")
    )


def line(text: str) -> str:
    """What may be known of a line of the log: its level, codes and words of the catalogue, names
    of errors, and places in our own source."""
    found = [_said(part) for part in _in_a_line().finditer(text)]
    return " ".join((*filter(None, found), HIDDEN))


def _said(part: re.Match[str]) -> str:
    if part["file"]:
        return f"{part['file']}:{part['at']}" if part["file"] in _sources() else ""
    return part["error"] or part[0]
