"""Looks at the log of a table without changing it, while its table runs or not: what `log.Log`
checks at a start, and what a technician wants to know.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from table_firmware.ledger.entries import Entry, decode
from table_firmware.ledger.faults import LedgerFault, storage
from table_firmware.ledger.journal import Journal, is_held
from table_firmware.ledger.notes import parse_checkpoint, parse_note
from table_firmware.ledger.tree import Tree, leaf_hash

DISCARDED: Final = "noise-intermittent"
"""The cause of an `rng_fault` after which the source was found healthy again."""


@dataclass(slots=True)
class Epochs:
    """Where the epochs stand: the number that is open, or will be opened next."""

    number: int = 0
    is_open: bool = False
    last_end: int = 0
    promised: str = ""

    def follow(self, entry: Entry) -> None:
        """Take one more entry into account."""
        match entry.k:
            case "epoch":
                self.number, self.is_open, self.promised = entry.d["e"], True, entry.d["next"]
            case "epoch_end":
                self.number, self.is_open, self.last_end = entry.d["e"] + 1, False, entry.i + 1


@dataclass(frozen=True, slots=True)
class Survey:
    """What a log holds.

    held: a running table writes it. torn: bytes of an entry that is not whole, at the end.
    signed: entries that the newest checkpoint covers. boots: starts of the table. kinds: entries
    of each kind. noise: faults of the random source by cause; stopped: the one that is not cleared.
    lost: seats whose screens do not answer. batch: identity and commitment of
    the batch in play, empty between matches.
    """

    held: bool
    entries: int = 0
    torn: int = 0
    signed: int = 0
    boots: int = 0
    kinds: Mapping[str, int] = field(default_factory=dict)
    epochs: Epochs = field(default_factory=Epochs)
    noise: Mapping[str, int] = field(default_factory=dict)
    stopped: str = ""
    lost: frozenset[str] = frozenset()
    batch: tuple[str, str] = ("", "")


def survey(directory: Path, origin: str) -> Survey | None:
    """The log in a state folder; None if no table ran there. LedgerFault as `Log.open`."""
    if not (directory / "journal").is_dir():
        return None
    with storage("storage-failed"):
        held = is_held(directory / "journal")
        # Before the entries: a running table signs only what is written already.
        folder = directory / "checkpoints"
        signed = max(sizes(folder), default=0) if folder.is_dir() else 0
        return _read(Journal(directory / "journal", writing=False), folder, origin, signed, held)


def _read(journal: Journal, folder: Path, origin: str, signed: int, held: bool) -> Survey:
    tree, epochs, boots, batch = Tree(), Epochs(), 0, ("", "")
    kinds, noise, stopped, lost = Counter[str](), Counter[str](), "", set[str]()
    for raw in journal.load():
        entry = read_entry(raw, len(tree))
        tree.append(leaf_hash(raw))
        epochs.follow(entry)
        kinds[entry.k] += 1
        boots = entry.b
        match entry.k:
            case "batch":
                batch = (entry.d["bid"], entry.d["B"])
            case "batch_end":
                batch = ("", "")
            case "rng_fault":
                cause = entry.d["cause"]
                noise[cause] += 1
                stopped = cause if cause != DISCARDED else stopped
            case "config" if "noise_fault" in entry.d["changes"]:
                stopped = ""
            case "seat":
                (lost.add if entry.d["change"] == "lost" else lost.discard)(entry.d["seat"])
    compare_with_signed(folder, origin, tree, signed)
    return Survey(
        held=held,
        entries=len(tree),
        torn=journal.torn,
        signed=signed,
        boots=boots,
        kinds=dict(kinds),
        epochs=epochs,
        noise=dict(noise),
        stopped=stopped,
        lost=frozenset(lost),
        batch=batch,
    )


def read_entry(raw: bytes, index: int) -> Entry:
    """The entry in these bytes, which stands at `index`; LedgerFault "journal-corrupt"."""
    try:
        entry = decode(raw)
    except ValueError as error:
        raise LedgerFault("journal-corrupt", f"entry {index}: {error}") from None
    if entry.i != index:
        raise LedgerFault("journal-corrupt", f"entry {index} says that it is {entry.i}")
    return entry


def sizes(folder: Path) -> list[int]:
    """The sizes of all kept checkpoints, ascending."""
    return sorted(int(path.name) for path in folder.iterdir() if path.name.isdecimal())


def compare_with_signed(folder: Path, origin: str, tree: Tree, size: int) -> None:
    """What was last signed, at this size, must still be the beginning of the journal (`tlog1` §6,
    A2); 0: nothing was."""
    if not size:
        return
    try:
        known = parse_checkpoint(parse_note((folder / str(size)).read_bytes()).text)
    except ValueError as error:
        raise LedgerFault("journal-altered", f"checkpoint {size}: {error}") from None
    if known.origin != origin:
        raise LedgerFault("identity-mismatch", f"checkpoint {size} is of {known.origin}")
    if size > len(tree):
        raise LedgerFault("journal-rolled-back", f"{len(tree)} entries, but {size} were signed")
    if (known.size, known.root) != (size, tree.root(size)):
        raise LedgerFault("journal-altered", f"checkpoint {size} signs other entries")
