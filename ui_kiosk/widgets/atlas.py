"""All card faces, the back and the frames laid over a face, on one sheet.

A face is put together from the paper with its suit and, in the corner, a patch of paper with its
rank: 12 pictures and some patches take a quarter of the room of 54 faces.
"""

from typing import Final, NamedTuple
from weakref import WeakValueDictionary

from table_firmware.rules.cards import BIG_JOKER, RANKS, SMALL_JOKER
from ui_kiosk.speech import SUIT_SIGNS
from ui_kiosk.text import LANGUAGES, text
from ui_kiosk.widgets.easel import Rgb, glyph
from ui_kiosk.widgets.fan import card_height
from ui_kiosk.widgets.sheet import (
    BACK,
    BACK_INK,
    BLACK,
    EDGE,
    MARKED,
    PAPER,
    RED,
    SELECTED,
    WHOLE,
    Piece,
    Sheet,
)

RANK_WORDS: Final = {"T": "10"}

BLUE: Final[Rgb] = (0.06, 0.27, 0.74)
GREEN: Final[Rgb] = (0.02, 0.40, 0.16)
GOLD: Final[Rgb] = (0.76, 0.50, 0.02)
VIOLET: Final[Rgb] = (0.47, 0.13, 0.70)


class Palette(NamedTuple):
    """How faces look: the ink of each suit, and the language of the words on jokers, trump and
    wild."""

    inks: tuple[tuple[str, Rgb], ...]
    language: str = LANGUAGES[0]


TWO_COLOURS: Final = Palette((("S", BLACK), ("H", RED), ("C", BLACK), ("D", RED)))
FOUR_COLOURS: Final = Palette((("S", BLACK), ("H", RED), ("C", GREEN), ("D", BLUE)))

FRAMES: Final = ("trump", "wild", "selected", "marked")
RANK: Final = 0.38
"""The height of a rank, in card widths, but for the tail of the Q."""
INDEX: Final = (0.08, 0.07)
"""Where a rank begins, in card widths from the left and from the top."""
WIDEST: Final = 0.42
"""How wide a rank is at most, in card widths: a ten is squeezed."""
SIGN: Final = 0.55
"""How far below the upper edge the sign of the suit begins, in card widths, or a pixel further."""
CORNER: Final = (0.07, 0.06, 0.64)
"""Left, upper and right edge of the patch for a rank, in card widths: within the paper, and clear
of the signs of the suit."""
SIGNS: Final = ((0.07, 0.36), (0.50, 0.33))
SPELT: Final = ((0.07, 0.26), (0.335, 0.20))
"""Where the two words of a joker begin and how high they are, in card widths: of one character
each, or spelt in letters, which stay clear of the badge of a wild."""
LEAST_WIDE: Final = 0.65
"""No word is squeezed further: it becomes lower."""


