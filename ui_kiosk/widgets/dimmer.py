"""Darkens a screen that nobody uses; the touch that wakes it does nothing else."""

from typing import Any, Final

from kivy.clock import Clock
from kivy.graphics import Color, Rectangle

from ui_kiosk.widgets.words import Drawn

DARKNESS: Final = 0.82


class Dimmer(Drawn):
    """Lies over a screen, unseen until `seconds` have passed without a touch or a `wake`.

    0 seconds: never dims.
    """

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self.dark = False
        self._seconds = seconds
        self._sleep = Clock.schedule_once(self._dim, seconds) if seconds else None
        self._cover = Rectangle()
        self._group.add(Color(0, 0, 0, DARKNESS))
        self._group.add(self._cover)
        self.bind(pos=self._fit, size=self._fit)

    def wake(self) -> None:
        """Light again, and the idle time begins anew."""
        self.dark = False
        self._draw_if(False)
        if self._sleep is not None:
            self._sleep.cancel()
            self._sleep = Clock.schedule_once(self._dim, self._seconds)

    def on_touch_down(self, touch: Any) -> bool:
        """Keeps a touch to itself while dark; the finger is followed until it is lifted."""
        if not self.collide_point(*touch.pos):
            return False
        dark = self.dark
        self.wake()
        if dark:
            touch.grab(self)
        return dark

    def on_touch_move(self, touch: Any) -> bool:
        """Swallows the rest of a touch that woke the screen."""
        return touch.grab_current is self

    def on_touch_up(self, touch: Any) -> bool:
        """Lets go of a touch that woke the screen."""
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        return True

    def _dim(self, _: float) -> None:
        self.dark = True
        self._draw_if(True)

    def _fit(self, *_: Any) -> None:
        self._cover.pos = self.pos
        self._cover.size = self.size
