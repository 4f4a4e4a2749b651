"""The simulated seat board obeys its commands, in a process of its own."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from hal.serial.simulate import HELP, BadCommand, PathTaken, Simulated, main
from table_firmware.cli import main as tablectl
from tests.serial_process import CHECKOUT, PeerProcess


@pytest.fixture
def peer(tmp_path: Path) -> Iterator[PeerProcess]:
    made = PeerProcess(tmp_path / "table", "baud=115200", "seed=here")
    yield made
    made.close()


def test_contacts_are_moved_by_their_roles(peer: PeerProcess) -> None:
    peer.ask("on seat_E")
    peer.ask("on service")
    peer.ask("off service")
    assert "on seat_E lamps" in peer.ask("status")


def test_a_press_ends_by_itself(peer: PeerProcess) -> None:
    peer.ask("press button_N 0.02")
    while "button_N" in peer.ask("status"):
        pass
    assert "waiting 2" in peer.ask("status")


def test_a_reset_forgets_what_waited_and_has_a_new_boot_number(peer: PeerProcess) -> None:
    peer.ask("press button_N")
    before = peer.ask("status")
    peer.ask("reset")
    after = peer.ask("status")
    assert before.split()[1] != after.split()[1]
    assert "waiting 0" in after


def test_the_port_comes_and_goes_with_the_cable(peer: PeerProcess) -> None:
    first = peer.path.readlink()
    assert first.exists()
    peer.ask("plug")
    assert peer.path.readlink() == first
    peer.ask("unplug")
    peer.ask("unplug")
    assert not peer.path.is_symlink()
    peer.ask("plug")
    assert peer.path.exists()


@pytest.mark.slow
@pytest.mark.parametrize("line", ["", "on", "on chair_E", "press button_E long", "lose", "lose x"])
def test_what_is_not_understood_is_answered_so(peer: PeerProcess, line: str) -> None:
    with pytest.raises(AssertionError, match=r"inputs:|lamps \|"):
        peer.ask(line)
    assert peer.ask("help") == HELP


@pytest.mark.parametrize("fault", ["lose", "repeat", "flip", "insert", "delay"])
@pytest.mark.parametrize("rate", ["7", "1.01", "-3", "-0.1", "nan", "inf"])
def test_a_rate_is_from_nought_to_one(
    fault: str, rate: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([str(tmp_path / "seat"), f"{fault}={rate}"]) == 1
    assert "tablectl board simulate PATH" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
    board = Simulated(tmp_path / "seat", 0.0)
    with pytest.raises(BadCommand):
        board.command(f"{fault} {rate}", 0.0)
    board.command(f"{fault} 1", 0.0)
    board.command(f"{fault} 0", 0.0)
    board.command("delay_for 2.5", 0.0)
    with pytest.raises(BadCommand, match="seconds"):
        board.command("delay_for -1", 0.0)
    board.unplug()


@pytest.mark.parametrize("kind", ["file", "folder", "link", "dangling"])
def test_what_is_at_the_path_is_never_replaced(
    kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, other = tmp_path / "seat", tmp_path / "other"
    other.write_text("mine")
    match kind:
        case "file":
            path.write_text("mine")
        case "folder":
            path.mkdir()
        case "link":
            path.symlink_to(other)
        case _:
            path.symlink_to(tmp_path / "nothing")
    before = sorted(tmp_path.iterdir())
    assert tablectl(["board", "simulate", str(path)]) == 1
    told = capsys.readouterr().err
    assert "TBL-802" in told
    assert str(path) in told
    assert sorted(tmp_path.iterdir()) == before
    assert kind != "file" or path.read_text() == "mine"
    assert other.read_text() == "mine"


@pytest.mark.parametrize("left", ["/dev/pts/99999", "/dev/pts/ptmx"])
def test_a_link_that_a_board_left_behind_is_taken_over(left: str, tmp_path: Path) -> None:
    path = tmp_path / "seat"
    path.symlink_to(left)
    board = Simulated(path, 0.0)
    assert path.exists()
    board.unplug()
    assert not path.is_symlink()


def test_what_came_in_place_of_its_link_stays(tmp_path: Path) -> None:
    path = tmp_path / "seat"
    board = Simulated(path, 0.0)
    path.unlink()
    path.write_text("mine")
    board.unplug()
    with pytest.raises(PathTaken):
        board.command("plug", 0.0)
    assert path.read_text() == "mine"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("ending", ["quit\n", ""])
def test_it_ends_when_told_or_when_nobody_tells_it_anything(tmp_path: Path, ending: str) -> None:
    path = tmp_path / "seat"
    ran = subprocess.run(
        [sys.executable, "-m", "hal.serial.simulate", str(path), "kind=seat", "lose=0.1"],
        cwd=CHECKOUT,
        input=f"lamps\n{ending}",
        capture_output=True,
        text=True,
        timeout=20,
        check=True,
    )
    assert ran.stdout.splitlines() == [f"ok {HELP}", "ok 0 0 0 0"]
    assert not path.is_symlink()


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["PATH", "kind=chair"],
        ["PATH", "baud=fast"],
        ["PATH", "baud=-1"],
        ["PATH", "colour=red"],
        ["/nowhere/at/all/seat"],
    ],
)
def test_a_command_line_that_cannot_be_obeyed_is_explained(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 1
    assert "tablectl board simulate PATH" in capsys.readouterr().err
