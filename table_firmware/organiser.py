"""Who organises an event (`deal1` §12): one folder, on a table or on any computer of a club.

    state/    a log of its own, with keys as a table has them; `state/vault` holds the deals
    public/   what everybody may have: the export of that log

The deals are committed to before anybody contributes, and withheld until the event is closed. Cut
off at any point, the same call goes on where it stood.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from table_firmware.controller import clock
from table_firmware.controller.steps import batch_entry, reveal_entry
from table_firmware.fairness import vault
from table_firmware.fairness.deal import Contribution, make_batch, mix
from table_firmware.fairness.entropy import Memory, NoiseSource, os_random
from table_firmware.fairness.receipts import CommitReceipt, to_digits
from table_firmware.ledger.bindings import FOLDER, receipt_root
from table_firmware.ledger.entries import SIGNED, Entry
from table_firmware.ledger.export import export
from table_firmware.ledger.files import make_directory
from table_firmware.ledger.keys import read_key
from table_firmware.ledger.log import Log
from table_firmware.ledger.records import batch_header
from table_firmware.ledger.sealing import has_sealing_key
from table_firmware.ledger.survey import DISCARDED, has_records, survey
from table_firmware.rules.cards import Seat
from table_firmware.rules.game import Game
from table_firmware.rules.match import MODES

PUBLIC: Final = "public"
STATE: Final = "state"
_BEGINNING: Final = frozenset({"boot", "epoch"})
"""All that stands in the log of an event that was cut off before its opening entry."""
Ask = Callable[[], Sequence[Contribution]]
"""What each seat contributes, once the commitment has been shown."""


class NotThisEvent(Exception):
    """The event cannot be that of this folder, or be at all; the text says why. `code` is a word of
    the catalogue of faults."""

    def __init__(self, detail: str, code: str = "event-folder") -> None:
        super().__init__(detail)
        self.code = code


@dataclass(frozen=True, slots=True)
class Plan:
    """What will be played at the tables. options: in their plain form."""

    origin: str
    game: Game
    mode: str
    options: Mapping[str, Any]

    @property
    def opened(self) -> dict[str, Any]:
        """The fields of the entry that opens the event."""
        return {"game": self.game.VERSION, "mode": self.mode, "options": dict(self.options)}


class Organiser:
    """The log of one event, open. Make it with `organising`."""

    def __init__(self, folder: Path, log: Log) -> None:
        self._folder, self._log = folder, log

    def commit(self, plan: Plan, noise: NoiseSource) -> bytes:
        """Make the deals and commit to them; the commitment. NoiseFault, NotThisEvent."""
        opened = self._last("event_open")
        if opened is None:
            self._put("event_open", plan.opened)
        elif opened.d != plan.opened:
            raise NotThisEvent(f"{opened.d['game']}, {opened.d['mode']}")
        batch = self._last("batch")
        if batch is None:
            batch = self._make_batch(plan, noise)
        return bytes.fromhex(batch.d["B"])

    def contribute(self, ask: Ask) -> None:
        """Ask once, and freeze what was contributed."""
        batch = self._last("batch")
        if batch is None or self._last("contrib") is not None:
            return
        b, given = bytes.fromhex(batch.d["B"]), ask()
        seats = {
            seat.name: {"mode": each.mode, "data": each.data.hex()}
            for seat, each in zip(Seat, given, strict=True)
        }
        self._put("contrib", {"seats": seats, "K": mix(b, given).hex()})

    def close(self) -> None:
        """Every table has played: reveal the deals, and forget them."""
        batch = self._last("batch")
        if batch is None or self._last("contrib") is None:
            raise NotThisEvent("尚未封存 / its contributions are not frozen")
        if self._last("batch_end") is not None:
            return
        secrets = vault.load(self._vault, bytes.fromhex(batch.d["B"]))
        done = {entry.d["h"] for entry in self._log.entries(batch.i) if entry.k == "reveal"}
        for h in range(secrets.n):
            if h not in done:
                self._put("reveal", reveal_entry(secrets, h, unused=True).d)
        self._put("batch_end", {"played": 0, "void": 0, "unused": secrets.n})
        self._log.rotate_epoch(clock.now())

    def publish(self) -> Path:
        """Write the public part anew; where it is. The deals are forgotten once all are in it."""
        batch = self._last("batch")
        files = {}
        if batch is not None:
            checkpoints = self._log.checkpoint_files()
            first = min(size for size in checkpoints if size > batch.i)
            signed = receipt_root(checkpoints[first].read_bytes())
            commit = CommitReceipt(batch_header(batch.d["BH"]), bytes.fromhex(batch.d["R"]), signed)
            files = {f"{FOLDER}commit.txt": to_digits(commit).encode("ascii") + b"\n"}
        export(self._log, self._folder / PUBLIC, files, clock.now())
        if self._last("batch_end") is not None:
            vault.delete(self._vault)
        return self._folder / PUBLIC

    # -------------------------------------------------------------- inside

    @property
    def _vault(self) -> Path:
        return vault_of(self._folder)

    def _make_batch(self, plan: Plan, noise: NoiseSource) -> Entry:
        log, alarms = self._log, list[str]()
        make_directory(self._vault.parent)
        memory = Memory(self._vault.with_name("noise-memory"))
        place = (log.origin, plan.game.VERSION, log.size, log.root, MODES[plan.mode].hands)
        secrets = make_batch(*place, noise, os_random, memory, alarms.append)
        vault.save(self._vault, secrets)
        entry = self._put("batch", batch_entry(secrets, noise.name, "match", 0).d)
        for _ in alarms:
            self._put("rng_fault", {"cause": DISCARDED})
        return entry

    def _last(self, kind: str) -> Entry | None:
        at = self._log.last(kind)
        return None if at is None else next(self._log.entries(at))

    def _put(self, kind: str, d: Mapping[str, Any]) -> Entry:
        entry = self._log.append(kind, d, clock.now())
        if kind in SIGNED:
            self._log.checkpoint()
        return entry


def vault_of(folder: Path) -> Path:
    """Where the deals of an event lie until it is closed."""
    return folder / STATE / "vault" / "event.vault"


@contextmanager
def organising(folder: Path, boot: Mapping[str, Any], origin: str = "") -> Iterator[Organiser]:
    """The log of the event in a folder. origin: begin one of this name if there is none.
    NotThisEvent, LedgerFault."""
    state = folder / STATE
    name = _named(state, origin) if has_records(state) else origin
    if not name:
        raise NotThisEvent(str(folder))
    log = Log.open(state, name, os_random)
    try:
        log.append("boot", {**boot, "torn": log.torn}, clock.now())
        log.rotate_epoch(clock.now())
        yield Organiser(folder, log)
    finally:
        log.close()


def _named(state: Path, origin: str) -> str:
    """The name of the log there. NotThisEvent if it is another one, or not that of an event: then
    nothing may be written into it, not even that it was opened."""
    name = read_key(state / "keys" / "identity.key").name
    if origin not in ("", name):
        raise NotThisEvent(name)
    found = survey(state, name)
    kinds = set(found.kinds) if found else set()
    begun = "event_open" in kinds
    cut_off = origin != "" and kinds <= _BEGINNING and not has_sealing_key(state)
    if not begun and not cut_off:
        raise NotThisEvent(f"{state}: {name}: 不是赛事的记录 / not the log of an event")
    return name
