"""The key that files for one table are sealed to (`seal`): the deals of an event.

The private half lies in `keys/sealing.key` (0600) and never leaves the table; the public half
stands in its log, in the last `config` entry that names `sealing_key`, from where a club takes it
into the table's enrolment.
"""

import re
from pathlib import Path
from typing import Final

from table_firmware.fairness import durable
from table_firmware.ledger.entries import Entry
from table_firmware.ledger.faults import LedgerFault, storage
from table_firmware.ledger.files import make_directory
from table_firmware.ledger.keys import Random

TOLD: Final = "sealing_key"
_HEX: Final = re.compile(r"[0-9a-f]{64}")


def sealing_key(state: Path, random: Random) -> bytes:
    """The private half, made now unless it is there. random: secret bytes. LedgerFault
    "key-unreadable" or "storage-failed"."""
    path = _path(state)
    with storage("storage-failed"):
        if not path.exists():
            make_directory(path.parent)
            durable.replace(path, random(32).hex().encode() + b"\n")
        text = path.read_bytes().decode("ascii", "replace").removesuffix("\n")
    if not _HEX.fullmatch(text):
        raise LedgerFault("key-unreadable", path.name)
    return bytes.fromhex(text)


def has_sealing_key(state: Path) -> bool:
    """Whether a table ran with this state folder: the log of an event has no such key."""
    return _path(state).exists()


def _path(state: Path) -> Path:
    return state / "keys" / "sealing.key"


def told_key(entry: Entry) -> str:
    """The public half in hex if this entry tells one, else empty."""
    told = entry.d["changes"].get(TOLD, "") if entry.k == "config" else ""
    return told if isinstance(told, str) and _HEX.fullmatch(told) else ""
