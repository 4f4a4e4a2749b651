"""What is old and kept by others may go, and every proof stays valid (`trust-decisions`, T18)."""

import json
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from table_firmware.exchange import parse_address
from table_firmware.ledger.audit import audit
from table_firmware.ledger.entries import Entry
from table_firmware.ledger.faults import LedgerFault
from table_firmware.ledger.handed import prove
from table_firmware.ledger.log import Log
from table_firmware.ledger.notes import parse_checkpoint, parse_note
from table_firmware.ledger.proof import check_proof
from table_firmware.ledger.prune import AGE, Pruned, PrunedFolder, old_enough
from table_firmware.ledger.survey import survey
from table_firmware.ledger.tree import is_consistent
from table_firmware.store import Store
from table_firmware.upload import DirectorySink, UploadFault, acks_of, all_acks, upload
from tests.ledger.scripted import ORIGIN, Table, failed, filler
from tests.ledger.shelf import HOST, Shelf, serving

pytestmark = pytest.mark.slow

DAY = 86_400_000
KEPT_DAYS = AGE // DAY


def claim(day: int, src: str = "ntp") -> dict[str, Any]:
    return {"unix": day * DAY, "src": src, "unc": 1_000}


@dataclass
class Year:
    """A table after 200 days, two archives of it, and the proof of an entry of the first day."""

    table: Table
    place: Path
    day_of: dict[int, int]
    proof: bytes

    def export(self) -> Path:
        (self.place / "exports").mkdir(exist_ok=True)
        return self.table.export(self.place / "exports/current", {})

    def bring(self, name: str) -> Path:
        exports, target = self.place / "exports", self.place / name
        target.mkdir(exist_ok=True)
        upload(exports / "current", DirectorySink(target), acks_of(exports, target))
        return target

    def acks(self) -> list[dict[str, str]]:
        return all_acks(self.place / "exports")

    def copy(self, place: Path) -> "Year":
        shutil.copytree(self.place, place)
        table = Table(place / "state", quick=True, segment=256)
        return Year(table, place, self.day_of, self.proof)


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Year:
    """Thirty entries a day at first, then one a day; a match on the first day and on the last."""
    place = tmp_path_factory.mktemp("year")
    table = Table(place / "state", quick=True, segment=256)
    day_of: dict[int, int] = {}
    table.play_match("1B")
    for day in range(201):
        for _ in range(30 if day < 25 else 1):
            table.put("clock", claim(day))
            day_of[table.log.size - 1] = day
        if day % 20 == 0:
            table.rotate()
    table.play_match("1B")
    year = Year(table, place, day_of, b"")
    year.export()
    year.proof = prove(place / "exports/current", 5)
    for name in ("stick", "share"):
        year.bring(name)
    table.log.close()
    return year


@pytest.fixture
def year(original: Year, tmp_path: Path) -> Year:
    return original.copy(tmp_path / "year")


def test_nothing_younger_than_183_days_goes_and_every_proof_stays(year: Year) -> None:
    log, before = year.table.log, year.table.log.root
    gone = log.prune(claim(200), year.acks())
    assert gone == log.pruned == 512
    assert all(day <= 200 - KEPT_DAYS for i, day in year.day_of.items() if i < gone)
    next_segment = [day for i, day in year.day_of.items() if gone <= i < gone + 256]
    assert max(next_segment) > 200 - KEPT_DAYS  # no more could have gone
    assert log.root == before
    assert next(log.entries()).i == next(log.entries(3)).i == gone
    assert log.prune(claim(200), year.acks()) == 0
    year.table.restart()
    log = year.table.log
    assert log.tree.root(gone) != before
    year.table.play_match("1B")
    folder = year.export()
    assert not (folder / "log/tile/entries/000").exists()
    identity = log.identity.verifier
    check_proof(year.proof, identity)
    for index in (gone, None):
        check_proof(prove(folder, index), identity)
    with pytest.raises(Exception, match="missing"):
        prove(folder, 5)
    notes = [parse_checkpoint(parse_note(raw).text) for raw in log.checkpoints().values()]
    head = notes[-1]
    for old in notes:
        way = log.tree.consistency(old.size, head.size)
        assert is_consistent(old.size, old.root, head.size, head.root, way)


