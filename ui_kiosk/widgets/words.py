"""Text that fits its box, and the rounded plates it stands on.

What shows nothing draws nothing: an instruction is part of the picture only while it can be seen.
"""

from collections.abc import Callable
from functools import lru_cache
from math import cos, pi, sin
from typing import Any, Final

from kivy.graphics import Color, InstructionGroup, Mesh, Rectangle, RoundedRectangle
from kivy.uix.widget import Widget

from ui_kiosk.theme import CLEAR, INK, USUAL, Area, Colour, Scheme, letter_sizes
from ui_kiosk.widgets.lines import broken
from ui_kiosk.widgets.texels import TextLabel

KEPT: Final = 128
"""So many set texts are kept as pictures: names, counts and buttons come again and again."""


ROUND: Final = 6
"""Steps of a rounded corner."""


def _label(text: str, size: int, bold: bool, halign: str, wide: int | None) -> Any:
    return TextLabel(
        text=text if wide is None else _broken(text, size, bold, wide),
        font_size=size,
        bold=bold,
        halign=halign,
        text_size=(wide, None),
        color=(1, 1, 1, 1),
    )


@lru_cache(maxsize=KEPT)
def _broken(text: str, size: int, bold: bool, wide: int) -> str:
    """The text with ends of lines where Chinese has them."""
    label = TextLabel(font_size=size, bold=bold)
    return broken(text, wide, lambda line: float(label.get_extents(line)[0]))


@lru_cache(maxsize=1024)
def measure(text: str, size: int, bold: bool, wide: int | None) -> tuple[int, int]:
    """Width and height of a text in pixels; `wide` breaks it into lines."""
    return _size(_label(text, size, bold, "left", wide).render())


def _size(found: Any) -> tuple[int, int]:
    return int(found[0]), int(found[1])


@lru_cache(maxsize=KEPT)
def _picture(text: str, size: int, bold: bool, halign: str, wide: int | None) -> Any:
    """A text in white, no larger than its ink and lines need."""
    label = _label(text, size, bold, halign, wide)
    label.refresh()
    return label.texture


class Drawn(Widget):  # type: ignore[misc]
    """A widget whose instructions are on the canvas only while it shows something."""

    def __init__(self) -> None:
        super().__init__()
        self._group = InstructionGroup()
        self._drawn = False
        self.scheme: Scheme = USUAL
        self.larger = 1.0

    def dress(self, scheme: Scheme, larger: float) -> None:
        """Other colours for those of the theme, and larger letters."""
        if scheme is not self.scheme or larger != self.larger:
            self.scheme, self.larger = scheme, larger
            self.dressed()

    def dressed(self) -> None:
        """Draws anew after `dress`."""

    def _draw_if(self, seen: bool) -> None:
        if seen != self._drawn:
            self._drawn = seen
            (self.canvas.add if seen else self.canvas.remove)(self._group)


class Words(Drawn):
    """A text set as large as wanted and as its box allows; `wrap` breaks it into lines."""

    def __init__(self, halign: str = "left", wrap: bool = False, bold: bool = False) -> None:
        super().__init__()
        self.text = ""
        self.font_size = 20
        self._halign, self._wrap, self._bold = halign, wrap, bold
        self._want = 20
        self._said: Colour = INK
        self._done: tuple[Any, ...] = ()
        self._ink = Color(*INK)
        self._box = Rectangle()
        self._group.add(self._ink)
        self._group.add(self._box)

    def place(self, area: Area, want: int) -> None:
        """Where it stands and how high its letters are to be, in pixels."""
        self.pos = (round(area.x), round(area.y))
        self.size = (round(area.w), round(area.h))
        self._want = want
        self._fit()

    def say(self, text: str, colour: Colour = INK) -> None:
        """Another text."""
        if (text, colour) != (self.text, self._said):
            self.text, self._said = text, colour
            self.dressed()

    def dressed(self) -> None:
        """The same text."""
        self._ink.rgba = self.scheme.get(self._said, self._said)
        self._fit()

    def fits(self) -> bool:
        """Whether all of the text is inside the box."""
        return not self.text or not self._over(self.font_size)

    def _lines(self) -> int | None:
        return int(self.width) if self._wrap else None

    def _over(self, size: int) -> bool:
        wide, high = measure(self.text, size, self._bold, self._lines())
        return bool(wide > self.width + 1 or high > self.height + 1)

    def _fit(self) -> None:
        now = (self.text, *self.pos, *self.size, self._want, self.larger)
        if now == self._done:
            return
        self._done = now
        seen = bool(self.text) and self.width >= 1 and self.height >= 1
        if seen:
            self._set()
        self._draw_if(seen)

    def _set(self) -> None:
        sizes = letter_sizes(self._want * self.larger)
        self.font_size = next((size for size in sizes if not self._over(size)), sizes[-1])
        picture = _picture(self.text, self.font_size, self._bold, self._halign, self._lines())
        wide, high = picture.size
        part = {"left": 0.0, "center": 0.5, "right": 1.0}[self._halign]
        self._box.texture = picture
        self._box.size = (wide, high)
        self._box.pos = (
            round(self.x + (self.width - wide) * part),
            round(self.y + (self.height - high) / 2),
        )


