"""`tablectl demo` as `make demo` runs it, without a display and with one."""

import os
import re
import shlex
import signal
import subprocess
import time  # noqa: TID251
from dataclasses import dataclass
from pathlib import Path
from shutil import copytree
from unicodedata import east_asian_width

import pytest

from tests.system.display import display
from tests.system.running import ROOT, journal, tablectl, told, wait_for

pytestmark = pytest.mark.slow


@dataclass(frozen=True, slots=True)
class Demo:
    """What a demo that has ended leaves behind."""

    out: Path
    said: str
    status: int

    @property
    def export(self) -> Path:
        return self.out / "export"

    @property
    def policy(self) -> Path:
        return self.out / "state" / "policy"


@pytest.fixture(scope="module")
def alone(folder: Path) -> Demo:
    """A match of four hands by house players; nobody looks on but the seats without a window."""
    out = folder / "demo"
    ran = told("demo", "--headless", "--pace", "fast", "--out", str(out), timeout=180)
    return Demo(out, ran.stdout + ran.stderr, ran.returncode)


def test_it_ends_by_itself_with_a_ranking_and_a_verified_log(alone: Demo) -> None:
    assert alone.status == 0, alone.said
    lines = alone.said.splitlines()
    ranking = lines.index("[demo] 结果 / result:")  # of practice
    assert "[demo] 名次 / ranking:" not in lines
    assert "no controller" not in alone.said.partition("farewell")[2]
    assert [line.split()[1] for line in lines[ranking + 1 : ranking + 3]] == ["1.", "2."]
    assert "not ranked" in lines[ranking + 3]
    assert "verified" in lines[-1]
    assert re.fullmatch(r"\[demo\] 验证通过：记录 \d+ 条，4 局，打完 1 轮", lines[-2])
    assert all("(A+C)" in line or "(B+D)" in line for line in lines[ranking + 1 : ranking + 3])
    assert ", 4 hands, 1 match (" in lines[-1]
    assert int(lines[-1].split(" entries")[0].split()[-1]) > 400


def test_the_seats_saw_every_hand(alone: Demo) -> None:
    for hand in "1234":
        for phase in ("exchange", "show", "play"):
            assert f"seat E round {hand}/4 {phase}" in alone.said
    for line in alone.said.splitlines():
        if "座位" in line:
            assert re.search("座位 E [\u4e00-\u9fff]+", line), line


def test_no_line_that_names_no_folder_is_longer_than_a_terminal_is_wide(alone: Demo) -> None:
    lines = [line for line in alone.said.splitlines() if str(alone.out) not in line]
    assert len(lines) > 20
    wide = [sum(2 if east_asian_width(char) in "FW" else 1 for char in line) for line in lines]
    assert max(wide) <= 80


def test_its_export_verifies_by_the_command_that_it_names(alone: Demo) -> None:
    lines = alone.said.splitlines()
    words = shlex.split(lines[lines.index("[demo] 再次验证 / verify again:") + 1])
    again = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    assert again.returncode == 0
    assert "verified" in again.stdout.splitlines()[-1]


