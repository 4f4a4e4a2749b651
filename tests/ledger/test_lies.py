"""A table that signs everything as it should, but lies: what the auditor reads between the lines.

The forger has every key (`tlog1` §6, A1 and A5 without a receipt); the meaning of the entries
alone must give him away.
"""

import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from table_firmware.ledger.audit import audit
from table_firmware.ledger.course import Course
from table_firmware.ledger.entries import decode
from table_firmware.ledger.report import TITLES, Refusal
from table_firmware.ledger.tree import Tree, leaf_hash
from tests.examples import about
from tests.ledger.forgery import at, forge, judged, plain
from tests.ledger.lies import LIES
from tests.ledger.scripted import Table, Whole, failed

ODD = st.sampled_from(
    [0, 1, -1, 3, 255, 2**53 - 1, True, "", "E", "00" * 32, "S7", "EW", [], [1], {}, {"kind": "x"}]
)


def places_of(value: Any) -> list[tuple[Any, Any]]:
    """Every container in a JSON value with each of its keys."""
    items = value.items() if isinstance(value, dict) else enumerate(value)
    found = []
    for key, item in items:
        found.append((value, key))
        if isinstance(item, dict | list):
            found += places_of(item)
    return found


@pytest.mark.no_cover
@pytest.mark.slow
@settings(max_examples=about(50), deadline=None)
@given(data=st.data())
def test_any_odd_value_anywhere_is_a_verdict_and_no_error(
    bare: Whole, tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    """Whatever a forger writes into a field: one failed check, or an entry that says nothing."""
    entries = plain(bare.table)
    entry = data.draw(st.sampled_from(entries), label="entry")
    container, key = data.draw(st.sampled_from(places_of(entry)), label="place")
    if data.draw(st.booleans(), label="leave out"):
        del container[key]
    else:
        container[key] = data.draw(ODD, label="value")
    folder = tmp_path_factory.mktemp("odd")
    report = judged(bare, folder / "out", entries)
    shutil.rmtree(folder)
    if report.refusal is not None:
        assert report.refusal.check in TITLES


@pytest.mark.slow
@pytest.mark.parametrize("lie", LIES)
def test_a_lie_is_found_however_well_it_is_signed(bare: Whole, tmp_path: Path, lie: str) -> None:
    edit, check = LIES[lie]
    report = judged(bare, tmp_path / "out", edit(plain(bare.table)))
    assert report.refusal is not None, lie
    assert report.refusal.check == check, report.verdict
    assert report.refusal.where.startswith(("entry ", "epoch ")), report.verdict


def test_the_forger_is_not_found_where_he_changes_nothing(bare: Whole, tmp_path: Path) -> None:
    report = judged(bare, tmp_path / "out", plain(bare.table))
    assert report.ok, report.verdict


def test_v4_an_entry_that_is_not_canonical(bare: Whole, tmp_path: Path) -> None:
    entries: list[dict[str, Any] | bytes] = [*plain(bare.table)]
    entries[3] = json.dumps(entries[3], indent=0).encode()
    assert failed(judged(bare, tmp_path / "out", entries)) == "V4"


def test_simulated_noise_must_stand_in_the_name(bare: Whole) -> None:
    """The forger cannot rename the table, so the rule is asked of the course itself."""
    with pytest.raises(Refusal, match="simulated noise") as refusal:
        follow_renamed(bare)
    assert refusal.value.check == "V15"


def follow_renamed(bare: Whole) -> None:
    course, tree = Course("club.example/table-1", frozenset()), Tree()
    for leaf in bare.table.log.leaves():
        entry = decode(leaf)
        if entry.k == "batch":
            raw = bytes.fromhex(entry.d["BH"])
            name = raw.index(b"club")
            renamed = raw[: name - 2] + b"\0\x14club.example/table-1" + raw[name + 30 :]
            entry = replace(entry, d={**entry.d, "BH": renamed.hex()})
        course.follow(entry, tree)
        tree.append(leaf_hash(leaf))


def test_an_unfinished_mark_is_the_word_of_the_table(table: Table, tmp_path: Path) -> None:
    """Who was away too often is not in the rules: the earnings must still be right."""
    table.play_match("1A")
    table.export(tmp_path / "real", {})
    entries = plain(table)
    line = at(entries, "match_end")["d"]["ranking"][1]
    line |= {"unfinished": True, "rank": 0}
    forge(table, tmp_path / "out", entries)
    report = audit(tmp_path / "out", table.policy())
    assert report.ok, report.verdict


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["2", "3", "4"])
def test_v13_no_match_ends_with_its_commitment(table: Table, tmp_path: Path, mode: str) -> None:
    """A commitment to fewer hands than the mode has makes no shorter match."""
    table.play_match(mode, hands=2)
    report = audit(table.export(tmp_path / "out", {}), table.policy())
    assert failed(report) == "V13"
    assert "hands are left to play" in report.verdict


def test_v12_a_hand_that_the_mode_does_not_have(table: Table, tmp_path: Path) -> None:
    table.play_match("1B", hands=2)
    report = audit(table.export(tmp_path / "out", {}), table.policy())
    assert failed(report) == "V12"
    assert "the mode has no such hand" in report.verdict