def ring(box: tuple[float, float, float, float], radius: float, half: float) -> list[float]:
    """The vertices of a strip along the edge of a rounded box, `half` to each side of it: a tenth
    of the memory of a line, whose joints are round."""
    x, y, wide, high = box
    radius = min(radius, wide / 2, high / 2)
    left, right, low, top = x + radius, x + wide - radius, y + radius, y + high - radius
    found: list[float] = []
    for turn, middle in enumerate(((right, top), (left, top), (left, low), (right, low))):
        for step in range(ROUND + 1):
            angle = pi / 2 * (turn + step / ROUND)
            for reach in (radius + half, radius - half):
                at = middle[0] + reach * cos(angle), middle[1] + reach * sin(angle)
                found += (*at, 0.0, 0.0)
    return found + found[:8]


class Plate(Drawn):
    """A rounded rectangle behind other things; with no radius a plain one."""

    def __init__(self, fill: Colour = CLEAR, edge: Colour = CLEAR, radius: float = 12) -> None:
        super().__init__()
        self._radius = radius
        self._parts = (
            _Part(self._group, lambda: RoundedRectangle(radius=[radius], segments=6)),
            _Part(self._group, lambda: Mesh(mode="triangle_strip")),
        )
        self._fill, self._edge, self._width = fill, edge, 1.2
        self._renew()

    def place(self, area: Area, radius: float | None = None) -> None:
        """Where it stands."""
        if radius is not None:
            self._radius = radius
        self.pos = (round(area.x), round(area.y))
        self.size = (round(area.w), round(area.h))
        self._renew()

    def paint(self, fill: Colour, edge: Colour = CLEAR, width: float = 1.2) -> None:
        """Other colours."""
        if (fill, edge, width) != (self._fill, self._edge, self._width):
            self._fill, self._edge, self._width = fill, edge, width
            self._renew()

    def dressed(self) -> None:
        """The same plate."""
        self._renew()

    def _renew(self) -> None:
        body, line = self._parts
        room = self.width >= 1 and self.height >= 1
        fill, edge = (self.scheme.get(each, each) for each in (self._fill, self._edge))
        if shape := body.show(fill, room):
            shape.pos, shape.size, shape.radius = self.pos, self.size, [self._radius]
        if shape := line.show(edge, room):
            shape.vertices = ring((*self.pos, *self.size), self._radius, self._width)
            shape.indices = list(range(len(shape.vertices) // 4))
        self._draw_if(body.seen or line.seen)


class _Part:
    """A colour and a shape in it, in a group only while it can be seen."""

    def __init__(self, group: Any, make: Callable[[], Any]) -> None:
        self._group = group
        self._make = make
        self._inside = InstructionGroup()
        self._colour: Any = None
        self._shape: Any = None
        group.add(self._inside)
        self.seen = False

    def show(self, colour: Colour, room: bool) -> Any:
        """The shape in a colour; None if there is nothing to see."""
        seen = room and colour[3] > 0
        if self._shape is None and seen:
            self._colour, self._shape = Color(*colour), self._make()
        if seen != self.seen:
            self.seen = seen
            for part in (self._colour, self._shape):
                (self._inside.add if seen else self._inside.remove)(part)
        if not seen:
            return None
        self._colour.rgba = colour
        return self._shape
