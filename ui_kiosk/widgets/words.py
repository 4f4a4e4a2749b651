"""Text that fits its box, and the rounded plates it stands on."""

from typing import Any

from kivy.graphics import Color, Line, RoundedRectangle
from kivy.uix.label import Label
from kivy.uix.widget import Widget

from ui_kiosk.theme import CLEAR, INK, Area, Colour

STEP = 0.97
LEAST = 8


class Words(Label):  # type: ignore[misc]
    """A text set as large as wanted and as its box allows; `wrap` breaks it into lines."""

    def __init__(self, halign: str = "left", wrap: bool = False, bold: bool = False) -> None:
        super().__init__(halign=halign, valign="middle", bold=bold, color=INK)
        self._wrap = wrap
        self.text_size: Any
        self.font_size: Any
        self._want = 20
        self._done: tuple[Any, ...] = ()

    def place(self, area: Area, want: int) -> None:
        """Where it stands and how high its letters are to be, in pixels."""
        self.pos = (round(area.x), round(area.y))
        self.size = (round(area.w), round(area.h))
        self._want = want
        self._fit()

    def say(self, text: str, colour: Colour = INK) -> None:
        """Another text."""
        self.text = text
        self.color = colour
        self._fit()

    def fits(self) -> bool:
        """Whether all of the text is inside the box."""
        if not self.text:
            return True
        return bool(self._needs()[0] <= self.width + 1 and self._needs()[1] <= self.height + 1)

    def _needs(self) -> tuple[float, float]:
        self.text_size = (self.width, None) if self._wrap else (None, None)
        self.texture_update()
        needs = self.texture_size
        self.text_size = self.size
        self.texture_update()
        return float(needs[0]), float(needs[1])

    def _fit(self) -> None:
        now = (self.text, tuple(self.size), self._want)
        if now == self._done or self.width < 1 or self.height < 1:
            return
        self._done = now
        self.font_size = self._want
        self.text_size = (self.width, None) if self._wrap else (None, None)
        self.texture_update()
        while self.font_size > LEAST and self._over():
            self.font_size = min(self.font_size * STEP, self._guess())
            self.texture_update()
        self.text_size = self.size
        self.texture_update()

    def _guess(self) -> float:
        """A size at which one line will just fit; lines that break must be tried."""
        if self._wrap:
            return float(self.font_size)
        wide, high = self.texture_size
        return max(LEAST, float(self.font_size * min(self.width / wide, self.height / high)))

    def _over(self) -> bool:
        wide, high = self.texture_size
        return bool(wide > self.width or high > self.height)


class Plate(Widget):  # type: ignore[misc]
    """A rounded rectangle behind other things."""

    def __init__(self, fill: Colour = CLEAR, edge: Colour = CLEAR, radius: float = 12) -> None:
        super().__init__()
        self._radius = radius
        with self.canvas:
            self._fill = Color(*fill)
            self._body = RoundedRectangle(radius=[radius])
            self._edge = Color(*edge)
            self._line = Line(width=1.2)

    def place(self, area: Area, radius: float | None = None) -> None:
        """Where it stands."""
        if radius is not None:
            self._radius = radius
        self.pos = (round(area.x), round(area.y))
        self.size = (round(area.w), round(area.h))
        self._body.pos, self._body.size = self.pos, self.size
        self._body.radius = [self._radius]
        self._line.rounded_rectangle = (*self.pos, *self.size, self._radius)

    def paint(self, fill: Colour, edge: Colour = CLEAR, width: float = 1.2) -> None:
        """Other colours."""
        self._fill.rgba = fill
        self._edge.rgba = edge
        self._line.width = width
