"""Boards are chosen by name, and only the chosen module is imported."""

import subprocess
import sys
from pathlib import Path

import pytest

from hal.board import BoardRefused
from hal.boards import BOARDS, open_board, ports
from hal.boards.sim import board_command


def test_the_named_board_is_opened_in_the_run_directory(tmp_path: Path) -> None:
    board = open_board({"name": "sim"}, tmp_path)
    assert board.name == "sim"
    assert board_command(tmp_path / "board.sock", ["status"])[0] == 0
    board.close()


def test_an_unknown_board_is_refused_with_the_names_that_are_known(tmp_path: Path) -> None:
    with pytest.raises(BoardRefused) as refused:
        open_board({"name": "abacus"}, tmp_path)
    assert refused.value.code == "TBL-202"
    for name in BOARDS:
        assert name in refused.value.remedy


def test_a_board_must_be_named(tmp_path: Path) -> None:
    with pytest.raises(BoardRefused):
        open_board({}, tmp_path)


def test_the_simulated_board_loads_no_other(tmp_path: Path) -> None:
    program = (
        "import sys, pathlib, hal.boards\n"
        "hal.boards.open_board({'name': 'sim'}, pathlib.Path(sys.argv[1])).close()\n"
        "others = ('hal.boards.', 'hal.serial', 'RPi', 'lgpio', 'serial')\n"
        "print(sorted(m for m in sys.modules if m.startswith(others)))"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path)], capture_output=True, text=True, check=True
    )
    assert ran.stdout.strip() == "['hal.boards.sim', 'hal.boards.sim_socket']"


def test_pins_off_a_raspberry_are_refused_with_a_remedy_and_nothing_falls_back(
    tmp_path: Path,
) -> None:
    with pytest.raises(BoardRefused) as refused:
        open_board({"name": "rpi_gpio", "pins": {"seat_E": 4}}, tmp_path)
    assert refused.value.code in ("TBL-203", "TBL-205")
    assert refused.value.remedy


@pytest.mark.parametrize(
    ("settings", "found"),
    [
        ({"name": "serial_io", "port": "/dev/table/board"}, ["/dev/table/board"]),
        ({"name": "serial_io", "ports": {"E": "/dev/e", "N": "/dev/n"}}, ["/dev/e", "/dev/n"]),
        ({"name": "serial_io"}, []),
        ({"name": "sim"}, []),
        ({}, []),
    ],
)
def test_the_ports_of_a_board_are_known_without_opening_one(
    settings: dict[str, object], found: list[str]
) -> None:
    assert [str(port) for port in ports(settings)] == found
