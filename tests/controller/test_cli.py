"""The verbs of `tablectl`, as a shell calls them."""

import json
import resource
import select
import subprocess
import sys
import tracemalloc
from collections.abc import Sequence
from pathlib import Path

import pytest

from hal.noise import SimulatedNoise
from table_firmware.__main__ import export_log
from table_firmware.cli import main
from table_firmware.collect import collect_raw
from table_firmware.config import load
from table_firmware.service.areas.upload import DESTINATION
from table_firmware.upload import UploadFault
from table_firmware.upload_verb import check_there

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]


def configured(folder: Path) -> Path:
    """The configuration of a table that never ran."""
    config = folder / "table.toml"
    config.write_text(f'[table]\nstate = "{folder}/state"\nrun = "{folder}/run"\n')
    return config


def stopped_table(folder: Path) -> Path:
    """The configuration of a table that ran and stopped before a match."""
    config = configured(folder)
    export_log(load(config), folder / "first")
    (folder / "exports").mkdir()
    return config


def contents(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() if path.is_file() else b"" for path in folder.rglob("*")}


def piped(words: Sequence[str], lines: Sequence[bytes]) -> list[bytes]:
    command = [sys.executable, "-m", "table_firmware", *words]
    done = subprocess.run(
        command, input=b"\n".join(lines), capture_output=True, cwd=ROOT, timeout=60, check=True
    )
    return done.stdout.splitlines()


def test_questions_to_the_rules_are_answered_line_by_line() -> None:
    good = b'{"id":1,"op":"classify","game":"chinpok","trump":"2","cards":["S7","H7"]}'
    answers = [json.loads(line) for line in piped(["rules", "batch"], [good, b"\xff{", good])]
    assert answers[0]["default"]["type"] == "pair"
    assert answers[1]["error"]["code"] == "bad-request"
    assert answers[2] == answers[0]


def test_questions_to_the_deal_are_answered_line_by_line() -> None:
    answers = [json.loads(line) for line in piped(["fairness", "batch"], [b"{}", b"[]"])]
    assert [answer["error"]["code"] for answer in answers] == ["bad-request"] * 2


@pytest.mark.parametrize("verb", ["rules", "fairness"])
@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
def test_a_line_of_64_kib_is_read_and_a_longer_one_is_refused(verb: str, end: bytes) -> None:
    lengths = [65_536, 65_537, 65_538, 65_539, 65_536, 131_073, 200_000, 65_536]
    lines = b"".join(b'{"id":7}'.ljust(length) + end for length in lengths)
    cut = (b'{"id":7}'.ljust(65_536) + b"\r" * 9).ljust(99_999)
    answers = [json.loads(line) for line in piped([verb, "batch"], [lines + cut])]
    assert [answer.get("id") for answer in answers] == [
        7 if length <= 65_536 else None for length in [*lengths, len(cut)]
    ]
    assert {answer["error"]["code"] for answer in answers} == {"bad-request"}


@pytest.mark.parametrize("verb", ["rules", "fairness"])
def test_a_line_without_end_is_answered_at_once_and_takes_no_memory(verb: str) -> None:
    command = [sys.executable, "-m", "table_firmware", verb, "batch"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, cwd=ROOT) as batch:
        resource.prlimit(batch.pid, resource.RLIMIT_AS, (400 << 20, 400 << 20))
        assert batch.stdin
        assert batch.stdout
        batch.stdin.write(b"[" * 100_000)
        batch.stdin.flush()
        assert select.select([batch.stdout], [], [], 60)[0]
        assert b"longer than 64 KiB" in batch.stdout.readline()
        for _ in range(500):
            batch.stdin.write(b"[" * (1 << 20))
        batch.stdin.write(b'\n{"id":"next"}\n')
        batch.stdin.close()
        assert json.loads(batch.stdout.readline())["id"] == "next"
        assert batch.wait(60) == 0


def test_raw_noise_is_collected_with_its_report(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "raw"
    assert main(["fairness", "collect-raw", str(out), "--count", "50000"]) == 0
    assert out.stat().st_size == 50_000
    report = capsys.readouterr().out
    assert "source simulated" in report
    assert "chi-square" in report
    assert main(["fairness", "collect-raw", str(out), "--count", "5"]) == 1
    assert out.stat().st_size == 50_000


@pytest.mark.parametrize("what", ["raw", "final"])
@pytest.mark.parametrize("count", ["0", "-5", "x", "1.5"])
def test_nothing_is_collected_unless_there_is_a_number_of_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], what: str, count: str
) -> None:
    with pytest.raises(SystemExit):
        main(["fairness", f"collect-{what}", str(tmp_path / "out"), f"--count={count}"])
    assert "--count" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_the_collectors_do_not_hold_in_memory_what_they_collect(tmp_path: Path) -> None:
    tracemalloc.start()
    collect_raw(SimulatedNoise(bytes(32)), 300_000, tmp_path / "raw")
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 200_000


