"""The log of one table: entries, tree, keys and signed checkpoints in one state folder.

    journal/00000000 …   the entries (`journal`)
    keys/                identity.key (identity-<n>.key after n changes), epoch-<e>.key (0600)
    checkpoints/<size>   every checkpoint ever signed
    pruned/              the hashes of entries that are gone (`prune`)
    private/             hidden parts of entries, outside the tree (`private`)
    policy               whom a verifier should trust (0644); never part of an export (`tlog1` §8)

A run begins: ``log = Log.open(…)``, ``log.append("boot", …)`` with `log.torn`,
``log.rotate_epoch(m)``. One thread at a time may write; `append` returns once the entry is
durable.
"""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from pathlib import Path
from threading import Lock
from typing import Any

from table_firmware.fairness import durable
from table_firmware.ledger.entries import Entry, decode
from table_firmware.ledger.faults import LedgerFault, storage
from table_firmware.ledger.files import make_directory
from table_firmware.ledger.identities import change_of
from table_firmware.ledger.journal import SEGMENT, Journal, Sync
from table_firmware.ledger.kept import Signings
from table_firmware.ledger.keys import KeyFolder, Random, Signer, SoftwareKey, next_commitment
from table_firmware.ledger.notes import Checkpoint, Verifier, check_origin, signed
from table_firmware.ledger.private import PrivateParts
from table_firmware.ledger.prune import Acks, Pruned, PrunedFolder, confirmed, old_enough
from table_firmware.ledger.standing import Epochs, Identity, compare_with_signed, read_entry, sizes
from table_firmware.ledger.tree import Tree, leaf_hash


def _nobody(_entry: Entry) -> None:
    """Nobody wants to know."""