def test_a_technician_sees_what_stands_even_if_the_power_went_amid_it(year: Year) -> None:
    log = year.table.log
    journal = year.table.state / "journal"
    first = (journal / "00000000").read_bytes()
    log.prune(claim(200), year.acks())
    for back in (b"", first):
        if back:
            (journal / "00000000").write_bytes(back)
        found = survey(year.table.state, ORIGIN, segment=256)
        assert found is not None
        assert (found.entries, found.signed) == (log.size, max(log.checkpoints()))
        assert found.kinds["match"] == 1  # the other one is gone
        assert (journal / "00000000").exists() == bool(back)


@pytest.mark.no_cover
def test_the_archives_stay_whole(year: Year) -> None:
    log = year.table.log
    log.prune(claim(200), year.acks())
    year.table.play_match("1B")
    folder = year.export()
    report = audit(folder, year.table.policy())
    assert failed(report) == "V5"
    assert "verify where they were brought to" in report.verdict
    for name in ("stick", "share"):
        report = audit(year.bring(name), year.table.policy())
        assert report.ok, report.lines()
        assert report.entries == log.size


def test_a_new_stick_must_be_filled_from_an_archive_first(year: Year) -> None:
    year.table.log.prune(claim(200), year.acks())
    year.export()
    with pytest.raises(UploadFault, match="target-incomplete"):
        year.bring("new")
    shutil.copytree(year.place / "stick", year.place / "copied")
    assert audit(year.bring("copied"), year.table.policy()).ok
    bundle = year.place / "copied/log/tile/entries/001"
    for content in (bundle.read_bytes()[:-1], bundle.read_bytes()[:-1] + b"x"):
        bundle.write_bytes(content)
        with pytest.raises(UploadFault, match="target-incomplete"):
            year.bring("copied")


def test_a_server_is_one_of_the_places(year: Year) -> None:
    """It is asked for what is gone only if nobody remembers that it has it."""
    shelf, exports, bundle = Shelf(), year.place / "exports", "log/tile/entries/000"
    with serving(shelf) as port:
        store = Store(parse_address(f"http://{HOST}:{port}"))
        acks = acks_of(exports, str(store))
        upload(exports / "current", store, acks)
        confirmed = json.loads(acks.read_bytes())
        assert year.table.log.prune(claim(200), [confirmed, confirmed]) == 512
        year.export()
        shelf.asked.clear()
        upload(exports / "current", store, acks)
        assert ("GET", f"/{bundle}") not in shelf.asked
        assert json.loads(acks.read_bytes())[bundle] == confirmed[bundle]
        acks.unlink()
        upload(exports / "current", store, acks)
        assert ("GET", f"/{bundle}") in shelf.asked
        assert json.loads(acks.read_bytes())[bundle] == confirmed[bundle]
        acks.unlink()
        del shelf.objects[f"/{bundle}"]
        with pytest.raises(UploadFault, match="target-incomplete"):
            upload(exports / "current", store, acks)
    assert bundle not in json.loads(acks.read_bytes())


@pytest.mark.parametrize(
    ("now", "places"),
    [(claim(200), 1), (claim(184), 2), (claim(200, "rtc"), 2), (claim(200, "manual"), 2)],
)
def test_what_is_young_or_kept_once_or_of_unknown_age_stays(
    year: Year, now: dict[str, Any], places: int
) -> None:
    assert year.table.log.prune(now, year.acks()[:places]) == 0


def test_what_another_place_has_otherwise_counts_for_nothing(year: Year) -> None:
    acks = year.acks()
    acks[0]["log/tile/entries/001"] = "00" * 32
    assert year.table.log.prune(claim(200), acks) == 256


