"""The application of a seat that touches its own screen; importing it opens its window."""

import json
import sys
import time  # noqa: TID251
from itertools import count
from typing import Any, Final

from glass import Finger, Fingers
from kivy.base import EventLoop
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.graphics.opengl import glFinish

from ui_kiosk.app import TableApp
from ui_kiosk.widgets.button import TouchButton

LOOK_SECONDS: Final = 0.02
THINK_SECONDS: Final = 0.4
"""After the last picture; then the machine is quiet, as it is between the plays of people."""
TAP_SECONDS: Final = 0.08
"""From a finger's coming down to its going up, with which a button acts."""
MEASURED: Final = ("play", "pass")
ACTS: Final = ("sit", "ready", "decline", "no_cut", "keep", "play", "hint", "pass")
"""What is touched, the first that is open."""


def tell(what: str) -> None:
    """One line, whole."""
    line = json.dumps({"what": what, "at": time.monotonic_ns()})
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


class Touched(TableApp):
    """Touches what is open once a picture has stood for a while."""

    _came = False
    _quiet = 0.0

    def on_start(self) -> None:
        """Takes its fingers."""
        super().on_start()
        self._fingers, self._ids = Fingers(), count(1)
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
        self._touch_with("begin", finger)
        Clock.schedule_once(lambda _: self._lift(finger, act), TAP_SECONDS)

    def _lift(self, finger: Any, act: str) -> None:
        self._quiet = time.monotonic()
        if act in MEASURED:
            tell("touch")
        self._touch_with("end", finger)

    def _touch_with(self, kind: str, finger: Any) -> None:
        self._fingers.waiting.append((kind, finger))
        assert self._pace is not None
        self._pace.wake()


def open_buttons(pane: Any) -> dict[str, Any]:
    """What may be touched, by what it does."""
    shown = [each for each in pane.walk() if isinstance(each, TouchButton) and each.opacity]
    return {each.model.act: each for each in shown if each.model and each.model.enabled}
