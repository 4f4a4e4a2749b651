"""`tablectl event`: what an organiser and an operator type, and what they are told."""

import io
from pathlib import Path

import pytest

from table_firmware.__main__ import export_log
from table_firmware.cli import main
from table_firmware.config import Config
from table_firmware.fairness.deal import code26
from table_firmware.fairness.entropy import os_random
from table_firmware.ledger.enrolment import Enrolment, enrol
from table_firmware.ledger.keys import SoftwareKey, read_key
from table_firmware.ledger.log import Log
from table_firmware.ledger.seal import audit_public
from table_firmware.ledger.sealing import sealing_key
from table_firmware.organiser import organising
from tests.ledger.eventful import (
    EVENT,
    TOLD,
    close,
    loaded_of,
    organise,
    play,
    public,
)
from tests.ledger.scripted import Table

CLUB = SoftwareKey("club.example", bytes(range(32)))
Out = pytest.CaptureFixture[str]


def create(folder: Path, *more: str) -> int:
    return main(["event", "create", str(folder), "--origin", EVENT, "--mode", "1A", *more])


def seal(folder: Path, *notes: Path) -> int:
    out = ["--club", CLUB.verifier.vkey, "--out", str(folder.parent / "stick")]
    return main(["event", "seal", str(folder), *map(str, notes), *out])


def note(path: Path, origin: str = "club.example/t1", key: bytes = b"") -> Path:
    identity = SoftwareKey(origin, bytes(32)).verifier
    epoch0 = SoftwareKey(f"{origin}/e/0", bytes(32)).verifier
    path.write_bytes(enrol(Enrolment(origin, identity, epoch0, "pi", key), CLUB))
    return path


# ------------------------------------------------------------------ the organiser


def test_the_commitment_is_shown_before_anybody_types(
    tmp_path: Path, capsys: Out, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("12\n314159\n\n271828\n\n"))
    assert create(tmp_path / "event") == 0
    event = public(tmp_path / "event")
    shown = capsys.readouterr().out
    assert shown.index(code26(event.b)) < shown.index("Whoever is present types")
    assert [each.data for each in event.contributions] == [b"314159", b"", b"271828", b""]


def test_an_event_that_was_cut_off_goes_on_with_the_same_deals(
    tmp_path: Path, capsys: Out, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert create(tmp_path / "event") == 130
    committed = capsys.readouterr().out.splitlines()[1]
    assert create(tmp_path / "event", "--no-digits") == 0
    assert committed in capsys.readouterr().out
    assert create(tmp_path / "event", "--digits", "E=314159") == 0  # frozen: nobody is asked again
    event = public(tmp_path / "event")
    assert code26(event.b) in committed
    assert not any(each.data for each in event.contributions)
    assert create(tmp_path / "event", "--mode", "2", "--no-digits") == 1
    assert "TBL-816" in capsys.readouterr().err
    assert main(["event", "create", str(tmp_path / "event"), "--origin", "x.simulated"]) == 1
    assert "TBL-816" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("more", "code"),
    [
        (["--mode", "P4"], "TBL-816"),
        (["--origin", "club.example/spring"], "TBL-834"),
        *(
            (["--origin", f"simulated{stray}"], "TBL-820")
            for stray in (" x", "+x", "\nx", "\x1b[2J", "春", "\udcff", "x" * 64)
        ),
        (["--origin", ""], "TBL-820"),
        (["--mode", "U", "--config", "UPGRADE"], "TBL-821"),
        (["--mode", "U"], "TBL-821"),
        (["--config", "/none/table.toml"], "TBL-101"),
    ],
)
def test_an_event_that_cannot_be_is_not_begun(
    tmp_path: Path, capsys: Out, more: list[str], code: str
) -> None:
    (tmp_path / "table.toml").write_text(
        '[table]\norigin = "t.simulated"\n[options]\nupgrade_mode = true\n'
    )
    more = [str(tmp_path / "table.toml") if each == "UPGRADE" else each for each in more]
    assert create(tmp_path / "event", *more) == 1
    said = capsys.readouterr().err
    assert said.startswith(code)
    assert "\x1b" not in said
    assert not (tmp_path / "event").exists()


def test_without_a_source_of_noise_there_is_no_event(tmp_path: Path, capsys: Out) -> None:
    (tmp_path / "table.toml").write_text(
        '[table]\norigin = "t"\n[noise]\nsource = "serial"\nport = "/dev/none"\n'
    )
    assert create(tmp_path / "event", "--config", str(tmp_path / "table.toml")) == 1
    assert "noise" in capsys.readouterr().err


KEY = audit_public(bytes(range(32)))


def test_a_table_more_is_sealed_to_onto_the_same_stick(tmp_path: Path, capsys: Out) -> None:
    """What lies there of the others is kept; a new key of a table is a new file."""
    organise(tmp_path / "event")
    one, two = note(tmp_path / "1", key=KEY), note(tmp_path / "2", "club.example/t2", KEY)
    anew = note(tmp_path / "3", key=audit_public(bytes(32)))
    assert seal(tmp_path / "event", one) == 0
    before = _all_files(tmp_path / "stick")
    capsys.readouterr()
    assert seal(tmp_path / "event", one, two) == 0
    shown = capsys.readouterr().out.splitlines()
    assert ["kept" in line for line in shown] == [True, False]
    assert seal(tmp_path / "event", anew) == 0
    after = _all_files(tmp_path / "stick")
    assert len(after) == 3
    assert before.items() <= after.items()


