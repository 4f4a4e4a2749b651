"""Sizes and colours of the screens.

Everything is designed on 1280 by 720 and scaled: 72 units are at least 12 mm on a 10-inch panel,
and no text is smaller than 20 units.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

Colour = tuple[float, float, float, float]
Extent = tuple[float, float, float, float]
"""The lower left corner and the size of what a widget draws, in its parent's coordinates."""

FELT: Final[Colour] = (14 / 255, 60 / 255, 46 / 255, 1)
"""Whole steps of what a screen has: else a cleared part is rounded otherwise than the whole."""
FELT_LIGHT: Final[Colour] = (0.075, 0.295, 0.225, 1)
SHADE: Final[Colour] = (0.025, 0.130, 0.100, 1)
PANEL: Final[Colour] = (0.030, 0.165, 0.125, 1)
LINE: Final[Colour] = (0.180, 0.420, 0.335, 1)
INK: Final[Colour] = (0.975, 0.970, 0.930, 1)
MUTED: Final[Colour] = (0.730, 0.830, 0.775, 1)
GOLD: Final[Colour] = (0.970, 0.790, 0.330, 1)
DARK_INK: Final[Colour] = (0.130, 0.090, 0.010, 1)
GOOD: Final[Colour] = (0.640, 0.930, 0.620, 1)
ALERT: Final[Colour] = (1.000, 0.690, 0.560, 1)
BUTTON: Final[Colour] = (0.110, 0.385, 0.300, 1)
QUIET: Final[Colour] = (0.040, 0.195, 0.150, 1)
OFF: Final[Colour] = (0.050, 0.205, 0.160, 1)
OFF_INK: Final[Colour] = (0.430, 0.560, 0.500, 1)
PRESSED: Final[Colour] = (0.280, 0.600, 0.480, 1)
CLEAR: Final[Colour] = (0, 0, 0, 0)

TONES: Final[dict[str, Colour]] = {
    "plain": INK,
    "muted": MUTED,
    "good": GOOD,
    "alert": ALERT,
    "bad": ALERT,
    "turn": GOLD,
}

Scheme = Mapping[Colour, Colour]
USUAL: Final[Scheme] = {}
BLACK: Final[Colour] = (0, 0, 0, 1)
WHITE: Final[Colour] = (1, 1, 1, 1)
CONTRAST: Final[Scheme] = {
    **dict.fromkeys((FELT, FELT_LIGHT, SHADE, PANEL, QUIET, OFF), BLACK),
    **dict.fromkeys((INK, MUTED, LINE), WHITE),
    BUTTON: (0.00, 0.20, 0.42, 1),
    PRESSED: (0.10, 0.45, 0.80, 1),
    GOLD: (1.00, 0.88, 0.20, 1),
    GOOD: (0.60, 1.00, 0.60, 1),
    ALERT: (1.00, 0.74, 0.60, 1),
    OFF_INK: (0.72, 0.72, 0.72, 1),
    DARK_INK: BLACK,
}
"""What each colour becomes where a player wants high contrast."""
LARGER: Final = 1.35
"""How much larger letters are wanted in large type, as far as their box has room."""

LETTERS: Final = (11, 13, 15, 17, 19, 21, 24, 27, 30, 34, 38, 44, 52, 60, 72, 96, 128, 176, 220)
"""All sizes in which a text is set, in pixels: each size of a font costs some 0.5 MB."""

TOUCH: Final = 72
SMALL: Final = 21
BODY: Final = 26
LARGE: Final = 34
HUGE: Final = 60


def letter_sizes(want: float) -> tuple[int, ...]:
    """The sizes to try for letters that are to be `want` pixels high, the largest first."""
    return tuple(size for size in reversed(LETTERS) if size <= want * 1.05) or LETTERS[:1]


@dataclass(frozen=True, slots=True)
class Scale:
    """How many pixels a unit has on a screen of some size."""

    unit: float

    @classmethod
    def of(cls, width: float, height: float) -> "Scale":
        """The scale of a screen; a tall one is not scaled up, its table gets the room."""
        return cls(min(width / 1280, height / 720))

    def px(self, units: float) -> int:
        """Units as whole pixels."""
        return round(units * self.unit)

    def letters(self, units: float) -> int:
        """Units of what holds letters, which on a small screen do not get as small as all else."""
        return round(units * max(self.unit, LETTERS[0] / SMALL))


class Area:
    """A rectangle that is cut up from its edges; lengths in pixels, the origin lower left."""

    __slots__ = ("h", "w", "x", "y")

    def __init__(self, x: float, y: float, w: float, h: float) -> None:
        self.x, self.y, self.w, self.h = x, y, w, h

    def top(self, height: float, gap: float = 0) -> "Area":
        """Cuts a strip off the top."""
        height = min(height, self.h)
        cut = Area(self.x, self.y + self.h - height, self.w, height)
        self.h = max(0.0, self.h - height - gap)
        return cut

    def bottom(self, height: float, gap: float = 0) -> "Area":
        """Cuts a strip off the bottom."""
        height = min(height, self.h)
        cut = Area(self.x, self.y, self.w, height)
        self.y += height + gap
        self.h = max(0.0, self.h - height - gap)
        return cut

    def left(self, width: float, gap: float = 0) -> "Area":
        """Cuts a strip off the left."""
        width = min(width, self.w)
        cut = Area(self.x, self.y, width, self.h)
        self.x += width + gap
        self.w = max(0.0, self.w - width - gap)
        return cut

    def right(self, width: float, gap: float = 0) -> "Area":
        """Cuts a strip off the right."""
        width = min(width, self.w)
        cut = Area(self.x + self.w - width, self.y, width, self.h)
        self.w = max(0.0, self.w - width - gap)
        return cut

    def inset(self, across: float, along: float | None = None) -> "Area":
        """The same with a margin left and right, and above and below."""
        along = across if along is None else along
        return Area(
            self.x + across,
            self.y + along,
            max(0.0, self.w - 2 * across),
            max(0.0, self.h - 2 * along),
        )

    def centre(self, width: float, height: float) -> "Area":
        """A rectangle of a given size in the middle."""
        width, height = min(width, self.w), min(height, self.h)
        return Area(self.x + (self.w - width) / 2, self.y + (self.h - height) / 2, width, height)

    def columns(self, count: int, gap: float = 0) -> list["Area"]:
        """Equal columns, from the left."""
        width = (self.w - gap * (count - 1)) / max(1, count)
        return [Area(self.x + k * (width + gap), self.y, width, self.h) for k in range(count)]

    def rows(self, count: int, gap: float = 0) -> list["Area"]:
        """Equal rows, from the top."""
        height = (self.h - gap * (count - 1)) / max(1, count)
        top = self.y + self.h - height
        return [Area(self.x, top - k * (height + gap), self.w, height) for k in range(count)]