def test_dealt_decks_are_collected_with_their_report(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "decks"
    assert main(["fairness", "collect-final", str(out), "--count", "70"]) == 0
    raw = out.read_bytes()
    decks = [raw[at : at + 108] for at in range(0, len(raw), 108)]
    assert len(decks) == len(set(decks)) == 70
    assert all(sorted(deck) == list(range(108)) for deck in decks)
    assert "position: n = 70" in capsys.readouterr().out


def test_a_folder_that_is_no_export_fails_the_verification(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["log", "verify", str(tmp_path)]) == 1
    assert "refused" in capsys.readouterr().out.splitlines()[-1]


def test_a_policy_that_is_not_there_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    policy = tmp_path / "none"
    assert main(["log", "verify", str(tmp_path), "--policy", str(policy)]) == 2
    assert str(policy) in capsys.readouterr().err


def test_the_log_of_a_stopped_table_can_be_exported_and_verified(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = stopped_table(tmp_path)
    out = tmp_path / "out"
    assert main(["log", "export", str(out), "--config", str(config)]) == 0
    policy = tmp_path / "state" / "policy"
    assert main(["log", "verify", str(out), "--policy", str(policy)]) == 0
    assert "verified" in capsys.readouterr().out


@pytest.mark.parametrize("there", ["", "state", "state/journal"])
def test_where_no_table_ran_nothing_is_exported_and_no_table_begins(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], there: str
) -> None:
    config = configured(tmp_path)
    (tmp_path / there).mkdir(parents=True, exist_ok=True)
    before = sorted(tmp_path.rglob("*"))
    assert main(["log", "export", str(tmp_path / "out"), "--config", str(config)]) == 1
    assert sorted(tmp_path.rglob("*")) == before
    said = capsys.readouterr().err
    assert f"{tmp_path}/state" in said
    assert "用 --config" in said
    assert "with --config" in said


def test_where_no_table_ran_the_default_folder_is_not_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["log", "export", "out"]) == 1
    assert list(tmp_path.iterdir()) == []
    assert "table-state" in capsys.readouterr().err


def test_an_export_does_not_overwrite_what_is_no_export(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = stopped_table(tmp_path)
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "letter.txt").write_text("dear")
    assert main(["log", "export", str(tmp_path / "home"), "--config", str(config)]) == 1
    assert "export-refused" in capsys.readouterr().err


def test_finished_records_are_copied_to_a_folder_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = stopped_table(tmp_path)
    exports = tmp_path / "exports"
    assert main(["log", "export", str(exports / "current"), "--config", str(config)]) == 0
    stick = tmp_path / "stick"
    stick.mkdir()
    capsys.readouterr()
    assert main(["upload", "--from", str(exports), str(stick)]) == 0
    assert main(["upload", "--from", str(exports), str(stick)]) == 0
    first, _, verdict, second, *_ = capsys.readouterr().out.splitlines()
    assert " 0 " not in first
    assert "verified" in verdict
    assert " 0 " in second
    assert len(list((tmp_path / "acks").glob("*.json"))) == 1
    assert main(["log", "verify", str(stick)]) == 0


@pytest.mark.parametrize("missing", ["stick", "media/stick", "media/stick/table-7"])
def test_records_go_to_no_folder_that_is_not_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], missing: str
) -> None:
    """Neither a copy nor an export makes the place where a stick should be mounted, and nothing
    counts as kept there."""
    config, exports = stopped_table(tmp_path), tmp_path / "exports"
    assert main(["log", "export", str(exports / "current"), "--config", str(config)]) == 0
    capsys.readouterr()
    assert main(["upload", "--from", str(exports), str(tmp_path / missing)]) == 1
    inside = str(tmp_path / missing / "records")
    assert main(["log", "export", inside, "--config", str(config)]) == 1
    assert not (tmp_path / Path(missing).parts[0]).exists()
    assert not (tmp_path / "acks").exists()
    said = capsys.readouterr().err.splitlines()
    refused = [line for line in said if line.startswith("TBL-616")]
    assert [missing in line for line in refused] == [True, True]
    assert sum("mkdir" in line for line in said) == 4  # in both languages


def test_a_new_folder_is_made_in_a_mounted_stick_and_nowhere_else(tmp_path: Path) -> None:
    stick, new = tmp_path / "stick", tmp_path / "stick" / "table-7"
    stick.mkdir()
    with pytest.raises(UploadFault, match="target-missing"):
        check_there(new)
    check_there(new, lambda place: place == stick)
    assert new.is_dir()
    check_there(new)
    with pytest.raises(UploadFault, match="target-failed"):
        check_there(tmp_path / "gone" / "table-7", lambda _: True)


def test_the_folder_of_the_upload_service_counts_only_with_something_mounted_there() -> None:
    with pytest.raises(UploadFault, match="target-unmounted"):
        check_there(DESTINATION, lambda _: False)


