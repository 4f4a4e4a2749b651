"""The simulated board as another terminal drives it."""

import socket
import stat
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from hal.board import ROLES, BoardLost, BoardRefused
from hal.boards import open_board
from hal.boards.sim import PRESS_SCANS, BadCommand, SimBoard, board_command


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "board.sock"


@pytest.fixture
def board(path: Path) -> Iterator[SimBoard]:
    made = SimBoard(path)
    yield made
    made.close()


def test_somebody_sits_down_from_another_terminal(board: SimBoard, path: Path) -> None:
    assert board_command(path, ["sit", "E"]) == (0, "")
    assert board.read()["seat_E"]
    assert board_command(path, ["leave", "E"]) == (0, "")
    assert not board.read()["seat_E"]


def test_a_press_lasts_a_tenth_of_a_second_of_scans(board: SimBoard) -> None:
    board.command("press service")
    assert [board.read()["service"] for _ in range(PRESS_SCANS + 2)] == [
        *[True] * PRESS_SCANS,
        False,
        False,
    ]


def test_a_bounce_flips_the_level_and_ends_where_it_was(board: SimBoard) -> None:
    board.command("sit S")
    board.command("bounce seat_S 4")
    assert [board.read()["seat_S"] for _ in range(6)] == [True, False, True, False, True, True]


def test_the_status_names_every_level_and_lamp(board: SimBoard, path: Path) -> None:
    board.command("sit N")
    board.light({"lamp_W": 0.25})
    status, text = board_command(path, ["status"])
    assert status == 0
    words = text.split()
    assert words[0] == "plugged"
    assert {"seat_N=1", "seat_E=0", "service=0", "lamp_W=0.25", "lamp_E=0"} <= set(words)


def test_an_unplugged_board_still_hears_its_commands(board: SimBoard, path: Path) -> None:
    assert board_command(path, ["unplug"]) == (0, "")
    with pytest.raises(BoardLost):
        board.read()
    assert board_command(path, ["status"])[1].startswith("unplugged")
    assert board_command(path, ["plug"]) == (0, "")
    assert not any(board.read().values())


@pytest.mark.parametrize(
    "line",
    [
        "",
        "dance",
        "sit",
        "sit E N",
        "press",
        "hold E N",
        "bounce",
        "bounce seat_E x",
        "bounce seat_E ²",
        "bounce seat_E 1 2",
        "lamps E",
        "unplug E",
    ],
)
def test_a_line_that_is_not_understood_is_answered_with_those_that_are(
    board: SimBoard, path: Path, line: str
) -> None:
    status, text = board_command(path, line.split())
    assert status == 1
    assert "press SEAT" in text
    with pytest.raises(BadCommand):
        board.command(line)
    assert board_command(path, ["help"]) == (0, text)


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("sit Q", "E N W S"),
        ("leave e", "E N W S"),
        ("press 东", "E N W S service"),
        ("hold seat_E", "E N W S service"),
        ("release Q", "E N W S service"),
        ("bounce lamp_E 4", " ".join(ROLES)),
    ],
)
def test_a_place_that_there_is_not_is_answered_with_those_that_there_are(
    board: SimBoard, path: Path, line: str, names: str
) -> None:
    before = board.read()
    word = line.split()[1]
    status, text = board_command(path, line.split())
    assert (status, text) == (1, f"没有 {word!r}，可选 / no {word!r}, but {names}")
    assert board.read() == before


def test_one_terminal_may_send_many_lines_while_another_asks(board: SimBoard, path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as link:
        link.connect(str(path))
        with link.makefile("rw", encoding="utf-8") as lines:
            for seat in "ENWS":
                lines.write(f"sit {seat}\n")
                lines.flush()
                assert lines.readline() == "ok\n"
                assert f"seat_{seat}=1" in board_command(path, ["status"])[1]
    assert sum(board.read().values()) == 4


def test_a_terminal_that_asks_and_goes_without_listening_harms_nobody(
    board: SimBoard, path: Path
) -> None:
    with socket.socket(socket.AF_UNIX) as link:
        link.connect(str(path))
        link.sendall(b"help\n" * 200 + b"sit W\n")
    assert board_command(path, ["status"])[0] == 0
    assert board.command("help")


def test_closing_ends_the_conversations(board: SimBoard, path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as link:
        link.settimeout(10.0)
        link.connect(str(path))
        link.sendall(b"help\n")
        assert link.recv(4096)
        board.close()
        assert link.recv(4096) == b""


def test_nobody_answers_where_no_board_is(path: Path) -> None:
    status, text = board_command(path, ["status"])
    assert status == 2
    assert str(path) in text


def test_a_listener_that_hangs_up_is_no_answer(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(path))
        server.listen()
        server.settimeout(10.0)

        def hang_up() -> None:
            link, _ = server.accept()
            link.recv(100)
            link.close()

        thread = threading.Thread(target=hang_up)
        thread.start()
        assert board_command(path, ["status"])[0] == 2
        thread.join()


@pytest.mark.usefixtures("board")
def test_only_the_owner_may_use_the_socket(path: Path) -> None:
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_the_socket_of_a_dead_board_is_taken_over(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as dead:
        dead.bind(str(path))
    board = SimBoard(path)
    assert board_command(path, ["status"])[0] == 0
    board.close()


@pytest.mark.usefixtures("board")
def test_a_second_board_on_a_living_socket_is_refused(path: Path) -> None:
    with pytest.raises(BoardRefused) as refused:
        SimBoard(path)
    assert refused.value.code == "TBL-206"
    assert "stop the other table" in refused.value.remedy
    assert board_command(path, ["status"])[0] == 0


def test_a_path_that_is_too_long_is_refused_with_a_remedy(tmp_path: Path) -> None:
    with pytest.raises(BoardRefused, match="short path"):
        SimBoard(tmp_path / ("x" * 100) / "board.sock")


def test_a_setting_that_the_simulated_board_has_not_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BoardRefused, match="pins"):
        open_board({"name": "sim", "pins": {"seat_E": 4}}, tmp_path)
