"""Where a log stands: its epochs, its identity, and what was signed of it."""

from dataclasses import dataclass
from pathlib import Path

from table_firmware.ledger.entries import Entry, decode
from table_firmware.ledger.faults import LedgerFault
from table_firmware.ledger.identities import Change, change_of
from table_firmware.ledger.notes import parse_checkpoint, parse_note
from table_firmware.ledger.tree import Tree


@dataclass(slots=True)
class Epochs:
    """Where the epochs stand: the number that is open, or will be opened next."""

    number: int = 0
    is_open: bool = False
    last_end: int = 0
    promised: str = ""

    def follow(self, entry: Entry) -> None:
        """One more entry."""
        match entry.k:
            case "epoch":
                self.number, self.is_open, self.promised = entry.d["e"], True, entry.d["next"]
            case "epoch_end":
                self.number, self.is_open, self.last_end = entry.d["e"] + 1, False, entry.i + 1


@dataclass(slots=True)
class Identity:
    """How often the identity key was changed, and the last change."""

    number: int = 0
    last: Change | None = None

    def follow(self, entry: Entry) -> None:
        """One more entry; ValueError as `change_of`."""
        if change := change_of(entry):
            self.number, self.last = self.number + 1, change


def sizes(folder: Path) -> list[int]:
    """Of the checkpoints in a folder, ascending."""
    return sorted(int(path.name) for path in folder.iterdir() if path.name.isdecimal())


def read_entry(raw: bytes, index: int, identity: Identity) -> Entry:
    """The entry in these bytes, which stands at `index`; LedgerFault "journal-corrupt"."""
    try:
        entry = decode(raw)
        identity.follow(entry)
    except ValueError as error:
        raise LedgerFault("journal-corrupt", f"entry {index}: {error}") from None
    if entry.i != index:
        raise LedgerFault("journal-corrupt", f"entry {index} says that it is {entry.i}")
    return entry


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
