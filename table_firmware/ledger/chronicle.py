"""Counters and epochs, followed entry by entry (`tlog1` §4, V9 to V11)."""

from dataclasses import dataclass
from typing import Final

from table_firmware.ledger.entries import SIGNED, Entry
from table_firmware.ledger.keys import epoch_name, next_commitment
from table_firmware.ledger.notes import ED25519, Note, Verifier, parse_vkey
from table_firmware.ledger.report import Refusal, demand

ANY_TIME: Final = frozenset(
    {"boot", "clock", "seat", "rng_fault", "rollback", "config", "witness", "error", "service"}
)
"""Kinds that may stand anywhere, even while no epoch is open."""


@dataclass(slots=True)
class Epoch:
    """An epoch: its key, the index of its first entry, and the size that closes it."""

    verifier: Verifier
    start: int
    promised: str
    closed_at: int | None = None


class Chronicle:
    """What must only ever grow. Feed it every entry in order."""

    def __init__(self, origin: str) -> None:
        self._origin = origin
        self._boot = self._m = self._counter = -1
        self.epochs: list[Epoch] = []
        self.torn = self.uncounted = 0
        self._signed: list[int] = []

    def follow(self, entry: Entry) -> None:
        """Refusal V10 or V11 if this entry cannot come next."""
        where = f"entry {entry.i}"
        self._count(entry, where)
        is_open = bool(self.epochs) and self.epochs[-1].closed_at is None
        if entry.k in SIGNED:
            self._signed.append(entry.i + 1)
        match entry.k:
            case "epoch":
                demand(not is_open, "V10", where, "an epoch begins before the last has ended")
                self._begin(entry, where)
            case "epoch_end":
                right = is_open and entry.d["e"] == len(self.epochs) - 1
                demand(right, "V10", where, "ends an epoch that is not open")
                self.epochs[-1].closed_at = entry.i + 1
            case _:
                free = is_open or entry.k in ANY_TIME
                demand(free, "V10", where, f"{entry.k} while no epoch is open")

    def _count(self, entry: Entry, where: str) -> None:
        if entry.k == "boot":
            demand(entry.b > self._boot, "V11", where, "the boot counter does not grow")
            counter = entry.d["counter"]
            demand(counter >= self._counter, "V11", where, "the hardware counter went back")
            if self._counter > 0:
                self.uncounted += max(0, counter - self._counter - 1)
            self._counter = counter
            if self._signed[-1:] == [entry.i]:
                self._signed.pop()  # the power was lost before it could be signed
            self.torn += entry.d["torn"]
        else:
            demand(entry.b == self._boot, "V11", where, "the boot counter changes without a boot")
            demand(entry.m >= self._m, "V11", where, "time went back within a boot")
        self._boot, self._m = entry.b, entry.m

    def _begin(self, entry: Entry, where: str) -> None:
        number = len(self.epochs)
        demand(entry.d["e"] == number, "V10", where, f"epoch {number} should begin here")
        try:
            verifier = parse_vkey(entry.d["vkey"])
        except ValueError as error:
            raise Refusal("V10", where, str(error)) from None
        named = verifier.kind == ED25519 and verifier.name == epoch_name(self._origin, number)
        demand(named, "V10", where, "the key is not named for this epoch")
        if number:
            promised = self.epochs[-1].promised == next_commitment(verifier)
            demand(promised, "V10", where, "the key was not pre-committed")
        self.epochs.append(Epoch(verifier, entry.i, entry.d["next"]))

    def check_signature(self, size: int, note: Note, where: str) -> None:
        """Refusal V9 or V2 unless the key of the epoch at `size` has signed, and no other."""
        epoch = self._at(size)
        if epoch is None:
            raise Refusal("V9", where, f"no epoch was open at size {size}")
        for line in note.signatures:
            other = line.name.startswith(f"{self._origin}/e/") and line.name != epoch.verifier.name
            demand(not other, "V9", where, f"signed by {line.name}, not by {epoch.verifier.name}")
        signed = note.by(epoch.verifier)
        demand(signed, "V2", where, f"no valid signature by {epoch.verifier.name}")

    def _at(self, size: int) -> Epoch | None:
        for epoch in reversed(self.epochs):
            if epoch.start < size:
                return epoch if epoch.closed_at is None or size <= epoch.closed_at else None
        return None

    def check_beginning(self, vkey: str) -> None:
        """Refusal V10 unless the log begins with the key that was enrolled, if any was."""
        first = self.epochs[0].verifier.vkey
        demand(vkey in ("", first), "V10", "epoch 0", "not the key that the club enrolled")

    def remarks(self) -> list[str]:
        """What no check can judge."""
        said = {
            "bytes cut from torn tails after power cuts": self.torn,
            "starts that the hardware counted and this log does not have": self.uncounted,
        }
        return [f"{words}: {count}" for words, count in said.items() if count]

    def check_signed(self, sizes: set[int]) -> None:
        """Refusal V8 unless there is a checkpoint wherever a table signs one (§3)."""
        for size in self._signed:
            demand(size in sizes, "V8", f"log/checkpoints/{size}", "a checkpoint is missing")

    def check_closings(self, sizes: set[int]) -> None:
        """Refusal V10 unless each ended epoch has its closing checkpoint."""
        for number, epoch in enumerate(self.epochs):
            closed = epoch.closed_at is None or epoch.closed_at in sizes
            demand(closed, "V10", f"epoch {number}", "its closing checkpoint is missing")
