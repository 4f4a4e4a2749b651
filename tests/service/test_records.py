"""Records, keys and vault are looked at, whether a table runs or not."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from table_firmware.fairness import vault
from table_firmware.ledger.seal import audit_public
from table_firmware.rules.cards import Seat
from table_firmware.service.areas import records
from table_firmware.service.checks import Check
from tests.controller.desk import QUICK
from tests.controller.test_whole_match import RealDesk
from tests.ledger.scripted import ORIGIN, Table
from tests.service.areas import brief


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    made = Table(tmp_path / "state", quick=True)
    yield made
    made.log.close()


def found(table: Table, origin: str = ORIGIN) -> dict[str, Check]:
    return {check.name: check for check in records.checks(table.state, origin)}


def test_where_no_table_ran_there_are_no_records(tmp_path: Path) -> None:
    (only,) = records.checks(tmp_path, ORIGIN)
    assert brief(only) == ("info", "none", "")


def test_a_table_that_runs_is_well(table: Table) -> None:
    assert {name: brief(check) for name, check in found(table).items()} == {
        "records.journal": ("ok", "running", ""),
        "records.kept": ("ok", "whole", ""),
        "records.keys": ("ok", "there", ""),
        "records.vault": ("ok", "empty", ""),
        "records.noise": ("ok", "counted", ""),
        "records.seats": ("ok", "linked", ""),
    }


def test_a_torn_end_is_information(table: Table) -> None:
    table.log.close()
    assert brief(found(table)["records.journal"]) == ("ok", "resting", "")
    with (table.state / "journal" / "00000000").open("ab") as file:
        file.write(b"\0\0\0")
    assert brief(found(table)["records.journal"]) == ("info", "torn", "")


def test_another_name_is_a_fault(table: Table) -> None:
    assert brief(found(table, "another")["records.journal"]) == ("fault", "failed", "TBL-307")


def test_old_checkpoints_and_receipts_that_are_spoilt_are_named_with_what_to_do(
    table: Table,
) -> None:
    table.play_match("1B")
    (table.state / "receipts").mkdir()
    (table.state / "receipts" / "m1-commit.txt").write_text("17\n")
    folder = table.state / "checkpoints"
    first, second, *others = sorted(folder.iterdir(), key=lambda file: int(file.name))
    first.unlink()
    second.write_bytes(b"?")
    kept = found(table)["records.kept"]
    assert brief(kept) == ("fault", "flawed", "TBL-315")
    named = f"checkpoints/{first.name}, checkpoints/{second.name}, receipts/m1-commit.txt"
    assert kept.found("zh") == f"缺失 1 个，损坏 2 个：{named}"
    assert kept.found("en") == f"1 missing, 2 damaged: {named}"
    assert "exports/current" in kept.remedy("zh")
    assert "exports/current" in kept.remedy("en")
    for file in others[:-1]:
        file.write_bytes(b"?")
    assert found(table)["records.kept"].found("en").endswith(f"… (+{len(others) - 3})")


@pytest.mark.slow
def test_what_is_sealed_for_the_audit_and_spoilt_is_a_finding_with_what_to_do(
    tmp_path: Path,
) -> None:
    """A real table that seals its reveals; its files are what the log says, until one is not."""
    plays = replace(QUICK, reveal_at="audit", mode="1A")
    desk = RealDesk(tmp_path / "state", plays, audit_key=audit_public(bytes(range(32))))
    desk.to_play(Seat.E, Seat.N, mode="1A")
    for seat in (Seat.E, Seat.N):
        desk.want(seat, "manage")
    desk.wait_until(lambda: desk.table.in_lobby)
    desk.log.close()

    def kept() -> Check:
        found = records.checks(desk.state, desk.log.origin)
        return next(check for check in found if check.name == "records.kept")

    assert brief(kept()) == ("ok", "whole", "")
    assert kept().values["sealed"] == 1
    assert "1 个密封文件完好" in kept().found("zh")
    (file,) = (desk.state / "sealed").iterdir()
    file.write_bytes(file.read_bytes()[:-1])
    assert brief(kept()) == ("fault", "flawed", "TBL-315")
    assert kept().found("en") == f"0 missing, 1 damaged: sealed/{file.name}"
    file.unlink()
    assert kept().found("zh") == f"缺失 1 个，损坏 0 个：sealed/{file.name}"
    for language, word in (("zh", "密封文件"), ("en", "sealed file")):
        assert word in kept().remedy(language)
    whole = desk.state / "exports/current/sealed" / file.name
    file.write_bytes(whole.read_bytes())  # as the remedy says
    assert brief(kept()) == ("ok", "whole", "")


def test_what_cannot_be_read_or_judged_is_no_finding_of_its_own(table: Table) -> None:
    (table.state / "checkpoints").rename(table.state / "gone")
    assert brief(found(table)["records.kept"]) == ("fault", "failed", "TBL-313")
    (table.state / "policy").unlink()
    assert "records.kept" not in found(table)


def test_keys_that_are_gone_or_strange_are_faults(table: Table) -> None:
    keys = table.state / "keys"
    (table.state / "policy").write_text("quorum none\n")
    assert found(table)["records.keys"].code == "TBL-314"
    (table.state / "policy").write_text("nonsense\n")
    assert found(table)["records.keys"].code == "TBL-314"
    (table.state / "policy").unlink()
    assert found(table)["records.keys"].code == "TBL-310"
    (keys / "epoch-1.key").write_bytes(table.keys[0].encode())
    assert found(table)["records.keys"].code == "TBL-307"
    (keys / "epoch-1.key").unlink()
    assert found(table)["records.keys"].code == "TBL-308"
    (keys / "identity.key").unlink()
    assert found(table)["records.keys"].code == "TBL-306"


def test_the_key_that_was_promised_must_be_the_one_that_is_there(table: Table) -> None:
    path = table.state / "keys" / "epoch-1.key"
    other = Table(table.state.parent / "other", quick=True)
    path.write_bytes((other.state / "keys" / "epoch-1.key").read_bytes())
    other.log.close()
    assert found(table)["records.keys"].code == "TBL-308"


def test_the_vault_must_hold_the_secrets_of_the_match_in_play(table: Table) -> None:
    table.begin_match("1B")
    table.commit(2)
    (table.state / "vault").mkdir()
    path = table.state / "vault" / f"{table.batch.bid.hex()}.vault"
    assert brief(found(table)["records.vault"]) == ("fault", "failed", "TBL-407")
    vault.save(path, table.batch)
    assert brief(found(table)["records.vault"]) == ("ok", "there", "")


def test_the_history_of_the_noise_is_told(table: Table) -> None:
    table.put("rng_fault", {"cause": "noise-intermittent"})
    assert brief(found(table)["records.noise"]) == ("info", "counted", "")
    table.put("rng_fault", {"cause": "noise-unhealthy"})
    assert brief(found(table)["records.noise"]) == ("fault", "counted", "TBL-404")
    table.put("config", {"changes": {"noise_fault": "cleared"}, "os": ""})
    assert brief(found(table)["records.noise"]) == ("info", "counted", "")
    table.put("rng_fault", {"cause": "noise-unhealthy"})
    table.begin_match("1B")
    table.commit(2)
    assert brief(found(table)["records.noise"]) == ("info", "counted", "")


def test_a_screen_that_does_not_answer_is_a_warning_while_the_table_runs(table: Table) -> None:
    table.put("seat", {"seat": "S", "change": "lost"})
    assert brief(found(table)["records.seats"]) == ("warning", "lost", "TBL-501")
    table.log.close()
    assert brief(found(table)["records.seats"]) == ("ok", "linked", "")
