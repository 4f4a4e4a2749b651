"""What stands in the folder of an export, read piece by piece; Refusal names the check that a
piece does not pass."""

from collections.abc import Iterator
from typing import Final

from table_firmware.ledger.entries import MOST_BYTES, Entry, decode
from table_firmware.ledger.export import IDENTITY
from table_firmware.ledger.folder import Folder
from table_firmware.ledger.notes import MOST_BYTES as MOST_NOTE
from table_firmware.ledger.notes import (
    Checkpoint,
    Note,
    Verifier,
    parse_checkpoint,
    parse_note,
    parse_vkey,
)
from table_firmware.ledger.report import Refusal, demand
from table_firmware.ledger.tree import TILE, bundles, split_bundle, tile_path

HEAD: Final = "log/checkpoint"
CHECKPOINTS: Final = "log/checkpoints/"
ENTRIES: Final = "log/tile/entries/"
MOST_BUNDLE: Final = TILE * (2 + MOST_BYTES)
_MOST_PER_ENTRY: Final = 4096
"""Bytes of kept checkpoints for each entry: far more than keys and witnesses need."""


def read_note(folder: Folder, path: str) -> tuple[Note, Checkpoint]:
    """A checkpoint, parsed (V1)."""
    demand(path in folder.files, "V1", path, "is missing")
    try:
        note = parse_note(folder.read(path, MOST_NOTE))
        return note, parse_checkpoint(note.text)
    except ValueError as error:
        raise Refusal("V1", path, str(error)) from None


def read_notes(folder: Folder, note: Note, head: Checkpoint) -> dict[str, tuple[Note, Checkpoint]]:
    """`log/checkpoint` and every `log/checkpoints/<size>`, parsed. They are kept, so there must not
    be more of them than a log of this size can have (V7)."""
    paths = list(folder.under(CHECKPOINTS))
    stored = TILE * sum(1 for _ in folder.under(ENTRIES))
    most = MOST_NOTE + _MOST_PER_ENTRY * min(head.size, stored)
    small = sum(folder.files[path] for path in paths) <= most
    demand(small, "V7", CHECKPOINTS, "more checkpoints than such a log has")
    return {HEAD: (note, head), **{path: read_note(folder, path) for path in paths}}


def own_keys(folder: Folder) -> list[Verifier]:
    """The keys that the export names itself: the identity first."""
    raw = folder.read(IDENTITY, 4096)
    try:
        return [parse_vkey(line) for line in raw.decode("ascii").removesuffix("\n").split("\n")]
    except ValueError as error:
        raise Refusal("V3", IDENTITY, str(error)) from None


def leaves_of(folder: Folder, number: int, width: int) -> list[bytes]:
    """The bytes of the entries of one bundle."""
    path = f"log/{tile_path('entries', number, width)}"
    try:
        return split_bundle(folder.read(path, MOST_BUNDLE))
    except ValueError as error:
        raise Refusal("V4", path, str(error)) from None


def all_leaves(folder: Folder, size: int) -> Iterator[bytes]:
    """The bytes of every entry."""
    for number, width in bundles(size):
        yield from leaves_of(folder, number, width)


def decoded(raw: bytes, index: int) -> Entry:
    """An entry at its place (V4)."""
    where = f"entry {index}"
    try:
        entry = decode(raw)
    except ValueError as error:
        raise Refusal("V4", where, str(error)) from None
    demand(entry.i == index, "V4", where, f"says that it is entry {entry.i}")
    return entry
