"""Each numbered check of the verifier refuses what it is there to refuse (`tlog1` §5, §6)."""

from collections.abc import Callable
from pathlib import Path

import pytest

from table_firmware.fairness.receipts import to_digits
from table_firmware.ledger.audit import NO_POLICY, audit
from table_firmware.ledger.calls import Call, led
from table_firmware.ledger.keys import SoftwareKey
from table_firmware.ledger.notes import COSIGNATURE, Verifier, parse_note, signed
from table_firmware.ledger.report import TITLES
from tests.ledger.scripted import Table, Whole, edited, failed

# ------------------------------------------------------------------ what is right


def test_a_whole_match_is_verified(whole: Whole) -> None:
    report = whole.verify()
    assert report.ok, report.verdict
    assert (report.entries, report.hands, report.matches) == (whole.table.log.size, 1, 1)
    assert [check.number for check in report.checks] == list(TITLES)
    assert {check.status for check in report.checks} == {"ok"}
    assert report.lines()[-1].startswith("verified")
    assert report.remarks == ()


@pytest.mark.slow
def test_every_check_has_a_title_in_two_languages(whole: Whole) -> None:
    for check in whole.verify().checks:
        assert check.title.isascii()
        assert not check.title_zh.isascii()
        assert f"{check.title} · {check.title_zh}" in "\n".join(whole.verify().lines())


def test_without_a_policy_only_consistency_is_claimed(whole: Whole) -> None:
    report = audit(whole.folder)
    assert report.ok
    assert NO_POLICY in report.remarks
    assert "by its own word" in "\n".join(report.lines())


@pytest.mark.no_cover
@pytest.mark.slow
def test_a_match_of_twelve_hands_and_other_places_is_verified(table: Table, tmp_path: Path) -> None:
    table.play_match("3")
    report = audit(table.export(tmp_path / "out"), table.policy())
    assert report.ok, report.verdict
    assert (report.hands, report.matches) == (12, 1)


def test_a_log_of_boots_alone_is_verified(table: Table, tmp_path: Path) -> None:
    table.restart()
    report = audit(table.export(tmp_path / "out"), table.policy())
    assert report.ok, report.verdict
    assert (report.hands, report.matches) == (0, 0)


def test_a_power_cut_in_mid_hand_is_verified(table: Table, tmp_path: Path) -> None:
    table.begin_match("1B")
    table.commit(1)
    table.contribute()
    dealt = table.deal(0)
    result = table.play_out(0, dealt, None, pause=(11, table.restart))
    table.end_hand(0, result)
    table.put("reveal", table.secret_fields(0))
    report = audit(table.export(tmp_path / "out"), table.policy())
    assert report.ok, report.verdict
    assert report.hands == 1
    assert "the last match is unfinished" in report.remarks


def test_a_call_and_a_pause_in_mid_hand_are_verified_and_named(
    table: Table, tmp_path: Path
) -> None:
    def calling(*acts: str) -> None:
        state = Call()
        for act, _, seat in (each.partition(" ") for each in acts):
            following = led(state, act, seat)
            assert following is not None
            state = following
            table.put("call", state.fields(act, seat))

    table.begin_match("1B")
    table.commit(1)
    table.contribute()
    whole = ("call E", "agree S", "begin", "agree S", "agree E", "end")
    result = table.play_out(0, table.deal(0), None, pause=(11, lambda: calling(*whole)))
    table.end_hand(0, result)
    report = audit(table.export(tmp_path / "out"), table.policy())
    assert report.ok, report.verdict
    assert "play was paused by consent of the table: 1" in report.remarks
    calling(*whole[:3])
    table.put("reveal", table.secret_fields(0))
    assert failed(audit(table.export(tmp_path / "again"), table.policy())) == "V12"


def test_an_unfinished_hand_is_verified_as_far_as_it_goes(table: Table, tmp_path: Path) -> None:
    table.begin_match("2")
    table.commit(4)
    table.contribute()
    table.play_out(0, table.deal(0), None, acts=9)
    report = audit(table.export(tmp_path / "out"), table.policy())
    assert report.ok, report.verdict
    assert report.remarks[0].startswith("hand 1 is unfinished: its 9 acts")


def test_void_and_sealed_indices_are_verified_and_named(table: Table, tmp_path: Path) -> None:
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


@pytest.mark.parametrize("last", ["open", "revealed"])
def test_v13_a_vault_is_not_lost_in_part(table: Table, tmp_path: Path, last: str) -> None:
    """Only secrets that nobody has end a match: none is kept, none is shown all the same."""
    table.begin_match("2")
    table.commit(2, reveal_at="match" if last == "open" else "hand")
    table.contribute()
    table.end_hand(0, table.play_out(0, table.deal(0), None))
    if last == "revealed":
        table.put("reveal", table.secret_fields(0))
    table.begin_hand(1)
    table.put("void", {"h": 1, "reason": "vault_lost", "os": ""})
    if last == "revealed":
        table.put("reveal", table.secret_fields(1))
    table.put("match_end", {"ranking": []})
    report = audit(table.export(tmp_path / "out", {}), table.policy())
    assert failed(report) == "V13"
    assert "hands are left to play" in report.verdict


def test_v13_a_match_does_not_end_before_its_commitment(table: Table, tmp_path: Path) -> None:
    table.begin_match("2")
    table.put("match_end", {"ranking": []})
    assert failed(audit(table.export(tmp_path / "out", {}), table.policy())) == "V13"


