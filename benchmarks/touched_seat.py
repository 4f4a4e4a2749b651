"""The program of a seat that touches its own screen and tells when pictures were up.

`python -m benchmarks.touched_seat` takes what `python -m ui_kiosk` takes. It plays whatever the
hint offers, by real touches, and writes to standard output one JSON line for each: `touch` (a
finger on 出牌 or 不出) and `picture` (a view is on the screen), with the monotonic time in ns.
"""

import json
import sys
import time  # noqa: TID251
from itertools import count
from pathlib import Path
from typing import Any, Final

from ui_kiosk.unloaded import leave_out

leave_out()

from ui_kiosk import launch  # noqa: E402
from ui_kiosk.window import Glass, prepare  # noqa: E402

LOOK_SECONDS: Final = 0.02
THINK_SECONDS: Final = 0.4
"""After the last picture; then the machine is quiet, as it is between the plays of people."""
MEASURED: Final = ("play", "pass")
ACTS: Final = ("sit", "ready", "decline", "no_cut", "keep", "play", "hint", "pass")
"""What is touched, the first that is open."""


def tell(what: str) -> None:
    """One line, whole."""
    line = json.dumps({"what": what, "at": time.monotonic_ns()})
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def prepare_touched(glass: Glass, home: Path) -> None:
    """As `prepare`, and has the program take an application that touches itself."""
    prepare(glass, home)
    sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "ui"))
    from ui_kiosk import app

    app.TableApp = _touched()  # type: ignore[misc]


def _touched() -> type[Any]:
    """The application of a seat, with fingers; Kivy is loaded only now."""
    from glass import Finger, Fingers
    from kivy.base import EventLoop
    from kivy.clock import Clock
    from kivy.core.window import Window
    from kivy.graphics.opengl import glFinish

    from ui_kiosk.app import TableApp

    class Touched(TableApp):
        """Touches what is open once a picture has stood for a while."""

        def on_start(self) -> None:
            super().on_start()
            self._fingers, self._ids = Fingers(), count(1)
            self._came = False
            self._quiet = time.monotonic()
            EventLoop.add_input_provider(self._fingers)
            Window.bind(on_flip=self._up)
            Clock.schedule_interval(self._look, LOOK_SECONDS)

        def _show_newest(self, *given: Any) -> None:
            self._came = self._came or bool(self._newest)
            super()._show_newest(*given)

        def _up(self, *_: Any) -> None:
            if self._came:
                glFinish()
                tell("picture")
                self._came, self._quiet = False, time.monotonic()

        def _look(self, _: float) -> None:
            if self._came or time.monotonic() - self._quiet < THINK_SECONDS:
                return
            (pane,) = self.panes.values()
            open_now = open_buttons(pane)
            act = next((act for act in ACTS if act in open_now), None)
            if act is not None:
                self._press(open_now[act], act)

        def _press(self, button: Any, act: str) -> None:
            self._quiet = time.monotonic()
            x, y = button.to_window(*button.center)
            where = x / Window.width, y / Window.height
            finger = Finger("benchmark", next(self._ids), where)
            self._fingers.waiting += [("begin", finger), ("end", finger)]
            if act in MEASURED:
                tell("touch")
            if self._pace is not None:
                self._pace.wake()

    return Touched


def open_buttons(pane: Any) -> dict[str, Any]:
    """What may be touched, by what it does."""
    from ui_kiosk.widgets.button import TouchButton

    shown = [each for each in pane.walk() if isinstance(each, TouchButton) and each.opacity]
    return {each.model.act: each for each in shown if each.model and each.model.enabled}


if __name__ == "__main__":
    launch.prepare = prepare_touched  # type: ignore[attr-defined]
    launch.main()
