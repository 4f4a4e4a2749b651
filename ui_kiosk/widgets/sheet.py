"""Pictures of one size drawn once into one texture, to be cut from it.

A sheet is made for a width in pixels, so that what it shows is sharp at that size. Every length is
a part of that width.
"""

from typing import Any, Final, Protocol

from ui_kiosk.widgets.easel import Easel, Rgb, forget_glyphs, glyph

COLUMNS: Final = 8
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


class Cut(Protocol):
    """What pictures are cut from."""

    width: int
    height: int
    texture: Any

    def face(self, card: str | None) -> Tile:
        """Where a face is."""

    def frame(self, name: str) -> Tile:
        """Where a frame is."""


class Sheet:
    """Faces, a back and the frames laid over a face, by name; `draw` paints each."""

    def __init__(self, width: int, height: int, names: tuple[str, ...]) -> None:
        self.width, self.height = width, height
        rows = -(-len(names) // COLUMNS)
        size = (COLUMNS * (width + GAP), rows * (height + GAP))
        self._easel = Easel(size, EDGE)
        for place, name in enumerate(names):
            self.draw(name, *self._corner(place))
            if (place + 1) % COLUMNS == 0:
                self._easel.finish()
        self._easel.finish()
        self.texture = self._easel.texture
        del self._easel
        forget_glyphs()
        self._tiles = {name: self._tile(place) for place, name in enumerate(names)}

    def face(self, card: str | None) -> Tile:
        """Where a face is on the texture, or the back for None."""
        return self._tiles["back" if card is None else card]

    def frame(self, name: str) -> Tile:
        """Where a frame is, mostly empty, to be drawn over a face."""
        return self._tiles[name]

    def draw(self, name: str, x: int, y: int) -> None:
        """Paints one picture with its lower left corner at a place."""
        raise NotImplementedError

    def like(self, text: str) -> str:
        """The text whose size a text takes."""
        return text

    def _corner(self, place: int) -> tuple[int, int]:
        row, column = divmod(place, COLUMNS)
        return column * (self.width + GAP), row * (self.height + GAP)

    def _tile(self, place: int) -> Tile:
        cut = self.texture.get_region(*self._corner(place), self.width, self.height).tex_coords
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
