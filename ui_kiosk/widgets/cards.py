"""Cards on one canvas, drawn in as few strokes as can be.

Each instruction costs graphics memory and time of its own, and all cards of a size are cut from
one texture: neighbours with paper of one tint are one mesh.
"""

from collections.abc import Iterator, Sequence
from itertools import chain, groupby, pairwise
from math import ceil
from typing import Any, Final

from kivy.graphics import Color, InstructionGroup, Mesh

from ui_kiosk.pieces import Piece, Pieces
from ui_kiosk.theme import Extent
from ui_kiosk.widgets.atlas import Atlas, Palette, atlas, drawn
from ui_kiosk.widgets.fan import CardFace
from ui_kiosk.widgets.sheet import WHOLE, Cut

Rgb = tuple[float, float, float]
Spot = tuple[float, float]
PLAIN: Final[Rgb] = (1.0, 1.0, 1.0)
TRUMP: Final[Rgb] = (1.0, 0.93, 0.74)
WILD: Final[Rgb] = (0.93, 0.86, 1.0)
SELECTED: Final[Rgb] = (0.80, 0.91, 1.0)
SIZES: Final = (48, 96)
MOST_SHRUNK: Final = 2
"""Cards shrunk more than this lose strokes."""
CORNERS: Final = (0, 1, 2, 0, 2, 3)
CORNER: Final = 0.1
"""How far in, as a part of its width, a card has its round corners: behind them it is opaque."""


class CardPictures:
    """As many cards as are needed, each drawn over those before it."""

    def __init__(self, canvas: Any) -> None:
        self._canvas = canvas
        self._group = Pieces()
        self._on = False
        self._runs: list[_Run] = []
        self._shown: tuple[object, ...] = ()
        self.extent: Extent = (0.0, 0.0, 0.0, 0.0)
        """The corner and the size of the box in which all cards lie."""

    def show(
        self, faces: Sequence[CardFace], spots: Sequence[Spot], width: int, art: Cut | None
    ) -> None:
        """Shows these cards, `width` pixels wide, with their lower left corners at `spots`.

        art: where they are cut from; it may have another size.
        """
        now = (tuple(faces), tuple(spots), width, art)
        if now == self._shown:
            return
        self._shown = now
        self.extent = _extent(spots, width, art)
        runs = _in_runs(faces, spots) if art is not None else []
        while len(self._runs) < len(runs):
            self._runs.append(_Run(self._group))
        for shape, (tint, cards) in zip(self._runs, runs, strict=False):
            shape.show(tint, cards, width, art)
        for shape in self._runs[len(runs) :]:
            shape.hide()
        self._group.pieces = _pieces(faces, spots, width, art)
        if bool(runs) != self._on:
            self._on = bool(runs)
            (self._canvas.add if runs else self._canvas.remove)(self._group)


def art_for(width: int, palette: Palette) -> Atlas:
    """The atlas from which cards that are only shown are cut: one that there is, if its cards are
    not much larger, else of the next of a few sizes."""
    known = (size for size in drawn(palette) if width <= size <= width * MOST_SHRUNK)
    new = (size for size in SIZES if size >= width)
    return atlas(next(chain(known, new), width), palette)


class _Run:
    """Cards of one tint that lie one upon the other."""

    def __init__(self, canvas: Any) -> None:
        self._canvas = canvas
        self._group = InstructionGroup()
        self._tint = Color(*PLAIN)
        self._mesh = Mesh(mode="triangles")
        self._group.add(self._tint)
        self._group.add(self._mesh)
        self._on = False

    def show(self, tint: Rgb, cards: Sequence[tuple[CardFace, Spot]], width: int, art: Any) -> None:
        """Other cards."""
        ends = _ends([spot for _, spot in cards], width)
        quads = (_quads(*card, end, width, art) for card, end in zip(cards, ends, strict=True))
        vertices = [part for quad in quads for part in quad]
        self._tint.rgb = tint
        self._mesh.texture = art.texture
        self._mesh.vertices = vertices
        count = len(vertices) // 16
        self._mesh.indices = [4 * quad + corner for quad in range(count) for corner in CORNERS]
        if not self._on:
            self._on = True
            self._canvas.add(self._group)

    def hide(self) -> None:
        """Shows nothing; the instructions are kept for later cards."""
        if self._on:
            self._on = False
            self._mesh.texture = None
            self._canvas.remove(self._group)


def _in_runs(
    faces: Sequence[CardFace], spots: Sequence[Spot]
) -> list[tuple[Rgb, list[tuple[CardFace, Spot]]]]:
    cards = zip(faces, spots, strict=True)
    return [(tint, list(run)) for tint, run in groupby(cards, lambda card: _tint(card[0]))]


def _pieces(
    faces: Sequence[CardFace], spots: Sequence[Spot], width: int, art: Cut | None
) -> list[Piece]:
    if art is None:
        return []
    size = width, _height(width, art)
    return [
        ((art, face.card, _tint(face), *_frame_names(face)), (*spot, *size))
        for face, spot in zip(faces, spots, strict=True)
    ]


def _height(width: int, art: Cut) -> int:
    return round(width * art.height / art.width)


def _extent(spots: Sequence[Spot], width: int, art: Cut | None) -> Extent:
    if not spots or art is None:
        return (0.0, 0.0, 0.0, 0.0)
    across, upwards = zip(*spots, strict=True)
    left, low = min(across), min(upwards)
    return (left, low, max(across) + width - left, max(upwards) + _height(width, art) - low)


def _ends(spots: Sequence[Spot], width: int) -> list[float]:
    """Where each card ends: not far behind the edge of the next one, if that lies over it."""
    ends = [x + width for x, _ in spots]
    for at, ((x, y), (after, level)) in enumerate(pairwise(spots)):
        if y == level and x <= after:
            ends[at] = min(ends[at], after + ceil(width * CORNER))
    return ends


def _quads(face: CardFace, spot: Spot, end: float, width: int, art: Cut) -> Iterator[float]:
    """Position and texture of the corners of the face and of the frames over it, up to where the
    card ends."""
    left, bottom = spot
    high = _height(width, art)
    frames = ((art.frame(name), WHOLE) for name in _frame_names(face))
    for (u0, v0, u1, v1), part in (*art.face(face.card), *frames):
        x0, x1 = left + width * part[0], left + width * part[2]
        if x0 >= end:
            continue
        if end < x1:
            u1, x1 = u0 + (u1 - u0) * (end - x0) / (x1 - x0), end
        y0, y1 = bottom + high * part[1], bottom + high * part[3]
        yield from (x0, y0, u0, v0, x1, y0, u1, v0)
        yield from (x1, y1, u1, v1, x0, y1, u0, v1)


def _tint(face: CardFace) -> Rgb:
    if face.selected:
        return SELECTED
    return WILD if face.wild else TRUMP if face.trump else PLAIN


def _frame_names(face: CardFace) -> list[str]:
    names = ["wild"] if face.wild else ["trump"] if face.trump else []
    names += ["selected"] if face.selected else []
    names += ["marked"] if face.marked else []
    return names + ([face.stamp] if face.stamp else [])
