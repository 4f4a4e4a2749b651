"""Text that fits its box, and the rounded plates it stands on.

What shows nothing draws nothing: an instruction is part of the picture only while it can be seen.
"""

from collections.abc import Callable
from functools import lru_cache
from math import cos, pi, sin
from typing import Any, Final

from kivy.core.text import Label
from kivy.graphics import Color, InstructionGroup, Mesh, Rectangle, RoundedRectangle

from ui_kiosk.theme import CLEAR, INK, USUAL, Area, Colour, Extent, Scheme, letter_sizes
from ui_kiosk.widgets.dressed import Dressed
from ui_kiosk.widgets.lines import broken, words

KEPT: Final = 128
"""So many set texts are kept as pictures: names, counts and buttons come again and again."""


UNPLACED: Final = (0, 0, 100, 100)
"""Where a widget stands until it is told."""
PARTS: Final = {"left": 0.0, "center": 0.5, "right": 1.0}
"""Of the room beside a text, what lies to the left of it."""
TURNED: Final = ("6", "9")
"""Each is the other one upside down."""
ROUND: Final = 6
"""Steps of a rounded corner."""
STEPS: Final = range(ROUND + 1)
ROUNDED_OFF: Final = 0.3
"""So far in, as a part of its radius, a rounded corner is whole: more than 1 - sqrt(1/2)."""


