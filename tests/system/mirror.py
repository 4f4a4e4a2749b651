"""Shows views on the real screens, without a display, and says where everything lies.

Run as a program: one question a line on standard input, one answer a line (see `Mirror`).
"""

import atexit
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from table_firmware.rules.cards import Seat
from table_firmware.wire.codec import decode_down, encode_down
from table_firmware.wire.messages import Refused, View

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "ui"))
import scenes

ROOT = Path(__file__).resolve().parents[2]
EDGE = 24
"""Pixels from the lower left corner of the hand, well inside its first card."""
Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Seen:
    """What a seat shows, in pixels from the upper left of its window.

    buttons: middle of each button by its act. card: a point on the first card of the hand that
    lies in front, whatever the hand. clock: left, top, right, bottom.
    """

    buttons: Mapping[str, tuple[float, float]]
    card: tuple[float, float]
    clock: Box


RESULTS = ("hand-result", "match-result")
SCENES = ("lobby", "lobby-seated", "digits", "exchange", "play-follow", *RESULTS)
Where = Mapping[str, Mapping[Seat, Seen]]
"""Where everything lies on each screen, by its scene."""


class Mirror:
    """The program, kept running; `close` ends it."""

    def __init__(self) -> None:
        environment = {**os.environ, "SDL_VIDEODRIVER": "offscreen", "PYTHONPATH": str(ROOT)}
        self._process = subprocess.Popen(
            [sys.executable, __file__],
            env=environment,
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def show(
        self,
        size: tuple[int, int],
        views: Mapping[Seat, View],
        refused: Refused | None = None,
        picture: Path | None = None,
        language: str = "zh",
    ) -> dict[Seat, Seen]:
        """The window of these seats with these views; one that is `refused` belongs to all."""
        question = {
            "size": size,
            "views": {seat.name: encode_down(view).decode() for seat, view in views.items()},
            "refused": encode_down(refused).decode() if refused else "",
            "picture": str(picture or ""),
            "language": language,
        }
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(question) + "\n")
        self._process.stdin.flush()
        answer = json.loads(self._process.stdout.readline())
        return {
            Seat[name]: Seen(
                {act: (x, y) for act, (x, y) in seen["buttons"].items()},
                tuple(seen["card"]),
                tuple(seen["clock"]),
            )
            for name, seen in answer.items()
        }

    def scenes(self, size: tuple[int, int], seats: Iterable[Seat]) -> Where:
        """Every screen in a window of these seats; what is shown may differ, not where it is."""
        return {name: self.show(size, dict.fromkeys(seats, scenes.SCENES[name])) for name in SCENES}

    def close(self) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.stdout.close()
        self._process.wait(20)


# ------------------------------------------------------------------ the program


def _answer(glass: Any, question: dict[str, Any]) -> dict[str, Any]:
    from glass import shown

    from ui_kiosk.app import TableApp
    from ui_kiosk.screens.seat import SeatScreen
    from ui_kiosk.window import Glass as Window

    width, height = question["size"]
    views = {Seat[name]: decode_down(line.encode()) for name, line in question["views"].items()}
    screens = [SeatScreen(question["language"]) for _ in views]
    app = TableApp(list(views), Path(), screens, Window((width, height)), idle_seconds=0)
    glass.clear_widgets()
    glass.window.size = (width, height)
    root = app.build()
    glass.window.add_widget(root)
    _lay_out()
    for screen, view in zip(screens, views.values(), strict=True):
        assert isinstance(view, View)
        screen.show(view)
        if question["refused"]:
            told = decode_down(question["refused"].encode())
            assert isinstance(told, Refused)
            screen.refused(told)
    _lay_out()
    if question["picture"]:
        glass.settle(6)
        shown(root).save(question["picture"])
    return {seat.name: _seen(screen, height) for seat, screen in zip(views, screens, strict=True)}


def _lay_out() -> None:
    """Everything comes to its place; nothing is drawn, which is what takes time."""
    from kivy.clock import Clock

    for _ in range(3):
        Clock.tick()
        Clock.tick_draw()


def _seen(screen: Any, height: float) -> dict[str, Any]:
    from ui_kiosk.widgets.button import TouchButton
    from ui_kiosk.widgets.clock import ClockView
    from ui_kiosk.widgets.hand import HandView

    def at(widget: Any, x: float, y: float) -> tuple[float, float]:
        across, up = widget.to_window(x, y)
        return across, height - up

    buttons, card, clock = {}, (0.0, 0.0), (0.0, 0.0, 0.0, 0.0)
    for widget in screen.screen.walk(restrict=True):
        if isinstance(widget, TouchButton) and widget.model and widget.opacity:
            buttons[widget.model.act] = at(widget, *widget.center)
        if isinstance(widget, HandView):
            card = at(widget, widget.x + EDGE, widget.y + EDGE)
        if isinstance(widget, ClockView):
            left, top = at(widget, widget.x, widget.top)
            right, bottom = at(widget, widget.right, widget.y)
            clock = (min(left, right), min(top, bottom), max(left, right), max(top, bottom))
    return {"buttons": buttons, "card": card, "clock": clock}


def _main() -> None:
    from ui_kiosk import window

    home = tempfile.mkdtemp(prefix="kivy-")
    atexit.register(shutil.rmtree, home, ignore_errors=True)
    window.prepare(window.Glass(touch=Path(os.devnull)), Path(home))
    from glass import Glass

    glass = Glass()
    for line in sys.stdin:
        print(json.dumps(_answer(glass, json.loads(line))), flush=True)


if __name__ == "__main__":
    _main()
