"""One entry by itself, and a table that its club vouches for."""

from pathlib import Path

import pytest

from table_firmware.cli import main
from table_firmware.ledger.audit import audit
from table_firmware.ledger.enrolment import Enrolment, enrol, parse_enrolment
from table_firmware.ledger.handed import enrolled, prove
from table_firmware.ledger.keys import SoftwareKey
from table_firmware.ledger.notes import Verifier, signed
from table_firmware.ledger.proof import MAGIC, check_proof
from table_firmware.ledger.report import Refusal
from tests.ledger.scripted import ORIGIN, Table, Whole

CLUB = SoftwareKey("club.example", bytes(range(32)))


def key(whole: Whole) -> Verifier:
    return whole.table.log.identity.verifier


# ------------------------------------------------------------------ proofs


def test_a_ranking_is_handed_out_with_its_proof(whole: Whole) -> None:
    entry = check_proof(prove(whole.folder), key(whole))
    assert entry.k == "match_end"
    assert entry.d["ranking"]


@pytest.mark.no_cover
def test_every_entry_can_be_proved(bare: Whole) -> None:
    for index in range(0, bare.table.log.size, 13):
        assert check_proof(prove(bare.folder, index), key(bare)).i == index


def test_every_changed_byte_of_a_proof_is_refused(bare: Whole) -> None:
    """Up to the line of the epoch's key, which this reader does not know (signed-note)."""
    raw = prove(bare.folder, 5)
    for place in range(raw.rindex("—".encode())):
        with pytest.raises(ValueError, match=r"."):
            check_proof(raw[:place] + bytes([raw[place] ^ 1]) + raw[place + 1 :], key(bare))


def test_a_proof_cut_short_or_too_long_is_refused(bare: Whole) -> None:
    raw = prove(bare.folder, 5)
    head, gap, note = raw.partition(b"\n\n")
    lines = head.split(b"\n")
    bad = [raw[:place] for place in range(0, len(raw), 7)]
    bad += [head + b"\n" + lines[3] + gap + note, b"\n".join(lines[:-1]) + gap + note]
    bad += [b"\n".join([*lines[:3], *lines[3:4] * 64]) + gap + note, raw + b" " * 200_000]
    bad += [b"\n".join([*lines[:3], b"AAAA", *lines[4:]]) + gap + note]
    for each in bad:
        with pytest.raises(ValueError, match=r"."):
            check_proof(each, key(bare))


def test_a_proof_of_another_table_or_place_is_refused(bare: Whole, whole: Whole) -> None:
    raw = prove(bare.folder, 5)
    with pytest.raises(ValueError, match="not signed by"):
        check_proof(raw, key(whole))
    with pytest.raises(ValueError, match="not signed by"):
        check_proof(raw, Verifier("another", key(bare).key))


def test_an_entry_that_lies_about_its_place_is_refused(table: Table, tmp_path: Path) -> None:
    from table_firmware.ledger.notes import Checkpoint
    from table_firmware.ledger.proof import make_proof
    from table_firmware.ledger.tree import Tree, leaf_hash

    leaf = list(table.log.leaves())[1]
    tree = Tree()
    tree.append(leaf_hash(leaf))
    text = Checkpoint(ORIGIN, 1, tree.root()).text()
    note = signed(text, [(table.log.identity.verifier, table.log.identity.sign(text))])
    with pytest.raises(ValueError, match="elsewhere"):
        check_proof(make_proof(leaf, 0, (), note), table.log.identity.verifier)
    assert tmp_path.exists()