def test_any_byte_that_is_changed_is_found_and_told_where(alone: Demo, tmp_path: Path) -> None:
    """The first, a middle and the last byte of every file; the verifier of `tablectl log verify`
    itself, in this process for speed, and once as the command."""
    from table_firmware.ledger.audit import audit

    export = tmp_path / "export"
    copytree(alone.export, export)
    policy = alone.policy.read_text("utf-8")
    assert audit(export, policy).ok
    files = sorted(path for path in export.rglob("*") if path.is_file())
    assert len(files) > 20
    for number, path in enumerate(files):
        whole = path.read_bytes()
        place = (0, len(whole) // 2, len(whole) - 1)[number % 3]
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        report = audit(export, policy)
        assert report.refusal, f"{path.relative_to(export)} byte {place}"
        assert report.refusal.where
        path.write_bytes(whole)


def test_the_command_says_where_a_byte_was_changed_and_ends_with_1(
    alone: Demo, tmp_path: Path
) -> None:
    export = tmp_path / "export"
    copytree(alone.export, export)
    tile = max(
        (path for path in export.glob("log/tile/entries/**/*") if path.is_file()),
        key=lambda path: path.stat().st_size,
    )
    whole = tile.read_bytes()
    at = len(whole) // 2
    tile.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
    checked = told("log", "verify", str(export), "--policy", str(alone.policy))
    assert checked.returncode == 1
    assert "FAILED" in checked.stdout
    assert "refused" in checked.stdout.splitlines()[-1]


@pytest.mark.soak
@pytest.mark.parametrize("game", ["shuangkou-baibian", "shuangkou-qianbian", "sanchazi", "paohuzi"])
def test_every_other_game_ends_with_a_verified_log_too(folder: Path, game: str) -> None:
    out = str(folder / game)
    ran = told("demo", "--headless", "--pace", "fast", "--game", game, "--out", out, timeout=300)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert ", 4 hands, 1 match (" in ran.stdout.splitlines()[-1]


def test_the_run_before_is_kept_beside_the_new_one(folder: Path, alone: Demo) -> None:
    (alone.out / "mark").touch()
    # A folder of the demo that cannot be made: it says so instead of a traceback.
    blocked = folder / "file"
    blocked.touch()
    said = told("demo", "--headless", "--out", str(blocked / "demo"))
    assert said.returncode == 1
    assert "--out" in said.stderr
    assert "Traceback" not in said.stderr


def test_a_demo_whose_controller_cannot_start_says_so_at_once(folder: Path) -> None:
    """Whatever the reason: here a setting that the table refuses and the demo knows nothing of."""
    out = folder / "refused"
    began = time.monotonic()
    ran = told("demo", "--headless", "--out", str(out), "--house-after", "86400")
    assert ran.returncode == 1
    assert "TBL-" in ran.stderr.partition("did not start")[2]  # of the controller, not the demo
    assert str(out / "controller.log") in ran.stderr
    assert time.monotonic() - began < 30


# ------------------------------------------------------------------ in its window


def test_a_void_hand_is_shown_and_the_end_of_the_controller_ends_the_window(folder: Path) -> None:
    """An operator's order under four real screens; then the controller is killed."""
    out = folder / "shown"
    state = out / "state"

    def kinds() -> list[str]:
        return [entry["k"] for entry in journal(state)]

    words = ("demo", "--mode", "1A", "--house-after", "1", "--out", str(out))
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    with display(1920, 1080) as screen, tablectl(*words, env=screen.environment, **pipes) as demo:
        try:
            wait_for(screen.windows, "the window")
            wait_for(lambda: "act" in kinds(), "the play")
            given = told("operator", "void", "--reason", "test", "--state", str(state))
            assert given.returncode == 0, given.stderr
            wait_for(lambda: "void" in kinds(), "the void")
            wait_for(lambda: "match_end" in kinds(), "the end of the match after it was read")
            screen.picture("demo-void")
            assert demo.poll() is None
            assert screen.windows()
            assert "Traceback" not in (out / "seats.log").read_text("utf-8", "replace")
            os.kill(controller_of(demo.pid), signal.SIGKILL)
            said, _ = demo.communicate(timeout=60)
        finally:
            demo.kill()
    assert demo.returncode == 1
    assert "the controller has ended" in said
    assert "Traceback" not in said


def controller_of(demo: int) -> int:
    """The process of the table among those that the demo has started."""
    for path in Path(f"/proc/{demo}/task/{demo}").glob("children"):
        for pid in map(int, path.read_text().split()):
            if b"table_firmware\0run" in Path(f"/proc/{pid}/cmdline").read_bytes():
                return pid
    raise LookupError("no controller")
