"""A texture that is painted part by part with one small set of brushes.

Each graphics instruction costs graphics memory of its own: a set for every card of an atlas would
need more than the picture itself.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from kivy.core.text import Label as CoreLabel
from kivy.graphics import (
    Color,
    Fbo,
    InstructionGroup,
    Rectangle,
    SmoothLine,
    SmoothRoundedRectangle,
)

from ui_kiosk.theme import LETTERS

Rgb = tuple[float, float, float]
Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Glyph:
    """The ink of a text, without the empty lines around it."""

    texture: Any
    width: int
    height: int

    def scaled(self, part: float) -> "Placed":
        """The ink in another size."""
        return Placed(self.texture, round(self.width * part), round(self.height * part))


@dataclass(frozen=True, slots=True)
class Placed:
    """A glyph as large as it is wanted."""

    texture: Any
    wide: int
    high: int


class InkLabel(CoreLabel):  # type: ignore[misc]
    """A label that keeps what it rendered: reading a texture back is slow and takes memory."""

    def _render_end(self) -> Any:
        self.rendered = super()._render_end()
        return self.rendered


def glyph(text: str, height: int, like: str) -> Placed:
    """A text in bold white, in the size in which the ink of `like` is `height` pixels high.

    It is set in one of the sizes of the texts of the screens and then scaled: another size of the
    font would need more memory than the picture.
    """
    wanted = height / _ink_part(like)
    size = min((size for size in LETTERS if size >= wanted), default=LETTERS[-1])
    return _ink(text, size).scaled(wanted / size)


def forget_glyphs() -> None:
    """A picture is done, and the next one may be long in coming."""
    _ink.cache_clear()


@cache
def _ink_part(text: str) -> float:
    """The height of the ink as a part of the font size: much more for 能 than for 10."""
    return _ink(text, 60).height / 60


@lru_cache(maxsize=64)
def _ink(text: str, font_size: int) -> Glyph:
    white = (1, 1, 1, 1)
    label = InkLabel(text=text, font_size=font_size, bold=True, color=white)
    label.refresh()
    label.texture.bind()  # a texture is filled when it is first used
    width, height = label.texture.size
    alpha = bytes(label.rendered.data)[3::4]  # row by row from the top
    top = (len(alpha) - len(alpha.lstrip(b"\0"))) // width
    high = -(-len(alpha.rstrip(b"\0")) // width) - top
    columns = [x for x in range(width) if alpha[x::width].strip(b"\0")]
    size = (columns[-1] + 1 - columns[0], high)
    del label.rendered  # the texture keeps its label
    return Glyph(label.texture.get_region(columns[0], height - top - high, *size), *size)


class Brushes:
    """Shapes of one kind, each with its colour, taken up again for the next part of a picture."""

    def __init__(self, canvas: Any, make: Callable[[], Any]) -> None:
        self._group = InstructionGroup()
        canvas.add(self._group)
        self._make = make
        self._brushes: list[tuple[Any, Any]] = []
        self._used = 0

    def rest(self) -> None:
        """No brush leaves a trace until it is used again."""
        self._used = 0
        for colour, _ in self._brushes:
            colour.a = 0

    def use(self, colour: Rgb) -> Any:
        """The next shape, in a colour."""
        if self._used == len(self._brushes):
            self._brushes.append((Color(), self._make()))
            for instruction in self._brushes[-1]:
                self._group.add(instruction)
        ink, shape = self._brushes[self._used]
        self._used += 1
        ink.rgba = (*colour, 1)
        return shape


class Easel:
    """A picture painted part by part: put shapes and texts on it, then `finish` the part.

    Within a part shapes lie below lines, and lines below texts, whatever the order in which they
    come.
    """

    def __init__(self, size: tuple[int, int], ground: Rgb) -> None:
        self._fbo = Fbo(size=size, clear_color=(*ground, 0))
        self._fbo.bind()
        self._fbo.clear_buffer()
        self._fbo.release()
        self._rounds = Brushes(self._fbo, lambda: SmoothRoundedRectangle(segments=16))
        self._lines = Brushes(self._fbo, SmoothLine)
        self._texts = Brushes(self._fbo, Rectangle)

    @property
    def texture(self) -> Any:
        """What was finished. It outlives the easel."""
        return self._fbo.texture

    def finish(self) -> None:
        """Draws the part, and waits: the working memory of pending drawings would pile up."""
        self._fbo.draw()
        self._fbo.get_pixel_color(0, 0)
        for brushes in (self._rounds, self._lines, self._texts):
            brushes.rest()

    def round(self, box: Box, colour: Rgb, radius: float) -> None:
        """A filled rectangle with round corners."""
        shape = self._rounds.use(colour)
        shape.pos, shape.size, shape.radius = box[:2], box[2:], [radius]

    def outline(self, box: Box, colour: Rgb, radius: float, thick: float) -> None:
        """A rounded frame along the inside of a box."""
        line = self._lines.use(colour)
        half = thick / 2
        x, y, width, height = box
        line.width = half
        line.rounded_rectangle = (x + half, y + half, width - thick, height - thick, radius)

    def fill(self, box: Box, colour: Rgb, texture: Any = None) -> None:
        """A plain rectangle, or a texture in a colour."""
        shape = self._texts.use(colour)
        shape.texture, shape.pos, shape.size = texture, box[:2], box[2:]
