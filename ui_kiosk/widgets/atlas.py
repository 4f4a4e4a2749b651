"""All card faces, the back and the frames laid over a face, drawn once into one texture.

An atlas is made for a card width in pixels, so that what it shows is sharp at that size. Every
length is a part of that width.
"""

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, Final

from kivy.core.text import Label as CoreLabel
from kivy.graphics import Color, Fbo, Rectangle, SmoothLine, SmoothRoundedRectangle

from table_firmware.rules.cards import BIG_JOKER, FACES, RANKS, SMALL_JOKER, Card
from ui_kiosk.fonts import BOLD
from ui_kiosk.widgets.fan import card_height

COLUMNS: Final = 8
GAP: Final = 2
SUIT_SIGNS: Final = {"S": "♠", "H": "♥", "C": "♣", "D": "♦"}
RANK_WORDS: Final = {"T": "10"}

Rgb = tuple[float, float, float]
PAPER: Final[Rgb] = (1.0, 0.995, 0.97)
EDGE: Final[Rgb] = (0.35, 0.36, 0.40)
RED: Final[Rgb] = (0.80, 0.05, 0.08)
BLACK: Final[Rgb] = (0.07, 0.08, 0.11)
BLUE: Final[Rgb] = (0.06, 0.27, 0.74)
GREEN: Final[Rgb] = (0.02, 0.40, 0.16)
GOLD: Final[Rgb] = (0.85, 0.58, 0.03)
VIOLET: Final[Rgb] = (0.47, 0.13, 0.70)
SELECTED: Final[Rgb] = (0.05, 0.45, 0.95)
MARKED: Final[Rgb] = (0.00, 0.60, 0.56)
BACK: Final[Rgb] = (0.10, 0.24, 0.36)
BACK_INK: Final[Rgb] = (0.80, 0.86, 0.90)

TWO_COLOURS: Final = (("S", BLACK), ("H", RED), ("C", BLACK), ("D", RED))
FOUR_COLOURS: Final = (("S", BLACK), ("H", RED), ("C", GREEN), ("D", BLUE))
Palette = tuple[tuple[str, Rgb], ...]

FRAMES: Final = ("trump", "wild", "selected", "marked")


@dataclass(frozen=True, slots=True)
class Glyph:
    """The ink of a text, without the empty lines around it."""

    texture: Any
    width: int
    height: int


@cache
def glyph(text: str, height: int) -> Glyph:
    """A text whose ink is about `height` pixels high, in bold white."""
    like = "8" if text in RANKS else text  # the tail of the Q hangs below the line
    return _ink(text, max(4, round(height / _ink_part(like))))


@cache
def _ink_part(text: str) -> float:
    """The height of the ink as a part of the font size: much more for 能 than for 10."""
    return _ink(text, 64).height / 64


