"""Old entries leave the table once others keep them (`trust-decisions` §4.1, T18).

    pruned/<segment>   the leaf hashes of a segment of the journal that is gone
    pruned/state       how many entries are gone, and how often the identity changed in them

What is gone is at least 183 days old by a clock that the network or a witness had set, and two
places have confirmed each of its bundles. The hashes stay, so every root, checkpoint and proof is
what it was; the entries themselves are read where they were brought to.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from table_firmware.fairness import durable
from table_firmware.ledger.entries import Entry, canonical, parse
from table_firmware.ledger.faults import LedgerFault
from table_firmware.ledger.files import make_directory
from table_firmware.ledger.tree import TILE, frame_bundle, tile_path

AGE: Final = 183 * 86_400_000
"""Milliseconds for which everything is kept."""
PLACES: Final = 2
"""How many must have confirmed what is pruned."""
KNOWN: Final = frozenset({"ntp", "witness"})
"""Sources of the time that are believed: a clock without a battery begins in 1970."""
_HASH: Final = 32

Acks = Mapping[str, str]
"""The SHA-256 that one place has confirmed, by path in the export (`upload`)."""


@dataclass(frozen=True, slots=True)
class Pruned:
    """size: entries that are gone. identities: changes of the identity among them."""

    size: int = 0
    identities: int = 0


class PrunedFolder:
    """What a table remembers of the entries that it no longer has."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory

    def read(self) -> Pruned:
        """What is gone; LedgerFault "journal-corrupt" if that cannot be told."""
        path = self._directory / "state"
        if not path.exists():
            return Pruned()
        try:
            return Pruned(**parse(path.read_bytes()))
        except (ValueError, TypeError):
            raise LedgerFault("journal-corrupt", "pruned/state") from None

    def hashes(self, segments: int, segment: int) -> Iterator[bytes]:
        """The leaf hashes of the first `segments` segments of so many entries each."""
        for number in range(segments):
            path = self._directory / str(number)
            raw = path.read_bytes() if path.exists() else b""
            if len(raw) != _HASH * segment:
                raise LedgerFault("journal-corrupt", f"pruned/{number}")
            yield from (raw[at : at + _HASH] for at in range(0, len(raw), _HASH))

    def add(self, segment: int, hashes: bytes) -> None:
        """Keep the leaf hashes of a segment."""
        make_directory(self._directory)
        durable.replace(self._directory / str(segment), hashes)

    def write(self, pruned: Pruned) -> None:
        """From now on these entries are gone."""
        plain = {"size": pruned.size, "identities": pruned.identities}
        durable.replace(self._directory / "state", canonical(plain))


# ------------------------------------------------------------------ what may go


def old_enough(entries: Iterator[Entry], now: Mapping[str, Any]) -> int:
    """The first so many entries are older than `AGE`. now: what the clock says, as in a `clock`
    entry; 0 if its time is not known well enough."""
    size = 0
    if now["src"] not in KNOWN:
        return size
    limit = now["unix"] - now["unc"] - AGE
    for entry in entries:
        if entry.k == "clock" and entry.d["src"] in KNOWN:
            if entry.d["unix"] + entry.d["unc"] > limit:
                break
            size = entry.i  # whatever stands before this one was written earlier
    return size


def confirmed(leaves: Sequence[bytes], start: int, acks: Sequence[Acks]) -> bool:
    """Two places at least have the bundles of these entries, which begin with number `start`."""
    for at in range(0, len(leaves), TILE):
        path = f"log/{tile_path('entries', (start + at) // TILE, TILE)}"
        digest = sha256(frame_bundle(leaves[at : at + TILE])).hexdigest()
        if sum(known.get(path) == digest for known in acks) < PLACES:
            return False
    return True
