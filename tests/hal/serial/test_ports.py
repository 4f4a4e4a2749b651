"""Serial boards on real terminals, with the boards in other processes."""

import os
import pty
import time  # noqa: TID251
import tty
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
import serial  # noqa: TID251

from hal.board import Board, BoardLost, BoardRefused
from hal.boards.serial_io import lines, open_board
from hal.scanner import Bounced, Changed, Found, Lost, Report, Scanner
from hal.serial.duty import Loss
from hal.serial.port import Link, session_number, trouble
from hal.serial.session import Session
from tests.serial_process import PeerProcess, SerialWorld, until

pytestmark = pytest.mark.slow

HEAL = 15.0
"""Seconds. The two that are promised are proven in virtual time (`test_session`); here a busy
machine decides, and only healing by itself is at stake."""


def scanned(board: Board, reports: list[Report]) -> Scanner:
    """A scanner whose reports are kept, without how the contacts bounced."""

    def tell(report: Report) -> None:
        if not isinstance(report, Bounced):
            reports.append(report)

    return Scanner(board, tell)


@pytest.fixture
def world(tmp_path: Path) -> Iterator[SerialWorld]:
    made = SerialWorld(tmp_path)
    yield made
    made.end()


@pytest.fixture
def seats(tmp_path: Path) -> Iterator[SerialWorld]:
    made = SerialWorld(tmp_path, split=True)
    yield made
    made.end()


def settings(path: Path) -> dict[str, object]:
    return {"name": "serial_io", "port": str(path)}


def test_a_cable_pulled_and_put_back_is_healed_by_itself(
    world: SerialWorld, tmp_path: Path
) -> None:
    world.peers["table"].kill()
    until(lambda: bool(world.lost()), HEAL)
    world.peers["table"] = PeerProcess(tmp_path / "table", "seed=another")
    until(lambda: not world.lost(), HEAL)
    world.put("button_N", True)
    assert world.board.links[0].health.boots == 2


def test_a_short_hang_up_is_no_loss(tmp_path: Path) -> None:
    peer = PeerProcess(tmp_path / "table")
    (line,) = lines(settings(tmp_path / "table"))
    # A tenth of a second a second: however busy the machine, the hang-up is a short one.
    link = Link(line.port, 115200, Session(1, line.duty), lambda: time.monotonic() / 10)
    link.open()
    until(lambda: link.answers, HEAL)
    peer.ask("unplug")
    until(lambda: not link.is_open)
    peer.ask("plug")
    peer.ask("on seat_E")
    until(lambda: levels(link)["seat_E"], HEAL)
    link.close({})
    peer.close()


def levels(link: Link) -> Mapping[str, bool]:
    found = link.read()
    assert not isinstance(found, Loss)
    return found


def test_a_board_reset_in_the_middle_of_a_frame_is_taken_up_again(world: SerialWorld) -> None:
    world.board.light({"lamp_W": 1.0})
    assert world.lit("lamp_W")
    world.peers["table"].ask("reset torn")
    until(lambda: world.board.links[0].health.boots == 2, HEAL)
    assert world.lit("lamp_W")
    assert not world.lost()


def test_a_seat_that_is_lost_leaves_the_others_playing(seats: SerialWorld) -> None:
    seats.peers["N"].ask("mute")
    until(lambda: seats.lost() == {"seat_N", "button_N"})
    with pytest.raises(BoardLost) as loss:
        seats.board.read()
    assert loss.value.code == "TBL-201"
    assert loss.value.levels.keys() == set(seats.board.roles) - {"seat_N", "button_N"}
    seats.board.light({"lamp_N": 1.0, "lamp_E": 1.0})
    assert seats.lit("lamp_E")
    seats.peers["N"].ask("speak")
    until(lambda: not seats.lost(), HEAL)
    assert not seats.lit("lamp_N")


def test_the_scanner_loses_finds_and_lights_a_seat_alone(seats: SerialWorld) -> None:
    reports: list[Report] = []
    scanner = scanned(seats.board, reports)
    scanner.start()
    until(lambda: len(reports) == 1)
    scanner.light({"lamp_S": 1.0})
    seats.peers["S"].ask("unplug")
    until(lambda: len(reports) == 2)
    seats.peers["S"].ask("plug")
    until(lambda: len(reports) == 3)
    until(lambda: seats.peers["S"].ask("lamps").split()[0] == "255")
    seats.peers["S"].ask("press button 0.002")
    until(lambda: len(reports) == 5)
    scanner.close()
    first, lost, found, *pressed = reports
    assert isinstance(first, Found)
    assert isinstance(lost, Lost)
    assert lost.roles == ("seat_S", "button_S")
    assert found == Found({"seat_S": False, "button_S": False})
    assert pressed == [Changed("button_S", True), Changed("button_S", False)]


