"""The scanning thread, with real time."""

import queue
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from hal.board import LAMPS, ROLES
from hal.boards.sim import SimBoard
from hal.scanner import Bounced, Changed, Ended, Found, Report, Scanner

WAIT = 10.0


def test_a_scanner_finds_the_board_reports_a_change_and_sets_lamps(tmp_path: Path) -> None:
    board = SimBoard(tmp_path / "board.sock")
    reports: queue.Queue[Report] = queue.Queue()
    scanner = Scanner(board, reports.put)
    scanner.start()
    assert reports.get(timeout=WAIT) == Found(dict.fromkeys(ROLES, False))
    scanner.light({"lamp_S": 1.0})
    board.command("press S")
    assert reports.get(timeout=WAIT) == Changed("button_S", True)
    assert "lamp_S=1" in board.command("lamps")
    assert reports.get(timeout=WAIT) == Bounced("button_S", 0)
    assert reports.get(timeout=WAIT) == Changed("button_S", False)
    scanner.close()
    assert not (tmp_path / "board.sock").exists()


def test_a_scanner_that_never_started_can_be_closed(tmp_path: Path) -> None:
    Scanner(SimBoard(tmp_path / "board.sock"), lambda _: None).close()
    assert not (tmp_path / "board.sock").exists()


class Defective:
    """A board with a programming error."""

    name = "defective"
    roles = ROLES
    lamps = LAMPS
    lines: Mapping[str, str] = MappingProxyType({})

    def read(self) -> Mapping[str, bool]:
        raise ZeroDivisionError("a defect")

    def light(self, lamps: Mapping[str, float]) -> None:
        raise AssertionError(lamps)

    def close(self) -> None:
        pass


def test_a_defect_ends_the_scanner_and_is_reported() -> None:
    reports: queue.Queue[Report] = queue.Queue()
    scanner = Scanner(Defective(), reports.put)
    scanner.start()
    assert reports.get(timeout=WAIT) == Ended("ZeroDivisionError: a defect")
    scanner.close()


def test_two_hundred_scans_are_made_a_second_by_the_clock_that_was_given(tmp_path: Path) -> None:
    ticks = iter(range(10_000_000))
    board = SimBoard(tmp_path / "board.sock")
    reports: queue.Queue[Report] = queue.Queue()
    board.command("press E")
    # Each look at this clock is one second later: the thread never waits.
    scanner = Scanner(board, reports.put, clock=lambda: float(next(ticks)))
    scanner.start()
    first = reports.get(timeout=WAIT)
    assert isinstance(first, Found)
    assert first.levels["button_E"]
    assert reports.get(timeout=WAIT) == Changed("button_E", False)
    scanner.close()
