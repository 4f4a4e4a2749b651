"""No byte of an export can be other than it was: entries, tiles, files, checkpoints."""

import os
import shutil
from base64 import b64encode
from collections.abc import Callable
from pathlib import Path
from time import process_time  # noqa: TID251  (what a verdict costs)

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from table_firmware.fairness.receipts import to_digits
from table_firmware.ledger.audit import audit
from table_firmware.ledger.folder import Folder
from table_firmware.ledger.keys import SoftwareKey
from table_firmware.ledger.notes import parse_note, signed
from table_firmware.ledger.report import Refusal, Report
from table_firmware.ledger.tree import Tree, leaf_hash
from tests.examples import about
from tests.ledger.forgery import forge, plain, sign
from tests.ledger.scripted import Table, Whole, edited, failed

# ------------------------------------------------------------------ V5 to V8: bytes


def first(whole: Whole, pattern: str) -> str:
    return str(next(whole.folder.glob(pattern)).relative_to(whole.folder).as_posix())


def test_v4_a_bundle_that_does_not_add_up(whole: Whole, tmp_path: Path) -> None:
    path = first(whole, "log/tile/entries/000*/*")
    assert edited(whole, tmp_path, path, lambda raw: raw[:-1]) == "V4"


def test_v5_an_entry_too_many(whole: Whole, tmp_path: Path) -> None:
    path = first(whole, "log/tile/entries/000*/*")
    assert edited(whole, tmp_path, path, lambda raw: raw + b"\0\1x") == "V5"


def test_v5_a_head_that_claims_more_than_there_is(bare: Whole, tmp_path: Path) -> None:
    folder = bare.copy(tmp_path / "out")
    shutil.rmtree(folder / "log/tile/entries")
    assert failed(bare.verify(folder)) == "V5"


def test_v5_a_root_over_other_entries(bare: Whole, tmp_path: Path) -> None:
    folder, entries = tmp_path / "out", plain(bare.table)
    entries[0]["d"]["os"] = "evil"
    forge(bare.table, folder, entries)
    shutil.copy(bare.folder / "log/checkpoint", folder / "log/checkpoint")
    assert failed(bare.verify(folder)) == "V5"


def test_v6_names_the_entry_that_was_changed(whole: Whole, tmp_path: Path) -> None:
    folder = whole.copy(tmp_path / "out")
    path = folder / first(whole, "log/tile/entries/000*/*")
    raw = bytearray(path.read_bytes())
    place = raw.index(b'"k":"deal"')
    raw[place - 30] ^= 1
    path.write_bytes(raw)
    report = whole.verify(folder)
    assert failed(report) == "V6"
    index = next(e.i for e in whole.table.log.entries() if e.k == "deal")
    assert report.refusal is not None
    assert report.refusal.where == f"entry {index}"


def test_v6_a_stored_hash_that_was_changed(table: Table, tmp_path: Path) -> None:
    for number in range(300):
        table.put("clock", {"unix": number, "src": "rtc", "unc": 0})
    folder = table.export(tmp_path / "out")
    for name in ("0/000", "0/001.p/47", "1/000.p/1"):
        path = folder / "log/tile" / name
        good = path.read_bytes()
        path.write_bytes(good[:-1] + bytes([good[-1] ^ 1]))
        assert failed(audit(folder, table.policy())) == "V6"
        path.write_bytes(good[:-1])
        assert failed(audit(folder, table.policy())) == "V6"
        path.write_bytes(good)
    assert audit(folder, table.policy()).ok


@pytest.mark.parametrize(
    "path",
    [
        "x.txt", "log/x", "log/tile/0/001", "log/tile/0/000.p/1", "log/tile/9/000",
        "log/tile/entries/007", ".hidden", "receipts2/x", "a~", "n\newline", "é",
        "a/b/c/d/e/f/g/h/i",
    ],
)  # fmt: skip
def test_v7_a_file_that_does_not_belong_there(whole: Whole, tmp_path: Path, path: str) -> None:
    folder = whole.copy(tmp_path / "out")
    (folder / path).parent.mkdir(parents=True, exist_ok=True)
    (folder / path).write_bytes(b"x")
    assert failed(whole.verify(folder)) == "V7"


@pytest.mark.parametrize("path", ["empty", "log/empty", "log/tile/0/x001", "log/.p"])
def test_v7_a_folder_that_does_not_belong_there(whole: Whole, tmp_path: Path, path: str) -> None:
    folder = whole.copy(tmp_path / "out")
    (folder / path).mkdir()
    assert failed(whole.verify(folder)) == "V7"


