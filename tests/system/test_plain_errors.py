"""What goes wrong at the command line is said in plain words, with a code and a remedy."""

import os
import re
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from table_firmware.__main__ import export_log
from table_firmware.config import load
from table_firmware.ledger.journal import Journal
from tests.system.running import ROOT, Table, journal, tablectl, told, wait_for

pytestmark = pytest.mark.slow

HAN = re.compile(r"[\u4e00-\u9fff]")
NOBODY = 65534
AS_NOBODY = f"""
import os, sys
import table_firmware.__main__
from table_firmware.cli import main
from table_firmware.service.faults import told
told("run-directory", "")
os.setgroups([])
os.setgid({NOBODY})
os.setuid({NOBODY})
sys.exit(main(sys.argv[1:]))
"""
"""Imports come first: nobody may not be able to read them."""
needs_root = pytest.mark.skipif(os.getuid() != 0, reason="only root can become somebody else")


def plain(text: str) -> None:
    """Both languages, and no traceback."""
    assert "Traceback" not in text
    assert HAN.search(text)
    assert re.search(r"\b[a-z]{4,}\b.*\b[a-z]{4,}\b", text)


def config(folder: Path, **table: Path) -> str:
    path = folder / "table.toml"
    lines = [f'{key} = "{value}"' for key, value in table.items()]
    path.write_text("\n".join(["[table]", *lines, ""]))
    return str(path)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("state =", "TBL-102"),
        ("[timers]\nplai = 30\n", "TBL-103"),
        ("[timers]\nplay = 5\n", "TBL-104"),
        ('[board]\nname = "abacus"\n', "TBL-202"),
    ],
)
def test_a_wrong_configuration(tmp_path: Path, text: str, code: str) -> None:
    path = tmp_path / "table.toml"
    path.write_text(text)
    said = told("run", "--config", str(path), cwd=tmp_path)
    assert said.returncode == 78
    assert code in said.stderr
    plain(said.stderr)


def test_a_configuration_that_is_not_there(tmp_path: Path) -> None:
    said = told("run", "--config", str(tmp_path / "none.toml"))
    assert said.returncode == 78
    assert "TBL-101" in said.stderr
    plain(said.stderr)


def test_a_run_folder_that_is_a_file(tmp_path: Path) -> None:
    run = tmp_path / "run"
    run.touch()
    said = told("run", "--config", config(tmp_path, state=tmp_path / "state", run=run))
    assert said.returncode == 78
    assert "TBL-503 run-directory" in said.stderr
    plain(said.stderr)


@needs_root
@pytest.mark.parametrize(
    ("closed", "code"), [("run", "TBL-503 run-directory"), ("state", "TBL-313 storage-failed")]
)
def test_a_folder_without_permission(tmp_path: Path, closed: str, code: str) -> None:
    for above in (tmp_path, *tmp_path.parents[:3]):
        above.chmod(above.stat().st_mode | 0o011)
    folders = {name: tmp_path / name for name in ("run", "state")}
    for name, made in folders.items():
        made.mkdir()
        os.chown(made, *((0, 0) if name == closed else (NOBODY, NOBODY)))
    path = config(tmp_path, **folders)
    Path(path).chmod(0o644)
    command = [sys.executable, "-c", AS_NOBODY, "run", "--config", path]
    said = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert code in said.stderr
    plain(said.stderr)
    assert said.returncode in (74, 78)


def test_a_path_too_long_for_a_socket(tmp_path: Path) -> None:
    run = tmp_path / ("r" * 110)
    said = told("run", "--config", config(tmp_path, state=tmp_path / "state", run=run))
    assert said.returncode == 78
    assert "TBL-206" in said.stderr
    assert "too long" in said.stderr
    plain(said.stderr)


def test_ctrl_c_ends_a_table_in_good_order(folder: Path) -> None:
    table = Table(folder, "")
    table.process.send_signal(signal.SIGINT)
    assert table.process.wait(30) == 0
    assert (table.state / "clean").exists()
    assert "Traceback" not in table.log.read_text()
    assert [entry["k"] for entry in journal(table.state)][:2] == ["boot", "epoch"]


def test_a_table_without_a_log_can_be_asked_for_help() -> None:
    process = tablectl("run", "--help", stdout=-1)
    said, _ = process.communicate(timeout=30)
    assert process.returncode == 0
    assert HAN.search(said)


def test_an_export_that_is_no_folder_and_one_that_is_empty(tmp_path: Path) -> None:
    file, empty = tmp_path / "file", tmp_path / "empty"
    file.touch()
    empty.mkdir()
    for path in (file, tmp_path / "none"):
        said = told("log", "verify", str(path))
        assert said.returncode == 1
        assert str(path) in said.stderr
        plain(said.stderr)
    said = told("log", "verify", str(empty))
    assert said.returncode == 1
    assert "log/checkpoint: is missing" in said.stdout.splitlines()[-1]
    plain(said.stdout)


def test_an_export_makes_no_run_folder_and_leaves_keys_private(tmp_path: Path) -> None:
    path = config(tmp_path, state=tmp_path / "state", run=tmp_path / "run")
    assert told("log", "export", str(tmp_path / "none"), "--config", path).returncode == 1
    export_log(load(Path(path)), tmp_path / "first")
    said = told("log", "export", str(tmp_path / "out"), "--config", path)
    assert said.returncode == 0
    assert not (tmp_path / "run").exists()
    modes = {
        file.name: stat.S_IMODE(file.stat().st_mode)
        for file in (tmp_path / "state").rglob("*")
        if file.is_file()
    }
    assert modes["policy"] == 0o644
    assert {mode for name, mode in modes.items() if name.endswith(".key")} == {0o600}


@pytest.mark.parametrize(
    "verb",
    [("log", "export", "out"), ("log", "prune"), ("key", "rotate"), ("event", "load", "x.event")],
)
def test_what_works_on_the_records_of_a_running_table_says_that_it_must_be_stopped(
    tmp_path: Path, verb: tuple[str, ...]
) -> None:
    state = tmp_path / "state"
    writer = Journal(state / "journal")
    writer.append(b"an entry")
    path = config(tmp_path, state=state, run=tmp_path / "run")
    said = told(*verb, "--config", path)
    writer.close()
    assert said.returncode == 1
    assert "TBL-833" in said.stderr
    assert "stop the table first" in said.stderr
    plain(said.stderr)


def test_board_and_contact_faults_are_logged_with_their_remedy(tmp_path: Path) -> None:
    short = tmp_path
    table = Table(short, "")

    def board(*words: str) -> None:
        assert told("board", "--run", str(table.run), *words).returncode == 0

    try:
        board("bounce", "seat_S", "600")
        wait_for(lambda: "TBL-207 chatters: seat_S" in table.log.read_text(), "the contact fault")
        board("unplug")
        wait_for(lambda: "TBL-201 board-lost" in table.log.read_text(), "the loss of the board")
        board("plug")
    finally:
        assert table.stop() == 0
    plain(table.log.read_text())
    assert "检查该座位的接线和触点" in table.log.read_text()
