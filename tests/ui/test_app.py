import asyncio
import ctypes
import json
import os
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from os import openpty
from pathlib import Path
from tty import setraw
from typing import Any

import pytest
from glass import Glass
from kivy.base import EventLoop
from kivy.config import Config
from kivy.core.window import _window_sdl2
from kivy.uix.widget import Widget
from scenes import SCENES
from test_pane import wait

from table_firmware.rules.cards import Seat
from table_firmware.wire.codec import decode_up, encode_down
from table_firmware.wire.messages import (
    Beat,
    Down,
    Farewell,
    Hello,
    InService,
    Intent,
    Refused,
    Tend,
    Up,
    View,
)
from ui_kiosk.app import TableApp
from ui_kiosk.launch import main
from ui_kiosk.link import socket_path
from ui_kiosk.screens.seat import SeatScreen
from ui_kiosk.touch import RECORD
from ui_kiosk.widgets.button import TouchButton
from ui_kiosk.widgets.hand import HandView
from ui_kiosk.window import Glass as Window

ROOT = Path(__file__).resolve().parents[2]
SIZE = (1280, 800)
SOON = 20.0


class Plain(Widget):  # type: ignore[misc]
    """A screen that remembers what it is told."""

    send: Callable[[Intent], None]

    def __init__(self) -> None:
        super().__init__()
        self.told: list[object] = []

    def show(self, view: View) -> None:
        self.told.append(view.number)

    def refused(self, refused: Refused) -> None:
        self.told.append(refused.code)

    def lost(self, farewell: str = "") -> None:
        self.told.append(("lost", farewell))


class Controller:
    """The controller's end of a seat's socket, without asyncio."""

    def __init__(self, run: Path, seat: Seat) -> None:
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.settimeout(SOON)
        self.listener.bind(str(socket_path(run, seat)))
        self.listener.listen()

    def accept(self) -> None:
        self.line, _ = self.listener.accept()
        self.line.settimeout(SOON)
        self.lines = self.line.makefile("rb")

    def say(self, message: Down) -> None:
        self.line.sendall(encode_down(message))

    def hear(self, kind: type[Up]) -> Up:
        while not isinstance(message := decode_up(self.lines.readline()), kind):
            pass
        return message

    def close(self) -> None:
        self.lines.close()
        self.line.close()
        self.listener.close()


class Seats:
    """The program itself, in a process of its own."""

    def __init__(self, run: Path, *arguments: str, **environment: str) -> None:
        given = ["--run", str(run), "--size", f"{SIZE[0]}x{SIZE[1]}", *arguments]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "ui_kiosk", *given],
            cwd=ROOT,
            env={**os.environ, "KIVY_HOME": str(run / "kivy"), **environment},
        )

    def end(self) -> int:
        self.process.terminate()
        try:
            return self.process.wait(SOON)
        finally:
            self.process.kill()
            self.process.wait()


@pytest.fixture
def finger(tmp_path: Path) -> Iterator[Callable[[float, float], None]]:
    """Taps a panel that is a FIFO at a place in window pixels."""
    path = tmp_path / "panel"
    os.mkfifo(path)
    device = os.open(path, os.O_RDWR)

    yield lambda x, y: touch(device, x, y)
    os.close(device)


def touch(device: int, x: float, y: float) -> None:
    """A finger that comes down and goes up."""
    across, down = round(x / SIZE[0] * 4095), round((1 - y / SIZE[1]) * 4095)
    steps = ((3, 0x39, 1), (3, 0x35, across), (3, 0x36, down), (0, 0, 0))
    lift = ((3, 0x39, -1), (0, 0, 0))
    os.write(device, b"".join(RECORD.pack(0, 0, *record) for record in steps + lift))


def places(glass: Glass, view: View, card: int, act: str) -> list[tuple[float, float]]:
    """Where a card of the hand and a button lie on the screen that shows this view."""
    screen = SeatScreen()
    glass.show(screen, SIZE)
    screen.show(view)
    glass.settle()
    (hand,) = (widget for widget in screen.walk() if isinstance(widget, HandView))
    x, y, width, height = hand.spot(card)
    (button,) = (
        widget
        for widget in screen.walk()
        if isinstance(widget, TouchButton) and widget.model and widget.model.act == act
    )
    return [(x + width * 0.3, y + height - width * 0.3), tuple(button.center)]


