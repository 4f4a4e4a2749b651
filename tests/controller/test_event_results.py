"""`tablectl event`: from the logs of an event to its results, wherever the files are."""

import json
import shutil
from pathlib import Path

import pytest

from table_firmware.cli import main
from table_firmware.ledger.audit import audit
from table_firmware.ledger.organised import event_of
from table_firmware.trust_verbs import fail, say
from tests.ledger.eventful import EVENT, close, loaded_of, organise, play, public, with_secrets
from tests.ledger.scripted import Table

Out = pytest.CaptureFixture[str]

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
    loaded = loaded_of(tmp_path / "event")
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
