"""The clock: seconds left, counted down by the screen itself between two views."""

from collections.abc import Callable
from math import ceil
from typing import Any, Self

from kivy.clock import Clock
from kivy.graphics import Color, Line

from ui_kiosk import theme
from ui_kiosk.model_parts import ClockFace
from ui_kiosk.theme import Area
from ui_kiosk.widgets.words import Drawn, Words

LATE_SECONDS = 5


def _quiet() -> None:
    """Nobody listens."""


class ClockView(Drawn):
    """A ring that empties around the seconds left; it stands still while nothing is timed.

    `on_late` is called when the time of a player who is waited for is nearly out.
    """

    def __init__(self) -> None:
        super().__init__()
        self.on_late: Callable[[], None] = _quiet
        self._words = Words(halign="center", bold=True)
        self._face: ClockFace | None = None
        self._since = 0.0
        self._shown = -1
        self._drawn_as: tuple[object, ...] = ()
        self._round, self._ring = Line(width=1), Line(width=1)
        self._colour = Color(*theme.MUTED)
        for part in (Color(*theme.SHADE), self._round, self._colour, self._ring):
            self._group.add(part)
        self.add_widget(self._words)
        self._tick = Clock.create_trigger(self._advance, 0.1, interval=True)

    def place(self, area: Area) -> None:
        """The square it fills."""
        side = min(area.w, area.h)
        square = area.centre(side, side)
        self.pos, self.size = (square.x, square.y), (side, side)
        self._words.place(square.inset(side * 0.14), round(side * 0.42))
        self._ring.width = self._round.width = max(1.5, side * 0.045)
        self._draw()

    def show(self, face: ClockFace | None) -> None:
        """Another clock, counted from now; None for no clock."""
        if face is None or self._face is None or face.view != self._face.view:
            self._since = Clock.get_boottime()
        self._face = face
        self._shown = -1
        self._draw_if(face is not None)
        self._draw()
        if face is None:
            self._tick.cancel()
        else:
            self._tick()

    def follow(self, other: Self) -> None:
        """The clock of another one, which has been counting since its view came."""
        self.show(other._face)
        self._since = other._since
        self._draw()

    def dressed(self) -> None:
        """The same clock."""
        self._draw()

    @property
    def seconds(self) -> int:
        """Whole seconds left, as shown."""
        return ceil(self._left_ms() / 1000)

    def _left_ms(self) -> float:
        if self._face is None:
            return 0.0
        gone = float(Clock.get_boottime() - self._since) * 1000
        return max(0.0, self._face.left_ms - gone)

    def _advance(self, *_: Any) -> None:
        before = self._shown
        if self.seconds != before:
            self._draw()
            if before > LATE_SECONDS >= self._shown and self._face is not None and self._face.mine:
                self.on_late()
        if self._left_ms() <= 0:
            self._tick.cancel()

    def _draw(self) -> None:
        face = self._face
        if face is None or self.width < 1:
            self._words.say("")
            return
        left = self._left_ms()
        self._shown = ceil(left / 1000)
        late = face.mine and self._shown <= LATE_SECONDS
        colour = theme.ALERT if late else theme.GOLD if face.mine else theme.MUTED
        self._words.say(str(self._shown), colour)
        tint = self.scheme.get(colour, colour)
        turn = max(0.5, round(360 * min(1.0, left / face.full_ms), 1))
        middle = (self.center_x, self.center_y, self.width * 0.44)
        before, self._drawn_as = self._drawn_as, (tint, turn, middle)
        if before == self._drawn_as:
            return
        self._colour.rgba = tint
        self._ring.circle = (*middle, 0, turn)
        if before[2:] != (middle,):
            self._round.circle = middle
