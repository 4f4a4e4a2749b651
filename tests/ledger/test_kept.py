"""What lies beside the journal and is missing or altered is found before the verifier finds it."""

import shutil
from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest

from table_firmware.fairness.deal import NOTHING, Batch, Header
from table_firmware.fairness.receipts import (
    CommitReceipt,
    HandReceipt,
    Receipt,
    SeatReceipt,
    commit_receipt,
    hand_receipt,
    to_digits,
)
from table_firmware.ledger.audit import audit
from table_firmware.ledger.entries import Entry
from table_firmware.ledger.faults import LedgerFault
from table_firmware.ledger.identities import NEXT, PRESENT
from table_firmware.ledger.kept import Flaw, Kept
from table_firmware.ledger.survey import survey
from tests.ledger.scripted import ORIGIN, Table, filler

Tables = Callable[..., Table]


def kept(table: Table, first: int = 0) -> Kept:
    found = Kept(ORIGIN, first)
    for entry in table.log.entries(first):
        found.follow(entry)
    return found


def flaws(table: Table, first: int = 0) -> list[Flaw]:
    return kept(table, first).flaws(table.state, table.log.tree, table.log.verifiers)


def show(table: Table, *receipts: Receipt) -> list[Path]:
    """Keeps receipts as a table does; the files."""
    folder = table.state / "receipts"
    folder.mkdir(exist_ok=True)
    files = [folder / f"m-{number}.txt" for number in range(len(receipts))]
    for file, receipt in zip(files, receipts, strict=True):
        file.write_text(to_digits(receipt) + "\n")
    return files


def altered(*files: Path) -> list[Flaw]:
    return [Flaw("/".join(file.parts[-2:]), missing=False) for file in files]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Table:
    """A table that played a match, started again, and changed its identity."""
    table = Table(tmp_path_factory.mktemp("kept") / "state", quick=True)
    table.play_match("1B")
    table.restart()
    old = table.log.verifiers[0].vkey
    changes = {PRESENT: old, NEXT: table.log.next_identity().vkey, "after": table.log.size}
    table.m += 1
    table.log.change_identity({"changes": changes, "os": ""}, table.m)
    table.begin_match("1B")
    table.commit(2)
    show(table, *table.receipts)
    return table


@pytest.fixture
def table(played: Table, tmp_path: Path) -> Table:
    """A copy of it, which can be spoilt."""
    shutil.copytree(played.state, tmp_path / "state")
    copy = Table.__new__(Table)
    for name in ("log", "receipts", "m"):
        setattr(copy, name, getattr(played, name))
    copy.state = tmp_path / "state"
    return copy


def test_a_store_that_is_whole_has_no_flaw(table: Table) -> None:
    assert flaws(table) == []
    kinds = {type(receipt) for receipt in table.receipts}
    assert kinds == {CommitReceipt, HandReceipt, SeatReceipt}


@pytest.mark.slow
def test_every_checkpoint_that_is_missing_is_named_as_the_verifier_would(
    new_table: Tables, tmp_path: Path
) -> None:
    table = new_table("state", quick=True)
    table.play_match("1B")
    table.put("clock", {"unix": 1, "src": "rtc", "unc": 0})
    for number, file in enumerate(sorted((table.state / "checkpoints").iterdir())):
        raw = file.read_bytes()
        file.unlink()
        assert flaws(table) == [Flaw(f"checkpoints/{file.name}", missing=True)]
        assert not audit(table.export(tmp_path / f"out{number}"), table.policy()).ok
        file.write_bytes(raw)
    assert audit(table.export(tmp_path / "out"), table.policy()).ok
    assert flaws(table) == []


@pytest.mark.slow
def test_every_checkpoint_with_one_other_bit_is_named(table: Table) -> None:
    for number, file in enumerate(sorted((table.state / "checkpoints").iterdir())):
        raw = file.read_bytes()
        for at in range(number, len(raw), 101):
            file.write_bytes(raw[:at] + bytes([raw[at] ^ 1]) + raw[at + 1 :])
            assert flaws_of_checkpoints(table) == [f"checkpoints/{file.name}"]
        file.write_bytes(raw)


def flaws_of_checkpoints(table: Table) -> list[str]:
    shutil.rmtree(table.state / "receipts", ignore_errors=True)
    return [flaw.path for flaw in flaws(table)]


