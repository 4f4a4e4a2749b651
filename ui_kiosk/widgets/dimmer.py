"""Darkens a screen that nobody uses; the touch that wakes it does nothing else."""

from collections.abc import Callable
from itertools import cycle
from typing import Any, Final
from weakref import WeakSet

from kivy.clock import Clock
from kivy.graphics import Color, Rectangle

from ui_kiosk.widgets.words import Drawn

DARKNESS: Final = 0.82
DRIFT_SECONDS: Final = 60.0
DRIFT: Final = ((0, 0), (4, 0), (8, 4), (8, 8), (4, 8), (0, 4))
"""Pixels by which the dark picture is moved from one minute to the next: no edge burns in."""


class Dimmer(Drawn):
    """Lies over a screen, unseen until `seconds` have passed without a touch or a `wake`.

    0 seconds: never dims. drift: called with pixels right and up by which the picture is to stand
    beside its place; every `drift_seconds` with others while it is dark, with none once it is not.
    """

    def __init__(
        self,
        seconds: float,
        drift: Callable[[int, int], None],
        drift_seconds: float = DRIFT_SECONDS,
    ) -> None:
        super().__init__()
        self._drift = drift
        self._places = cycle(DRIFT)
        self._drifting = Clock.create_trigger(self._move, drift_seconds, interval=True)
        self.dark = False
        self._waking: WeakSet[Any] = WeakSet()
        self._seconds = seconds
        self._sleep = Clock.schedule_once(self._dim, seconds) if seconds else None
        self._cover = Rectangle()
        self._group.add(Color(0, 0, 0, DARKNESS))
        self._group.add(self._cover)
        self.bind(pos=self._fit, size=self._fit)

    def wake(self) -> None:
        """Light again, and the idle time begins anew."""
        if self.dark:
            self._drifting.cancel()
            self._drift(0, 0)
        self.dark = False
        self._draw_if(False)
        if self._sleep is not None:
            self._sleep.cancel()
            self._sleep = Clock.schedule_once(self._dim, self._seconds)

    def on_touch_down(self, touch: Any) -> bool:
        """Keeps a touch to itself while dark, and all that come before it is lifted: who wakes a
        screen may do so with his whole hand."""
        if not self.collide_point(*touch.pos):
            return False
        wakes = self.dark or bool(self._waking)
        self.wake()
        if wakes:
            touch.grab(self)
            self._waking.add(touch)
        return wakes

    def on_touch_move(self, touch: Any) -> bool:
        """Swallows the rest of a touch that woke the screen."""
        return touch.grab_current is self

    def on_touch_up(self, touch: Any) -> bool:
        """Lets go of a touch that woke the screen."""
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        self._waking.discard(touch)
        return True

    def _dim(self, _: float) -> None:
        self.dark = True
        self._draw_if(True)
        self._drifting()

    def _move(self, *_: Any) -> None:
        self._drift(*next(self._places))

    def _fit(self, *_: Any) -> None:
        self._cover.pos = self.pos
        self._cover.size = self.size