def test_v7_links_and_devices_are_not_followed(whole: Whole, tmp_path: Path) -> None:
    makers: list[Callable[[Path], None]] = [
        lambda path: path.symlink_to(whole.folder / "results.txt"),
        lambda path: path.symlink_to("/dev/zero"),
        lambda path: path.symlink_to("."),
        os.mkfifo,
    ]
    for number, make in enumerate(makers):
        folder = whole.copy(tmp_path / f"out{number}")
        (folder / "results.txt").unlink()
        make(folder / "results.txt")
        assert failed(whole.verify(folder)) == "V7"


@pytest.mark.parametrize(
    "path", ["results.txt", "receipts/000.txt", "log/checkpoint", "log/checkpoints/2"]
)
def test_v7_an_oversized_file_is_not_read(whole: Whole, tmp_path: Path, path: str) -> None:
    folder = whole.copy(tmp_path / "out")
    os.truncate(folder / path, 2**33)
    assert failed(whole.verify(folder)) == "V7"


def test_v7_a_missing_or_changed_file_beside_the_log(whole: Whole, tmp_path: Path) -> None:
    folder = whole.copy(tmp_path / "out")
    (folder / "results.txt").write_bytes(b"A D\n")
    assert failed(whole.verify(folder)) == "V7"
    (folder / "results.txt").unlink()
    assert failed(whole.verify(folder)) == "V7"


def test_v7_a_missing_tile(whole: Whole, tmp_path: Path) -> None:
    folder = whole.copy(tmp_path / "out")
    (folder / first(whole, "log/tile/0/000*/*")).unlink()
    assert failed(whole.verify(folder)) == "V7"


@pytest.mark.parametrize("place", ["gone", "file"])
def test_v7_there_is_no_such_folder(tmp_path: Path, place: str) -> None:
    (tmp_path / "file").write_bytes(b"")
    assert failed(audit(tmp_path / place)) == "V7"


def test_v7_a_file_that_may_not_be_read(tmp_path: Path) -> None:
    """Root may read everything, so a loop of links and a file that vanishes stand in for it."""
    (tmp_path / "loop").symlink_to("loop")
    assert failed(audit(tmp_path / "loop")) == "V7"
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "x").write_bytes(b"x")
    folder = Folder(tmp_path / "out")
    (tmp_path / "out" / "x").unlink()
    with pytest.raises(Refusal, match="cannot be read"):
        folder.read("x", 5)


def test_files_of_other_people_are_passed_over_if_ours_are_named(
    whole: Whole, tmp_path: Path
) -> None:
    folder = whole.copy(tmp_path / "out")
    ours = sorted(Folder(folder).files)
    (folder / "my holidays").mkdir()
    (folder / "my holidays" / "x").write_bytes(b"x")
    assert failed(whole.verify(folder)) == "V7"
    assert audit(folder, whole.policy, among=ours).ok
    assert failed(audit(folder, whole.policy, among=ours[1:])) == "V7"


def test_v7_more_files_than_anybody_needs(tmp_path: Path) -> None:
    for name in "abcd":
        (tmp_path / name).write_bytes(b"")
    assert sorted(Folder(tmp_path, most_files=4).files) == list("abcd")
    with pytest.raises(Refusal, match="too many files"):
        Folder(tmp_path, most_files=3)


def test_v7_a_signature_line_of_nobody(whole: Whole, tmp_path: Path) -> None:
    stranger = SoftwareKey("stranger", bytes(32))

    def cosigned(raw: bytes) -> bytes:
        note = parse_note(raw)
        line = signed(note.text, [(stranger.verifier, stranger.sign(note.text))])
        return raw + line[len(note.text) + 1 :]

    assert edited(whole, tmp_path, "log/checkpoints/2", cosigned) == "V7"


def test_v8_a_checkpoint_of_another_history(bare: Whole, tmp_path: Path) -> None:
    folder = bare.copy(tmp_path / "out")
    tree = Tree()
    for number in range(4):
        tree.append(leaf_hash(b"%d" % number))
    (folder / "log/checkpoints/4").write_bytes(sign(bare.table, tree, 4, 0))
    assert failed(bare.verify(folder)) == "V8"


def test_v8_a_checkpoint_beyond_the_end(bare: Whole, tmp_path: Path) -> None:
    """A2: cut at an old checkpoint, but a later one was forgotten."""
    entries = plain(bare.table)
    folder = tmp_path / "out"
    forge(bare.table, folder, entries[:-1])
    shutil.copy(bare.folder / f"log/checkpoints/{len(entries)}", folder / "log/checkpoints")
    assert failed(bare.verify(folder)) == "V8"