class Atlas(Sheet):
    """The faces for one card width. Use `atlas` to get one; drawing takes some 0.03 s."""

    columns = 6

    def __init__(self, width: int, palette: Palette) -> None:
        self._colours, self._language = dict(palette.inks), palette.language
        height = card_height(width)
        left, top, right = (round(width * part) for part in CORNER)
        low = self._low = sign_at(width)
        self._patch = (left, height - low, right, height - top)
        inks = dict.fromkeys(self._colours.values())
        self._ranks = {_rank(rank, ink): (rank, ink) for ink in inks for rank in RANKS}
        whole = (*self._colours, SMALL_JOKER, BIG_JOKER, "back", *FRAMES)
        super().__init__(width, height, whole, tuple(self._ranks), (right - left, low - top))
        left, low, right, top = self._patch
        self._box = (left / width, low / height, right / width, top / height)

    def face(self, card: str | None) -> tuple[Piece, ...]:
        """The paper with its suit, and its rank in the corner; jokers and the back are whole."""
        if card is None or card in (BIG_JOKER, SMALL_JOKER):
            return super().face(card)
        rank = self._tiles[_rank(card[1], self._colours[card[0]])]
        return (self._tiles[card[0]], WHOLE), (rank, self._box)

    def like(self, text: str) -> str:
        """The fewer sizes of a font, the less memory."""
        if text in RANKS or text == "10":
            return "8"  # the tail of the Q hangs below the line
        return "♠" if text in "♠♥♦♣" else "王" if text in "大小王主万能" else text

    def draw(self, name: str, x: int, y: int) -> None:
        """One card, the back, or a frame."""
        match name:
            case "back":
                self._back(x, y)
            case "trump":
                self._outline(x, y, GOLD, 0.05)
                self._badge(x, y, GOLD, text(self._language, "face.trump"))
            case "wild":
                self._outline(x, y, VIOLET, 0.06)
                self._badge(x, y, VIOLET, text(self._language, "face.wild"))
            case "selected":
                self._outline(x, y, SELECTED, 0.05)
            case "marked":
                self._bar(x, y, MARKED)
            case _ if name in (BIG_JOKER, SMALL_JOKER):
                self._joker(x, y, text(self._language, f"face.{name}").split(), name == BIG_JOKER)
            case _ if name in self._ranks:
                self._rank(x, y, *self._ranks[name])
            case _:
                self._suit(x, y, self._colours[name], SUIT_SIGNS[name])

    def _rank(self, x: int, y: int, rank: str, colour: Rgb) -> None:
        left, low, right, top = self._patch
        self._easel.fill((x - 1, y - 1, right - left + 2, top - low + 2), PAPER)
        self._ink(x - left, y - low, RANK_WORDS.get(rank, rank), colour, INDEX, RANK, WIDEST)

    def _suit(self, x: int, y: int, colour: Rgb, sign: str) -> None:
        self._paper(x, y)
        self._ink(x, y, sign, colour, (0.08, self._low / self.width), 0.30, 0.32)
        self._ink(x, y, sign, colour, (0.46, 0.88), 0.43, 0.46)

    def _joker(self, x: int, y: int, words: list[str], big: bool) -> None:
        colour = RED if big else BLACK
        self._paper(x, y)
        spelt = any(len(word) > 1 for word in words)
        for word, (top, high) in zip(words, SPELT if spelt else SIGNS, strict=True):
            self._ink(x, y, word, colour, (0.08, top), self._lowered(word, high), 0.54)
        self._ink(x, y, "★", colour, (0.46, 0.86), 0.44, 0.46)
        self._ink(x, y, "JOKER", colour, (0.10, 1.16), 0.11, 0.30)

    def _lowered(self, word: str, high: float) -> float:
        """The height of a word that is not squeezed too much."""
        wide = glyph(word, round(self.width * high), self.like(word)).wide
        return high * min(1.0, self.width * 0.54 / (LEAST_WIDE * wide))

    def _back(self, x: int, y: int) -> None:
        self._rounded(x, y, EDGE, 0)
        self._rounded(x, y, PAPER, 1)
        self._rounded(x, y, BACK, max(2, round(self.width * 0.06)))
        for row in range(4):
            for column in range(3):
                at = (0.17 + 0.24 * column, 0.17 + 0.28 * row)
                sign = "♠♥♣♦"[(row + column) % 4]
                self._ink(x, y, sign, BACK_INK, at, 0.17, 0.18)

    def _badge(self, x: int, y: int, colour: Rgb, words: str) -> None:
        left, top, wide, high = 0.42, 0.54, 0.24, 0.31
        bottom = y + self.height - self.width * (top + high)
        box = (x + self.width * left, bottom, self.width * wide, self.width * high)
        self._easel.round(box, colour, self.width * 0.04)
        part = high / len(words)
        for k, word in enumerate(words):
            size = min(part * 0.84, wide * 0.84)
            at = (left + (wide - size) / 2, top + part * k + (part - size) / 2)
            self._ink(x, y, word, (1, 1, 1), at, size, wide * 0.9)


def sign_at(width: int) -> int:
    """How many pixels below the upper edge the sign of the suit begins: behind the tail of the Q,
    which hangs below the line."""
    tail = glyph("Q", max(4, round(width * RANK)), "8").high
    return max(round(width * SIGN), round(width * INDEX[1]) + tail)


def _rank(rank: str, ink: Rgb) -> str:
    return f"{rank}{ink}"


_DRAWN: Final = WeakValueDictionary[tuple[int, Palette], Atlas]()


def atlas(width: int, palette: Palette = TWO_COLOURS) -> Atlas:
    """The atlas for cards of a width in pixels, drawn when first asked for. It is kept as long as
    somebody shows cards from it."""
    art = _DRAWN.get((width, palette))
    if art is None:
        art = _DRAWN[width, palette] = Atlas(width, palette)
    return art


def drawn(palette: Palette) -> list[int]:
    """The widths of the atlases that there are, the smallest first."""
    return sorted(width for width, colours in _DRAWN if colours == palette)