@dataclass(slots=True, eq=False)
class Log:
    """The log of one table; see the module. Make it with `open`."""

    origin: str
    boot: int
    """Boot counter of this run: every entry of this run carries it."""
    torn: int
    """Bytes of a never acknowledged entry that were cut off at the start; goes into `boot`."""
    identity: Signer
    _directory: Path
    _journal: Journal
    _keys: KeyFolder
    _random: Random
    _tree: Tree
    _epochs: Epochs
    _changed: Identity
    _last: dict[str, int]
    _private: PrivateParts
    _gone: PrunedFolder
    _segment: int
    pruned: int
    """Entries that are gone: those below this index (`prune`)."""
    _beside: Sequence[Signer] = ()
    lost: Sequence[int] = ()
    """Sizes whose checkpoints were signed and are gone: an export without them is refused."""
    _last_m: int = 0
    _booted: bool = False
    _lock: Lock = field(default_factory=Lock)

    @classmethod
    def open(
        cls,
        directory: Path,
        origin: str,
        random: Random,
        sync: Sync = os.fdatasync,
        beside: Sequence[Signer] = (),
        audit_key: bytes = b"",
        segment: int = SEGMENT,
    ) -> "Log":
        """Read the log in `directory`, or begin one; LedgerFault says why it cannot be used.

        `random` gives fresh secret bytes for keys and salts (`fairness.entropy.os_random`).
        `beside`: further keys that sign every checkpoint, such as one in a TPM.
        audit_key: whom hidden parts are sealed for beyond their match. segment: entries in a file
        of the journal, always the same for a log.
        """
        check_origin(origin)
        with storage("storage-failed"):
            for name in ("keys", "checkpoints"):
                make_directory(directory / name)
            private = PrivateParts(directory / "private", random, audit_key)
            gone = PrunedFolder(directory / "pruned")
            first = gone.read().size // segment
            journal = Journal(directory / "journal", sync, segment, first)
            try:
                return cls._read(directory, origin, random, journal, beside, private, gone, segment)
            except BaseException:
                journal.close()
                raise

    @classmethod
    def _read(
        cls,
        directory: Path,
        origin: str,
        random: Random,
        journal: Journal,
        beside: Sequence[Signer],
        private: PrivateParts,
        gone: PrunedFolder,
        segment: int,
    ) -> "Log":
        pruned = gone.read()
        tree, epochs, last, boot = Tree(), Epochs(), dict[str, int](), 0
        signings = Signings()
        changed = Identity(pruned.identities)
        for digest in gone.hashes(pruned.size // segment, segment):
            tree.append(digest)
        for raw in journal.load():
            entry = read_entry(raw, len(tree), changed)
            tree.append(leaf_hash(raw))
            epochs.follow(entry)
            signings.follow(entry)
            last[entry.k], boot = entry.i, entry.b
        checkpoints = directory / "checkpoints"
        compare_with_signed(checkpoints, origin, tree, max(sizes(checkpoints), default=0))
        journal.cut()
        keys = KeyFolder(directory / "keys", origin, random)
        identity = _identity(keys, len(tree), changed)
        log = cls(
            origin, boot + 1, journal.torn, identity, directory, journal, keys, random, tree,
            epochs, changed, last, private, gone, segment, pruned.size, beside,
            signings.missing(checkpoints, len(tree)),
        )  # fmt: skip
        log._close_epoch()
        log._finish_change()
        log._write_policy()
        return log

    @property
    def verifiers(self) -> tuple[Verifier, ...]:
        """The keys that sign every checkpoint: the identity, and one in a TPM if there is one."""
        return tuple(key.verifier for key in (self.identity, *self._beside))

    @property
    def size(self) -> int:
        """Number of entries."""
        return len(self._tree)

    @property
    def root(self) -> bytes:
        """Root of the tree over all entries."""
        return self._tree.root()

    @property
    def tree(self) -> Tree:
        """The tree, for proofs and tiles; not to be appended to."""
        return self._tree

    @property
    def policy(self) -> Path:
        """The policy file that names this log's key."""
        return self._directory / "policy"

    def last(self, kind: str) -> int | None:
        """Index of the last entry of a kind."""
        return self._last.get(kind)

    def entries(self, start: int = 0) -> Iterator[Entry]:
        """The entries from index `start` on that are not pruned."""
        return map(decode, self._journal.read(start))

    def leaves(self, start: int = 0) -> Iterator[bytes]:
        """The entries from index `start` on, as their bytes."""
        return self._journal.read(start)

    def append(
        self, kind: str, d: Mapping[str, Any], m: int, placed: Callable[[Entry], None] = _nobody
    ) -> Entry:
        """Add one entry at `m` ms since boot and return it once it is durable. placed: is given it
        before that, when the disk is about to be waited for.

        ValueError if the fields are wrong, time goes back, or a run does not begin with `boot`;
        LedgerFault "journal-failed" if
        the disk fails, and from then on always.
        """
        if change_of(Entry(self.boot, self.size, kind, m, d)) is not None:
            raise ValueError("the identity is changed by `change_identity`")
        return self._append(kind, d, m, placed)

    def _append(
        self, kind: str, d: Mapping[str, Any], m: int, placed: Callable[[Entry], None] = _nobody
    ) -> Entry:
        with self._lock:
            if not self._booted and kind != "boot":
                raise ValueError("the first entry of a run is `boot`")
            if m < self._last_m:
                raise ValueError(f"time went back from {self._last_m} to {m} ms")
            entry = Entry(self.boot, self.size, kind, m, d)
            raw = entry.encode()
            self._journal.append(raw, partial(placed, entry))
            self._tree.append(leaf_hash(raw))
            self._epochs.follow(entry)
            self._changed.follow(entry)
            self._last[kind], self._last_m, self._booted = entry.i, m, True
            return entry

    # -------------------------------------------------------------- checkpoints and epochs

    def checkpoint(self) -> bytes:
        """Sign the log as it stands, by identity and epoch key, and keep the note on disk."""
        if not self._epochs.is_open:
            raise LedgerFault("no-epoch", f"log of {self.size} entries")
        with storage("storage-failed"):
            return self._sign(self._need_epoch(self._epochs.number))

    def checkpoints(self, least: int = 0) -> dict[int, bytes]:
        """Every kept checkpoint of this size and more, by size, ascending."""
        files = self.checkpoint_files().items()
        return {size: path.read_bytes() for size, path in files if size >= least}

    def checkpoint_files(self) -> dict[int, Path]:
        """Where every kept checkpoint lies, by size, ascending."""
        folder = self._directory / "checkpoints"
        return {size: folder / str(size) for size in sizes(folder)}

    def rotate_epoch(self, m: int) -> None:
        """End the open epoch, destroy its key, begin the next; begin epoch 0 in a new log.

        Cut off at any point, `open` and the next call finish what is missing.
        """
        with storage("storage-failed"):
            if self._epochs.is_open:
                self.append("epoch_end", {"e": self._epochs.number}, m)
            self._close_epoch()
            self._begin_epoch(m)

    def _close_epoch(self) -> None:
        """After `epoch_end`: the closing checkpoint while the key lives, then its end."""
        if self._epochs.is_open or not self._epochs.number:
            return
        number = self._epochs.number - 1
        if self.size == self._epochs.last_end:
            key = self._keys.epoch(number)
            if key is not None:
                self._sign(key)
        self._keys.destroy_epoch(number)

    def _begin_epoch(self, m: int) -> None:
        number = self._epochs.number
        key = self._need_epoch(number) if number else self._keys.make_epoch(0)
        if number and next_commitment(key.verifier) != self._epochs.promised:
            raise LedgerFault("epoch-key-missing", f"key of epoch {number} is not the one promised")
        following = next_commitment(self._keys.make_epoch(number + 1).verifier)
        self.append("epoch", {"e": number, "vkey": key.verifier.vkey, "next": following}, m)
        self.checkpoint()

    def _need_epoch(self, number: int) -> SoftwareKey:
        key = self._keys.epoch(number)
        if key is None:
            raise LedgerFault("epoch-key-missing", f"key of epoch {number} is not there")
        return key

    def _sign(self, epoch: Signer, *more: Signer) -> bytes:
        text = Checkpoint(self.origin, self.size, self.root).text()
        keys = (self.identity, epoch, *self._beside, *more)
        note = signed(text, [(key.verifier, key.sign(text)) for key in keys])
        durable.replace(self._directory / "checkpoints" / str(self.size), note)
        return note

    # -------------------------------------------------------------- the identity

    def next_identity(self) -> Verifier:
        """The key that `change_identity` will make the identity; the same until it does."""
        with storage("storage-failed"):
            return self._keys.make_identity(self._changed.number + 1).verifier

    def change_identity(self, d: Mapping[str, Any], m: int) -> None:
        """Make `next_identity` the identity by the `config` entry `d` (`identities`): both keys
        sign it, and the old one is destroyed. Cut off at any point, `open` finishes it.

        ValueError if `d` names other keys, LedgerFault "no-epoch" if nothing can be signed now.
        """
        if not self._epochs.is_open:
            raise LedgerFault("no-epoch", f"log of {self.size} entries")
        change = change_of(Entry(self.boot, self.size, "config", m, d))
        if change is None or change.before != self.identity.verifier:
            raise ValueError("not a change of this identity")
        if change.after != self.next_identity():
            raise ValueError("not the key that was made for it")
        self._append("config", d, m)
        with storage("storage-failed"):
            self._finish_change()
            self._write_policy()

    def _finish_change(self) -> None:
        """After the entry: the checkpoint by both keys, then the end of the old one."""
        change, number = self._changed.last, self._changed.number
        if change is None:
            return
        old = self._keys.identity(number - 1)
        if old is not None and self.size == change.size:
            self.identity = old
            self._sign(self._need_epoch(self._epochs.number), self._need_identity())
        self._keys.destroy_identity(number - 1)
        self.identity = self._need_identity()

    def _need_identity(self) -> SoftwareKey:
        return _identity(self._keys, self.size, self._changed)

    def _write_policy(self) -> None:
        """Public, for any verifier; witnesses that a club has added stay."""
        known = self.policy.read_bytes() if self.policy.exists() else b"quorum none\n"
        logs = [f"log {key.vkey}\n".encode() for key in self.verifiers]
        if logs[0] in known:
            return
        others = (line for line in known.splitlines(True) if not line.startswith(b"log "))
        durable.replace(self.policy, b"".join((*logs, *others)), 0o644)

    # -------------------------------------------------------------- what may go

    def prune(self, now: Mapping[str, Any], acks: Sequence[Acks]) -> int:
        """Let go of what is old and kept by others (`prune`); how many entries went. now: what the
        clock says; acks: what each place has confirmed. The last match stays whatever its age."""
        most = min(old_enough(self.entries(), now), self._last.get("match", 0))
        before = self.pruned
        with storage("storage-failed"):
            while self.pruned + self._segment <= most:
                leaves = list(islice(self.leaves(self.pruned), self._segment))
                if not confirmed(leaves, self.pruned, acks):
                    break
                self._let_go(leaves)
        return self.pruned - before

    def _let_go(self, leaves: Sequence[bytes]) -> None:
        number = self.pruned // self._segment
        self._gone.add(number, b"".join(map(leaf_hash, leaves)))
        changes = sum(change_of(decode(leaf)) is not None for leaf in leaves)
        self.pruned += len(leaves)
        identities = self._gone.read().identities + changes
        self._gone.write(Pruned(self.pruned, identities))
        self._journal.prune(number + 1)

    # -------------------------------------------------------------- hidden parts

    def keep_private(self, value: Any) -> str:
        """Keep `value` outside the tree; the answer is the commitment `p` for the entry (§2)."""
        return self._private.keep(value)

    def private(self, p: str) -> Any:
        """The value kept under `p`; LedgerFault "private-missing" if it is gone or altered."""
        return self._private.read(p)

    def forget_private(self) -> None:
        """The match is over: nobody but the audit can open what was hidden in it."""
        self._private.forget()

    def close(self) -> None:
        """Let go of the files and of the lock."""
        self._journal.close()


def _identity(keys: KeyFolder, size: int, changed: Identity) -> SoftwareKey:
    key = keys.identity(changed.number)
    if key is None:
        if size:
            raise LedgerFault("identity-missing", f"log of {size} entries")
        return keys.make_identity()
    if changed.last and key.verifier != changed.last.after:
        raise LedgerFault("identity-mismatch", "not the key that the log changed to")
    return key