def test_the_last_match_stays_whatever_its_age(tmp_path: Path) -> None:
    table = Table(tmp_path / "state", quick=True, segment=256)
    table.play_match("1B")
    while table.log.size < 600:
        table.put("clock", claim(0))
    year = Year(table, tmp_path, {}, b"")
    year.export()
    for name in ("stick", "share"):
        year.bring(name)
    assert table.log.prune(claim(400), year.acks()) == 0


def test_clocks_that_nobody_has_set_date_nothing() -> None:
    def clock(i: int, day: int, src: str) -> Entry:
        return Entry(1, i, "clock", 0, claim(day, src))

    entries = [clock(5, 0, "rtc"), clock(7, 1, "ntp"), clock(9, 0, "manual"), clock(11, 99, "ntp")]
    assert old_enough(iter(entries), claim(200)) == 7
    assert old_enough(iter(entries), claim(400)) == 11
    assert old_enough(iter(entries), claim(400, "rtc")) == 0


def test_a_changed_identity_is_remembered_beyond_its_entry(tmp_path: Path) -> None:
    table = Table(tmp_path / "state", quick=True, segment=256)
    new = table.log.next_identity().vkey
    changes = {"identity_before": table.log.identity.verifier.vkey, "identity": new}
    table.log.change_identity({"changes": changes, "os": ""}, table.m)
    while table.log.size < 300:
        table.put("clock", claim(0))
    table.play_match("1B")
    year = Year(table, tmp_path, {}, b"")
    year.export()
    for name in ("stick", "share"):
        year.bring(name)
    assert table.log.prune(claim(400), year.acks()) == 256
    table.restart()
    assert table.log.identity.verifier.vkey == new
    year.export()
    assert audit(year.bring("stick"), table.policy()).ok


# ------------------------------------------------------------------ cut off


def test_a_pruning_cut_off_anywhere_loses_nothing(year: Year) -> None:
    state = year.table.state
    segment = (state / "journal/00000000").read_bytes()
    size, root = year.table.log.size, year.table.log.root
    year.table.log.prune(claim(200), year.acks())
    year.table.log.close()
    (state / "journal/00000000").write_bytes(segment)  # the state says that it is gone
    again = opened(state)
    assert (again.size, again.root, again.pruned) == (size, root, 512)
    again.close()
    assert not (state / "journal/00000000").exists()


def test_hashes_without_a_word_of_them_are_no_harm(year: Year) -> None:
    state, root = year.table.state, year.table.log.root
    year.table.log.close()
    PrunedFolder(state / "pruned").add(0, bytes(32 * 256))
    again = opened(state)
    assert (again.root, again.pruned) == (root, 0)
    again.close()


def opened(state: Path) -> Log:
    return Log.open(state, ORIGIN, lambda n: filler("x", n), segment=256)


@pytest.mark.parametrize(
    ("name", "content"), [("state", b"{}x"), ("state", b'{"a":1}'), ("0", b"short"), ("1", None)]
)
def test_a_damaged_memory_of_what_is_gone_is_reported(
    year: Year, name: str, content: bytes | None
) -> None:
    year.table.log.prune(claim(200), year.acks())
    year.table.log.close()
    path = year.table.state / "pruned" / name
    path.write_bytes(content) if content is not None else path.unlink()
    with pytest.raises(LedgerFault, match="journal-corrupt"):
        opened(year.table.state)


def test_other_hashes_than_those_that_were_signed_are_found(year: Year) -> None:
    year.table.log.prune(claim(200), year.acks())
    year.table.log.close()
    PrunedFolder(year.table.state / "pruned").add(0, bytes(32 * 256))
    with pytest.raises(LedgerFault, match="journal-altered"):
        opened(year.table.state)


def test_the_state_is_read_as_it_was_written(tmp_path: Path) -> None:
    folder = PrunedFolder(tmp_path / "pruned")
    assert folder.read() == Pruned()
    folder.add(0, bytes(32))
    folder.write(Pruned(1, 2))
    assert folder.read() == Pruned(1, 2)
    assert list(folder.hashes(1, 1)) == [bytes(32)]
