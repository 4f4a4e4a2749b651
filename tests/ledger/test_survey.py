"""A technician looks at a log beside the table that writes it, and changes nothing."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from table_firmware.ledger.faults import LedgerFault
from table_firmware.ledger.survey import Survey, has_records, is_running, survey
from table_firmware.ledger.upkeep import Upkeep
from tests.ledger.scripted import ORIGIN, Table, Whole

Tables = Callable[..., Table]


def seen(state: Path) -> Survey:
    found = survey(state, ORIGIN)
    assert found is not None
    return found


def contents(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_where_no_table_ran_there_is_nothing_and_nothing_is_made(tmp_path: Path) -> None:
    assert survey(tmp_path / "state", ORIGIN) is None
    assert not (tmp_path / "state").exists()


def test_a_table_runs_while_it_has_its_journal(new_table: Tables, tmp_path: Path) -> None:
    table = new_table("a", quick=True)
    assert is_running(table.state)
    assert has_records(table.state)
    table.log.close()
    assert not is_running(table.state)
    assert has_records(table.state)
    assert not is_running(tmp_path / "none")
    assert not has_records(tmp_path / "none")
    assert not (tmp_path / "none").exists()


def test_a_running_table_is_seen_and_goes_on(table: Table) -> None:
    found = seen(table.state)
    assert found.held
    assert found.entries == table.log.size
    assert found.signed == table.log.size
    table.put("clock", {"unix": 1, "src": "rtc", "unc": 0})
    assert seen(table.state).entries == table.log.size == found.entries + 1


def test_a_table_that_rests_is_counted_by_kind_and_left_as_it_is(whole: Whole) -> None:
    before = contents(whole.table.state)
    found = seen(whole.table.state)
    assert found.entries == whole.table.log.size == sum(found.kinds.values())
    assert found.kinds["match_end"] == 1
    assert found.boots == 1
    assert found.batch == ("", "")
    assert found.epochs.is_open
    assert contents(whole.table.state) == before


def test_the_batch_in_play_is_named(new_table: Tables) -> None:
    table = new_table("a", quick=True)
    table.begin_match("1B")
    table.commit(2)
    found = seen(table.state)
    assert found.batch == (table.batch.bid.hex(), table.batch.b.hex())


def test_the_end_of_an_epoch_is_seen(table: Table) -> None:
    assert seen(table.state).epochs.number == 0
    table.rotate()
    assert seen(table.state).epochs.number == 1


def test_a_fault_of_the_noise_stands_until_it_is_cleared(table: Table) -> None:
    table.put("rng_fault", {"cause": "noise-intermittent"})
    assert (seen(table.state).stopped, seen(table.state).noise) == ("", {"noise-intermittent": 1})
    table.put("rng_fault", {"cause": "noise-short"})
    table.put("rng_fault", {"cause": "noise-intermittent"})
    assert seen(table.state).stopped == "noise-short"
    table.put("config", {"changes": {"noise_fault": "cleared"}, "os": ""})
    assert seen(table.state).stopped == ""
    assert seen(table.state).noise == {"noise-intermittent": 2, "noise-short": 1}


def test_a_test_alone_puts_no_source_back_in_use_and_a_batch_shows_that_it_is(
    table: Table,
) -> None:
    table.put("rng_fault", {"cause": "noise-short"})
    on = Upkeep(on=True, seat="E")
    table.put("service", on.fields("begin", "pin"))
    assert seen(table.state).stopped == "noise-short"
    table.put("service", on.fields("noise", "screen"))
    assert seen(table.state).stopped == "noise-short"
    table.put("service", Upkeep().fields("end", "pin"))
    table.begin_match("1B")
    table.commit(2)
    assert seen(table.state).stopped == ""


def test_other_changes_of_the_settings_clear_nothing(table: Table) -> None:
    table.put("rng_fault", {"cause": "noise-short"})
    table.put("config", {"changes": {"mode": "2"}, "os": ""})
    assert seen(table.state).stopped == "noise-short"


def test_a_screen_is_lost_until_it_comes_back(table: Table) -> None:
    table.put("seat", {"seat": "E", "change": "lost"})
    table.put("seat", {"seat": "N", "change": "lost"})
    table.put("seat", {"seat": "N", "change": "linked"})
    assert seen(table.state).lost == {"E"}


def test_a_torn_end_is_told_and_stays(new_table: Tables) -> None:
    table = new_table("a", quick=True)
    size = table.log.size
    table.log.close()
    with (table.state / "journal" / "00000000").open("ab") as file:
        file.write(b"\0\0\0")
    found = seen(table.state)
    assert (found.held, found.torn, found.entries) == (False, 3, size)
    assert seen(table.state).torn == 3


def test_an_altered_journal_is_refused_as_at_a_start(new_table: Tables) -> None:
    table = new_table("a", quick=True)
    table.log.close()
    newest = max(int(path.name) for path in (table.state / "checkpoints").iterdir())
    os.truncate(table.state / "journal" / "00000000", 40)
    with pytest.raises(LedgerFault, match="journal-rolled-back"):
        survey(table.state, ORIGIN)
    (table.state / "checkpoints" / str(newest)).write_bytes(b"?")
    with pytest.raises(LedgerFault, match="journal-altered"):
        survey(table.state, ORIGIN)


def test_before_the_first_checkpoint_there_is_nothing_to_compare(tmp_path: Path) -> None:
    (tmp_path / "journal").mkdir()
    assert seen(tmp_path).entries == 0
