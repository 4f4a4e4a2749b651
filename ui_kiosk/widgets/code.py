"""A QR code, drawn as one texture of one pixel a module."""

from functools import lru_cache

from kivy.graphics import Color, Rectangle
from kivy.graphics.texture import Texture

from ui_kiosk.theme import Area
from ui_kiosk.widgets.words import Drawn

QUIET_ZONE = 4


class CodeView(Drawn):
    """Shows the digits of a receipt as a QR code, in whole pixels for each module."""

    def __init__(self) -> None:
        super().__init__()
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

    @property
    def module(self) -> int:
        """Pixels of one module."""
        return int(self.width // len(modules(self._payload))) if self._payload else 0

    def _draw(self) -> None:
        self._draw_if(bool(self._payload))
        if not self._payload or self.width < 1:
            return
        rows = modules(self._payload)
        side = max(1, self.module) * len(rows)
        texture = Texture.create(size=(len(rows), len(rows)), colorfmt="luminance")
        texture.mag_filter = texture.min_filter = "nearest"
        texture.blit_buffer(b"".join(reversed(rows)), colorfmt="luminance", bufferfmt="ubyte")
        self._picture.texture = texture
        self._picture.size = (side, side)
        self._picture.pos = (
            round(self.x + (self.width - side) / 2),
            round(self.y + (self.height - side) / 2),
        )


@lru_cache(maxsize=8)
def modules(payload: str) -> tuple[bytes, ...]:
    """The rows of the code with its quiet zone, 255 light and 0 dark."""
    import segno  # brings much of the standard library with it

    code = segno.make(payload, error="l", micro=False, boost_error=False)
    return tuple(
        bytes(0 if dark else 255 for dark in row)
        for row in code.matrix_iter(scale=1, border=QUIET_ZONE)
    )
