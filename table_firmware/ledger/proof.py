"""One entry handed out by itself: a `c2sp.org/tlog-proof@v1` file (`tlog1` §3).

A file proves that its entry stands in the signed log, without the rest of the log. The entry
travels in the `extra` line, so that the file needs nothing beside it but the key. For a match it
is the `match_end` entry that is handed out: the ranking.
"""

import base64
import binascii
import re
from collections.abc import Sequence
from typing import Final

from table_firmware.ledger.entries import MOST_BYTES as MOST_ENTRY
from table_firmware.ledger.entries import Entry, decode
from table_firmware.ledger.notes import Verifier, parse_checkpoint, parse_note
from table_firmware.ledger.tree import leaf_hash, root_from_inclusion

MAGIC: Final = "c2sp.org/tlog-proof@v1"
MOST_BYTES: Final = 2 * MOST_ENTRY + 65_536
_INDEX: Final = re.compile(r"index (0|[1-9][0-9]{0,15})")
_MOST_HASHES: Final = 63


def make_proof(leaf: bytes, index: int, path: Sequence[bytes], note: bytes) -> bytes:
    """The file for entry `index`: its inclusion path under the checkpoint of the note."""
    lines = [MAGIC, f"extra {_base64(leaf)}", f"index {index}", *map(_base64, path), "", ""]
    return "\n".join(lines).encode("ascii") + note


def check_proof(raw: bytes, key: Verifier) -> Entry:
    """The entry that the file proves under this key; ValueError says why it proves none."""
    if len(raw) > MOST_BYTES:
        raise ValueError("proof is too long")
    head, _, note_bytes = raw.partition(b"\n\n")
    leaf, index, path = _parse(head)
    note = parse_note(note_bytes)
    checkpoint = parse_checkpoint(note.text)
    if checkpoint.origin != key.name or not note.by(key):
        raise ValueError(f"the checkpoint is not signed by {key.name}")
    if root_from_inclusion(leaf_hash(leaf), index, checkpoint.size, path) != checkpoint.root:
        raise ValueError("the entry is not in the log")
    entry = decode(leaf)
    if entry.i != index:
        raise ValueError("the entry says that it stands elsewhere")
    return entry


def _parse(head: bytes) -> tuple[bytes, int, list[bytes]]:
    lines = head.decode("ascii", "replace").split("\n")
    found = _INDEX.fullmatch(lines[2]) if len(lines) >= 3 else None
    if found is None or lines[0] != MAGIC or not lines[1].startswith("extra "):
        raise ValueError("not a proof file")
    if len(lines) > 3 + _MOST_HASHES:
        raise ValueError("proof has too many hashes")
    path = [_unbase64(line) for line in lines[3:]]
    if any(len(node) != 32 for node in path):
        raise ValueError("a hash of the proof has not 32 bytes")
    return _unbase64(lines[1].removeprefix("extra ")), int(found[1]), path


def _base64(raw: bytes) -> str:
    return base64.b64encode(raw).decode("ascii")


def _unbase64(text: str) -> bytes:
    try:
        raw = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raise ValueError("not base64") from None
    if _base64(raw) != text:
        raise ValueError("not the only spelling of its bytes")
    return raw
