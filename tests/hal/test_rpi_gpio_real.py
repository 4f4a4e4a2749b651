"""The installed module RPi.GPIO on a real or simulated chip, only with TABLE_BOARD=rpi_gpio.

What every board promises is asked by `tests/contracts/test_boards.py`; here is what belongs to
pins. `test_rpi_gpio_emulated.py` runs both in an emulated machine.
"""

import os
import subprocess
import sys
import time  # noqa: TID251
from collections.abc import Iterator
from pathlib import Path

import pytest

from hal.board import BoardRefused
from hal.boards import open_board
from hal.scanner import Bounced, Changed, Found, Report, Scanner
from tests.gpio_real import PINS, SimulatedChip, Wires, world

pytestmark = pytest.mark.skipif(
    os.environ.get("TABLE_BOARD") != "rpi_gpio", reason="TABLE_BOARD=rpi_gpio is not set"
)
OPENING = """
import pathlib, sys
from hal.board import BoardRefused
from hal.boards import open_board
try:
    open_board({"name": "rpi_gpio", "pull": "none", "pins": {"seat_E": 5}}, pathlib.Path())
except BoardRefused as refused:
    print(refused.code, refused.remedy)
else:
    print("open")
sys.stdout.flush()
sys.stdin.read()
"""


BOTH = pytest.mark.parametrize("on", [0, 1], ids=["active low", "active high"])


@pytest.fixture
def on() -> int:
    """The level that means on."""
    return 0


@pytest.fixture
def real(on: int) -> Iterator[SimulatedChip | Wires]:
    made = world(on)
    yield made
    made.end()


@pytest.fixture
def chip(real: SimulatedChip | Wires) -> SimulatedChip:
    if not isinstance(real, SimulatedChip):
        pytest.skip("only a simulated chip shows this")
    return real


def settings(on: int, **more: object) -> dict[str, object]:
    active = ("low", "high")[on]
    levels = {"active": active, "lamp_active": active}
    return {"name": "rpi_gpio", "pull": "none", "pins": PINS, **levels, **more}


def another(cwd: Path, **environment: str) -> subprocess.Popen[str]:
    """Another process that opens pin 5, and holds it until its input ends."""
    return subprocess.Popen(
        [sys.executable, "-c", OPENING],
        cwd=cwd,
        env={**os.environ, **environment},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


@BOTH
def test_a_bouncing_contact_is_counted_once_each_time_it_moves(
    real: SimulatedChip | Wires, tmp_path: Path
) -> None:
    reports: list[Report] = []
    scanner = Scanner(open_board(settings(real.on), tmp_path), reports.append)
    scanner.start()
    for pressed in (True, False, True, False):
        for bounce in (pressed, not pressed) * 3:
            real.move("button_N", bounce)
            time.sleep(0.002)
        real.move("button_N", pressed)
        time.sleep(0.3)
    scanner.close()
    found, *told = reports
    assert isinstance(found, Found)
    bounced = [report for report in told if isinstance(report, Bounced)]
    changes = [report for report in told if not isinstance(report, Bounced)]
    assert len(bounced) >= 4
    assert changes == [Changed("button_N", level) for level in (True, False) * 2]


@BOTH
def test_dimmed_lamps_shine_for_their_part_of_the_time(chip: SimulatedChip, tmp_path: Path) -> None:
    dimmed = {"dimmed": ["lamp_E", "lamp_N"], "brightness": 0.8}
    board = open_board(settings(chip.on, **dimmed), tmp_path)
    for asked, percent in ((0.0, 0), (0.25, 20), (1.0, 80)):
        board.light({"lamp_E": asked})
        time.sleep(0.05)
        assert lit_percent(chip, "lamp_E") == pytest.approx(percent, abs=12)
    assert lit_percent(chip, "lamp_N") == 0
    board.close()
    assert not chip.lit("lamp_E")


def lit_percent(chip: SimulatedChip, lamp: str) -> float:
    high = chip.shine(lamp)
    return high if chip.on else 100 - high


@pytest.mark.parametrize(("pull", "level"), [("up", 1), ("down", 0)])
def test_the_pull_of_the_settings_is_set_at_the_chip(
    chip: SimulatedChip, tmp_path: Path, pull: str, level: int
) -> None:
    chip.drive(PINS["seat_E"], 1 - level)
    board = open_board(settings(chip.on, pull=pull), tmp_path)
    assert chip.pull(PINS["seat_E"]) == level
    assert board.read()["seat_E"] == (level == chip.on)
    board.close()


def test_a_pin_that_another_process_uses_is_told_apart(
    real: SimulatedChip | Wires, tmp_path: Path
) -> None:
    with another(tmp_path) as other:
        assert other.stdout
        assert other.stdout.readline() == "open\n"
        with pytest.raises(BoardRefused) as refused:
            open_board(settings(real.on), tmp_path)
        other.communicate()
    assert refused.value.code == "TBL-202"
    assert "what else uses them" in refused.value.remedy
    open_board(settings(real.on), tmp_path).close()


def test_a_chip_that_is_not_there_is_told_apart(chip: SimulatedChip, tmp_path: Path) -> None:
    chip.lose()
    with pytest.raises(BoardRefused) as refused:
        open_board(settings(chip.on), tmp_path)
    assert refused.value.code == "TBL-205"


def test_a_chip_that_may_not_be_opened_is_told_apart(chip: SimulatedChip, tmp_path: Path) -> None:
    os.setresuid(65534, 65534, 0)
    try:
        with pytest.raises(BoardRefused) as refused:
            open_board(settings(chip.on), tmp_path)
    finally:
        os.setresuid(0, 0, 0)
    assert refused.value.code == "TBL-204"


def test_a_directory_in_which_lgpio_cannot_make_its_pipe_is_told_apart(chip: SimulatedChip) -> None:
    assert chip.alive
    said, _ = another(Path("/proc")).communicate()
    assert said.startswith("TBL-203 start the table in a directory that it may write to")


def test_a_machine_that_is_no_raspberry_is_told_apart(chip: SimulatedChip, tmp_path: Path) -> None:
    assert chip.alive
    said, _ = another(tmp_path, RPI_LGPIO_REVISION="").communicate()
    assert said.startswith("TBL-203")