@pytest.mark.parametrize("there", [b"", b"table-event/v1\n", bytes(5_000)])
def test_what_lies_there_and_is_no_such_file_is_never_written_over(
    tmp_path: Path, capsys: Out, there: bytes
) -> None:
    organise(tmp_path / "event")
    enrolled = note(tmp_path / "note", key=KEY)
    assert seal(tmp_path / "event", enrolled) == 0
    (file,) = (tmp_path / "stick").iterdir()
    file.write_bytes(there)
    assert seal(tmp_path / "event", enrolled) == 1
    said = capsys.readouterr().err
    assert "TBL-802" in said
    assert str(file) in said
    assert file.read_bytes() == there


def test_one_bad_note_among_good_ones_is_named_and_nothing_is_sealed(
    tmp_path: Path, capsys: Out
) -> None:
    organise(tmp_path / "event")
    good, bad = note(tmp_path / "good", key=KEY), tmp_path / "bad"
    other = note(tmp_path / "other", key=audit_public(bytes(32)))
    for raw in (b"", b"\xff" * 99, good.read_bytes()[:-3], bytes(2**22 + 1)):
        bad.write_bytes(raw)
        assert seal(tmp_path / "event", good, bad) == 1
        said = capsys.readouterr().err
        assert "TBL-802" in said
        assert str(bad) in said
    assert seal(tmp_path / "event", good, tmp_path / "none") == 1
    assert str(tmp_path / "none") in capsys.readouterr().err
    assert seal(tmp_path / "event", good, other) == 1  # two keys of one table
    said = capsys.readouterr().err
    assert all(str(path) in said for path in (good, other))
    assert not (tmp_path / "stick").exists()


def test_a_club_makes_its_key_as_the_manual_says(tmp_path: Path, capsys: Out) -> None:
    path, origin = tmp_path / "club.key", "club.example/t1"
    assert main(["operator", "key", str(path), "--name", "CLUB"]) == 0
    vkey = capsys.readouterr().out.strip()
    table = Table(tmp_path / "state", quick=True)
    table.export(tmp_path / "out", {})
    verb = ["log", "enrol", str(tmp_path / "out"), "--key", str(path), "--hw", "pi"]
    assert main(verb) == 0
    (tmp_path / "note").write_text(capsys.readouterr().out)
    organise(tmp_path / "event")
    out = ["--club", vkey, "--out", str(tmp_path / "stick")]
    note(tmp_path / "stranger", origin, KEY)
    assert main(["event", "seal", str(tmp_path / "event"), str(tmp_path / "note"), *out]) == 1
    assert "TBL-817" in capsys.readouterr().err  # the club's, and the scripted table has no key
    assert main(["event", "seal", str(tmp_path / "event"), str(tmp_path / "stranger"), *out]) == 1
    assert "not signed by operator/CLUB" in capsys.readouterr().err


def test_a_note_that_is_given_twice_counts_once(tmp_path: Path, capsys: Out) -> None:
    organise(tmp_path / "event")
    one, copy = note(tmp_path / "one", key=KEY), note(tmp_path / "copy", key=KEY)
    assert seal(tmp_path / "event", one, copy, one) == 0
    assert f"{copy}: 与 {one} 相同" in capsys.readouterr().out
    assert len(list((tmp_path / "stick").iterdir())) == 1


def test_nothing_is_sealed_for_strangers_or_without_a_key_or_too_late(
    tmp_path: Path, capsys: Out
) -> None:
    good = note(tmp_path / "note", key=audit_public(bytes(range(32))))
    assert seal(tmp_path / "none", good) == 1
    assert "no-such-folder" in capsys.readouterr().err
    organise(tmp_path / "event")
    assert seal(tmp_path / "event", note(tmp_path / "old")) == 1
    assert "TBL-817" in capsys.readouterr().err
    (tmp_path / "bad").write_bytes(good.read_bytes()[:-3])
    assert seal(tmp_path / "event", tmp_path / "bad") == 1
    assert "TBL-802" in capsys.readouterr().err
    weak = note(tmp_path / "weak", key=bytes(32))
    assert seal(tmp_path / "event", weak) == 1
    vault = tmp_path / "event/state/vault/event.vault"
    vault.rename(tmp_path / "vault")
    assert seal(tmp_path / "event", good) == 1
    (tmp_path / "vault").rename(vault)
    close(tmp_path / "event")
    assert capsys.readouterr().err.count("TBL-816") == 1
    assert seal(tmp_path / "event", good) == 1
    said = capsys.readouterr().err
    assert said.startswith(f"TBL-829 event-closed: {EVENT}\n")
    assert "verified" not in said


