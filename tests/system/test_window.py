"""`tablectl demo` on a display: four quadrants, two of them played by pointer."""

import ctypes
import subprocess
import time  # noqa: TID251
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hal.boards.sim import board_command
from table_firmware.rules.cards import Seat
from tests.system.display import Display, display
from tests.system.likeness import difference
from tests.system.mirror import Mirror, Where
from tests.system.running import journal, tablectl, wait_for

E, N, W, S = Seat
pytestmark = pytest.mark.slow
SIZE = (1920, 1080)
TURNS = 10
"""Played by pointer before the table plays on for both: a hand has some hundred turns."""


class Window:
    """The demo in its window; East and South are people."""

    def __init__(self, folder: Path, display: Display, where: Where) -> None:
        self.out = folder / "demo"
        self.display = display
        self.where = where
        self._size = 0
        self._entries: list[dict[str, Any]] = []
        self.process = tablectl(
            *("demo", "--mode", "1A", "--pace", "fast"),
            "--out",
            str(self.out),
            env=display.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )

    def press(self, seat: Seat, scene: str, *acts: str) -> None:
        for act in acts:
            self.display.press(*self.where[scene][seat].buttons[act])

    def entries(self, kind: str) -> list[dict[str, Any]]:
        """The durable entries of a kind; the journal is read again only when it has grown."""
        state = self.out / "state"
        size = sum(path.stat().st_size for path in state.glob("journal/*"))
        if size != self._size:
            self._size, self._entries = size, journal(state)
        return [entry["d"] for entry in self._entries if entry["k"] == kind]

    def acts(self, seat: Seat) -> list[dict[str, Any]]:
        """What a seat has done, as it is durable."""
        actions = (act["action"] for act in self.entries("act"))
        return [action for action in actions if action.get("seat") == seat.name]

    def waited_for(self, seat: Seat) -> bool:
        """Whether the lamp of a seat is lit."""
        _, lamps = board_command(self.out / "run" / "board.sock", ["lamps"])
        return f"lamp_{seat.name}=1" in lamps

    def press_until(self, holds: Any, seat: Seat, scene: str, *acts: str) -> None:
        """Press these buttons, again after a while if it has come to nothing."""
        for _ in range(8):
            self.press(seat, scene, *acts)
            end = time.monotonic() + 4
            while time.monotonic() < end:
                if holds():
                    return
                time.sleep(0.03)
        raise AssertionError(f"{seat.name} pressed {acts} for nothing")


@pytest.fixture(scope="module")
def window(folder: Path, mirror: Mirror) -> Iterator[Window]:
    """A demo whose window shows the lobby."""
    where = mirror.scenes(SIZE, [E, S, W, N])
    with display(*SIZE) as screen:
        found = Window(folder, screen, where)
        try:
            wait_for(screen.windows, "the window")
            yield found
        finally:
            found.process.terminate()
            found.process.communicate(timeout=60)


def test_two_people_sit_down_by_pointer_and_house_players_take_the_other_seats(
    window: Window,
) -> None:
    empty = window.display.picture("window-opening")
    for seat in (E, S):
        window.press_until(lambda seat=seat: sat(window, seat), seat, "lobby", "sit")
    for seat in (W, S):
        window.press(seat, "lobby", "language")
    time.sleep(1)
    assert difference(window.display.picture("window-lobby"), empty) > 0.01
    for seat in (E, S):
        window.press(seat, "lobby-seated", "ready")
    wait_for(lambda: window.entries("match"), "house players")
    (match,) = window.entries("match")
    assert match["seats"] == {"E": "guest", "N": "house", "W": "house", "S": "guest"}
    assert match["ranked"] == 0


def sat(window: Window, seat: Seat) -> bool:
    return {"seat": seat.name, "change": "sat"} in window.entries("seat")