def _label(
    text: str, size: int, bold: bool, halign: str, wide: int | None, line: bool = False
) -> Any:
    return Label(
        underline=line,
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
    label = Label(font_size=size, bold=bold)
    return broken(text, wide, lambda line: float(label.get_extents(line)[0]))


@lru_cache(maxsize=1024)
def measure(text: str, size: int, bold: bool, wide: int | None) -> tuple[int, int]:
    """Width and height of a text in pixels; `wide` breaks it into lines."""
    return _size(_label(text, size, bold, "left", wide).render())


def _size(found: Any) -> tuple[int, int]:
    return int(found[0]), int(found[1])


@lru_cache(maxsize=KEPT)
def _picture(text: str, size: int, bold: bool, halign: str, wide: int | None, line: bool) -> Any:
    """A text in white, no larger than its ink and lines need. line: it is underlined."""
    label = _label(text, size, bold, halign, wide, line)
    label.refresh()
    label.texture.mag_filter = label.texture.min_filter = "nearest"  # no pixel is put between two
    return label.texture


@lru_cache(maxsize=1024)
def _largest(text: str, want: float, bold: bool, wide: int | None, room: tuple[int, int]) -> int:
    """The size of the letters in which a text fits its room."""
    sizes = letter_sizes(want)
    return next((each for each in sizes if _fits(text, each, bold, wide, room)), sizes[-1])


def _fits(text: str, size: int, bold: bool, wide: int | None, room: tuple[int, int]) -> bool:
    across, high = measure(text, size, bold, wide)
    return across <= room[0] + 1 and high <= room[1] + 1 and whole(text, size, bold, wide)


def whole(text: str, size: int, bold: bool, wide: int | None) -> bool:
    """Whether no word of a text is broken in its middle."""
    if wide is None:
        return True
    long = (word for word in words(text) if len(word) * size > wide)  # no letter is wider than high
    return all(measure(word, size, bold, None)[0] <= wide for word in long)


class Drawn(Dressed):
    """A widget whose instructions are on the canvas only while it shows something."""

    pos: tuple[float, float]
    size: tuple[float, float]

    def __init__(self) -> None:
        super().__init__()
        self._group = InstructionGroup()
        self._drawn = False
        self._at = UNPLACED
        self.scheme: Scheme = USUAL
        self.larger = 1.0

    def dress(self, scheme: Scheme, larger: float) -> None:
        """Other colours for those of the theme, and larger letters."""
        if scheme is not self.scheme or larger != self.larger:
            self.scheme, self.larger = scheme, larger
            self.dressed()

    def dressed(self) -> None:
        """Draws anew after `dress`."""

    def _stand(self, area: Area) -> None:
        """Puts it into a box of whole pixels."""
        at = (round(area.x), round(area.y), round(area.w), round(area.h))
        if at != self._at:
            self._at = at
            self.pos, self.size = at[:2], at[2:]

    def _draw_if(self, seen: bool) -> None:
        if seen != self._drawn:
            self._drawn = seen
            (self.canvas.add if seen else self.canvas.remove)(self._group)


class Words(Drawn):
    """A text set as large as wanted and as its box allows; `wrap` breaks it into lines. alone: a 6
    or a 9 is underlined, for it is read from the other side of the table too."""

    def __init__(
        self, halign: str = "left", wrap: bool = False, bold: bool = False, alone: bool = False
    ) -> None:
        super().__init__()
        self.text = ""
        self.font_size = 20
        self._halign, self._wrap, self._bold = halign, wrap, bold
        self._want = 20
        self._alone = alone
        self._said: Colour = INK
        self._done: tuple[Any, ...] = ()
        self._colour = INK
        self._ink = Color(*INK)
        self._box = Rectangle()
        self._group.add(self._ink)
        self._group.add(self._box)

    def place(self, area: Area, want: int, halign: str = "") -> None:
        """Where it stands, how high its letters are to be, in pixels, and another alignment."""
        self._stand(area)
        self._want = want
        self._halign = halign or self._halign
        self._fit()

    def say(self, text: str, colour: Colour = INK) -> None:
        """Another text."""
        if (text, colour) != (self.text, self._said):
            self.text, self._said = text, colour
            self.dressed()

    def dressed(self) -> None:
        """The same text."""
        ink = self.scheme.get(self._said, self._said)
        if ink != self._colour:
            self._colour = self._ink.rgba = ink
        self._fit()

    @property
    def extent(self) -> Extent:
        """The corner and the size of what can be seen of it."""
        return (*self._box.pos, *self._box.size)

    def fits(self) -> bool:
        """Whether all of the text is inside the box."""
        lines, room = self._lines(), self._at[2:]
        return not self.text or _fits(self.text, self.font_size, self._bold, lines, room)

    def _lines(self) -> int | None:
        return self._at[2] if self._wrap else None

    def _fit(self) -> None:
        now = (self.text, self._at, self._want, self._halign, self.larger)
        if now == self._done:
            return
        self._done = now
        seen = bool(self.text) and self._at[2] >= 1 and self._at[3] >= 1
        if seen:
            self._set()
        self._draw_if(seen)

    def _set(self) -> None:
        left, low, *room = self._at
        want, lines = self._want * self.larger, self._lines()
        self.font_size = _largest(self.text, want, self._bold, lines, (room[0], room[1]))
        line = self._alone and self.text in TURNED
        picture = _picture(self.text, self.font_size, self._bold, self._halign, lines, line)
        wide, high = picture.size
        self._box.texture = picture
        self._box.size = (wide, high)
        self._box.pos = (
            round(left + (room[0] - wide) * PARTS[self._halign]),
            round(low + (room[1] - high) / 2),
        )


_TURNS: Final = tuple(
    tuple((cos(angle), sin(angle)) for angle in (pi / 2 * (turn + k / ROUND) for k in STEPS))
    for turn in range(4)
)
"""By corner, from the upper right one on, the directions of its steps."""
_IN_ORDER: Final = list(range(2 * (4 * len(STEPS) + 1)))


def ring(box: tuple[float, float, float, float], radius: float, half: float) -> list[float]:
    """The vertices of a strip along the edge of a rounded box, `half` to each side of it: a tenth
    of the memory of a line, whose joints are round."""
    x, y, wide, high = box
    radius = min(radius, wide / 2, high / 2)
    left, right, low, top = x + radius, x + wide - radius, y + radius, y + high - radius
    outer, inner = radius + half, radius - half
    found: list[float] = []
    corners = zip(_TURNS, ((right, top), (left, top), (left, low), (right, low)), strict=True)
    for steps, (across, up) in corners:
        for c, s in steps:
            found += (across + outer * c, up + outer * s, 0.0, 0.0)
            found += (across + inner * c, up + inner * s, 0.0, 0.0)
    return found + found[:8]


def _as_body(shape: Any, at: tuple[int, int, int, int], radius: float) -> None:
    shape.pos, shape.size, shape.radius = at[:2], at[2:], [radius]


def _as_edge(shape: Any, at: tuple[int, int, int, int], radius: float, half: float) -> None:
    shape.vertices = ring(at, radius, half)
    if not shape.indices:
        shape.indices = _IN_ORDER


class Plate(Drawn):
    """A rounded rectangle behind other things; with no radius a plain one."""

    def __init__(self, fill: Colour = CLEAR, edge: Colour = CLEAR, radius: float = 12) -> None:
        super().__init__()
        self._radius = radius
        self._parts = (
            _Part(self._group, lambda: RoundedRectangle(radius=[radius], segments=6), _as_body),
            _Part(self._group, lambda: Mesh(mode="triangle_strip"), _as_edge),
        )
        self._fill, self._edge, self._width = fill, edge, 1.2
        self._renew()

    @property
    def solid(self) -> tuple[Extent, Colour] | None:
        """The corner and the size of a box that shows nothing but its fill, and that; None if one
        can see through it."""
        fill = self.scheme.get(self._fill, self._fill)
        if not self._parts[0].seen or fill[3] < 1:
            return None
        off = max(self._radius * ROUNDED_OFF, self._width)
        wide, high = max(0, self.width - 2 * off), max(0, self.height - 2 * off)
        return (self.x + off, self.y + off, wide, high), fill

    def place(self, area: Area, radius: float | None = None) -> None:
        """Where it stands."""
        if radius is not None:
            self._radius = radius
        self._stand(area)
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
        at, radius = self._at, self._radius
        room = at[2] >= 1 and at[3] >= 1
        fill, edge = (self.scheme.get(each, each) for each in (self._fill, self._edge))
        body.show(fill if room else CLEAR, at, radius)
        line.show(edge if room else CLEAR, at, radius, self._width)
        self._draw_if(body.seen or line.seen)


class _Part:
    """A colour and a shape in it, in a group only while it can be seen. form: gives the shape its
    form, of what `show` is told."""

    def __init__(self, group: Any, make: Callable[[], Any], form: Callable[..., None]) -> None:
        self._group = group
        self._make, self._form = make, form
        self._inside = InstructionGroup()
        self._colour: Any = None
        self._shape: Any = None
        self._shown: tuple[Any, ...] = ()
        self._tint = CLEAR
        group.add(self._inside)
        self.seen = False

    def show(self, colour: Colour, *form: Any) -> None:
        """The shape in a colour and a form."""
        seen = colour[3] > 0
        if self._shape is None and seen:
            self._colour, self._shape, self._tint = Color(*colour), self._make(), colour
        if seen and form != self._shown:
            self._shown = form
            self._form(self._shape, *form)
        if seen and colour != self._tint:
            self._tint = self._colour.rgba = colour
        if seen != self.seen:
            self.seen = seen
            for part in (self._colour, self._shape):
                (self._inside.add if seen else self._inside.remove)(part)
