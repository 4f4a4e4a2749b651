"""What was signed, shown and sealed lies beside the journal, and nobody can make it again: is every
checkpoint still there, every receipt as it was, and every file that was sealed for the audit? One
that is not spoils each later export, or the audit of its hand.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Final

from table_firmware.fairness.deal import Header, hand_hash, mix
from table_firmware.fairness.receipts import (
    CommitReceipt,
    HandReceipt,
    Receipt,
    ReceiptError,
    SeatReceipt,
    SignedRoot,
    from_digits,
    verify_hand,
    verify_seat,
)
from table_firmware.ledger.entries import SIGNED, Entry
from table_firmware.ledger.faults import storage
from table_firmware.ledger.identities import change_of
from table_firmware.ledger.notes import (
    Checkpoint,
    Verifier,
    parse_checkpoint,
    parse_note,
    parse_vkey,
)
from table_firmware.ledger.records import batch_header
from table_firmware.ledger.standing import sizes
from table_firmware.ledger.tree import Tree
from table_firmware.rules.games import by_version

CHECKPOINTS: Final = "checkpoints"
RECEIPTS: Final = "receipts"
SEALED: Final = "sealed"
_SIGNERS: Final = 2
"""Identity and epoch: who signs a checkpoint at least."""


@dataclass(frozen=True, slots=True)
class Flaw:
    """A file, by its path in the state folder, that is missing, or else altered."""

    path: str
    missing: bool


@dataclass(slots=True)
class Signings:
    """Where a table has signed its log (`tlog1` §3). Feed it every entry."""

    sizes: set[int] = field(default_factory=set)
    _last: str = ""

    def follow(self, entry: Entry) -> None:
        """One more entry."""
        if entry.k in SIGNED or entry.k == "epoch_end" or change_of(entry):
            self.sizes.add(entry.i + 1)
        if entry.k == "boot" and self._last in SIGNED:
            self.sizes.discard(entry.i)  # perhaps the power was lost before it could be signed
        self._last = entry.k

    def missing(self, folder: Path, size: int) -> list[int]:
        """The checkpoints that are not in the folder. After the last of `size` entries there may
        be none yet, or the power was lost just then."""
        there = set(sizes(folder))
        return sorted(signed for signed in self.sizes - there if signed < size)


@dataclass(slots=True)
class Kept:
    """What must lie beside a log. Feed it every entry that the table has; `first` is the index of
    the first of them. batches: of the table itself, with R. dealt: T and the seat commitments of a
    hand. sealed: the SHA-256 of what was sealed for the audit, by batch (empty: of what is gone)
    and hand."""

    origin: str
    first: int = 0
    signings: Signings = field(default_factory=Signings)
    keys: list[Verifier] = field(default_factory=list)
    batches: dict[bytes, tuple[Header, bytes]] = field(default_factory=dict)
    events: set[bytes] = field(default_factory=set)
    dealt: dict[tuple[bytes, int], list[bytes]] = field(default_factory=dict)
    sealed: dict[tuple[bytes, int], str] = field(default_factory=dict)
    _bid: bytes = b""

    def follow(self, entry: Entry) -> None:
        """One more entry."""
        self.signings.follow(entry)
        match entry.k:
            case "epoch":
                self.keys.append(parse_vkey(entry.d["vkey"]))
            case "config" if change := change_of(entry):
                self.keys += change.before, change.after
            case "batch":
                header = batch_header(entry.d["BH"])
                self._bid = header.bid
                self.batches[header.bid] = header, bytes.fromhex(entry.d["R"])
            case "event":
                self._bid = batch_header(entry.d["BH"]).bid
                self.events.add(self._bid)
            case "hand" | "deal":
                told = [entry.d["T"]] if entry.k == "hand" else entry.d["E"]
                hand = self.dealt.setdefault((self._bid, entry.d["h"]), [])
                hand += map(bytes.fromhex, told)
            case "reveal_sealed":
                self.sealed[self._bid, entry.d["h"]] = entry.d["sha256"]

    def flaws(self, state: Path, tree: Tree, known: Collection[Verifier]) -> list[Flaw]:
        """Every file that is missing or altered; LedgerFault "storage-failed" if one cannot be
        read. tree: over the whole log. known: the keys of the table and its witnesses that the log
        does not name."""
        keys = [*self.keys, *known]
        with storage("storage-failed"):
            lost = self.signings.missing(state / CHECKPOINTS, len(tree))
            altered = [*self._checkpoints(state, tree, keys), *self._receipts(state, tree, keys)]
            sealed = list(self._sealed(state))
        return [
            *(Flaw(f"{CHECKPOINTS}/{size}", missing=True) for size in lost),
            *(Flaw(path, missing=False) for path in altered),
            *sealed,
        ]

    def _checkpoints(self, state: Path, tree: Tree, keys: list[Verifier]) -> Iterator[str]:
        named = {(key.name, key.id): key for key in keys}
        for size in sizes(state / CHECKPOINTS):
            if size > len(tree):
                break  # of a table that runs
            path = f"{CHECKPOINTS}/{size}"
            try:
                note = parse_note((state / path).read_bytes())
                same = parse_checkpoint(note.text) == self._at(tree, size)
            except ValueError:
                yield path
                continue
            signers = [(named.get((line.name, line.id)), line.bytes) for line in note.signatures]
            # Of what is gone not all keys are known.
            valid = (key.verifies(note.text, by) if key else self.first for key, by in signers)
            if not same or len(signers) < _SIGNERS or not all(valid):
                yield path

    def _at(self, tree: Tree, size: int) -> Checkpoint:
        return Checkpoint(self.origin, size, tree.root(size))

    # -------------------------------------------------------------- receipts

    def _receipts(self, state: Path, tree: Tree, keys: list[Verifier]) -> Iterator[str]:
        for file in sorted((state / RECEIPTS).glob("*.txt")):
            text = file.read_bytes().decode("ascii", "replace").removesuffix("\n")
            try:
                sound = self._is_sound(from_digits(text), tree, keys)
            except ReceiptError:
                sound = False
            if not sound:
                yield f"{RECEIPTS}/{file.name}"

    def _is_sound(self, receipt: Receipt, tree: Tree, keys: list[Verifier]) -> bool:
        """Whether a receipt tells what the log says, as far as that is known here."""
        said = receipt.header if isinstance(receipt, CommitReceipt) else receipt.hand.header
        if said.bid not in self.batches:
            return said.bid in self.events or self.first > 0
        header, r = self.batches[said.bid]
        commit = CommitReceipt(header, r, receipt.checkpoint)
        if said != header or not self._is_signed(receipt.checkpoint, tree, keys):
            return False
        if isinstance(receipt, CommitReceipt):
            return receipt == commit
        return self._is_dealt(receipt, commit)

    def _is_signed(self, cp: SignedRoot, tree: Tree, keys: list[Verifier]) -> bool:
        if cp.size > len(tree) or tree.root(cp.size) != cp.root:
            return False
        text = self._at(tree, cp.size).text()
        return any(key.id == cp.key_id and key.verifies(text, cp.signature) for key in keys)

    def _is_dealt(self, receipt: HandReceipt | SeatReceipt, commit: CommitReceipt) -> bool:
        game = by_version(commit.header.game)
        if game is None:
            return True
        if isinstance(receipt, HandReceipt):
            verify_hand(receipt, commit, game.DEALING)
        else:
            verify_seat(receipt, commit, game.DEALING)
        hand, b, cards = receipt.hand, commit.b, len(game.DEALING.deck)
        t = hand_hash(b, mix(b, hand.contributions), hand.h, hand.cuts, cards)
        return self.dealt.get((commit.header.bid, hand.h)) == [t, *hand.commits]

    # -------------------------------------------------------------- sealed for the audit

    def _sealed(self, state: Path) -> Iterator[Flaw]:
        """A file is replaced until the log names it, so another one there is not of this entry."""
        for (bid, h), digest in self.sealed.items():
            # The name of a batch whose beginning is pruned is known to its files alone.
            name = f"{bid.hex() or '*'}-{h}"
            files = sorted((state / SEALED).glob(name))
            if not any(sha256(file.read_bytes()).hexdigest() == digest for file in files):
                yield Flaw(f"{SEALED}/{name}", missing=not files or not bid)
