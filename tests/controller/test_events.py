"""The same deals at several tables (`deal1` §12), from organiser to ranking, on real files."""

import json
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from table_firmware.cli import main
from table_firmware.controller.shelf import Shelf
from table_firmware.fairness.entropy import os_random
from table_firmware.ledger.audit import audit
from table_firmware.ledger.enrolment import Enrolment, enrol
from table_firmware.ledger.keys import SoftwareKey
from table_firmware.ledger.log import Log
from table_firmware.ledger.notes import parse_vkey
from table_firmware.ledger.organised import event_of
from table_firmware.ledger.report import Report
from table_firmware.ledger.seal import audit_public
from table_firmware.ledger.sealing import sealing_key
from table_firmware.rules.cards import Seat
from tests.controller.desk import QUICK
from tests.controller.test_whole_match import RealDesk

pytestmark = pytest.mark.slow

E, N, W, S = Seat
CLUB = SoftwareKey("club.example", bytes(range(32)))
EVENT = "club.example/spring/simulated"
FAST = replace(QUICK, timers=replace(QUICK.timers, house=0, draw=100, result=0), house_after=1_000)


@dataclass
class Club:
    """An organiser's folder and its tables, in one place on disk."""

    place: Path

    @property
    def event(self) -> Path:
        return self.place / "event"

    @property
    def public(self) -> Path:
        return self.event / "public"

    def create(self, mode: str = "1A", *more: str) -> int:
        verb = ["event", "create", str(self.event), "--origin", EVENT, "--mode", mode]
        return main([*verb, *(more or ("--digits", "E=314159"))])

    def table(self, number: int) -> RealDesk:
        origin = f"club.example/table-{number}.simulated"
        return RealDesk(self.place / f"t{number}", FAST, origin=origin)

    def note(self, desk: RealDesk) -> Path:
        """Its enrolment by the club."""
        epoch0 = next(entry.d["vkey"] for entry in desk.log.entries() if entry.k == "epoch")
        key = audit_public(sealing_key(desk.state, os_random))
        identity = desk.log.identity.verifier
        found = Enrolment(desk.origin, identity, parse_vkey(epoch0), "pi-1", key)
        path = self.place / f"{desk.state.name}.note"
        path.write_bytes(enrol(found, CLUB))
        return path

    def seal(self, *notes: Path) -> int:
        out = ["--club", CLUB.verifier.vkey, "--out", str(self.place / "stick")]
        return main(["event", "seal", str(self.event), *map(str, notes), *out])

    def file(self, desk: RealDesk) -> Path:
        (found,) = (self.place / "stick").glob(f"{desk.origin.replace('/', '-')}-*.event")
        return found

    def load(self, desk: RealDesk) -> RealDesk:
        """The table is stopped, loads the event and starts again."""
        desk.log.close()
        log = Log.open(desk.state, desk.origin, os_random)
        shelf = Shelf(desk.state, log, sealing_key(desk.state, os_random))
        shelf.put(self.file(desk), FAST)
        log.close()
        return RealDesk(desk.state, desk.play, desk.now, origin=desk.origin)

    def ready(self, number: int = 1) -> RealDesk:
        """A table with the event loaded."""
        desk = self.table(number)
        assert self.seal(self.note(desk)) == 0
        return self.load(desk)

    def close(self) -> int:
        return main(["event", "close", str(self.event)])

    def verify(self, desk: RealDesk) -> Report:
        _, event = event_of(self.public)
        assert event is not None
        policy = (desk.state / "policy").read_text()
        return audit(desk.state / "exports/current", policy, events=[event])


def play(desk: RealDesk) -> RealDesk:
    desk.link(*Seat)
    desk.wait_until(lambda: "match_end" in desk.kinds(), most=600_000)
    desk.wait_until(lambda: desk.table.in_lobby)
    return desk


@pytest.fixture
def club(tmp_path: Path) -> Club:
    made = Club(tmp_path)
    assert made.create() == 0
    return made


def test_an_event_at_three_tables_is_merged_and_audited(
    club: Club, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tables = [club.table(number) for number in (1, 2, 3)]
    assert club.seal(*map(club.note, tables)) == 0
    tables = [play(club.load(desk)) for desk in tables]
    exports = [str(desk.state / "exports/current") for desk in tables]
    before = [club.verify(desk) for desk in tables]
    assert [report.verdict for report in before if not report.ok] == []
    assert all("not closed yet" in report.remarks[-1] for report in before)
    assert {report.hands for report in before} == {0}
    assert club.close() == 0
    after = [club.verify(desk) for desk in tables]
    assert [(report.hands, report.remarks) for report in after] == [(1, ())] * 3
    capsys.readouterr()
    out = ["--event", str(club.public), "--out", str(tmp_path / "results")]
    assert main(["event", "merge", *exports, *out]) == 0
    shown = capsys.readouterr().out
    assert "club.example/table-1.simulated#1A" in shown
    found = json.loads((tmp_path / "results/results.json").read_text())
    assert len(found["ranking"]) == 12
    assert len(found["deals"]) == 12
    assert main(["event", "movement", str(tmp_path / "results/results.json")]) == 0
    assert "table 3" in capsys.readouterr().out
