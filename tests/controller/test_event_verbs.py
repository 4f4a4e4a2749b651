"""`tablectl event`: what an organiser and an operator type, and what they are told."""

import io
import json
import shutil
from pathlib import Path

import pytest

from table_firmware.__main__ import export_log
from table_firmware.cli import main
from table_firmware.config import Config
from table_firmware.fairness.deal import code26
from table_firmware.fairness.entropy import os_random
from table_firmware.ledger.audit import audit
from table_firmware.ledger.enrolment import Enrolment, enrol
from table_firmware.ledger.events import Event
from table_firmware.ledger.keys import SoftwareKey, read_key
from table_firmware.ledger.log import Log
from table_firmware.ledger.organised import event_of
from table_firmware.ledger.seal import audit_public
from table_firmware.ledger.sealing import sealing_key
from table_firmware.organiser import organising
from table_firmware.trust_verbs import fail, say
from tests.ledger.eventful import EVENT, TOLD, close, organise, play, public, with_secrets
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
        play(table, _loaded(tmp_path / "event"))
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


def _loaded(folder: Path) -> Event:
    batch = organise(folder)
    return with_secrets(public(folder), batch)


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


# ------------------------------------------------------------------ anywhere


def shelf_of(place: Path) -> tuple[Path, Path]:
    """An event that is closed, and the export of a table that has played it."""
    batch = organise(place / "event")
    loaded = with_secrets(public(place / "event"), batch)
    table = Table(place / "state", quick=True)
    play(table, loaded)
    table.export(place / "out", {})
    close(place / "event")
    (place / "policy").write_text(table.policy())
    return place / "event/public", place / "out"


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    return shelf_of(tmp_path_factory.mktemp("done"))


def test_a_log_is_verified_against_the_event(done: tuple[Path, Path], capsys: Out) -> None:
    event, out = done
    policy = ["--policy", str(out.parent / "policy")]
    assert main(["log", "verify", str(out), *policy]) == 0
    assert "give --event" in capsys.readouterr().out
    assert main(["log", "verify", str(out), *policy, "--event", str(event)]) == 0
    shown = capsys.readouterr().out
    assert "give --event" not in shown
    assert "1 hand, 1 match (" in shown
    for wrong in (out, out / "none"):
        assert main(["log", "verify", str(out), *policy, "--event", str(wrong)]) == 1
    assert "TBL-818" in capsys.readouterr().err


def test_results_are_written_with_a_form_for_names_and_never_over_others(
    done: tuple[Path, Path], tmp_path: Path, capsys: Out
) -> None:
    event, out = done
    verb = ["event", "merge", str(out), "--event", str(event), "--out"]
    assert main([*verb, str(tmp_path / "first")]) == 0
    form = (tmp_path / "first/names.txt").read_text()
    (tmp_path / "names.txt").write_text(form.replace(" A \n", " A 王 Ann\n"))
    named = [*verb, str(tmp_path / "second"), "--names", str(tmp_path / "names.txt")]
    assert main(named) == 0
    found = json.loads((tmp_path / "second/results.json").read_text())
    assert "王 Ann" in [line["player"] for line in found["ranking"]]
    assert "王 Ann" in (tmp_path / "second/results.html").read_text()
    assert not (tmp_path / "second/names.txt").exists()
    capsys.readouterr()
    assert main(named) == 1
    assert "TBL-802" in capsys.readouterr().err


@pytest.mark.slow
def test_nothing_is_merged_that_does_not_hold(
    done: tuple[Path, Path], tmp_path: Path, capsys: Out
) -> None:
    event, out = done
    verb = ["event", "merge", "--event", str(event)]
    altered = tmp_path / "altered"
    shutil.copytree(out, altered)
    (entries,) = (altered / "log/tile/entries").rglob("000*/*")
    raw = entries.read_bytes()
    entries.write_bytes(raw.replace(b'"hand_end"', b'"hand_enb"', 1))
    copy = tmp_path / "copy"
    shutil.copytree(out, copy)
    (tmp_path / "names.txt").write_text(f"{EVENT} x\n")
    both = "\n".join(f"{EVENT} {audit(out).origin} 1 {letter} Ann" for letter in "AB")
    (tmp_path / "both.txt").write_text(both)
    for more, code in (
        ([str(altered)], "TBL-819"),
        ([str(out), str(copy)], "TBL-819"),
        ([str(out), "--names", str(tmp_path / "both.txt")], "TBL-823"),
        ([str(out), "--event", str(event)], "TBL-819"),
        ([str(tmp_path / "none")], "no-such-folder"),
        ([str(out), "--names", str(tmp_path / "names.txt")], "TBL-802"),
        ([str(out), "--policy", str(tmp_path / "none")], "TBL-802"),
        ([str(out), "--event", str(out)], "TBL-818"),
    ):
        assert main([*verb, *more]) != 0
        assert code in capsys.readouterr().err, more


