"""All that the controller writes: entries, checkpoints, the vault, the end of an epoch.

Its calls may take long (a disk, a noise source) and run in one writer thread. Order is everything
here: a private part before its entry, the vault before the batch, the end of an epoch before the
vault is forgotten; and nothing is shown before its entry is durable.
"""

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from table_firmware.controller.inbox import (
    BatchMade,
    NoiseFailed,
    SecretsFound,
    SecretsLost,
    Signed,
)
from table_firmware.controller.orders import Orders
from table_firmware.controller.shelf import Shelf
from table_firmware.controller.steps import Draft
from table_firmware.controller.table import MakeBatch
from table_firmware.fairness import durable, vault
from table_firmware.fairness.deal import make_batch
from table_firmware.fairness.entropy import (
    Memory,
    NoiseFault,
    NoiseSource,
    healthy_noise,
    os_random,
)
from table_firmware.ledger.bindings import FOLDER, receipt_root
from table_firmware.ledger.entries import SIGNED, Entry, canonical
from table_firmware.ledger.export import export
from table_firmware.ledger.faults import LedgerFault
from table_firmware.ledger.files import make_directory
from table_firmware.ledger.identities import NEXT, PRESENT
from table_firmware.ledger.keys import SoftwareKey
from table_firmware.ledger.log import Log
from table_firmware.ledger.operators import sign_order
from table_firmware.ledger.prune import Acks
from table_firmware.ledger.records import batch_header
from table_firmware.ledger.seal import seal

LOGGER: Final = logging.getLogger("table")
SUFFIX: Final = ".vault"
CURRENT: Final = "current"
"""The export that holds every finished match, in `exports` of the state folder."""


@dataclass(frozen=True, slots=True)
class Written:
    """A durable entry, what its `p` stands for, and the checkpoint that followed it."""

    entry: Entry
    private: Mapping[str, Any] | None = None
    signed: Signed | None = None


def _no_beacon() -> int:
    return 0


def _nobody(_written: Written) -> None:
    """Nobody wants to know."""


