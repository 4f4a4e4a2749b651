"""The controller as a process of its own: killed in mid-hand, started again, stopped."""

import signal
import socket
import subprocess
import sys
import tempfile
import time  # noqa: TID251
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Self

import pytest

from table_firmware.cli import main
from table_firmware.controller.scribe import CURRENT
from table_firmware.controller.seats import socket_path
from table_firmware.rules.cards import Seat
from table_firmware.rules.round import AskDigits, AskGive, AskPlay
from table_firmware.wire.codec import decode_down, encode_up
from table_firmware.wire.messages import (
    PROTOCOL,
    Beat,
    Farewell,
    Hello,
    Intent,
    Place,
    Refused,
    View,
)
from tests.laid import laid

pytestmark = pytest.mark.slow

E, N, W, S = Seat
ROOT = Path(__file__).parents[2]


class Process:
    """A running table in folders of its own."""

    def __init__(self, folder: Path, settings: str) -> None:
        self.folder = folder
        self.config = folder / "table.toml"
        table = f'[table]\nstate = "{folder}/state"\nrun = "{folder}/run"\n'
        self.config.write_text(table + settings)
        self.process = self._start()

    def _start(self, *more: str) -> "subprocess.Popen[bytes]":
        command = [sys.executable, "-m", "table_firmware", "run", "--config", str(self.config)]
        return subprocess.Popen([*command, *more], cwd=ROOT, stderr=subprocess.PIPE)

    def kill_and_restart(self, *more: str) -> None:
        self.process.kill()
        self.process.wait()
        assert self.process.stderr is not None
        self.process.stderr.close()
        self.process = self._start(*more)

    def stop(self) -> int:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        status = self.process.wait(30)
        if self.process.stderr is not None:
            self.process.stderr.close()
        return status


class Screen:
    """One seat's end of the line, blocking."""

    def __init__(self, run: Path, seat: Seat) -> None:
        self.seat = seat
        self.sock = self._connect(socket_path(run, seat))
        self.sock.settimeout(1)
        self.lines = self.sock.makefile("rb")
        self.last: View | None = None
        self.send(Hello(PROTOCOL, "test"))

    def _connect(self, path: Path) -> socket.socket:
        end = time.monotonic() + 30
        while True:
            sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            try:
                sock.connect(str(path))
            except OSError:
                sock.close()
                assert time.monotonic() < end, "the table did not come up"
                time.sleep(0.05)
            else:
                return sock

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.lines.close()
        self.sock.close()

    def send(self, message: Hello | Beat | Intent) -> None:
        self.sock.sendall(encode_up(message))

    def want(self, act: str, **more: object) -> None:
        assert self.last is not None
        self.send(Intent(self.last.number, act, **more))  # type: ignore[arg-type]

    def farewell(self) -> str:
        """Why the controller closes the line; views before that are passed over."""
        self.sock.settimeout(30)
        for line in self.lines:
            match decode_down(line):
                case Farewell(code):
                    return code
        raise AssertionError("the line ended without a farewell")

    def until(self, holds: Callable[[View], bool], most: float = 60) -> View:
        """The first view of which `holds` is true, heartbeats meanwhile."""
        end = time.monotonic() + most
        beat = 0.0
        while True:
            if time.monotonic() > beat + 1:
                self.send(Beat())
                beat = time.monotonic()
            assert time.monotonic() < end, f"it never came; last was {self.last}"
            try:
                line = self.lines.readline()
            except TimeoutError:
                self.lines = self.sock.makefile("rb")
                continue
            match decode_down(line):
                case View() as view:
                    self.last = view
                    if holds(view):
                        return view
                case Refused() as refused:
                    raise AssertionError(refused)
                case Farewell() as farewell:
                    raise AssertionError(farewell)


@pytest.fixture
def folder() -> Iterator[Path]:
    """Short, because a socket's path may have 107 bytes only."""
    with tempfile.TemporaryDirectory(prefix="tbl") as name:
        yield Path(name)


@pytest.fixture
def table(folder: Path, request: pytest.FixtureRequest) -> Iterator[Process]:
    process = Process(folder, request.param)
    yield process
    process.stop()


def sit_down(screen: Screen) -> View:
    """A match of one hand against house players, up to the exchange."""
    screen.until(lambda view: view.stage == "lobby")
    screen.want("sit")
    screen.until(lambda view: view.places[E].who == "guest")
    screen.want("mode", value="1A")
    screen.until(lambda view: view.mode == "1A")
    screen.want("house")
    screen.until(lambda view: isinstance(view.ask, AskDigits))
    screen.want("digits", value="314159")
    return screen.until(lambda view: isinstance(view.ask, AskGive))