@pytest.mark.slow
def test_a_touched_card_and_a_touched_button_reach_the_controller(
    glass: Glass, tmp_path: Path, finger: Callable[[float, float], None]
) -> None:
    view = SCENES["play-lead"]
    card, button = places(glass, view, 3, "play")
    controller = Controller(tmp_path, Seat.E)
    seats = Seats(tmp_path, "--seats", "E", "--touch", str(tmp_path / "panel"))
    try:
        controller.accept()
        assert controller.hear(Hello) == Hello(1, "table-seat")
        controller.say(view)
        controller.hear(Beat)  # a beat: the view has been shown by then
        finger(*card)
        finger(*button)
        intent = controller.hear(Intent)
        assert isinstance(intent, Intent)
        assert (intent.view, intent.act, len(intent.cards)) == (view.number, "play", 1)
    finally:
        ended = seats.end()
        controller.close()
    assert ended == -15


@pytest.fixture
def terminals() -> Iterator[tuple[tuple[int, Path], tuple[int, Path]]]:
    """Two terminals that stand for panels: where to write, and the path that is read."""
    ends = openpty(), openpty()
    for _, inner in ends:
        setraw(inner)
    (one, first), (other, second) = ends
    yield (one, Path(os.ttyname(first))), (other, Path(os.ttyname(second)))
    for end in (one, first, other, second):
        os.close(end)


@pytest.mark.slow
def test_a_panel_that_a_technician_matches_is_read_at_once(
    tmp_path: Path, terminals: tuple[tuple[int, Path], tuple[int, Path]]
) -> None:
    serving = replace(SCENES["lobby"], service=InService(mine=True, touch=Seat.E))
    (_, usual), (wire, other) = terminals
    controller = Controller(tmp_path, Seat.E)
    seats = Seats(tmp_path, "--seats", "E", "--touch", str(usual))
    try:
        controller.accept()
        controller.say(serving)
        for _ in range(2):
            controller.hear(Beat)  # it has been shown, and the usual panel is read
        (tmp_path / "panels.json").write_text(json.dumps({"E": str(other)}), "utf-8")
        controller.say(replace(serving, number=serving.number + 1))
        controller.hear(Beat)
        touch(wire, 640, 400)
        said = [decode_up(controller.lines.readline()) for _ in range(3)]  # beats among them
        assert Tend("touched", str(other)) in said
    finally:
        seats.end()
        controller.close()


@pytest.mark.slow
def test_four_seats_in_one_window_have_a_line_each(tmp_path: Path) -> None:
    controllers = [Controller(tmp_path, seat) for seat in Seat]
    seats = Seats(tmp_path, "--seats", "E,S,W,N")
    try:
        for controller in controllers:
            controller.accept()
            assert controller.hear(Hello) == Hello(1, "table-seat")
    finally:
        seats.end()
        for controller in controllers:
            controller.close()


