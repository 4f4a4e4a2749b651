"""Of what a score is made, as a line of bars from one zero: what was given goes right of it and is
whole, what was taken away goes left of it and is in blocks."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from kivy.graphics import Color, Mesh
from kivy.uix.widget import Widget

from ui_kiosk import theme
from ui_kiosk.model import Bar
from ui_kiosk.theme import CLEAR, Area, Colour, Scale
from ui_kiosk.widgets.words import Drawn, Plate

THICK: Final = 8
OVER: Final = 2
"""Units by which the line of zero is seen above and below the bars."""
HIGH: Final = THICK + 2 * OVER
LEAST_BLOCK: Final = 3
"""Pixels of a block and the gap beside it; where a tenth has fewer, a block is of several."""
GAP: Final = 0.3
"""Of a block, before the next."""
CORNERS: Final = ((0, 0), (1, 0), (1, 1), (0, 0), (1, 1), (0, 1))
"""Of a box, as two triangles."""


class BarLine(Widget):  # type: ignore[misc]
    """At most so many bars, and the line of zero."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self.zero = Plate(radius=0)
        self.bars = tuple(BarView() for _ in range(most))
        for part in (*self.bars, self.zero):
            self.add_widget(part)

    def show(self, told: Sequence[Bar]) -> None:
        """Other bars, or none; the line of zero parts what was given from what was taken."""
        self.zero.paint(theme.MUTED if told else CLEAR)
        for number, bar in enumerate(self.bars):
            bar.show(told[number] if number < len(told) else None)

    def place(self, x: float, y: float, unit: float, scale: Scale) -> None:
        """Where its zero is and its lower edge, and the length of a tenth."""
        x, y, wide = round(x), round(y), max(1, scale.px(2))
        self.zero.place(Area(x - wide // 2, y, wide, scale.px(HIGH)))
        for bar in self.bars:
            bar.place(x, y + scale.px(OVER), unit, max(2, scale.px(THICK)))


class BarView(Drawn):
    """One bar: whole, or in blocks from zero on."""

    def __init__(self) -> None:
        super().__init__()
        self.told: Bar | None = None
        self._line = (0.0, 0.0, 0.0, 0)
        self._blocks: tuple[Area, ...] = ()
        self._ink = Color()
        self._mesh = Mesh(mode="triangles")
        self._group.add(self._ink)
        self._group.add(self._mesh)

    def show(self, told: Bar | None) -> None:
        """Another part of a score, or none."""
        if told != self.told:
            self.told = told
            self._lay()

    def place(self, x: float, y: float, unit: float, thick: int) -> None:
        """Where zero is, the lower edge, the length of a tenth, the thickness."""
        if (x, y, unit, thick) != self._line:
            self._line = x, y, unit, thick
            self._lay()

    def dressed(self) -> None:
        """The same bar."""
        self._lay()

    @property
    def colour(self) -> Colour:
        """In which it is drawn; clear for none."""
        wanted = theme.TONES[self.told.tone] if self.told else CLEAR
        return self.scheme.get(wanted, wanted)

    @property
    def blocks(self) -> tuple[Area, ...]:
        """The boxes it shows."""
        return self._blocks if self._drawn else ()

    def _lay(self) -> None:
        x, y, unit, thick = self._line
        told = self.told
        self._draw_if(told is not None and unit > 0)
        if told is None or unit <= 0:
            return
        left, right = round(x + told.start * unit), round(x + told.end * unit)
        self._stand(Area(left, y, max(1, right - left), thick))
        self._blocks = tuple(self._cut(told, x, unit))
        self._ink.rgba = self.colour
        found: list[float] = []
        for box in self._blocks:
            for across, up in CORNERS:
                found += (box.x + across * box.w, box.y + up * box.h, 0.0, 0.0)
        self._mesh.vertices = found
        self._mesh.indices = list(range(len(CORNERS) * len(self._blocks)))

    def _cut(self, told: Bar, x: float, unit: float) -> list[Area]:
        left, low, wide, thick = self._at
        if told.start >= 0:
            return [Area(left, low, wide, thick)]
        count = max(1, min(-told.start, int(-told.start * unit / LEAST_BLOCK)))
        step = told.start * unit / count
        gap = max(1, round(-step * GAP))
        cuts = [round(x + step * number) for number in range(count + 1)]
        return [Area(far, low, near - gap - far, thick) for near, far in pairwise(cuts)]