def _ink(text: str, font_size: int) -> Glyph:
    label = CoreLabel(text=text, font_size=font_size, font_name=str(BOLD), color=(1, 1, 1, 1))
    label.refresh()
    texture = label.texture
    width, height = texture.size
    alpha = texture.pixels[3::4]  # row by row from the top
    top = (len(alpha) - len(alpha.lstrip(b"\0"))) // width
    high = -(-len(alpha.rstrip(b"\0")) // width) - top
    columns = [x for x in range(width) if alpha[x::width].strip(b"\0")]
    size = (columns[-1] + 1 - columns[0], high)
    return Glyph(texture.get_region(columns[0], height - top - high, *size), *size)


class Atlas:
    """The faces for one card width. Use `atlas` to get one; drawing takes some 0.1 s."""

    def __init__(self, width: int, palette: Palette) -> None:
        self.width = width
        self.height = card_height(width)
        self._colours = dict(palette)
        self._names = (*FACES, "back", *FRAMES)
        rows = -(-len(self._names) // COLUMNS)
        size = (COLUMNS * (width + GAP), rows * (self.height + GAP))
        self._fbo = Fbo(size=size, clear_color=(*EDGE, 0))
        with self._fbo:
            for place, name in enumerate(self._names):
                self._draw(name, *self._corner(place))
        self._fbo.draw()
        self._tiles = {name: self._tile(place) for place, name in enumerate(self._names)}

    def face(self, card: Card | None) -> Any:
        """The texture of a card's face, or of the back for None."""
        return self._tiles["back" if card is None else card]

    def frame(self, name: str) -> Any:
        """The texture of one of `FRAMES`, mostly empty, to be drawn over a face."""
        return self._tiles[name]

    def _corner(self, place: int) -> tuple[int, int]:
        row, column = divmod(place, COLUMNS)
        return column * (self.width + GAP), row * (self.height + GAP)

    def _tile(self, place: int) -> Any:
        return self._fbo.texture.get_region(*self._corner(place), self.width, self.height)

    def _draw(self, name: str, x: int, y: int) -> None:
        match name:
            case "back":
                self._back(x, y)
            case "trump":
                self._outline(x, y, GOLD, 0.05)
                self._badge(x, y, GOLD, "主")
            case "wild":
                self._outline(x, y, VIOLET, 0.06)
                self._badge(x, y, VIOLET, "万能")
            case "selected":
                self._outline(x, y, SELECTED, 0.05)
            case "marked":
                self._bar(x, y, MARKED)
            case _ if name in (BIG_JOKER, SMALL_JOKER):
                self._joker(x, y, "大王" if name == BIG_JOKER else "小王", name == BIG_JOKER)
            case _:
                self._number(x, y, name[0], RANK_WORDS.get(name[1], name[1]))

    def _number(self, x: int, y: int, suit: str, rank: str) -> None:
        colour, sign = self._colours[suit], SUIT_SIGNS[suit]
        self._paper(x, y)
        self._ink(x, y, rank, colour, (0.08, 0.07), 0.38, 0.54)
        self._ink(x, y, sign, colour, (0.08, 0.52), 0.30, 0.32)
        self._ink(x, y, sign, colour, (0.46, 0.85), 0.45, 0.48)

    def _joker(self, x: int, y: int, words: str, big: bool) -> None:
        colour = RED if big else BLACK
        self._paper(x, y)
        self._ink(x, y, words[0], colour, (0.08, 0.07), 0.36, 0.40)
        self._ink(x, y, words[1], colour, (0.08, 0.48), 0.33, 0.40)
        self._ink(x, y, "★", colour, (0.46, 0.86), 0.44, 0.46)
        self._ink(x, y, "JOKER", colour, (0.10, 1.16), 0.11, 0.30)

    def _paper(self, x: int, y: int) -> None:
        self._rounded(x, y, EDGE, 0)
        self._rounded(x, y, PAPER, 1)

    def _back(self, x: int, y: int) -> None:
        self._rounded(x, y, EDGE, 0)
        self._rounded(x, y, PAPER, 1)
        self._rounded(x, y, BACK, max(2, round(self.width * 0.06)))
        for row in range(4):
            for column in range(3):
                at = (0.17 + 0.24 * column, 0.17 + 0.28 * row)
                sign = "♠♥♣♦"[(row + column) % 4]
                self._ink(x, y, sign, BACK_INK, at, 0.17, 0.18)

    def _rounded(self, x: int, y: int, colour: Rgb, inset: int) -> None:
        size = (self.width - 2 * inset, self.height - 2 * inset)
        radius = max(1, round(self.width * 0.07) - inset)
        Color(*colour, 1)
        SmoothRoundedRectangle(pos=(x + inset, y + inset), size=size, radius=[radius], segments=16)

    def _outline(self, x: int, y: int, colour: Rgb, thick: float) -> None:
        line = max(1.0, self.width * thick / 2)
        box = (x + line, y + line, self.width - 2 * line, self.height - 2 * line)
        Color(*colour, 1)
        SmoothLine(rounded_rectangle=(*box, self.width * 0.06), width=line)

    def _bar(self, x: int, y: int, colour: Rgb) -> None:
        thick = max(3, round(self.width * 0.055))
        Color(*colour, 1)
        Rectangle(pos=(x, y + self.height - thick), size=(self.width, thick))
        Rectangle(pos=(x, y), size=(thick, self.height))

    def _badge(self, x: int, y: int, colour: Rgb, words: str) -> None:
        wide, high, top = 0.24, 0.32, 0.51
        pos = (x + self.width * 0.38, y + self.height - self.width * (top + high))
        Color(*colour, 1)
        SmoothRoundedRectangle(
            pos=pos, size=(self.width * wide, self.width * high), radius=[self.width * 0.04]
        )
        part = high / len(words)
        for k, word in enumerate(words):
            size = min(part * 0.84, wide * 0.84)
            at = (0.38 + (wide - size) / 2, top + part * k + (part - size) / 2)
            self._ink(x, y, word, (1, 1, 1), at, size, wide * 0.9)

    def _ink(
        self, x: int, y: int, text: str, colour: Rgb, at: tuple[float, float], high: float,
        widest: float,
    ) -> None:  # fmt: skip
        """A text with its upper left corner `at`, squeezed where it would be too wide."""
        ink = glyph(text, max(4, round(self.width * high)))
        size = (min(ink.width, round(self.width * widest)), ink.height)
        left, top = round(self.width * at[0]), round(self.width * at[1])
        Color(*colour, 1)
        Rectangle(texture=ink.texture, pos=(x + left, y + self.height - top - size[1]), size=size)


@lru_cache(maxsize=16)
def atlas(width: int, palette: Palette = TWO_COLOURS) -> Atlas:
    """The atlas for cards of a width in pixels, drawn when first asked for."""
    return Atlas(width, palette)