@pytest.mark.slow
def test_systemd_is_told_when_the_seat_is_up_and_that_it_is_alive(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.settimeout(SOON)
        systemd.bind(str(tmp_path / "notify"))
        seats = Seats(tmp_path, "--seats", "E", NOTIFY_SOCKET=str(tmp_path / "notify"))
        try:
            assert systemd.recv(64) == b"READY=1"
            assert systemd.recv(64) == b"WATCHDOG=1"
        finally:
            seats.end()


def app(run: Path, *screens: Widget) -> TableApp:
    return TableApp(list(Seat)[: len(screens)], run, screens, Window(SIZE), idle_seconds=0)


async def hear(table: TableApp, screen: Plain, run: Path, said: list[Down], until: int) -> None:
    """All this is said over a line that then breaks; the screen is told so many things of it."""
    listening = asyncio.create_task(table.listen(Seat.E))
    while not screen.told:
        await asyncio.sleep(0.01)

    async def talk(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"".join(encode_down(message) for message in said))
        writer.close()

    server = await asyncio.start_unix_server(talk, socket_path(run, Seat.E))
    while len(screen.told) < until:
        await asyncio.sleep(0.01)
    server.close()
    listening.cancel()
    with suppress(asyncio.CancelledError):
        await listening


@pytest.mark.usefixtures("glass")
def test_a_screen_is_told_views_refusals_and_why_the_line_was_closed(tmp_path: Path) -> None:
    screen = Plain()
    table = app(tmp_path, screen)
    said: list[Down] = [SCENES["lobby"], Refused(7, "not-now"), Farewell("stopping")]
    asyncio.run(asyncio.wait_for(hear(table, screen, tmp_path, said, 5), SOON))
    told = [("lost", ""), 7, "not-now", ("lost", "stopping"), ("lost", "stopping")]
    assert screen.told == told


def test_a_dark_screen_wakes_for_what_the_table_shows_and_for_nothing_else_that_it_says(
    glass: Glass, tmp_path: Path
) -> None:
    refused = Refused(7, "not-now")
    kinds: list[tuple[list[Down], bool]] = [([SCENES["lobby"], refused], False), ([refused], True)]
    for number, (said, dark) in enumerate(kinds):
        run = tmp_path / str(number)
        run.mkdir()
        screen = Plain()
        table = TableApp([Seat.E], run, [screen], Window(SIZE), idle_seconds=0.01)
        dimmer = table.panes[Seat.E].dimmer
        wait(glass, lambda dimmer=dimmer: dimmer.dark)  # type: ignore[misc]
        asyncio.run(asyncio.wait_for(hear(table, screen, run, said, len(said) + 2), SOON))
        assert dimmer.dark is dark


@pytest.mark.slow
def test_a_fault_of_a_screen_ends_the_process(tmp_path: Path) -> None:
    program = f"""
import asyncio
from pathlib import Path
from ui_kiosk import window
window.prepare(window.Glass(), Path({str(tmp_path)!r}))
from kivy.uix.widget import Widget
from ui_kiosk.app import TableApp
from table_firmware.rules.cards import Seat
class Broken(Widget):
    def lost(self, farewell=""):
        raise ZeroDivisionError("broken screen")
app = TableApp([Seat.E], Path({str(tmp_path)!r}), [Broken()], window.Glass())
asyncio.run(app.serve())
"""
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, timeout=SOON, capture_output=True, check=False
    )
    assert done.returncode == 1
    assert b"ZeroDivisionError: broken screen" in done.stderr


@pytest.mark.parametrize("key", [27, 282, 292, 293], ids=["esc", "f1", "f11", "f12"])
def test_no_key_leads_out_of_a_kiosk(glass: Glass, tmp_path: Path, key: int) -> None:
    table = app(tmp_path, Plain())
    glass.show(table.build(), SIZE)
    table._install_settings_keys(glass.window)
    children = list(glass.window.children)
    glass.window.dispatch("on_keyboard", key, 0, "", [])
    glass.frame()
    assert EventLoop.status == "started"
    assert not EventLoop.quit
    assert glass.window.children == children


def test_a_kiosk_has_no_touch_provider_but_its_own() -> None:
    assert Config.options("input") == []


def test_no_screen_saver_and_no_sleep_comes_over_a_kiosk(glass: Glass) -> None:
    assert not glass.window.allow_screensaver
    assert not ctypes.CDLL(_window_sdl2.__file__).SDL_IsScreenSaverEnabled()


def test_panes_follow_the_size_of_the_window(glass: Glass, tmp_path: Path) -> None:
    screens = [Plain() for _ in Seat]
    table = app(tmp_path, *screens)
    glass.show(table.build(), (1920, 1080))
    assert [tuple(s.size) for s in screens] == [(1080, 480), (960, 540), (1080, 480), (960, 540)]
    glass.window.size = (1280, 800)
    glass.settle()
    assert [tuple(s.size) for s in screens] == [(800, 320), (640, 400), (800, 320), (640, 400)]


@pytest.mark.parametrize(
    "arguments",
    [
        ["--seats", "Q"],
        ["--seats", "E,E"],
        ["--seats", "E", "--size", "1280"],
        ["--seats", "E", "--rotation", "45"],
        [],
    ],
)
def test_a_wrong_command_line_is_refused(
    arguments: list[str], capsys: pytest.CaptureFixture[Any]
) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(arguments)
    assert "usage: tablectl seat" in capsys.readouterr().err


@pytest.mark.slow
def test_pictures_of_four_seats_in_one_window(glass: Glass, tmp_path: Path) -> None:
    """Not judged here: made to be looked at."""
    screens = [SeatScreen() for _ in Seat]
    table = app(tmp_path, *screens)
    glass.show(table.build(), (1920, 1080))
    names = ("play-lead", "play-follow", "play-wait", "exchange")
    for screen, name in zip(screens, names, strict=True):
        screen.show(SCENES[name])
    glass.settle()
    assert glass.picture("four-seats").stat().st_size > 10_000