def test_presses_come_through_a_bad_line_each_once(world: SerialWorld) -> None:
    peer = world.peers["table"]
    for fault in ("lose", "repeat", "flip", "insert"):
        peer.ask(f"{fault} 0.01")
    reports: list[Report] = []
    scanner = scanned(world.board, reports)
    scanner.start()
    until(lambda: bool(reports))
    for n in range(1, 11):
        peer.ask("press button_E 0.01")
        until(lambda n=n: len(reports) >= 1 + 2 * n)  # type: ignore[misc]
    scanner.close()
    changes = [report for report in reports if not isinstance(report, Found | Lost)]
    assert changes == [Changed("button_E", level) for _ in range(10) for level in (True, False)]
    assert sum(world.board.links[0].health.bad_frames.values())


# ------------------------------------------------------------------ opening


def test_a_port_that_is_not_there_yet_is_lost_and_found_when_it_comes(tmp_path: Path) -> None:
    board = open_board(settings(tmp_path / "table"), tmp_path)
    with pytest.raises(BoardLost) as loss:
        board.read()
    assert loss.value.code == "TBL-211"
    assert "there is no port" in loss.value.detail
    peer = PeerProcess(tmp_path / "table")
    until(lambda: board.links[0].answers, HEAL)
    board.close()
    peer.close()


def test_a_port_in_use_is_refused_with_a_remedy(world: SerialWorld, tmp_path: Path) -> None:
    with pytest.raises(BoardRefused) as refused:
        open_board(settings(tmp_path / "table"), tmp_path)
    assert refused.value.code == "TBL-213"
    assert "other program" in refused.value.remedy
    assert not world.lost()


def test_one_port_in_use_of_several_lets_the_others_go(world: SerialWorld, tmp_path: Path) -> None:
    other = PeerProcess(tmp_path / "N", "kind=seat")
    ports = {"W": str(tmp_path / "none"), "E": str(tmp_path / "table"), "N": str(tmp_path / "N")}
    with pytest.raises(BoardRefused):
        open_board({"name": "serial_io", "ports": ports}, tmp_path)
    board = open_board({"name": "serial_io", "ports": {"N": ports["N"]}}, tmp_path)
    assert board.read() == {"seat_N": False, "button_N": False}
    assert not world.lost()
    board.close()
    other.close()


class Defective(Session):
    def received(self, data: bytes, now: float) -> None:
        raise ZeroDivisionError(data, now)


def test_a_defect_in_the_thread_of_a_link_reaches_the_scanner(tmp_path: Path) -> None:
    peer = PeerProcess(tmp_path / "table")
    (line,) = lines(settings(tmp_path / "table"))
    link = Link(line.port, 115200, Defective(1, line.duty))
    link.open()
    until(lambda: not link.is_open)
    with pytest.raises(ZeroDivisionError):
        link.read()
    link.close({})
    peer.close()


def test_a_port_that_is_open_and_silent_for_long_is_opened_anew(tmp_path: Path) -> None:
    peer = PeerProcess(tmp_path / "table")
    peer.ask("mute")
    (line,) = lines(settings(tmp_path / "table"))
    # Twenty seconds a second: the port is given up after a quarter of one.
    link = Link(line.port, 115200, Session(1, line.duty), lambda: 20 * time.monotonic())
    link.open()
    assert link.is_open
    until(lambda: not link.is_open)
    until(lambda: link.is_open)
    link.close({})
    peer.close()


def test_a_board_for_one_seat_is_not_taken_for_a_whole_table(tmp_path: Path) -> None:
    peer = PeerProcess(tmp_path / "table", "kind=seat")
    board = open_board(settings(tmp_path / "table"), tmp_path)
    with pytest.raises(BoardLost) as loss:
        board.read()
    assert loss.value.code == "TBL-214"
    board.close()
    peer.close()


def test_a_port_where_something_else_talks_is_no_board(tmp_path: Path) -> None:
    near, far = pty.openpty()
    tty.setraw(far)
    os.write(near, b"login: \r\n" * 20 + b"\0\0\0")
    board = open_board(settings(Path(os.ttyname(far))), tmp_path)
    with pytest.raises(BoardLost) as loss:
        board.read()
    assert loss.value.code == "TBL-211"
    assert "no board has answered" in loss.value.detail
    board.close()
    os.close(near)
    os.close(far)


def test_what_went_wrong_with_a_port_has_a_code() -> None:
    path = Path("/dev/table/seat-E")
    assert trouble(path, serial.SerialException(13, "denied")).code == "TBL-212"
    assert trouble(path, serial.SerialException(11, "locked")).code == "TBL-213"
    assert trouble(path, OSError(5, "Input/output error")).code == "TBL-211"


def test_each_start_of_the_table_has_a_number_of_its_own() -> None:
    number = session_number()
    assert 0 < number < 2**32
    until(lambda: session_number() != number, 1.0)