def test_a_batch_that_is_revealed_under_seal_is_verified_as_far_as_it_goes(
    table: Table, tmp_path: Path
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
    without_receipts = audit(table.export(tmp_path / "bare", {}), table.policy())
    assert without_receipts.ok, without_receipts.verdict
    table.put("reveal_sealed", {"h": 1, "sha256": "00" * 32})
    assert failed(audit(table.export(tmp_path / "out"), table.policy())) == "V12"


def test_a_hand_that_was_void_before_its_draw_is_revealed(table: Table, tmp_path: Path) -> None:
    table.begin_match("1B")
    table.commit(1)
    table.contribute()
    table.begin_hand(0)
    table.put("void", {"h": 0, "reason": "operator", "os": ""})
    table.put("reveal", table.secret_fields(0))
    report = audit(table.export(tmp_path / "out"), table.policy())
    assert report.ok, report.verdict


def test_the_verdict_says_which_check_failed_where_and_why(whole: Whole, tmp_path: Path) -> None:
    folder = whole.copy(tmp_path / "out")
    (folder / "results.txt").write_bytes(b"")
    report = whole.verify(folder)
    assert report.verdict.endswith("V7 at results.txt: is not the file that was exported")
    assert any("V7  FAILED" in line for line in report.lines())


def test_torn_tails_are_named(table: Table, tmp_path: Path) -> None:
    table.log.close()
    with (table.state / "journal" / "00000000").open("ab") as file:
        file.write(b"\0\0")
    table.start()
    report = audit(table.export(tmp_path / "out"), table.policy())
    assert any(remark.endswith("torn tails after power cuts: 2") for remark in report.remarks)


def test_receipts_that_people_hold_are_checked(whole: Whole) -> None:
    digits = [to_digits(receipt) for receipt in whole.table.receipts]
    report = audit(whole.folder, whole.policy, [f"https://club/v#{text}" for text in digits])
    assert report.ok, report.verdict
    assert f"{2 * len(digits)} receipts" in "\n".join(report.lines())


# ------------------------------------------------------------------ V1 to V3: notes and keys


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
    whole: Whole, tmp_path: Path, edit: Callable[[bytes], bytes]
) -> None:
    assert edited(whole, tmp_path, "log/checkpoint", edit) == "V1"


def test_v1_a_missing_checkpoint(whole: Whole, tmp_path: Path) -> None:
    (whole.copy(tmp_path / "out") / "log/checkpoint").unlink()
    assert failed(whole.verify(tmp_path / "out")) == "V1"


@pytest.mark.parametrize("line", [0, 1])
@pytest.mark.parametrize("where", ["newest", "oldest"])
def test_v2_a_required_signature_is_missing(
    whole: Whole, tmp_path: Path, line: int, where: str
) -> None:
    sizes = sorted(whole.table.log.checkpoints())
    path = f"log/checkpoints/{sizes[-1 if where == 'newest' else 0]}"

    def without(raw: bytes) -> bytes:
        lines = raw.split(b"\n")
        del lines[4 + line]
        return b"\n".join(lines)

    assert edited(whole, tmp_path, path, without) in ("V2", "V8")


def test_v2_a_false_signature_beside_a_true_one(whole: Whole, tmp_path: Path) -> None:
    def doubled(raw: bytes) -> bytes:
        note = parse_note(raw)
        key = whole.table.log.identity.verifier
        lines = [(key, s.bytes) for s in note.signatures[:1]]
        epoch = [(whole.table.keys[1].verifier, note.signatures[1].bytes)]
        return signed(note.text, [*lines, (key, bytes(64)), *epoch])

    assert edited(whole, tmp_path, "log/checkpoint", doubled) == "V2"


def test_v2_the_quorum_of_witnesses_has_not_signed(whole: Whole) -> None:
    witness = f"witness w {Verifier('w', bytes(32), COSIGNATURE).vkey}"
    policy = whole.policy.replace("quorum none", f"{witness}\nquorum w")
    assert failed(audit(whole.folder, policy)) == "V2"


def test_v2_the_policy_knows_another_key_of_this_name(whole: Whole) -> None:
    other = SoftwareKey(whole.table.log.origin, bytes(32)).verifier.vkey
    assert failed(audit(whole.folder, f"log {other}\nquorum none\n")) == "V2"


def test_v3_the_policy_does_not_name_this_log(whole: Whole) -> None:
    other = SoftwareKey("another", bytes(32)).verifier.vkey
    assert failed(audit(whole.folder, f"log {other}\nquorum none\n")) == "V3"
    assert failed(audit(whole.folder, "nonsense")) == "V3"


@pytest.mark.parametrize("raw", [b"", b"\xff", b"nonsense\n"])
def test_v3_an_export_without_its_key_needs_a_policy(
    whole: Whole, tmp_path: Path, raw: bytes
) -> None:
    folder = whole.copy(tmp_path / "out")
    (folder / "identity.vkey").write_bytes(raw)
    assert failed(audit(folder)) == "V3"


def test_v3_the_key_in_the_export_is_of_another_log(whole: Whole, tmp_path: Path) -> None:
    folder = whole.copy(tmp_path / "out")
    other = SoftwareKey("another", bytes(32)).verifier.vkey
    (folder / "identity.vkey").write_text(other + "\n")
    assert failed(audit(folder)) == "V3"


def test_v3_an_old_checkpoint_of_another_log(whole: Whole, tmp_path: Path) -> None:
    def renamed(raw: bytes) -> bytes:
        return raw.replace(b"club.example/table-1/sim", b"club.example/table-2/sim", 1)

    assert edited(whole, tmp_path, "log/checkpoints/2", renamed) == "V3"
