"""Pictures of one size drawn once into one texture, to be cut from it.

A sheet is made for a width in pixels, so that what it shows is sharp at that size. Every length is
a part of that width.
"""

from typing import Any, Final, Protocol

from ui_kiosk.driver import forget_compiler
from ui_kiosk.widgets.easel import Easel, Rgb, forget_glyphs, glyph

GAP: Final = 2

PAPER: Final[Rgb] = (1.0, 0.995, 0.97)
EDGE: Final[Rgb] = (0.35, 0.36, 0.40)
RED: Final[Rgb] = (0.76, 0.03, 0.06)
BLACK: Final[Rgb] = (0.07, 0.08, 0.11)
SELECTED: Final[Rgb] = (0.05, 0.45, 0.95)
MARKED: Final[Rgb] = (0.00, 0.60, 0.56)
BACK: Final[Rgb] = (0.10, 0.24, 0.36)
BACK_INK: Final[Rgb] = (0.80, 0.86, 0.90)

Tile = tuple[float, float, float, float]
"""Left, lower, right and upper edge as parts of a texture."""
Piece = tuple[Tile, Tile]
"""What is cut from a texture, and its edges as parts of the picture that it belongs to."""
WHOLE: Final[Tile] = (0.0, 0.0, 1.0, 1.0)


class Cut(Protocol):
    """What pictures are cut from."""

    width: int
    height: int
    texture: Any

    def face(self, card: str | None) -> tuple[Piece, ...]:
        """What a face is put together from, each piece laid over those before it."""

    def frame(self, name: str) -> Tile:
        """Where a frame is."""


class Sheet:
    """Faces, a back and the frames laid over a face, by name; `draw` paints each.

    small: names of smaller pictures of one size, `small_size`.
    """

    columns = 8

    def __init__(
        self,
        width: int,
        height: int,
        names: tuple[str, ...],
        small: tuple[str, ...] = (),
        small_size: tuple[int, int] = (1, 1),
    ) -> None:
        self.width, self.height = width, height
        across = self.columns * (width + GAP)
        places, high = _shelves(names, (width, height), across, 0)
        more, high = _shelves(small, small_size, across, high)
        self._easel = Easel((across, high), EDGE)
        for count, (name, corner) in enumerate((places | more).items(), 1):
            self.draw(name, *corner)
            if count % self.columns == 0:
                self._easel.finish()
        self._easel.finish()
        self.texture = self._easel.texture
        del self._easel
        forget_glyphs()
        forget_compiler()
        self._tiles = {name: self._tile(at, (width, height)) for name, at in places.items()}
        self._tiles |= {name: self._tile(at, small_size) for name, at in more.items()}

    def face(self, card: str | None) -> tuple[Piece, ...]:
        """The pieces of a face; of the back for None, and for what is not on this sheet."""
        return ((self._tiles.get(card or "back", self._tiles["back"]), WHOLE),)

    def frame(self, name: str) -> Tile:
        """Where a frame is, mostly empty, to be drawn over a face."""
        return self._tiles[name]

    def draw(self, name: str, x: int, y: int) -> None:
        """Paints one picture with its lower left corner at a place."""
        raise NotImplementedError

    def like(self, text: str) -> str:
        """The text whose size a text takes."""
        return text

    def _tile(self, corner: tuple[int, int], size: tuple[int, int]) -> Tile:
        cut = self.texture.get_region(*corner, *size).tex_coords
        return cut[0], cut[1], cut[4], cut[5]

    # ------------------------------------------------------------------ strokes

    def _paper(self, x: int, y: int) -> None:
        self._rounded(x, y, EDGE, 0)
        self._rounded(x, y, PAPER, 1)

    def _rounded(self, x: int, y: int, colour: Rgb, inset: int) -> None:
        box = (x + inset, y + inset, self.width - 2 * inset, self.height - 2 * inset)
        self._easel.round(box, colour, max(1, round(self.width * 0.07) - inset))

    def _outline(self, x: int, y: int, colour: Rgb, thick: float) -> None:
        box = (x, y, self.width, self.height)
        self._easel.outline(box, colour, self.width * 0.06, max(2.0, self.width * thick))

    def _bar(self, x: int, y: int, colour: Rgb) -> None:
        thick = max(3, round(self.width * 0.055))
        self._easel.fill((x, y + self.height - thick, self.width, thick), colour)
        self._easel.fill((x, y, thick, self.height), colour)

    def _ink(
        self, x: int, y: int, text: str, colour: Rgb, at: tuple[float, float], high: float,
        widest: float,
    ) -> None:  # fmt: skip
        """A text with its upper left corner `at`, squeezed where it would be too wide."""
        ink = glyph(text, max(4, round(self.width * high)), self.like(text))
        size = (min(ink.wide, round(self.width * widest)), ink.high)
        left, top = round(self.width * at[0]), round(self.width * at[1])
        box = (x + left, y + self.height - top - size[1], *size)
        self._easel.fill(box, colour, ink.texture)

    def _centred(
        self, x: int, y: int, text: str, colour: Rgb, at: tuple[float, float], high: float
    ) -> None:  # fmt: skip
        """A text with its middle `at`."""
        ink = glyph(text, max(4, round(self.width * high)), self.like(text))
        middle = x + self.width * at[0], y + self.height - self.width * at[1]
        box = (round(middle[0] - ink.wide / 2), round(middle[1] - ink.high / 2), ink.wide, ink.high)
        self._easel.fill(box, colour, ink.texture)


def _shelves(
    names: tuple[str, ...], size: tuple[int, int], across: int, low: int
) -> tuple[dict[str, tuple[int, int]], int]:
    """Lower left corners of pictures of one size, in rows from `low` on, and where they end."""
    wide, high = size[0] + GAP, size[1] + GAP
    columns = across // wide
    corners = {
        name: (place % columns * wide, low + place // columns * high)
        for place, name in enumerate(names)
    }
    return corners, low + -(-len(names) // columns) * high
