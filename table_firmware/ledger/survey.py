"""Looks at the log of a table without changing it, while its table runs or not: what `log.Log`
checks at a start, and what a technician wants to know.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from table_firmware.ledger.faults import storage
from table_firmware.ledger.journal import SEGMENT, Journal, is_held
from table_firmware.ledger.kept import Kept
from table_firmware.ledger.prune import PrunedFolder
from table_firmware.ledger.records import batch_header
from table_firmware.ledger.standing import Epochs, Identity, compare_with_signed, read_entry, sizes
from table_firmware.ledger.tree import Tree, leaf_hash

DISCARDED: Final = "noise-intermittent"
"""The cause of an `rng_fault` after which the source was found healthy again."""


@dataclass(frozen=True, slots=True)
class Survey:
    """What a log holds.

    held: a running table writes it. torn: bytes of an entry that is not whole, at the end.
    signed: entries that the newest checkpoint covers. boots: starts of the table. kinds: entries
    of each kind. noise: faults of the random source by cause; stopped: the one that is not cleared.
    lost: seats whose screens do not answer. batch: identity and commitment of the batch in play,
    empty between matches. kept, tree: for what lies beside the journal.
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
    kept: Kept = field(default_factory=lambda: Kept(""))
    tree: Tree = field(default_factory=Tree)


def is_running(state: Path) -> bool:
    """Whether a table runs on this state folder."""
    journal = state / "journal"
    return journal.is_dir() and is_held(journal)


def has_records(directory: Path) -> bool:
    """Whether a table ran with this state folder: to open a log there would not begin one."""
    journal = directory / "journal"
    return journal.is_dir() and any(journal.iterdir())


def survey(directory: Path, origin: str, segment: int = SEGMENT) -> Survey | None:
    """The log in a state folder; None if no table ran there. LedgerFault as `Log.open`."""
    if not (directory / "journal").is_dir():
        return None
    with storage("storage-failed"):
        held = is_held(directory / "journal")
        # Before the entries: a running table signs only what is written already.
        folder = directory / "checkpoints"
        signed = max(sizes(folder), default=0) if folder.is_dir() else 0
        gone = PrunedFolder(directory / "pruned")
        pruned = gone.read()
        first = pruned.size // segment
        journal = Journal(directory / "journal", segment=segment, first=first, writing=False)
        tree = Tree()
        for digest in gone.hashes(first, segment):
            tree.append(digest)
        return _read(journal, tree, Identity(pruned.identities), folder, origin, signed, held)


def _read(
    journal: Journal,
    tree: Tree,
    identity: Identity,
    folder: Path,
    origin: str,
    signed: int,
    held: bool,
) -> Survey:
    epochs, boots, batch = Epochs(), 0, ("", "")
    kinds, noise, stopped, lost = Counter[str](), Counter[str](), "", set[str]()
    kept = Kept(origin, len(tree))
    for raw in journal.load():
        entry = read_entry(raw, len(tree), identity)
        tree.append(leaf_hash(raw))
        epochs.follow(entry)
        kept.follow(entry)
        kinds[entry.k] += 1
        boots = entry.b
        match entry.k:
            case "batch":
                batch, stopped = (entry.d["bid"], entry.d["B"]), ""
            case "event":
                batch = (batch_header(entry.d["BH"]).bid.hex(), entry.d["B"])
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
        kept=kept,
        tree=tree,
    )
