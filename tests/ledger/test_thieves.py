"""Thieves of keys (`tlog1` §6, A1 to A5) and receipts that people hold against the log."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from table_firmware.fairness.deal import NOTHING
from table_firmware.fairness.receipts import (
    CommitReceipt,
    HandReceipt,
    SeatReceipt,
    hand_receipt,
    seat_receipt,
    to_digits,
)
from table_firmware.ledger.audit import audit
from table_firmware.ledger.keys import SoftwareKey
from table_firmware.rules.cards import Seat
from tests.ledger.forgery import at, forge, plain
from tests.ledger.scripted import Table, Whole, failed

# ------------------------------------------------------------------ V9, V10: keys (A1 to A4)


def test_v9_a_checkpoint_by_the_key_of_another_epoch(bare: Whole, tmp_path: Path) -> None:
    """A1: a thief with the current key edits an old match and signs everything again."""
    folder, entries = tmp_path / "out", plain(bare.table)
    forge(bare.table, folder, entries, epochs=lambda _size: 1)
    report = audit(folder, bare.policy)
    assert failed(report) == "V9"
    assert "not by club.example/table-1/simulated/e/0" in report.verdict


def test_v2_the_current_key_renamed_as_the_old_one(bare: Whole, tmp_path: Path) -> None:
    """A1b: the key id gives it away."""
    folder, entries = tmp_path / "out", plain(bare.table)
    keys = dict(bare.table.keys)
    bare.table.keys[0] = SoftwareKey(keys[0].name, keys[1].seed)
    forge(bare.table, folder, entries)
    bare.table.keys.update(keys)
    report = audit(folder, bare.policy)
    assert failed(report) == "V2"


@pytest.mark.parametrize("size", [0, 1])
def test_v9_a_checkpoint_while_no_epoch_was_open(bare: Whole, tmp_path: Path, size: int) -> None:
    folder, entries = tmp_path / "out", plain(bare.table)
    ends = [e["i"] + 1 for e in entries if e["k"] == "epoch_end"]
    forge(bare.table, folder, entries, sizes=[size, *ends, len(entries)])
    report = audit(folder, bare.policy)
    assert report.refusal is not None
    assert (report.refusal.check, report.refusal.where) == ("V9", f"log/checkpoints/{size}")


def test_v9_a_checkpoint_between_two_epochs(table: Table, tmp_path: Path) -> None:
    table.log.append("epoch_end", {"e": 0}, 9)
    table.restart()
    table.export(tmp_path / "real", {})
    entries = plain(table)
    end = at(entries, "epoch_end")["i"] + 1
    forge(table, tmp_path / "out", entries, sizes=[end, end + 1, len(entries)])
    report = audit(tmp_path / "out", table.policy())
    assert report.refusal is not None
    assert (report.refusal.check, report.refusal.where) == ("V9", f"log/checkpoints/{end + 1}")


def test_v10_a_closing_checkpoint_is_dropped(bare: Whole, tmp_path: Path) -> None:
    """A4."""
    folder = bare.copy(tmp_path / "out")
    end = next(e.i for e in bare.table.log.entries() if e.k == "epoch_end") + 1
    (folder / f"log/checkpoints/{end}").unlink()
    assert failed(bare.verify(folder)) == "V10"


def test_a2_a_log_cut_at_an_old_checkpoint_is_not_found_without_a_receipt(
    table: Table, tmp_path: Path
) -> None:
    """The honest limit of §6; one later receipt finds it (A2b)."""
    table.play_match("1B")
    old = table.export(tmp_path / "old")
    table.play_match("1B")
    later = to_digits(table.receipts[-1])
    assert audit(old, table.policy()).ok
    report = audit(old, table.policy(), [later])
    assert failed(report) == "V8"


# ------------------------------------------------------------------ V15: receipts


def changed_receipts(whole: Whole) -> list[Any]:
    commit, hand, seat = whole.table.receipts[:3]
    assert isinstance(commit, CommitReceipt)
    assert isinstance(hand, HandReceipt)
    assert isinstance(seat, SeatReceipt)
    early = whole.table.receipt_root(2)
    other = replace(hand.hand, commits=(bytes(32), *hand.hand.commits[1:]))
    elsewhere = replace(hand.hand, h=1)
    return [
        replace(commit, r=bytes(32)),
        replace(commit, checkpoint=early),
        replace(commit, header=replace(commit.header, bid=bytes(16))),
        replace(commit, header=replace(commit.header, prev_size=1)),
        replace(hand, hand=other),
        replace(hand, hand=elsewhere),
        replace(hand, s=bytes(96)),
        replace(seat, hand=other),
        replace(seat, cs=bytes(32)),
    ]


@pytest.mark.parametrize("number", range(9))
def test_v15_a_receipt_that_is_not_of_this_log(whole: Whole, number: int) -> None:
    receipt = changed_receipts(whole)[number]
    report = audit(whole.folder, whole.policy, [to_digits(receipt)])
    assert failed(report) == "V15"


@pytest.mark.slow
def test_v15_a_receipt_under_a_signature_from_before_what_it_tells(whole: Whole) -> None:
    """Each part is the table's own, but that signature says nothing of the hand."""
    commit, hand, seat = whole.table.receipts[:3]
    assert isinstance(commit, CommitReceipt)
    assert isinstance(hand, HandReceipt)
    assert isinstance(seat, SeatReceipt)
    first = {entry.k: entry.i for entry in reversed(list(whole.table.log.entries()))}
    needs = ((commit, first["batch"]), (hand, first["reveal"]), (seat, first["deal"]))
    for receipt, since in needs:
        for size in (size for size in whole.table.log.checkpoints() if size > 2):
            digits = to_digits(replace(receipt, checkpoint=whole.table.receipt_root(size)))
            refusal = audit(whole.folder, whole.policy, [digits]).refusal
            assert (refusal and refusal.check) == ("V15" if size <= since else None), size


def test_v15_a_hand_that_the_log_has_not_opened(table: Table, tmp_path: Path) -> None:
    table.begin_match("2")
    table.commit(4)
    table.contribute()
    dealt = table.deal(0)
    signed = table.root()
    whole = hand_receipt(table.batch, table.given, 0, NOTHING, dealt, signed)
    own = seat_receipt(table.batch, table.given, 0, NOTHING, dealt, Seat.W, signed)
    folder = table.export(tmp_path / "out", {})
    assert audit(folder, table.policy(), [to_digits(own)]).ok
    assert failed(audit(folder, table.policy(), [to_digits(whole)])) == "V15"


@pytest.mark.parametrize("text", ["", "1", "x" * 5000, "0" * 500, "é"])
def test_v15_a_receipt_that_is_none(whole: Whole, text: str) -> None:
    report = audit(whole.folder, whole.policy, [text])
    assert report.refusal is not None
    assert (report.refusal.check, report.refusal.where) == ("V15", "receipt 1")


def test_v8_a_receipt_that_the_table_did_not_sign(whole: Whole) -> None:
    commit = whole.table.receipts[0]
    assert isinstance(commit, CommitReceipt)
    cp = commit.checkpoint
    for bad in (replace(cp, signature=bytes(64)), replace(cp, key_id=bytes(4))):
        digits = to_digits(replace(commit, checkpoint=bad))
        report = audit(whole.folder, whole.policy, [digits])
        assert report.refusal is not None
        assert report.refusal.check == "V8"
