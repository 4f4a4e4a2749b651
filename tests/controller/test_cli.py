"""The verbs of `tablectl`, as a shell calls them."""

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from table_firmware.cli import main

ROOT = Path(__file__).parents[2]


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
    config = tmp_path / "table.toml"
    config.write_text(f'[table]\nstate = "{tmp_path}/state"\nrun = "{tmp_path}/run"\n')
    out = tmp_path / "out"
    assert main(["log", "export", str(out), "--config", str(config)]) == 0
    policy = tmp_path / "state" / "policy"
    assert main(["log", "verify", str(out), "--policy", str(policy)]) == 0
    assert "verified" in capsys.readouterr().out


def test_an_export_does_not_overwrite_what_is_no_export(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = tmp_path / "table.toml"
    config.write_text(f'[table]\nstate = "{tmp_path}/state"\nrun = "{tmp_path}/run"\n')
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "letter.txt").write_text("dear")
    assert main(["log", "export", str(tmp_path / "home"), "--config", str(config)]) == 1
    assert "export-refused" in capsys.readouterr().err


def test_finished_records_are_copied_to_a_folder_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = tmp_path / "table.toml"
    config.write_text(f'[table]\nstate = "{tmp_path}/state"\nrun = "{tmp_path}/run"\n')
    exports = tmp_path / "exports"
    assert main(["log", "export", str(exports / "current"), "--config", str(config)]) == 0
    stick = tmp_path / "stick"
    stick.mkdir()
    capsys.readouterr()
    assert main(["upload", "--from", str(exports), str(stick)]) == 0
    assert main(["upload", "--from", str(exports), str(stick)]) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert " 0 " not in first
    assert " 0 " in second
    assert main(["log", "verify", str(stick)]) == 0


def test_there_is_nothing_to_copy_before_the_first_match(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["upload", "--from", str(tmp_path), str(tmp_path / "stick")]) == 1
    assert "not-an-export" in capsys.readouterr().err


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