@pytest.mark.parametrize("source", ["exports", "exports/current", "door"])
@pytest.mark.parametrize(
    "inside", ["{}", "{}/", "{}/../{}", "{}/copy", "{}/copy/of/it", "{}/log", "link", "link/copy"]
)
def test_a_copy_inside_what_it_copies_is_refused_and_nothing_is_written(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    source: str,
    inside: str,
) -> None:
    exports = tmp_path / "exports"
    main(["log", "export", str(exports / "current"), "--config", str(stopped_table(tmp_path))])
    (tmp_path / "door").symlink_to(exports)
    (tmp_path / "link").symlink_to(tmp_path / source)
    monkeypatch.chdir(tmp_path)
    before = contents(tmp_path)
    capsys.readouterr()
    up = "/".join([".."] * (source.count("/") + 1))
    target = inside.replace("..", up).replace("{}", source)
    assert main(["upload", "--from", source, target]) == 1
    assert contents(tmp_path) == before
    said = capsys.readouterr().err
    assert "target-refused" in said
    assert "请另选一个文件夹" in said
    assert "choose another folder" in said


@pytest.mark.parametrize("inside", ["state", "state/new", "state/keys", "link"])
def test_nothing_is_copied_into_the_folder_that_a_table_works_in(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], inside: str
) -> None:
    exports, config = tmp_path / "state" / "exports", stopped_table(tmp_path)
    main(["log", "export", str(exports / "current"), "--config", str(config)])
    (tmp_path / "link").symlink_to(tmp_path / "state")
    before = contents(tmp_path)
    capsys.readouterr()
    assert main(["upload", "--from", str(exports), str(tmp_path / inside)]) == 1
    assert contents(tmp_path) == before
    assert capsys.readouterr().err.startswith("TBL-603")


def test_a_folder_with_a_longer_name_is_not_inside(tmp_path: Path) -> None:
    exports = tmp_path / "exports"
    main(["log", "export", str(exports / "current"), "--config", str(stopped_table(tmp_path))])
    (tmp_path / "exports-copy").mkdir()
    assert main(["upload", "--from", str(exports), str(tmp_path / "exports-copy")]) == 0
    assert main(["log", "verify", str(tmp_path / "exports-copy")]) == 0


def test_what_lies_on_the_stick_is_verified_among_the_files_of_other_people(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = stopped_table(tmp_path)
    exports = tmp_path / "state" / "exports"
    assert main(["log", "export", str(exports / "current"), "--config", str(config)]) == 0
    stick = tmp_path / "stick"
    (stick / "holiday").mkdir(parents=True)
    (stick / "holiday" / "beach 1.jpg").write_bytes(b"x")
    assert main(["upload", "--from", str(exports), str(stick)]) == 0
    (tile,) = (stick / "log" / "tile" / "0" / "000.p").iterdir()
    tile.write_bytes(bytes(tile.stat().st_size))
    (acks,) = (tmp_path / "state" / "acks").glob("*.json")
    assert acks.is_file()
    capsys.readouterr()
    assert main(["upload", "--from", str(exports), str(stick)]) == 1
    assert "V6" in capsys.readouterr().out


def test_there_is_nothing_to_copy_before_the_first_match(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    exports = tmp_path / "exports"
    exports.mkdir()
    assert main(["upload", "--from", str(exports), str(tmp_path / "stick")]) == 1
    assert "TBL-615" in capsys.readouterr().err
    for name in ("journal", "keys"):
        (tmp_path / "state" / name).mkdir(parents=True)
    unmade = tmp_path / "state/exports"  # not even that
    assert main(["upload", "--from", str(unmade), str(tmp_path / "stick")]) == 1
    assert "TBL-615" in capsys.readouterr().err
    other = tmp_path / "elsewhere/exports"
    (tmp_path / "stick").mkdir()
    assert main(["upload", "--from", str(other), str(tmp_path / "stick")]) == 1
    assert "TBL-602" in capsys.readouterr().err


def test_nobody_answers_for_a_board_that_is_not_running(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["board", "--run", str(tmp_path), "sit", "E"]) == 2
    assert "board" in capsys.readouterr().err


def test_a_seat_board_is_simulated_by_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["board", "simulate", "/tmp/seat", "kind=chair"]) == 1
    assert "tablectl board simulate PATH" in capsys.readouterr().err


def test_the_help_speaks_chinese_and_english(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["--help"])
    assert caught.value.code == 0
    text = capsys.readouterr().out
    assert "运行牌桌" in text
    assert "run the table" in text
    for verb in ("run", "seat", "rules", "fairness", "log", "upload", "board"):
        assert verb in text


def test_an_unknown_verb_is_refused() -> None:
    with pytest.raises(SystemExit) as caught:
        main(["shuffle"])
    assert caught.value.code == 2


@pytest.mark.parametrize("span", ["nan", "inf", "-1", "soon"])
def test_a_time_that_is_none_is_refused(span: str) -> None:
    for words in (["diagnose", f"--watch={span}"], ["burn-in", f"--minutes={span}"]):
        with pytest.raises(SystemExit):
            main(words)


def test_no_pin_is_set_while_the_configuration_cannot_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    config = tmp_path / "table.toml"
    config.write_text("[table")
    for words in (["pin"], ["mute", "seat_E"]):
        assert main(["service", *words, "--config", str(config)]) == 3
    assert list(tmp_path.iterdir()) == [config]
