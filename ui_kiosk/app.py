"""The program of one seat, or of four seats in one window: Kivy inside asyncio."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, Final

from kivy.app import App
from kivy.base import EventLoop
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.uix.floatlayout import FloatLayout

from table_firmware.rules.cards import Seat
from table_firmware.wire.messages import Farewell, Refused, Service, View, Wishes
from ui_kiosk.alive import tell
from ui_kiosk.frugal import spare
from ui_kiosk.link import Link, Lost, socket_path
from ui_kiosk.pace import Pace
from ui_kiosk.panels import panel_of
from ui_kiosk.regions import regions
from ui_kiosk.sweep import Broom, stand
from ui_kiosk.theme import FELT
from ui_kiosk.touch import TURNS, SeatTouch
from ui_kiosk.widgets.pane import Pane
from ui_kiosk.window import Glass

PROGRAM: Final = "table-seat"
IDLE_SECONDS: Final = 300.0


class TableApp(App):  # type: ignore[misc]
    """Shows each seat's screen in its part of the window and keeps its line."""

    title = "Table"

    def __init__(
        self,
        seats: Sequence[Seat],
        run_dir: Path,
        screens: Sequence[Any],
        glass: Glass,
        upright: bool = False,
        idle_seconds: float = IDLE_SECONDS,
    ) -> None:
        super().__init__()
        spare(Window)
        self.seats = tuple(seats)
        self.glass = glass
        self.upright = upright
        self._pace: Pace | None = None
        self._touch: SeatTouch | None = None
        self._run_dir = run_dir
        self._newest: dict[Seat, View] = {}
        self._show_soon = Clock.create_trigger(self._show_newest)
        self.links = {seat: Link(socket_path(run_dir, seat), PROGRAM) for seat in self.seats}
        self.panes = {
            seat: Pane(screen, idle_seconds)
            for seat, screen in zip(self.seats, screens, strict=True)
        }

    def build(self) -> Any:
        """The window's one root widget, with a pane for each seat; the felt is bare window."""
        Window.clearcolor = FELT
        root = FloatLayout()
        for seat, pane in self.panes.items():
            pane.screen.send = self.links[seat].send
            root.add_widget(pane)
        root.bind(size=lambda _, size: self._place(*size))
        return root

    def on_start(self) -> None:
        """Opens the touch panel and closes the ways out of a kiosk."""
        if self.glass.touch is not None:
            self._pace = Pace(Clock, Broom())
            self._touch = self._panel(self.glass.touch, self._pace)
            EventLoop.add_input_provider(self._touch)
            Window.bind(on_request_close=lambda *_, **__: True)
        Window.bind(on_flip=self._first_picture)

    def _panel(self, path: Path, pace: Pace) -> SeatTouch:
        turn = TURNS[self.glass.touch_turn]
        if len(self.seats) > 1:  # one panel for all
            return SeatTouch(path, matrix=turn, felt=pace.wake)
        (seat,) = self.seats
        matched = partial(panel_of, self._run_dir, seat, path)
        touch = SeatTouch(path, matrix=turn, felt=pace.wake, matched=matched)
        self.panes[seat].screen.panel = lambda: str(touch.path)
        return touch

    def open_settings(self, *_: Any) -> bool:
        """F1 opens nothing."""
        return False

    async def serve(self) -> None:
        """Runs until the window is closed."""
        lines = [asyncio.create_task(self.listen(seat)) for seat in self.seats]
        shown = asyncio.create_task(self.async_run("asyncio"))
        try:
            done, _ = await asyncio.wait((shown, *lines), return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()  # a fault of a screen ends the process; the system starts it again
        finally:
            await _cancel(*lines, shown)

    async def listen(self, seat: Seat) -> None:
        """Tells a seat's screen what the controller says, for ever."""
        screen = self.panes[seat].screen
        farewell = ""
        async for message in self.links[seat].messages():
            if self._pace is not None:
                self._pace.wake()
            match message:
                case View():
                    farewell = ""
                    self._newest[seat] = message
                    self._show_soon()
                    continue
            self._show_newest()
            match message:
                case Refused():
                    screen.refused(message)
                case Service():
                    screen.serve(message)
                case Wishes():
                    screen.suit(message)
                case Farewell(code=farewell):
                    screen.lost(farewell)
                case Lost():
                    screen.lost(farewell)

    def _show_newest(self, *_: Any) -> None:
        """Show what came since the last picture; of each seat's views only the newest counts."""
        newest, self._newest = self._newest, {}
        for seat, view in newest.items():
            self.panes[seat].screen.show(view)
            if self._touch is not None and view.service is not None:
                self._touch.look_again()  # a technician may just have matched another panel
            self.panes[seat].dimmer.wake()

    def _first_picture(self, *_: Any) -> None:
        Window.unbind(on_flip=self._first_picture)
        if self._pace is not None:
            stand()
        tell("READY=1")
        Clock.schedule_interval(lambda _: tell("WATCHDOG=1"), 1)

    def _place(self, width: float, height: float) -> None:
        for region in regions(self.seats, width, height, self.upright):
            self.panes[region.seat].place(region)


async def _cancel(*tasks: asyncio.Task[None]) -> None:
    for task in tasks:
        task.cancel()
    for task in tasks:
        with suppress(asyncio.CancelledError):
            await task
