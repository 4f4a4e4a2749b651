"""The tiles of 跑胡子 on one sheet: long and narrow, with the proper characters (PH-18).

大字 are large and framed, 小字 smaller and without a frame; the number of a red tile stands in a
disc. So nothing is told by colour alone. For those who do not read the characters the number stands
beside each of them too: of a tile under another one only the head is seen.
"""

from functools import lru_cache
from typing import Any, Final

from table_firmware.rules.cards import TILES, Card
from table_firmware.rules.games.paohuzi.tiles import RED as RED_TILES
from table_firmware.rules.games.paohuzi.tiles import is_big
from ui_kiosk.speech import sign, tile_text
from ui_kiosk.text import text
from ui_kiosk.widgets.easel import Rgb
from ui_kiosk.widgets.sheet import (
    BACK,
    BACK_INK,
    BLACK,
    MARKED,
    RED,
    SELECTED,
    WHOLE,
    Piece,
    Sheet,
    Tile,
)

ASPECT: Final = 1.72
HEAD: Final = 0.88
"""The upper part with the character, in tile widths; it shows of a tile under another one."""
BESIDE: Final = (0.79, 0.26)
"""The middle of the number beside a character."""
FRAMES: Final = ("selected", "marked", "dead")
WHITE: Final[Rgb] = (1, 1, 1)


def tile_height(width: int) -> int:
    """The height of a tile of some width."""
    return round(width * ASPECT)


class TileSheet(Sheet):
    """The faces for one tile width, for readers of a language. Use `tile_sheet` to get one."""

    def __init__(self, width: int, language: str) -> None:
        self._language = language
        super().__init__(width, tile_height(width), (*TILES, "back", *FRAMES))

    def like(self, text: str) -> str:
        """All characters are of one size, and all numbers."""
        return "8" if text.isdigit() else "田"

    def draw(self, name: str, x: int, y: int) -> None:
        """One tile, the back, or a frame."""
        match name:
            case "back":
                self._back(x, y)
            case "selected":
                self._outline(x, y, SELECTED, 0.07)
            case "marked":
                self._bar(x, y, MARKED)
            case "dead":
                self._dead(x, y)
            case _:
                self._face(x, y, Card(name))

    def _face(self, x: int, y: int, name: Card) -> None:
        big, colour = is_big(name), RED if name in RED_TILES else BLACK
        self._paper(x, y)
        if big:
            self._inner(x, y, colour)
        high = 0.66 if big else 0.54
        if tile_text(self._language, name) == sign(name):
            self._centred(x, y, sign(name), colour, (0.5, HEAD / 2 + 0.03), high)
        else:
            self._centred(x, y, sign(name), colour, (0.4, HEAD / 2 + 0.08), high - 0.17)
            self._centred(x, y, name[1:], colour, BESIDE, 0.23)
        self._number(x, y, name[1:], colour, disc=name in RED_TILES)

    def _inner(self, x: int, y: int, colour: Rgb) -> None:
        gap = round(self.width * 0.055)
        box = (x + gap, y + gap, self.width - 2 * gap, self.height - 2 * gap)
        self._easel.outline(box, colour, self.width * 0.05, max(1.5, self.width * 0.045))

    def _number(self, x: int, y: int, number: str, colour: Rgb, *, disc: bool) -> None:
        middle = 0.5, ASPECT - 0.40
        if disc:
            half = self.width * 0.23
            left = x + self.width * middle[0] - half
            bottom = y + self.height - self.width * middle[1] - half
            self._easel.round((left, bottom, 2 * half, 2 * half), colour, half)
        self._centred(x, y, number, WHITE if disc else colour, middle, 0.24)

    def _back(self, x: int, y: int) -> None:
        self._paper(x, y)
        self._rounded(x, y, BACK, max(2, round(self.width * 0.08)))
        for row in range(4):
            for column in range(2):
                at = (0.33 + 0.34 * column, 0.27 + 0.36 * row)
                self._centred(x, y, "◆", BACK_INK, at, 0.2)

    def _dead(self, x: int, y: int) -> None:
        """臭: neither eaten nor taken again."""
        half = self.width * 0.19
        left, bottom = x + self.width * 0.62, y + self.height - self.width * (HEAD + 0.02)
        self._easel.round((left, bottom, 2 * half, 2 * half), MARKED, half * 0.4)
        self._centred(
            x, y, text(self._language, "tiles.stamp"), WHITE, (0.81, HEAD + 0.02 - 0.19), 0.25
        )


class Heads:
    """The heads of the tiles of a sheet."""

    def __init__(self, sheet: TileSheet) -> None:
        self.width, self.height = sheet.width, round(sheet.width * (HEAD + 0.06))
        self.texture: Any = sheet.texture
        self._sheet = sheet

    def face(self, card: str | None) -> tuple[Piece, ...]:
        """The head of a face."""
        return tuple((self._top(tile), WHOLE) for tile, _ in self._sheet.face(card))

    def frame(self, name: str) -> Tile:
        """Where that of a frame is."""
        return self._top(self._sheet.frame(name))

    def _top(self, tile: Tile) -> Tile:
        left, low, right, top = tile
        return left, top + (low - top) * self.height / self._sheet.height, right, top


@lru_cache(maxsize=8)
def _made(width: int, language: str) -> TileSheet:
    return TileSheet(width, language)


@lru_cache(maxsize=8)
def _heads(width: int, language: str) -> Heads:
    return Heads(_made(width, language))


def tile_sheet(width: int, language: str) -> TileSheet:
    """The sheet for tiles of about a width in pixels, drawn when first asked for: a few sizes
    serve them all."""
    return _made(_served(width), language)


def heads(width: int, language: str) -> Heads:
    """The heads for about a width."""
    return _heads(_served(width), language)


def _served(width: int) -> int:
    return next((size for size in (32, 48, 64, 96, 128, 192) if size >= width), 256)