def test_v8_a_checkpoint_under_another_name(bare: Whole, tmp_path: Path) -> None:
    folder = bare.copy(tmp_path / "out")
    (folder / "log/checkpoints/2").rename(folder / "log/checkpoints/02")
    assert failed(bare.verify(folder)) == "V8"


def test_v8_the_newest_checkpoint_is_not_kept(bare: Whole, tmp_path: Path) -> None:
    folder = bare.copy(tmp_path / "out")
    (folder / f"log/checkpoints/{bare.table.log.size}").unlink()
    assert failed(bare.verify(folder)) == "V8"


def test_what_a_stranger_has_added_is_refused_before_it_is_read(
    whole: Whole, tmp_path: Path
) -> None:
    """Heaps of good receipts, of long notes: each would cost minutes or memory."""
    good = (whole.folder / "receipts/000.txt").read_bytes()
    long = (whole.folder / "log/checkpoints/2").read_bytes()
    long += b"\xe2\x80\x94 evil " + b64encode(bytes(700)) + b"\n"
    heaps = {"receipts/1{}": good * 3000, "log/checkpoints/1{}": long + long[-900:] * 60}
    for number, (name, content) in enumerate(heaps.items()):
        folder = whole.copy(tmp_path / f"out{number}")
        (folder / name.format("")).write_bytes(content)
        for copy in range(200):
            os.link(folder / name.format(""), folder / name.format(f"{copy:06}"))
        before = process_time()
        assert failed(whole.verify(folder)) == "V7"
        assert process_time() - before < 2


def test_v8_a_receipt_of_another_history(whole: Whole, bare: Whole) -> None:
    """A2b, A5b: whoever holds a receipt sees that the log was rewritten."""
    receipt = to_digits(bare.table.receipts[-1])
    assert failed(audit(whole.folder, whole.policy, [receipt])) == "V8"


# ------------------------------------------------------------------ every byte


def flip(whole: Whole, folder: Path, place: int, bit: int) -> Report:
    """The verdict after one byte of the export was changed; the byte is put back."""
    for path in sorted(p for p in folder.rglob("*") if p.is_file()):
        raw = path.read_bytes()
        if place < len(raw):
            path.write_bytes(raw[:place] + bytes([raw[place] ^ bit]) + raw[place + 1 :])
            report = whole.verify(folder)
            path.write_bytes(raw)
            return report
        place -= len(raw)
    raise AssertionError("beyond the export")


def total(folder: Path) -> int:
    return sum(p.stat().st_size for p in folder.rglob("*") if p.is_file())


@pytest.fixture(scope="module")
def spoiled(whole: Whole, tmp_path_factory: pytest.TempPathFactory) -> Path:
    copied: Path = whole.copy(tmp_path_factory.mktemp("flip") / "out")
    return copied


@settings(max_examples=about(60), deadline=None)
@given(data=st.data(), bit=st.integers(1, 255))
def test_any_changed_byte_is_refused(
    whole: Whole, spoiled: Path, data: st.DataObject, bit: int
) -> None:
    place = data.draw(st.integers(0, total(spoiled) - 1))
    failed(flip(whole, spoiled, place, bit))


@pytest.mark.no_cover
@pytest.mark.slow
def test_each_byte_of_a_small_export_matters(table: Table, tmp_path: Path) -> None:
    folder = table.export(tmp_path / "out", {"results.txt": b"x"})

    small = Whole(table, folder, table.policy())
    for place in range(total(folder)):
        failed(flip(small, folder, place, 1 + place % 255))
    assert small.verify().ok


@settings(max_examples=about(60), deadline=None)
@given(data=st.data(), junk=st.binary(max_size=80))
def test_any_junk_in_a_file_is_a_refusal_and_no_error(
    whole: Whole, spoiled: Path, data: st.DataObject, junk: bytes
) -> None:
    path = data.draw(st.sampled_from(sorted(p for p in spoiled.rglob("*") if p.is_file())))
    raw = path.read_bytes()
    place = data.draw(st.integers(0, len(raw)))
    end = data.draw(st.integers(place, len(raw)))
    changed = raw[:place] + junk + raw[end:]
    path.write_bytes(changed)
    report = whole.verify(spoiled)
    path.write_bytes(raw)
    assert report.ok == (changed == raw)