@pytest.mark.parametrize("club", ["", "x", CLUB.verifier.vkey[:-2], f"{CLUB.verifier.vkey} x"])
def test_a_mistyped_key_of_the_club_is_said_of_the_key_and_of_no_file(
    tmp_path: Path, capsys: Out, club: str
) -> None:
    organise(tmp_path / "event")
    good = note(tmp_path / "note", key=KEY)
    out = ["--club", club, "--out", str(tmp_path / "stick")]
    assert main(["event", "seal", str(tmp_path / "event"), str(good), *out]) == 1
    said = capsys.readouterr().err
    assert said.startswith("TBL-830 key-line-refused: --club: ")
    assert " file" not in said


def test_what_is_no_event_is_not_sealed(tmp_path: Path, capsys: Out) -> None:
    (tmp_path / "event/public").mkdir(parents=True)
    assert seal(tmp_path / "event", note(tmp_path / "note", key=KEY)) == 1
    assert capsys.readouterr().err.startswith("TBL-818")


def test_an_event_is_closed_once_and_not_before_it_was_frozen(tmp_path: Path, capsys: Out) -> None:
    assert main(["event", "close", str(tmp_path / "none")]) == 1
    with organising(tmp_path / "half", TOLD, EVENT):
        pass
    assert main(["event", "close", str(tmp_path / "half")]) == 1
    assert capsys.readouterr().err.count("TBL-816") == 2
    organise(tmp_path / "event")
    assert main(["event", "close", str(tmp_path / "event")]) == 0
    first = public(tmp_path / "event")
    assert main(["event", "close", str(tmp_path / "event")]) == 0
    assert public(tmp_path / "event").secrets == first.secrets


def _all_files(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("played", [False, True], ids=["just started", "has played"])
def test_nothing_is_written_into_the_log_of_a_table(
    tmp_path: Path, capsys: Out, played: bool
) -> None:
    """Whichever verb is given its folder, and whatever name."""
    state = tmp_path / "folder/state"
    if played:
        table = Table(state, quick=True)
        play(table, loaded_of(tmp_path / "event"))
        table.log.close()
    else:
        log = Log.open(state, EVENT, os_random)
        log.append("boot", {**TOLD, "torn": 0}, 0)
        log.rotate_epoch(0)
        sealing_key(state, os_random)
        log.close()
    name = read_key(state / "keys" / "identity.key").name
    before = _all_files(tmp_path / "folder")
    folder = str(tmp_path / "folder")
    for verb in (
        ["create", folder, "--origin", name, "--no-digits"],
        ["create", folder, "--origin", "other.simulated", "--no-digits"],
        ["close", folder],
    ):
        assert main(["event", *verb]) == 1
        assert "TBL-816" in capsys.readouterr().err
        assert _all_files(tmp_path / "folder") == before


def test_an_event_that_was_cut_off_before_its_first_entry_goes_on(tmp_path: Path) -> None:
    with organising(tmp_path / "event", TOLD, EVENT):
        pass
    assert create(tmp_path / "event", "--no-digits") == 0
    assert public(tmp_path / "event").origin == EVENT


def test_a_reveal_that_was_cut_off_is_finished(tmp_path: Path) -> None:
    batch = organise(tmp_path / "event", "2")
    with organising(tmp_path / "event", TOLD) as event:
        secret = batch.secrets[0]
        d = {"h": 0, "S": secret.s.hex(), "hw": secret.hw.hex(), "os": secret.os.hex(), "unused": 1}
        event._put("reveal", d)
    close(tmp_path / "event")
    found = public(tmp_path / "event").secrets
    assert found == tuple((each.a, each.s) for each in batch.secrets)


# ------------------------------------------------------------------ a table


def test_an_event_is_loaded_and_dropped_by_verbs(tmp_path: Path, capsys: Out) -> None:
    config = tmp_path / "table.toml"
    config.write_text(f'[table]\norigin = "t.simulated"\nstate = "{tmp_path / "state"}"\n')
    verb = ["--config", str(config)]
    assert main(["event", "load", "x", *verb]) == 1
    assert "TBL-804" in capsys.readouterr().err
    export_log(Config("t.simulated", tmp_path / "state"), tmp_path / "first")
    organise(tmp_path / "event")
    key = audit_public(sealing_key(tmp_path / "state", os_random))
    assert seal(tmp_path / "event", note(tmp_path / "note", "t.simulated", key)) == 0
    (file,) = (tmp_path / "stick").iterdir()
    capsys.readouterr()
    assert main(["event", "load", str(file), *verb]) == 0
    event = public(tmp_path / "event")
    shown = capsys.readouterr().out
    assert code26(event.b) in shown
    assert event.identity.vkey in shown
    assert main(["event", "load", str(file), *verb]) == 1
    assert "TBL-814" in capsys.readouterr().err
    assert main(["event", "drop", *verb]) == 0
    assert main(["event", "drop", *verb]) == 0
    assert "no event was loaded" in capsys.readouterr().out
    assert main(["event", "load", str(tmp_path / "note"), *verb]) == 1
    assert "TBL-813" in capsys.readouterr().err
    assert main(["event", "load", str(tmp_path / "none"), *verb]) == 1
