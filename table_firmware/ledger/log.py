"""The log of one table: entries, tree, keys and signed checkpoints in one state folder.

    journal/00000000 …   the entries (`journal`)
    keys/                identity.key, epoch-<e>.key (0600)
    checkpoints/<size>   every checkpoint ever signed
    private/<p>          hidden parts of entries, outside the tree
    policy               whom a verifier should trust (0644); never part of an export (`tlog1` §8)

A run begins: ``log = Log.open(…)``, ``log.append("boot", …)`` with `log.torn`,
``log.rotate_epoch(m)``. One thread at a time may write; `append` returns once the entry is
durable.
"""

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import Any, Final

from table_firmware.fairness import durable
from table_firmware.ledger.entries import Entry, canonical, decode, parse
from table_firmware.ledger.faults import LedgerFault, storage
from table_firmware.ledger.files import make_directory
from table_firmware.ledger.journal import Journal, Sync
from table_firmware.ledger.keys import KeyFolder, Random, Signer, SoftwareKey, next_commitment
from table_firmware.ledger.notes import Checkpoint, Verifier, check_origin, signed
from table_firmware.ledger.survey import Epochs, compare_with_signed, read_entry, sizes
from table_firmware.ledger.tree import Tree, leaf_hash

_PRIVATE_TAG: Final = b"deal1/priv\0"


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
    _last: dict[str, int]
    _beside: Sequence[Signer] = ()
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
    ) -> "Log":
        """Read the log in `directory`, or begin one; LedgerFault says why it cannot be used.

        `random` gives fresh secret bytes for keys and salts (`fairness.entropy.os_random`).
        `beside`: further keys that sign every checkpoint, such as one in a TPM.
        """
        check_origin(origin)
        with storage("storage-failed"):
            for name in ("keys", "checkpoints", "private"):
                make_directory(directory / name)
            journal = Journal(directory / "journal", sync)
            try:
                return cls._read(directory, origin, random, journal, beside)
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
    ) -> "Log":
        tree, epochs, last, boot = Tree(), Epochs(), dict[str, int](), 0
        for raw in journal.load():
            entry = read_entry(raw, len(tree))
            tree.append(leaf_hash(raw))
            epochs.follow(entry)
            last[entry.k], boot = entry.i, entry.b
        checkpoints = directory / "checkpoints"
        compare_with_signed(checkpoints, origin, tree, max(sizes(checkpoints), default=0))
        journal.cut()
        keys = KeyFolder(directory / "keys", origin, random)
        identity = _identity(keys, directory, len(tree), beside)
        log = cls(
            origin, boot + 1, journal.torn, identity, directory, journal, keys, random, tree,
            epochs, last, beside,
        )  # fmt: skip
        log._close_epoch()
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
        """The entries from index `start` on."""
        return map(decode, self._journal.read(start))

    def leaves(self, start: int = 0) -> Iterator[bytes]:
        """The entries from index `start` on, as their bytes."""
        return self._journal.read(start)

    def append(self, kind: str, d: Mapping[str, Any], m: int) -> Entry:
        """Add one entry at `m` ms since boot and return it once it is durable.

        ValueError if the fields are wrong, time goes back, or a run does not begin with `boot`;
        LedgerFault "journal-failed" if
        the disk fails, and from then on always.
        """
        with self._lock:
            if not self._booted and kind != "boot":
                raise ValueError("the first entry of a run is `boot`")
            if m < self._last_m:
                raise ValueError(f"time went back from {self._last_m} to {m} ms")
            entry = Entry(self.boot, self.size, kind, m, d)
            raw = entry.encode()
            self._journal.append(raw)
            self._tree.append(leaf_hash(raw))
            self._epochs.follow(entry)
            self._last[kind], self._last_m, self._booted = entry.i, m, True
            return entry

    # -------------------------------------------------------------- checkpoints and epochs

    def checkpoint(self) -> bytes:
        """Sign the log as it stands, by identity and epoch key, and keep the note on disk."""
        if not self._epochs.is_open:
            raise LedgerFault("no-epoch", f"log of {self.size} entries")
        with storage("storage-failed"):
            return self._sign(self._need_epoch(self._epochs.number))

    def checkpoints(self) -> dict[int, bytes]:
        """Every kept checkpoint by size, ascending."""
        return {size: path.read_bytes() for size, path in self.checkpoint_files().items()}

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

    def _sign(self, epoch: Signer) -> bytes:
        text = Checkpoint(self.origin, self.size, self.root).text()
        note = signed(
            text, [(key.verifier, key.sign(text)) for key in (self.identity, epoch, *self._beside)]
        )
        durable.replace(self._directory / "checkpoints" / str(self.size), note)
        return note

    # -------------------------------------------------------------- hidden parts

    def keep_private(self, value: Any) -> str:
        """Keep `value` outside the tree; the answer is the commitment `p` for the entry (§2)."""
        salt = self._random(32)
        p = _commitment(salt, value)
        blob = canonical({"salt": salt.hex(), "value": value})
        with storage("storage-failed"):
            durable.replace(self._directory / "private" / p, blob)
        return p

    def private(self, p: str) -> Any:
        """The value kept under `p`; LedgerFault "private-missing" if it is gone or altered."""
        try:
            blob = parse((self._directory / "private" / p).read_bytes())
            salt, value = bytes.fromhex(blob["salt"]), blob["value"]
        except (OSError, ValueError, KeyError, TypeError):
            raise LedgerFault("private-missing", p) from None
        if _commitment(salt, value) != p:
            raise LedgerFault("private-missing", p)
        return value

    def close(self) -> None:
        """Let go of the files and of the lock."""
        self._journal.close()


def _identity(keys: KeyFolder, directory: Path, size: int, beside: Sequence[Signer]) -> SoftwareKey:
    key = keys.identity()
    if key is None:
        if size:
            raise LedgerFault("identity-missing", f"log of {size} entries")
        key = keys.make_identity()
    if not (directory / "policy").exists():
        logs = "".join(f"log {each.verifier.vkey}\n" for each in (key, *beside))
        policy = f"{logs}quorum none\n".encode()
        durable.replace(directory / "policy", policy, 0o644)  # public, for any verifier
    return key


def _commitment(salt: bytes, value: Any) -> str:
    return sha256(_PRIVATE_TAG + salt + canonical(value)).hexdigest()
