"""Cards on one canvas: what is shown changes, the instructions stay."""

from collections.abc import Sequence
from typing import Any, Final

from kivy.graphics import Color, InstructionGroup, Rectangle

from ui_kiosk.widgets.atlas import Atlas, Palette, atlas
from ui_kiosk.widgets.fan import CardFace

Rgb = tuple[float, float, float]
PLAIN: Final[Rgb] = (1.0, 1.0, 1.0)
TRUMP: Final[Rgb] = (1.0, 0.93, 0.74)
WILD: Final[Rgb] = (0.93, 0.86, 1.0)
SELECTED: Final[Rgb] = (0.80, 0.91, 1.0)


class CardPictures:
    """As many cards as are needed, each drawn over those before it."""

    def __init__(self, canvas: Any) -> None:
        self._canvas = canvas
        self._pictures: list[CardPicture] = []

    def show(
        self,
        faces: Sequence[CardFace],
        spots: Sequence[tuple[float, float]],
        width: int,
        palette: Palette,
    ) -> None:
        """Shows these cards, `width` pixels wide, with their lower left corners at `spots`."""
        while len(self._pictures) < len(faces):
            self._pictures.append(CardPicture(self._canvas))
        for picture in self._pictures[len(faces) :]:
            picture.hide()
        if faces:  # no atlas is made for a size at which nothing is shown
            art = atlas(width, palette)
            for picture, face, spot in zip(self._pictures, faces, spots, strict=False):
                picture.show(face, art, spot)


class CardPicture:
    """One card: its paper's tint, its face, and the frames over it.

    A rectangle costs some 40 kB of graphics memory, and most cards have no frame: one is made when
    it is first needed, and stays.
    """

    def __init__(self, canvas: Any) -> None:
        self._group = InstructionGroup()
        canvas.add(self._group)
        self._tint = Color(*PLAIN)
        self._group.add(self._tint)
        self._layers: list[Any] = []
        self._shown: tuple[CardFace, Atlas, tuple[float, float]] | None = None

    def show(self, face: CardFace, art: Atlas, pos: tuple[float, float]) -> None:
        """Shows a card with its lower left corner at `pos`, touching only what differs."""
        if self._shown == (face, art, pos):
            return
        self._shown = (face, art, pos)
        self._tint.rgb = _tint(face)
        tiles = [art.face(face.card), *(art.frame(name) for name in _frame_names(face))]
        while len(self._layers) < len(tiles):
            self._layers.append(Rectangle())
            self._group.add(self._layers[-1])
        for layer, tile in zip(self._layers, tiles, strict=False):
            _set(layer, tile, pos, (art.width, art.height))
        for layer in self._layers[len(tiles) :]:
            _hide(layer)

    def hide(self) -> None:
        """Shows nothing; the instructions are kept for a later card."""
        if self._shown is not None:
            self._shown = None
            for layer in self._layers:
                _hide(layer)


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