def test_a_hand_is_played_by_pointer_on_both_seats(window: Window) -> None:
    wait_for(lambda: window.waited_for(E), "the pad")
    time.sleep(1)
    window.display.picture("window-digits")
    window.press(E, "digits", *(f"digit:{digit}" for digit in "271828"))
    window.press_until(lambda: not window.waited_for(E), E, "digits", "digits")
    window.press_until(lambda: window.entries("contrib"), S, "digits", "decline")
    (contrib,) = window.entries("contrib")
    assert contrib["seats"]["E"]["mode"] == 1
    wait_for(lambda: window.entries("deal"), "the deal")
    time.sleep(1)
    window.display.picture("window-exchange")
    for seat in (E, S):
        window.press_until(lambda seat=seat: window.acts(seat), seat, "exchange", "keep", "keep")
    wait_for(lambda: any(window.waited_for(seat) for seat in (E, S)), "the first turn")
    time.sleep(0.5)
    window.display.picture("window-play")
    while sum(len(plays(window, seat)) for seat in (E, S)) < TURNS:
        for seat in (E, S):
            if window.waited_for(seat):
                take_turn(window, seat)
    for seat in (E, S):
        assert any(act["kind"] == "play" for act in plays(window, seat)), seat.name
    assert {act["by"] for act in window.acts(W) + window.acts(N)} == {"managed"}
    for seat in (E, S):
        twice = "manage", "manage"
        window.press_until(lambda seat=seat: managed(window, seat), seat, "play-follow", *twice)
    wait_for(lambda: window.entries("hand_end"), "the end of the hand")


def plays(window: Window, seat: Seat) -> list[dict[str, Any]]:
    """What a seat has played or passed by its own hand."""
    return [
        act
        for act in window.acts(seat)
        if act["by"] == "player" and act["kind"] in ("play", "pass")
    ]


def managed(window: Window, seat: Seat) -> bool:
    change = {"seat": seat.name, "change": "managed"}
    return change in window.entries("seat") or bool(window.entries("hand_end"))


def take_turn(window: Window, seat: Seat) -> None:
    """提示 and 出牌; if there is nothing to play, 不出."""
    done = len(window.acts(seat))

    def over() -> bool:
        return len(window.acts(seat)) > done or not window.waited_for(seat)

    time.sleep(0.3)  # a lamp is lit before a picture is drawn
    for acts in (("hint", "play"), ("hint", "play"), ("pass",)) * 4:
        window.press(seat, "play-follow", *acts)
        end = time.monotonic() + 1.2
        while time.monotonic() < end:
            if over():
                return
            time.sleep(0.05)
    window.display.picture("window-stuck")
    raise AssertionError(f"{seat.name} cannot play")


def test_the_results_are_read_and_left_by_pointer(window: Window) -> None:
    window.press_until(lambda: window.entries("match_end"), E, "hand-result", "ready")


def test_on_closing_the_window_the_log_is_verified(window: Window) -> None:
    (shown,) = window.display.windows()
    close(window.display, shown)
    said, _ = window.process.communicate(timeout=60)
    assert window.process.returncode == 0, said
    assert "结果 / result:" in said
    assert "verified" in said.splitlines()[-1]
    assert "1 hand, 1 match (" in said.splitlines()[-1]
    assert (window.out / "export" / "log" / "checkpoint").is_file()


def close(display: Display, window: int) -> None:
    """Ask a window to close, as its close button would."""
    x = ctypes.CDLL("libX11.so.6")
    x.XOpenDisplay.restype = ctypes.c_void_p
    x.XInternAtom.restype = ctypes.c_ulong
    link = ctypes.c_void_p(x.XOpenDisplay(display.environment["DISPLAY"].encode()))
    protocols = x.XInternAtom(link, b"WM_PROTOCOLS", 0)
    delete = x.XInternAtom(link, b"WM_DELETE_WINDOW", 0)
    # XClientMessageEvent in an XEvent of 24 longs: type, serial, send_event, display, window, …
    event = (ctypes.c_long * 24)(33, 0, 0, 0, window, protocols, 32, delete, 0)
    x.XSendEvent(link, ctypes.c_ulong(window), 0, ctypes.c_long(0), ctypes.byref(event))
    x.XFlush(link)
    x.XCloseDisplay(link)