@pytest.mark.slow
@pytest.mark.parametrize("number", range(4))
def test_every_receipt_with_one_other_digit_is_named(table: Table, number: int) -> None:
    (file,) = show(table, table.receipts[number])
    for other in (table.state / "receipts").iterdir():
        if other != file:
            other.unlink()
    digits = file.read_text()
    for at in range(0, len(digits), len(digits) // 15):
        other_digit = str((int(digits[at]) + 1) % 10) if digits[at].isdigit() else "x"
        file.write_text(digits[:at] + other_digit + digits[at + 1 :])
        assert flaws(table) == altered(file)
    file.write_bytes(b"\xff")
    assert flaws(table) == altered(file)


def test_a_checkpoint_with_too_few_signatures_or_of_another_size_is_named(table: Table) -> None:
    folder = table.state / "checkpoints"
    first, second, *_ = sorted(folder.iterdir(), key=lambda file: int(file.name))
    raw = first.read_bytes()
    first.write_bytes(b"".join(raw.splitlines(keepends=True)[:-1]))
    second.write_bytes(raw)
    assert flaws(table) == altered(first, second)


def test_a_signature_that_the_lost_power_prevented_is_not_missing(new_table: Tables) -> None:
    table = new_table("state", quick=True)
    table.log.append("export", {"files": {}}, 9)
    assert flaws(table) == []
    table.restart()
    assert flaws(table) == []
    assert table.log.lost == []


def test_what_a_running_table_has_signed_meanwhile_is_not_judged(new_table: Tables) -> None:
    table = new_table("state", quick=True)
    found = survey(table.state, ORIGIN)
    assert found is not None
    table.put("export", {"files": {}})
    assert found.kept.flaws(table.state, found.tree, table.log.verifiers) == []


def test_a_start_knows_which_checkpoints_are_gone(new_table: Tables) -> None:
    table = new_table("state", quick=True)
    table.play_match("1B")
    first, second, *_ = sorted(int(file.name) for file in (table.state / "checkpoints").iterdir())
    for size in (first, second):
        (table.state / "checkpoints" / str(size)).unlink()
    table.restart()
    assert table.log.lost == [first, second]


# ------------------------------------------------------------------ receipts of other places


def test_a_receipt_of_another_batch_root_or_signer_is_named(table: Table, tmp_path: Path) -> None:
    commit = table.receipts[0]
    assert isinstance(commit, CommitReceipt)
    signed = commit.checkpoint
    other = Table(tmp_path / "other", seed=2, quick=True)
    other.begin_match("1B")
    other.commit(2)
    other.log.close()
    wrong = [
        other.receipts[0],
        replace(commit, r=bytes(32)),
        replace(commit, header=replace(commit.header, n=commit.header.n + 1)),
        replace(commit, checkpoint=replace(signed, size=10**6)),
        replace(commit, checkpoint=replace(signed, root=bytes(32))),
        replace(commit, checkpoint=replace(signed, key_id=bytes(4))),
        replace(commit, checkpoint=replace(signed, signature=bytes(64))),
    ]
    assert flaws(table) == []
    files = show(table, *wrong)
    assert flaws(table) == altered(*files)


def test_the_other_seats_in_a_receipt_are_those_of_the_log(table: Table) -> None:
    """A seat can judge its own cards alone; the table knows all commitments and contributions."""
    (seat,) = (each for each in table.receipts if isinstance(each, SeatReceipt))
    mixed = tuple(reversed(seat.hand.commits))
    own = (*mixed[: seat.seat], seat.hand.commits[seat.seat], *mixed[seat.seat + 1 :])
    (file,) = show(table, replace(seat, hand=replace(seat.hand, commits=own)))
    assert altered(file)[0] in flaws(table)


def test_of_what_is_gone_only_what_is_known_is_judged(table: Table) -> None:
    """Pruned entries name keys and batches that the table no longer knows."""
    first = next(entry.i for entry in table.log.entries() if entry.k == "epoch_end")
    assert flaws(table, first) == []
    size = min(int(file.name) for file in (table.state / "checkpoints").iterdir())
    file = table.state / "checkpoints" / str(size)
    file.write_bytes(b"?")
    assert flaws(table, first) == altered(file)


def test_receipts_of_an_event_are_judged_by_its_own_log(table: Table, tmp_path: Path) -> None:
    other = Table(tmp_path / "event", seed=3, quick=True)
    other.begin_match("1B")
    other.commit(2)
    other.log.close()
    show(table, *other.receipts)
    found = kept(table)
    found.follow(Entry(1, table.log.size, "event", 0, {"BH": other.batch.bh.hex()}))
    names = [flaw.path for flaw in found.flaws(table.state, table.log.tree, table.log.verifiers)]
    assert "receipts/m-0.txt" not in names


class Elsewhere(Table):
    """A table whose game is not known here."""

    def make_batch(self, n: int) -> Batch:
        own = super().make_batch(n)
        place = (own.bid, own.prev_size, own.prev_root)
        header = Header(ORIGIN, "other/1", *place, n)
        secrets = tuple(self.secret(header, h) for h in range(n))
        return Batch(ORIGIN, "other/1", *place, secrets)


def test_the_cards_of_a_game_that_is_not_known_here_are_not_judged(tmp_path: Path) -> None:
    table = Elsewhere(tmp_path / "state", quick=True)
    table.begin_match("1B")
    table.commit(1)
    table.contribute()
    facts = (table.batch, table.given, 0, NOTHING, table.deal(0))
    show(table, commit_receipt(table.batch, table.root()), hand_receipt(*facts, table.root()))
    assert flaws(table) == []


def test_a_folder_that_cannot_be_read_is_a_fault_of_the_storage(table: Table) -> None:
    (table.state / "checkpoints").rename(table.state / "gone")
    with pytest.raises(LedgerFault, match="storage-failed"):
        flaws(table)


# ------------------------------------------------------------------ sealed for the audit


def seal_hands(table: Table, hands: int) -> list[Path]:
    """Plays a match whose reveals are sealed; the files, by hand."""
    table.begin_match("2")
    table.commit(hands, reveal_at="audit")
    table.contribute()
    folder = table.state / "sealed"
    folder.mkdir(exist_ok=True)
    files = [folder / f"{table.batch.bid.hex()}-{h}" for h in range(hands)]
    for h, file in enumerate(files):
        file.write_bytes(filler(file.name, 300))
        digest = sha256(file.read_bytes()).hexdigest()
        table.put("reveal_sealed", {"h": h, "sha256": digest})
    return files


@pytest.mark.slow
def test_every_sealed_file_that_is_missing_or_has_one_other_bit_is_named(
    new_table: Tables,
) -> None:
    table = new_table("state", quick=True)
    files = seal_hands(table, 3)
    (table.state / "sealed" / f"{'0' * 32}-0").write_bytes(b"of a reveal that was not logged")
    assert flaws(table) == []
    for file in files:
        raw = file.read_bytes()
        for at in range(0, len(raw), 29):
            file.write_bytes(raw[:at] + bytes([raw[at] ^ 1]) + raw[at + 1 :])
            assert flaws(table) == altered(file)
        file.write_bytes(b"")
        assert flaws(table) == altered(file)
        file.unlink()
        assert flaws(table) == [Flaw(f"sealed/{file.name}", missing=True)]
        file.write_bytes(raw)
    assert flaws(table) == []


def test_two_sealed_files_that_were_changed_for_each_other_are_both_named(
    new_table: Tables,
) -> None:
    table = new_table("state", quick=True)
    first, second = seal_hands(table, 2)
    raw = first.read_bytes()
    first.write_bytes(second.read_bytes())
    second.write_bytes(raw)
    assert flaws(table) == altered(first, second)


def test_of_a_sealed_hand_whose_batch_is_pruned_the_file_is_still_held_against_the_log(
    new_table: Tables,
) -> None:
    table = new_table("state", quick=True)
    files = seal_hands(table, 2)
    pruned = next(entry.i for entry in table.log.entries() if entry.k == "reveal_sealed")
    assert flaws(table, pruned) == []
    assert kept(table, pruned + 1).sealed.keys() == {(b"", 1)}
    files[0].unlink()  # let go with its entry
    assert flaws(table, pruned + 1) == []
    files[1].write_bytes(b"?")
    assert flaws(table, pruned + 1) == [Flaw("sealed/*-1", missing=True)]
