"""Each numbered check of the verifier refuses what it is there to refuse (`tlog1` §5, §6)."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from table_firmware.fairness.receipts import to_digits
from table_firmware.ledger.audit import NO_POLICY, audit
from table_firmware.ledger.folder import Folder
from table_firmware.ledger.keys import SoftwareKey
from table_firmware.ledger.notes import COSIGNATURE, Verifier, parse_note, signed
from table_firmware.ledger.report import TITLES, Refusal, Report
from table_firmware.ledger.tree import Tree, leaf_hash


def failed(report: Report) -> str:
    """The number of the check that failed; each report has at most one."""
    assert report.refusal is not None, "\n".join(report.lines())
    assert not report.ok
    bad = [check.number for check in report.checks if check.status == "failed"]
    assert bad == [report.refusal.check]
    return report.refusal.check


# ------------------------------------------------------------------ what is right


def test_a_whole_match_is_verified(whole: Any) -> None:
    report = whole.verify()
    assert report.ok, report.verdict
    assert (report.entries, report.hands, report.matches) == (whole.table.log.size, 1, 1)
    assert [check.number for check in report.checks] == list(TITLES)
    assert {check.status for check in report.checks} == {"ok"}
    assert report.lines()[-1].startswith("verified")
    assert report.remarks == ()


def test_every_check_has_a_title_in_two_languages(whole: Any) -> None:
    for check in whole.verify().checks:
        assert check.title.isascii()
        assert not check.title_zh.isascii()
        assert f"{check.title} · {check.title_zh}" in "\n".join(whole.verify().lines())


def test_without_a_policy_only_consistency_is_claimed(whole: Any) -> None:
    report = audit(whole.folder)
    assert report.ok
    assert NO_POLICY in report.remarks
    assert "by its own word" in "\n".join(report.lines())


def test_a_match_of_twelve_hands_with_other_places_is_verified(table: Any, tmp_path: Path) -> None:
    table.play_match("3")
    report = audit(table.export(tmp_path / "out"), table.policy())
    assert report.ok, report.verdict
    assert (report.hands, report.matches) == (12, 1)


def test_a_log_of_boots_alone_is_verified(table: Any, tmp_path: Path) -> None:
    table.restart()
    report = audit(table.export(tmp_path / "out"), table.policy())
    assert report.ok, report.verdict
    assert (report.hands, report.matches) == (0, 0)


def test_a_power_cut_in_mid_hand_is_verified(table: Any, tmp_path: Path) -> None:
    table.begin_match("1B")
    table.commit(1)
    table.contribute()
    dealt = table.deal(0)
    result = table.play_out(0, dealt, None, pause=(11, table.restart))
    table.end_hand(0, result)
    table.put("reveal", table.secret_fields(0), signed=True)
    report = audit(table.export(tmp_path / "out"), table.policy())
    assert report.ok, report.verdict
    assert report.hands == 1
    assert "the last match is unfinished" in report.remarks


def test_an_unfinished_hand_is_verified_as_far_as_it_goes(table: Any, tmp_path: Path) -> None:
    table.begin_match("2")
    table.commit(4)
    table.contribute()
    table.play_out(0, table.deal(0), None, acts=9)
    report = audit(table.export(tmp_path / "out"), table.policy())
    assert report.ok, report.verdict
    assert report.remarks[0].startswith("hand 1 is unfinished: its 9 acts")


def test_void_and_sealed_indices_are_verified_and_named(table: Any, tmp_path: Path) -> None:
    table.begin_match("2")
    table.commit(4)
    table.contribute()
    table.play_out(0, table.deal(0), None, acts=9)
    table.put("void", {"h": 0, "reason": "operator", "os": ""})
    table.put("reveal", table.secret_fields(0))
    table.play_out(1, table.deal(1), None, acts=3)
    for h in (1, 2, 3):
        table.put("void", {"h": h, "reason": "vault_lost", "os": ""})
    table.put("match_end", {"ranking": []})
    table.put("batch_end", {"played": 0, "void": 4, "unused": 0})
    report = audit(table.export(tmp_path / "out"), table.policy())
    assert report.ok, report.verdict
    assert any("void indices: 4" in remark for remark in report.remarks)


def test_a_batch_that_is_revealed_under_seal_is_verified_as_far_as_it_goes(
    table: Any, tmp_path: Path
) -> None:
    table.begin_match("2")
    table.commit(2, reveal_at="audit")
    table.contribute()
    result = table.play_out(0, table.deal(0), None)
    table.end_hand(0, result)
    for h in range(2):
        table.put("reveal_sealed", {"h": h, "sha256": "00" * 32})
    report = audit(table.export(tmp_path / "out"), table.policy())
    assert report.ok, report.verdict
    assert report.hands == 0
    assert any("sealed reveals: 2" in remark for remark in report.remarks)
    table.put("reveal_sealed", {"h": 1, "sha256": "00" * 32})
    assert failed(audit(table.export(tmp_path / "out"), table.policy())) == "V12"


def test_a_hand_that_was_void_before_its_draw_is_revealed(table: Any, tmp_path: Path) -> None:
    table.begin_match("1B")
    table.commit(1)
    table.contribute()
    table.begin_hand(0)
    table.put("void", {"h": 0, "reason": "operator", "os": ""})
    table.put("reveal", table.secret_fields(0))
    report = audit(table.export(tmp_path / "out"), table.policy())
    assert report.ok, report.verdict


def test_the_verdict_says_which_check_failed_where_and_why(whole: Any, tmp_path: Path) -> None:
    folder = whole.copy(tmp_path / "out")
    (folder / "results.txt").write_bytes(b"")
    report = whole.verify(folder)
    assert report.verdict.endswith("V7 at results.txt: is not the file that was exported")
    assert any("V7  FAILED" in line for line in report.lines())


def test_torn_tails_are_named(table: Any, tmp_path: Path) -> None:
    table.log.close()
    with (table.state / "journal" / "00000000").open("ab") as file:
        file.write(b"\0\0")
    table.start()
    report = audit(table.export(tmp_path / "out"), table.policy())
    assert any(remark.endswith("torn tails after power cuts: 2") for remark in report.remarks)


def test_receipts_that_people_hold_are_checked(whole: Any) -> None:
    digits = [to_digits(receipt) for receipt in whole.table.receipts]
    report = audit(whole.folder, whole.policy, [f"https://club/v#{text}" for text in digits])
    assert report.ok, report.verdict
    assert f"{2 * len(digits)} receipts" in "\n".join(report.lines())


# ------------------------------------------------------------------ V1 to V3: notes and keys


def edited(whole: Any, folder: Path, path: str, edit: Callable[[bytes], bytes]) -> str:
    target = whole.copy(folder / "out") / path
    target.write_bytes(edit(target.read_bytes()))
    return failed(whole.verify(folder / "out"))


@pytest.mark.parametrize(
    "edit",
    [
        lambda raw: raw + b"\n",
        lambda raw: raw.replace(b"\n", b"\r\n"),
        lambda raw: raw.replace(b"\n", b"\n0", 1),
        lambda raw: raw[:-5] + b"=\n",
        lambda _: b"",
        lambda raw: raw * 2,
    ],
)
def test_v1_another_spelling_of_a_note(
    whole: Any, tmp_path: Path, edit: Callable[[bytes], bytes]
) -> None:
    assert edited(whole, tmp_path, "log/checkpoint", edit) == "V1"


def test_v1_a_missing_checkpoint(whole: Any, tmp_path: Path) -> None:
    (whole.copy(tmp_path / "out") / "log/checkpoint").unlink()
    assert failed(whole.verify(tmp_path / "out")) == "V1"


@pytest.mark.parametrize("line", [0, 1])
@pytest.mark.parametrize("where", ["newest", "oldest"])
def test_v2_a_required_signature_is_missing(
    whole: Any, tmp_path: Path, line: int, where: str
) -> None:
    sizes = sorted(whole.table.log.checkpoints())
    path = f"log/checkpoints/{sizes[-1 if where == 'newest' else 0]}"

    def without(raw: bytes) -> bytes:
        lines = raw.split(b"\n")
        del lines[4 + line]
        return b"\n".join(lines)

    assert edited(whole, tmp_path, path, without) in ("V2", "V8")


def test_v2_a_false_signature_beside_a_true_one(whole: Any, tmp_path: Path) -> None:
    def doubled(raw: bytes) -> bytes:
        note = parse_note(raw)
        key = whole.table.log.identity.verifier
        lines = [(key, s.bytes) for s in note.signatures[:1]]
        epoch = [(whole.table.keys[1].verifier, note.signatures[1].bytes)]
        return signed(note.text, [*lines, (key, bytes(64)), *epoch])

    assert edited(whole, tmp_path, "log/checkpoint", doubled) == "V2"


def test_v2_the_quorum_of_witnesses_has_not_signed(whole: Any) -> None:
    witness = f"witness w {Verifier('w', bytes(32), COSIGNATURE).vkey}"
    policy = whole.policy.replace("quorum none", f"{witness}\nquorum w")
    assert failed(audit(whole.folder, policy)) == "V2"


def test_v2_the_policy_knows_another_key_of_this_name(whole: Any) -> None:
    other = SoftwareKey(whole.table.log.origin, bytes(32)).verifier.vkey
    assert failed(audit(whole.folder, f"log {other}\nquorum none\n")) == "V2"


def test_v3_the_policy_does_not_name_this_log(whole: Any) -> None:
    other = SoftwareKey("another", bytes(32)).verifier.vkey
    assert failed(audit(whole.folder, f"log {other}\nquorum none\n")) == "V3"
    assert failed(audit(whole.folder, "nonsense")) == "V3"


@pytest.mark.parametrize("raw", [b"", b"\xff", b"nonsense\n"])
def test_v3_an_export_without_its_key_needs_a_policy(
    whole: Any, tmp_path: Path, raw: bytes
) -> None:
    folder = whole.copy(tmp_path / "out")
    (folder / "identity.vkey").write_bytes(raw)
    assert failed(audit(folder)) == "V3"


def test_v3_the_key_in_the_export_is_of_another_log(whole: Any, tmp_path: Path) -> None:
    folder = whole.copy(tmp_path / "out")
    other = SoftwareKey("another", bytes(32)).verifier.vkey
    (folder / "identity.vkey").write_text(other + "\n")
    assert failed(audit(folder)) == "V3"


def test_v3_an_old_checkpoint_of_another_log(whole: Any, tmp_path: Path) -> None:
    def renamed(raw: bytes) -> bytes:
        return raw.replace(b"club.example/table-1/sim", b"club.example/table-2/sim", 1)

    assert edited(whole, tmp_path, "log/checkpoints/2", renamed) == "V3"


# ------------------------------------------------------------------ V5 to V8: bytes


def first(whole: Any, pattern: str) -> str:
    return str(next(whole.folder.glob(pattern)).relative_to(whole.folder).as_posix())


def test_v4_a_bundle_that_does_not_add_up(whole: Any, tmp_path: Path) -> None:
    path = first(whole, "log/tile/entries/000*/*")
    assert edited(whole, tmp_path, path, lambda raw: raw[:-1]) == "V4"


def test_v5_an_entry_too_many(whole: Any, tmp_path: Path) -> None:
    path = first(whole, "log/tile/entries/000*/*")
    assert edited(whole, tmp_path, path, lambda raw: raw + b"\0\1x") == "V5"


def test_v5_a_head_that_claims_more_than_there_is(bare: Any, tmp_path: Path) -> None:
    folder = bare.copy(tmp_path / "out")
    shutil.rmtree(folder / "log/tile/entries")
    assert failed(bare.verify(folder)) == "V5"


def test_v5_a_root_over_other_entries(bare: Any, tmp_path: Path) -> None:
    folder, entries = tmp_path / "out", bare.plain()
    entries[0]["d"]["os"] = "evil"
    bare.forge(folder, entries)
    shutil.copy(bare.folder / "log/checkpoint", folder / "log/checkpoint")
    assert failed(bare.verify(folder)) == "V5"


def test_v6_names_the_entry_that_was_changed(whole: Any, tmp_path: Path) -> None:
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


def test_v6_a_stored_hash_that_was_changed(table: Any, tmp_path: Path) -> None:
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
def test_v7_a_file_that_does_not_belong_there(whole: Any, tmp_path: Path, path: str) -> None:
    folder = whole.copy(tmp_path / "out")
    (folder / path).parent.mkdir(parents=True, exist_ok=True)
    (folder / path).write_bytes(b"x")
    assert failed(whole.verify(folder)) == "V7"


@pytest.mark.parametrize("path", ["empty", "log/empty", "log/tile/0/x001", "log/.p"])
def test_v7_a_folder_that_does_not_belong_there(whole: Any, tmp_path: Path, path: str) -> None:
    folder = whole.copy(tmp_path / "out")
    (folder / path).mkdir()
    assert failed(whole.verify(folder)) == "V7"


def test_v7_links_and_devices_are_not_followed(whole: Any, tmp_path: Path) -> None:
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
def test_v7_an_oversized_file_is_not_read(whole: Any, tmp_path: Path, path: str) -> None:
    folder = whole.copy(tmp_path / "out")
    os.truncate(folder / path, 2**33)
    assert failed(whole.verify(folder)) == "V7"


def test_v7_a_missing_or_changed_file_beside_the_log(whole: Any, tmp_path: Path) -> None:
    folder = whole.copy(tmp_path / "out")
    (folder / "results.txt").write_bytes(b"A D\n")
    assert failed(whole.verify(folder)) == "V7"
    (folder / "results.txt").unlink()
    assert failed(whole.verify(folder)) == "V7"


def test_v7_a_missing_tile(whole: Any, tmp_path: Path) -> None:
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


def test_v7_a_signature_line_of_nobody(whole: Any, tmp_path: Path) -> None:
    stranger = SoftwareKey("stranger", bytes(32))

    def cosigned(raw: bytes) -> bytes:
        note = parse_note(raw)
        line = signed(note.text, [(stranger.verifier, stranger.sign(note.text))])
        return raw + line[len(note.text) + 1 :]

    assert edited(whole, tmp_path, "log/checkpoints/2", cosigned) == "V7"


def test_v8_a_checkpoint_of_another_history(bare: Any, tmp_path: Path) -> None:
    folder = bare.copy(tmp_path / "out")
    tree = Tree()
    for number in range(4):
        tree.append(leaf_hash(b"%d" % number))
    (folder / "log/checkpoints/4").write_bytes(bare.table.sign(tree, 4, 0))
    assert failed(bare.verify(folder)) == "V8"


def test_v8_a_checkpoint_beyond_the_end(bare: Any, tmp_path: Path) -> None:
    """A2: cut at an old checkpoint, but a later one was forgotten."""
    entries = bare.plain()
    folder = tmp_path / "out"
    bare.forge(folder, entries[:-1])
    shutil.copy(bare.folder / f"log/checkpoints/{len(entries)}", folder / "log/checkpoints")
    assert failed(bare.verify(folder)) == "V8"


def test_v8_a_checkpoint_under_another_name(bare: Any, tmp_path: Path) -> None:
    folder = bare.copy(tmp_path / "out")
    (folder / "log/checkpoints/2").rename(folder / "log/checkpoints/02")
    assert failed(bare.verify(folder)) == "V8"


def test_v8_the_newest_checkpoint_is_not_kept(bare: Any, tmp_path: Path) -> None:
    folder = bare.copy(tmp_path / "out")
    (folder / f"log/checkpoints/{bare.table.log.size}").unlink()
    assert failed(bare.verify(folder)) == "V8"


def test_v8_a_receipt_of_another_history(whole: Any, bare: Any) -> None:
    """A2b, A5b: whoever holds a receipt sees that the log was rewritten."""
    receipt = to_digits(bare.table.receipts[-1])
    assert failed(audit(whole.folder, whole.policy, [receipt])) == "V8"


# ------------------------------------------------------------------ every byte


def flip(whole: Any, folder: Path, place: int, bit: int) -> Report:
    """The verdict after one byte of the export was changed; the byte is put back."""
    for path in sorted(p for p in folder.rglob("*") if p.is_file()):
        raw = path.read_bytes()
        if place < len(raw):
            path.write_bytes(raw[:place] + bytes([raw[place] ^ bit]) + raw[place + 1 :])
            report: Report = whole.verify(folder)
            path.write_bytes(raw)
            return report
        place -= len(raw)
    raise AssertionError("beyond the export")


def total(folder: Path) -> int:
    return sum(p.stat().st_size for p in folder.rglob("*") if p.is_file())


@pytest.fixture(scope="module")
def spoiled(whole: Any, tmp_path_factory: pytest.TempPathFactory) -> Path:
    copied: Path = whole.copy(tmp_path_factory.mktemp("flip") / "out")
    return copied


@settings(max_examples=60, deadline=None)
@given(data=st.data(), bit=st.integers(1, 255))
def test_any_changed_byte_is_refused(
    whole: Any, spoiled: Path, data: st.DataObject, bit: int
) -> None:
    place = data.draw(st.integers(0, total(spoiled) - 1))
    failed(flip(whole, spoiled, place, bit))


@pytest.mark.slow
def test_each_byte_of_a_small_export_matters(table: Any, tmp_path: Path) -> None:
    folder = table.export(tmp_path / "out", {"results.txt": b"x"})

    class Small:
        def verify(self, at: Path) -> Report:
            return audit(at, table.policy())

    for place in range(total(folder)):
        failed(flip(Small(), folder, place, 1 + place % 255))
    assert Small().verify(folder).ok


@settings(max_examples=60, deadline=None)
@given(data=st.data(), junk=st.binary(max_size=80))
def test_any_junk_in_a_file_is_a_refusal_and_no_error(
    whole: Any, spoiled: Path, data: st.DataObject, junk: bytes
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