class Scribe:
    """Writes for one table. LedgerFault and OSError are final: the process must end."""

    def __init__(
        self,
        log: Log,
        noise: NoiseSource,
        state: Path,
        clock: Callable[[], int],
        settings: Mapping[str, Any] | None = None,
        claim: Mapping[str, Any] | None = None,
        audit_key: bytes = b"",
        beacon: Callable[[], int] = _no_beacon,
        shelf: Shelf | None = None,
    ) -> None:
        """settings: logged at the start if they are not those of the last one; `operators` among
        them. claim: what the clock of the day says, logged at the start. audit_key: whom the
        reveals are sealed for, if they are not for everybody (`deal1` §6). beacon: the round of
        a public beacon that a batch announces. shelf: where an event was loaded."""
        self._log = log
        self._settings = settings or {}
        self._claim, self._audit_key, self._beacon = claim, audit_key, beacon
        self._state = state
        self._shelf = shelf
        self.loaded = shelf.loaded() if shelf else None
        self.orders = Orders(state, log.origin, self._settings.get("operators", ()))
        self._noise = noise
        self._vaults = state / "vault"
        self._receipts = state / "receipts"
        self._exports = state / "exports"
        self._clock = clock
        self._sealed_files = state / "sealed"
        make_directory(self._vaults)
        make_directory(self._sealed_files)
        make_directory(self._receipts)
        make_directory(self._exports, 0o750)
        self._memory = Memory(self._vaults / "noise-memory")

    # -------------------------------------------------------------- a start

    def secrets(self) -> SecretsFound | SecretsLost | None:
        """Those of the batch in play, None between matches. Forgets every other vault: it was
        never published, or its match is over (`deal1` §8)."""
        batch = self._open_batch()
        path = self._vault(batch.d["bid"]) if batch and batch.k == "batch" else None
        self._forget_vaults(path)
        if batch is None:
            self._log.forget_private()
            return None
        if path is None:
            secrets = self.loaded and self.loaded.event.batch
            return SecretsFound(secrets) if secrets else SecretsLost()
        try:
            return SecretsFound(vault.load(path, bytes.fromhex(batch.d["B"])))
        except vault.VaultError:
            return SecretsLost()

    def _forget_vaults(self, but: Path | None = None) -> None:
        for orphan in self._vaults.glob(f"*{SUFFIX}"):
            if orphan != but:
                vault.delete(orphan)

    def replay(self) -> list[Written]:
        """The entries since the last match began, which says who sat where; with private parts
        and checkpoints for the batch in play. The last one of service comes first if it is older:
        it says all that a technician has done."""
        batch = self._open_batch()
        start = batch.i if batch else self._log.size
        notes = self._log.checkpoints(start) if batch else {}
        first, served = self._log.last("match") or 0, self._log.last("service")
        older = [] if served is None or served >= first else [next(self._log.entries(served))]
        return [
            *map(Written, older),
            *(
                self._replayed(entry, notes) if entry.i >= start else Written(entry)
                for entry in self._log.entries(first)
            ),
        ]

    def begin(self, boot: Mapping[str, Any]) -> list[Written]:
        """Log the start, and begin a new epoch."""
        start = self._log.size
        missing = self._missing_starts(boot["counter"])
        self._log.append("boot", {**boot, "torn": self._log.torn}, self._clock())
        if missing:
            # One may be a start that failed before its entry; more are an old copy of the card.
            self._log.append("rollback", {"cause": f"counted starts {missing}"}, self._clock())
        self._log.rotate_epoch(self._clock())
        if self._claim is not None:
            self._log.append("clock", self._claim, self._clock())
        self._log_settings()
        batch = self._open_batch()
        if batch:
            hand = self._log.last("hand") or 0
            h = next(self._log.entries(hand)).d["h"] if hand > batch.i else 0
            header = batch_header(batch.d["BH"])
            self.orders.offer(header.bid.hex(), h, header.n, self._log.size)
        else:
            self.orders.offer("", 0, 0, self._log.size)
        return self._since(start)

    def _missing_starts(self, counter: int) -> str:
        """The starts that the hardware has counted since the last one of this log, if any."""
        last = self._log.last("boot")
        before = next(self._log.entries(last)).d["counter"] if last is not None else 0
        return f"{before + 1} to {counter - 1}" if 0 < before < counter - 1 else ""

    def _log_settings(self) -> None:
        """The file is a copy of what was last logged; without it they are logged again."""
        kept, now = self._state / "settings", canonical(self._settings)
        if not self._settings or (kept.exists() and kept.read_bytes() == now):
            return
        self._log.append("config", {"changes": self._settings, "os": ""}, self._clock())
        durable.replace(kept, now)

    # -------------------------------------------------------------- a run

    def append(self, draft: Draft, placed: Callable[[Written], None] = _nobody) -> Written:
        """Make one entry durable, its private part before it, its checkpoint after it. placed: is
        given an entry without a checkpoint before it is durable, while the disk writes."""
        kind, d = draft.kind, dict(draft.d)
        if kind == "reveal" and self._audit_key:
            kind, d = "reveal_sealed", self._sealed(d)
        if draft.private is not None:
            d["p"] = self._log.keep_private(draft.private)

        def tell(entry: Entry) -> None:
            if kind not in SIGNED:
                placed(Written(entry, draft.private))

        entry = self._log.append(kind, d, self._clock(), tell)
        signed = self._sign() if kind in SIGNED else None
        self.orders.follow(entry)
        return Written(entry, draft.private, signed)

    def _sealed(self, d: Mapping[str, Any]) -> dict[str, Any]:
        """The reveal goes into a file that only the audit key opens, and the log names it."""
        batch = self._open_batch()
        assert batch is not None
        content = seal(canonical(d), self._audit_key)
        durable.replace(self._sealed_files / f"{batch.d['bid']}-{d['h']}", content)
        return {"h": d["h"], "sha256": sha256(content).hexdigest()}

    def make_batch(self, need: MakeBatch) -> BatchMade | NoiseFailed:
        """New secrets, safe in the vault. Nothing may be appended before their `batch` entry."""
        alarms: list[str] = []
        log = self._log
        place = (log.origin, need.game, log.size, log.root, need.hands)
        try:
            batch = make_batch(*place, self._noise, os_random, self._memory, alarms.append)
        except NoiseFault as fault:
            return NoiseFailed(fault.code)
        self._forget_vaults()  # of the batch before: it is closed, and all of it is revealed
        vault.save(self._vault(batch.bid.hex()), batch)
        return BatchMade(batch, tuple(alarms), self._beacon())

    def test_noise(self) -> str:
        """Draw the start-up test from the source again; the code of what is wrong with it, empty
        if it is healthy."""
        try:
            healthy_noise(self._noise, 0, self._memory)
        except NoiseFault as fault:
            return fault.code
        return ""

    def close_epoch(self, bid: bytes) -> list[Written]:
        """End the epoch with its match; then forget the secrets, which are all revealed, and
        what was laid face down, which never is."""
        start = self._log.size
        self._log.rotate_epoch(self._clock())
        vault.delete(self._vault(bid.hex()))
        if self.loaded and self.loaded.event.header.bid == bid and self._shelf:
            self._shelf.forget()
            self.loaded = None
        self._log.forget_private()
        self._export_finished()
        return self._since(start)

    def keep_receipts(self, receipts: Mapping[str, str]) -> None:
        """Keep what the seats are shown, to lie in the export."""
        for name, digits in receipts.items():
            path = self._receipts / f"{name}.txt"
            if not path.exists():
                durable.replace(path, digits.encode("ascii") + b"\n")

    def export(self, destination: Path, anew: bool = False, own: bool = False) -> int:
        """Put the whole log and all receipts at `destination`; the size of the log. anew, own: as
        in `ledger.export`."""
        files = {
            f"{FOLDER}{path.name}": raw
            for path in sorted(self._receipts.glob("*.txt"))
            if _is_receipt(path, raw := path.read_bytes())
        }
        sealed = sorted(self._sealed_files.glob("*-*"))
        files |= {f"sealed/{path.name}": path.read_bytes() for path in sealed}
        return export(self._log, destination, files, self._clock(), anew, own)

    def change_identity(self, operator: SoftwareKey | None) -> str:
        """Another key becomes the identity, by the order of an operator if there are any; the
        new verifier key. ValueError if he is none of them."""
        log = self._log
        new = log.next_identity().vkey
        changes = {PRESENT: log.identity.verifier.vkey, NEXT: new, "after": log.size}
        d: dict[str, Any] = {"changes": changes, "os": ""}
        if operator is not None:
            d = sign_order(operator, log.origin, "config", d, "")
        self.orders.check_signature("config", d, log.size)
        log.change_identity(d, self._clock())
        return new

    def prune(self, now: Mapping[str, Any], acks: Sequence[Acks]) -> int:
        """Let go of old entries (`ledger.prune`), and say so in the log and the export; how
        many."""
        gone = self._log.prune(now, acks)
        if gone:
            changes = {"pruned": self._log.pruned}
            self._log.append("config", {"changes": changes, "os": ""}, self._clock())
            self._export_finished()
        return gone

    def _export_finished(self) -> None:
        """For the uploader. The table plays on without it: nothing is lost, it is still in the
        log."""
        try:
            self.export(self._exports / CURRENT, own=True)
        except OSError as error:
            LOGGER.error("the export failed: %s", error)
        except LedgerFault as fault:
            if fault.code != "export-refused":
                raise
            LOGGER.error("%s", fault)

    # -------------------------------------------------------------- inside

    def _open_batch(self) -> Entry | None:
        """The `batch` or `event` entry of the match in play."""
        found = [at for kind in ("batch", "event") if (at := self._log.last(kind)) is not None]
        end = self._log.last("batch_end")
        if not found or (end is not None and end > max(found)):
            return None
        return next(self._log.entries(max(found)))

    def _vault(self, bid: str) -> Path:
        return self._vaults / f"{bid}{SUFFIX}"

    def _replayed(self, entry: Entry, notes: Mapping[int, bytes]) -> Written:
        note = notes.get(entry.i + 1)
        try:
            signed = None if note is None else Signed(receipt_root(note))
        except ValueError as error:
            raise LedgerFault("journal-altered", f"checkpoint {entry.i + 1}: {error}") from None
        return Written(entry, self._private(entry), signed)

    def _private(self, entry: Entry) -> Mapping[str, Any] | None:
        """What was laid face down. If it is gone, it counts as not laid, which the verifier
        rules in the same way unless the cards have changed hands already."""
        p = entry.d.get("p")
        if p is None:
            return None
        try:
            private: Mapping[str, Any] = self._log.private(p)
        except LedgerFault as fault:
            LOGGER.error("%s", fault)
            return None
        return private

    def _sign(self) -> Signed:
        return Signed(receipt_root(self._log.checkpoint()))

    def _since(self, start: int) -> list[Written]:
        return [Written(entry) for entry in self._log.entries(start)]


def _is_receipt(path: Path, raw: bytes) -> bool:
    """Whether this can lie in an export, which one damaged file would spoil. There are very many:
    their digits are not read."""
    whole = raw.endswith(b"\n") and raw[:-1].isdigit()
    if not whole:
        LOGGER.error("%s: 已损坏，未导出 / is damaged and was not exported", path)
    return whole