def comparable(view: View) -> View:
    places = tuple(Place(place.who, place.player) for place in view.places)
    return replace(view, number=0, clock=None, places=places)


SLOW_HOUSE = "[timers]\nhouse = 10\ndraw = 0\n"
QUICK_HOUSE = "[timers]\nhouse = 0\ndraw = 0\n"


@pytest.mark.parametrize("table", [SLOW_HOUSE], indirect=True)
def test_killed_in_the_exchange_it_comes_back_with_the_card_laid(table: Process) -> None:
    with Screen(table.folder / "run", E) as screen:
        hand = sit_down(screen).round
        assert hand is not None
        screen.want("give", cards=hand.hand[:1])
        before = screen.until(lambda view: bool(view.round and laid(view.round).laid))
        table.kill_and_restart()
    with Screen(table.folder / "run", E) as screen:
        after = screen.until(lambda view: view.stage == "round")
        assert comparable(after) == comparable(before)
        assert laid(before.round).laid == hand.hand[:1]
    assert table.stop() == 0


@pytest.mark.parametrize("table", [QUICK_HOUSE], indirect=True)
def test_killed_in_a_trick_it_goes_on_and_the_whole_match_is_verified(
    table: Process, capsys: pytest.CaptureFixture[str]
) -> None:
    run = table.folder / "run"
    with Screen(run, E) as screen:
        sit_down(screen)
        screen.want("give")
        before = screen.until(lambda view: isinstance(view.ask, AskPlay))
        table.kill_and_restart("--matches", "1")
    with Screen(run, E) as screen:
        after = screen.until(lambda view: view.stage == "round")
        assert comparable(after) == comparable(before)
        screen.want("manage")
        screen.until(lambda view: view.stage == "match_result")
        screen.want("ready")
        assert table.process.wait(30) == 0
    state = table.folder / "state"
    arguments = ["log", "verify", str(state / "exports" / CURRENT)]
    assert main([*arguments, "--policy", str(state / "policy")]) == 0
    assert "verified" in capsys.readouterr().out


@pytest.mark.parametrize("table", [SLOW_HOUSE], indirect=True)
def test_asked_to_stop_it_says_farewell_and_leaves_in_good_order(table: Process) -> None:
    with Screen(table.folder / "run", E) as screen:
        screen.until(lambda view: view.stage == "lobby")
        table.process.send_signal(signal.SIGTERM)
        assert screen.farewell() == "stopping"
    assert table.stop() == 0
    assert (table.folder / "state" / "clean").exists()


@pytest.mark.parametrize("table", [SLOW_HOUSE], indirect=True)
def test_a_second_table_on_the_same_log_ends_with_a_reason(table: Process) -> None:
    with Screen(table.folder / "run", E) as screen:
        screen.until(lambda view: view.stage == "lobby")
        second = table._start()
        _, said = second.communicate(timeout=30)
    assert second.returncode == 74
    assert b"TBL-301" in said


@pytest.mark.parametrize("table", [SLOW_HOUSE], indirect=True)
def test_the_button_sits_down_and_the_lamp_shows_who_is_waited_for(
    table: Process, capsys: pytest.CaptureFixture[str]
) -> None:
    run = table.folder / "run"

    def board(*words: str) -> str:
        assert main(["board", "--run", str(run), *words]) == 0
        return capsys.readouterr().out.strip()

    with Screen(run, E) as screen:
        screen.until(lambda view: view.stage == "lobby")
        assert "lamp_E=1 " in board("lamps")  # the seat is free
        board("press", "E")
        screen.until(lambda view: view.places[E].who == "guest")
        screen.want("house")
        screen.until(lambda view: isinstance(view.ask, AskDigits))
        end = time.monotonic() + 10
        while "lamp_E=1 lamp_N=0" not in board("lamps"):
            assert time.monotonic() < end


def test_a_wrong_configuration_ends_with_a_reason(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = folder / "table.toml"
    config.write_text("[timers]\nplay = 5\n")
    assert main(["run", "--config", str(config)]) == 78
    assert "TBL-104" in capsys.readouterr().err


def test_a_board_that_is_not_there_ends_with_a_reason(folder: Path) -> None:
    process = Process(folder, '[board]\nname = "abacus"\n')
    assert process.process.stderr is not None
    said = process.process.stderr.read()
    assert process.stop() == 78
    assert b"TBL-202" in said
    assert not list((folder / "run").iterdir())