def test_before_the_close_results_are_made_only_if_they_may_be_preliminary(
    tmp_path: Path, capsys: Out
) -> None:
    """They say so themselves, wherever they are read, and so does what is made of them."""
    loaded = _loaded(tmp_path / "event")
    table = Table(tmp_path / "state", quick=True)
    play(table, loaded)
    table.export(tmp_path / "out", {})
    verb = ["event", "merge", str(tmp_path / "out"), "--event", str(tmp_path / "event/public")]
    verb += ["--out", str(tmp_path / "results")]
    assert main(verb) == 1
    said = capsys.readouterr()
    assert "TBL-822" in said.err
    assert "Rank" not in said.out
    assert not (tmp_path / "results").exists()
    assert main([*verb, "--preliminary"]) == 0
    capsys.readouterr()
    for name in ("results.txt", "results.html"):
        assert "暂定成绩" in (tmp_path / "results" / name).read_text()
    found = tmp_path / "results/results.json"
    assert json.loads(found.read_text())["preliminary"] is True
    assert main(["event", "movement", str(found)]) == 0
    assert "preliminary" in capsys.readouterr().out
    close(tmp_path / "event")
    verb[-1] += "-closed"
    assert main([*verb, "--preliminary"]) == 0  # by now they are not
    assert "暂定" not in (tmp_path / "results-closed/results.txt").read_text()


def test_exports_of_tables_that_never_played_the_event_are_no_results(
    done: tuple[Path, Path], tmp_path: Path, capsys: Out
) -> None:
    _, out = done
    organise(tmp_path / "other", origin="other.simulated")
    close(tmp_path / "other")
    verb = ["event", "merge", str(out), "--event", str(tmp_path / "other/public")]
    assert main([*verb, "--out", str(tmp_path / "results")]) == 1
    said = capsys.readouterr().err
    assert "TBL-819" in said
    assert f"played none of this: {audit(out).origin}" in said
    assert not (tmp_path / "results").exists()


@pytest.mark.parametrize(("mode", "game"), [("P4", "paohuzi"), ("1B", "chinpok")])
def test_rounds_of_unlike_contests_make_no_ranking(
    done: tuple[Path, Path], tmp_path: Path, capsys: Out, mode: str, game: str
) -> None:
    """Points of two games, or persons and pairs, cannot be compared."""
    event, out = done
    organise(tmp_path / "other", mode, origin="other.simulated", game=game)
    close(tmp_path / "other")
    more = ["--event", str(event), "--event", str(tmp_path / "other/public")]
    assert main(["event", "merge", str(out), *more]) == 1
    said = capsys.readouterr().err
    assert "TBL-819" in said
    assert f"other.simulated ({game}/1, {mode})" in said


def test_the_next_round_is_seated_from_the_results(tmp_path: Path, capsys: Out) -> None:
    players = [{"player": name} for name in "abcdefgh"]
    path = tmp_path / "results.json"
    path.write_text(json.dumps({"ranking": players, "seats": 3}))
    assert main(["event", "movement", str(path)]) == 0
    shown = capsys.readouterr().out
    assert "table 1: a, b, c" in shown
    assert "table 2: f, e, d" in shown
    assert "rest: g, h" in shown
    for wrong in (
        "[]",
        "[" * 100_000,
        *(json.dumps({"ranking": players, "seats": seats}) for seats in (0, -1, True, "3")),
        json.dumps({"ranking": [{"player": "\x1b[2Ja"}], "seats": 3}),
    ):
        path.write_text(wrong)
        assert main(["event", "movement", str(path)]) == 1
        said = capsys.readouterr()
        assert "TBL-802" in said.err
        assert said.out == ""


def test_nothing_that_is_said_steers_a_terminal(capsys: Out) -> None:
    stray = "\x1b[2J\r\x9b\u202e\udcff 王　Ann\n"
    say([stray])
    assert fail(stray, 3) == 3
    for shown in capsys.readouterr():
        assert shown == "\\x1b[2J\\r\\x9b\\u202e\\udcff 王　Ann\n\n"


def test_the_event_of_the_module_is_what_it_says(done: tuple[Path, Path]) -> None:
    report, event = event_of(done[0])
    assert report.ok
    assert event is not None
    assert event.secrets is not None
