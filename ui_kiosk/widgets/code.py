"""A QR code, drawn as one texture of one pixel a module."""

from typing import Any, Final

from kivy.clock import Clock
from kivy.graphics import Color, Rectangle
from kivy.graphics.texture import Texture

from ui_kiosk.theme import Area
from ui_kiosk.widgets.words import Drawn

QUIET_ZONE: Final = 4
MOST_KEPT: Final = 8
"""Codes that need not be made again: those of a window with four seats."""
_made: Final[dict[str, tuple[bytes, ...]]] = {}


class CodeView(Drawn):
    """Shows the digits of a receipt as a QR code, in whole pixels for each module.

    To make one takes longer than all else that a screen shows, and four seats are told their
    results at once: it comes a frame after what it stands beside.
    """

    def __init__(self) -> None:
        super().__init__()
        self._soon = Clock.create_trigger(self._make)
        self._payload = ""
        self._square: tuple[float, float, float] = (0, 0, 0)
        self._picture = Rectangle()
        self._group.add(Color(1, 1, 1, 1))
        self._group.add(self._picture)

    def place(self, area: Area) -> None:
        """The square it may fill."""
        side = min(area.w, area.h)
        square = area.centre(side, side)
        if (now := (square.x, square.y, side)) != self._square:
            self._square = now
            self.pos, self.size = (square.x, square.y), (side, side)
            self._draw()

    def show(self, payload: str) -> None:
        """Other digits; empty shows nothing."""
        if payload != self._payload:
            self._payload = payload
            self._draw()

    def _make(self, *_: Any) -> None:
        if self._payload:  # it may have been taken away again
            modules(self._payload)
            self._draw()

    def _draw(self) -> None:
        rows = _made.get(self._payload, ())
        self._draw_if(bool(rows))
        if self._payload and not rows:
            self._soon()
        if not rows or self.width < 1:
            return
        side = max(1, int(self.width // len(rows))) * len(rows)
        texture = Texture.create(size=(len(rows), len(rows)), colorfmt="luminance")
        texture.mag_filter = texture.min_filter = "nearest"
        texture.blit_buffer(b"".join(reversed(rows)), colorfmt="luminance", bufferfmt="ubyte")
        self._picture.texture = texture
        self._picture.size = (side, side)
        self._picture.pos = (
            round(self.x + (self.width - side) / 2),
            round(self.y + (self.height - side) / 2),
        )


def modules(payload: str) -> tuple[bytes, ...]:
    """The rows of the code with its quiet zone, 255 light and 0 dark; kept for a while."""
    if payload not in _made:
        if len(_made) == MOST_KEPT:
            del _made[next(iter(_made))]
        _made[payload] = _rows(payload)
    return _made[payload]


def _rows(payload: str) -> tuple[bytes, ...]:
    import segno  # brings much of the standard library with it

    code = segno.make(payload, error="l", micro=False, boost_error=False)
    return tuple(
        bytes(0 if dark else 255 for dark in row)
        for row in code.matrix_iter(scale=1, border=QUIET_ZONE)
    )