def test_an_export_without_a_match_has_no_ranking_to_prove(
    table: Table, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = table.export(tmp_path / "out", {})
    with pytest.raises(ValueError, match="there is no ranking"):
        prove(folder)
    for place in (folder, tmp_path / "none", tmp_path):
        assert main(["log", "prove", str(place)]) == 1
        assert "TBL-831" in capsys.readouterr().err


@pytest.mark.parametrize("path", ["log/tile/entries/000", "log/tile/0/000", "log/checkpoint"])
def test_no_proof_is_made_of_an_export_that_was_edited(
    bare: Whole, tmp_path: Path, capsys: pytest.CaptureFixture[str], path: str
) -> None:
    folder = bare.copy(tmp_path / "out")
    raw = (folder / path).read_bytes()
    places = {  # a time, a hash beside that of the entry, the checkpoint's root
        "log/tile/entries/000": raw.find(b'"m":') + 4,
        "log/tile/0/000": 40,
        "log/checkpoint": raw.find(b"\n", len(ORIGIN) + 1) + 2,
    }
    place = places[path]
    other = b"1" if raw[place : place + 1] != b"1" else b"2"
    (folder / path).write_bytes(raw[:place] + other + raw[place + 1 :])
    assert main(["log", "prove", str(folder), "--entry", "0"]) == 1
    said = capsys.readouterr()
    assert "TBL-832" in said.err
    assert not said.out


def test_the_verb_prints_the_proof(whole: Whole, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["log", "prove", str(whole.folder), "--entry", "3"]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith(MAGIC)
    assert check_proof(printed.encode(), key(whole)).i == 3


# ------------------------------------------------------------------ enrolment


def test_a_club_enrols_a_table_and_a_verifier_trusts_the_club(
    whole: Whole, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "club.key").write_bytes(CLUB.encode())
    words = ["log", "enrol", str(whole.folder), "--hw", "10000000abcdef01"]
    assert main([*words, "--key", str(tmp_path / "club.key")]) == 0
    note = capsys.readouterr().out
    (tmp_path / "note").write_text(note, "utf-8")
    found = parse_enrolment(note.encode(), CLUB.verifier)
    assert (found.origin, found.hw) == (ORIGIN, "10000000abcdef01")
    assert found.identity == key(whole)
    verify = ["log", "verify", str(whole.folder), "--enrolment", str(tmp_path / "note")]
    assert main([*verify, "--club", CLUB.verifier.vkey]) == 0
    assert "by its own word" not in capsys.readouterr().out
    other = SoftwareKey("club.example", bytes(32)).verifier.vkey
    assert main([*verify, "--club", other]) == 2
    assert main([*verify, "--club", "x"]) == 2
    assert "TBL-830" in capsys.readouterr().err
    assert main([*words, "--key", str(tmp_path / "note")]) == 1
    assert main(["log", "enrol", str(tmp_path), "--hw", "1", "--key", "x"]) == 1


def test_v10_a_table_that_did_not_begin_with_the_enrolled_key(whole: Whole) -> None:
    report = audit(whole.folder, whole.policy, epoch0=SoftwareKey("x", bytes(32)).verifier.vkey)
    assert report.refusal is not None
    assert (report.refusal.check, report.refusal.where) == ("V10", "epoch 0")


def test_an_export_that_does_not_hold_is_not_enrolled(whole: Whole, tmp_path: Path) -> None:
    folder = whole.copy(tmp_path / "out")
    (folder / "extra").write_bytes(b"x")
    with pytest.raises(Refusal, match="V7"):
        enrolled(folder, "1")


def test_an_enrolment_has_one_spelling(whole: Whole) -> None:
    good = enrolled(whole.folder, "1")
    text = good.text()
    assert parse_enrolment(enrol(good, CLUB), CLUB.verifier) == good
    lines = text.split(b"\n")
    texts = [
        text + b"more\n",
        text.replace(b"v1", b"v2"),
        b"\n".join([lines[0], lines[2], lines[1], *lines[3:]]),
        text.replace(b"hw 1", b"hw"),
        text.replace(b"hw 1", b"hw  "),
        text.replace(b"origin club", b"origin pub"),
        text.replace(b"/e/0", b"/e/1"),
        text.replace(b"hw 1", b"hw \xc3\xa9"),
    ]
    for bad in texts:
        note = signed(bad, [(CLUB.verifier, CLUB.sign(bad))])
        with pytest.raises(ValueError, match=r"."):
            parse_enrolment(note, CLUB.verifier)


def test_an_enrolment_is_of_one_table(whole: Whole) -> None:
    good = enrolled(whole.folder, "1")
    with pytest.raises(ValueError, match="first epoch"):
        Enrolment(good.origin, good.identity, good.identity, "1")
