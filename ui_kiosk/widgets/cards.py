"""A pool of cards on one canvas: what is shown changes, the instructions stay."""

from typing import Any, Final

from kivy.graphics import Color, Rectangle

from ui_kiosk.widgets.atlas import Atlas
from ui_kiosk.widgets.fan import CardFace

Rgb = tuple[float, float, float]
PLAIN: Final[Rgb] = (1.0, 1.0, 1.0)
TRUMP: Final[Rgb] = (1.0, 0.93, 0.74)
WILD: Final[Rgb] = (0.93, 0.86, 1.0)
SELECTED: Final[Rgb] = (0.80, 0.91, 1.0)


class CardPicture:
    """The instructions of one card: its paper's tint, its face, and up to three frames over it."""

    def __init__(self, canvas: Any) -> None:
        with canvas:
            self._tint = Color(*PLAIN)
            self._face = Rectangle(size=(0, 0))
            self._frames = tuple(Rectangle(size=(0, 0)) for _ in range(3))
        self._shown: tuple[CardFace, Atlas, tuple[float, float]] | None = None

    def show(self, face: CardFace, art: Atlas, pos: tuple[float, float]) -> None:
        """Shows a card with its lower left corner at `pos`, touching only what differs."""
        if self._shown == (face, art, pos):
            return
        self._shown = (face, art, pos)
        size = (art.width, art.height)
        self._tint.rgb = _tint(face)
        _set(self._face, art.face(face.card), pos, size)
        names = _frame_names(face)
        for k, frame in enumerate(self._frames):
            if k < len(names):
                _set(frame, art.frame(names[k]), pos, size)
            else:
                _hide(frame)

    def hide(self) -> None:
        """Shows nothing; the instructions are kept for a later card."""
        if self._shown is not None:
            self._shown = None
            for rectangle in (self._face, *self._frames):
                _hide(rectangle)


def _tint(face: CardFace) -> Rgb:
    if face.selected:
        return SELECTED
    return WILD if face.wild else TRUMP if face.trump else PLAIN


def _frame_names(face: CardFace) -> list[str]:
    names = ["wild"] if face.wild else ["trump"] if face.trump else []
    names += ["selected"] if face.selected else []
    return names + (["marked"] if face.marked else [])


def _set(rectangle: Any, texture: Any, pos: tuple[float, float], size: tuple[int, int]) -> None:
    if rectangle.texture is not texture:
        rectangle.texture = texture
    if rectangle.pos != pos:
        rectangle.pos = pos
    if rectangle.size != size:
        rectangle.size = size


def _hide(rectangle: Any) -> None:
    if rectangle.size != (0, 0):
        rectangle.size = (0, 0)
