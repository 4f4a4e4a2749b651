"""Tiles that are only shown: melds in columns, discards in lines."""

from collections.abc import Sequence
from typing import Any

from kivy.clock import Clock

from ui_kiosk.widgets.atlas import TWO_COLOURS, Palette
from ui_kiosk.widgets.cards import CardPictures
from ui_kiosk.widgets.columns import DEEP, Columns, columns, lines
from ui_kiosk.widgets.dressed import Dressed
from ui_kiosk.widgets.fan import CardFace
from ui_kiosk.widgets.tile_sheet import heads, tile_sheet


class _Tiles(Dressed):
    """Faces, drawn anew when they or their room change."""

    def __init__(self) -> None:
        super().__init__()
        self._faces: tuple[CardFace, ...] = ()
        self.palette = TWO_COLOURS
        self._pictures = CardPictures(self.canvas)
        self._later = Clock.create_trigger(self._draw, -1)
        self.bind(pos=self._later, size=self._later)

    def recolour(self, palette: Palette) -> None:
        """For readers of another language."""
        self.palette = palette
        self._draw()

    def show(self, tiles: Sequence[CardFace]) -> None:
        """Shows these tiles, in this order."""
        self._faces = tuple(tiles)
        self._draw()

    def _draw(self, *_: Any) -> None:
        raise NotImplementedError


class TileColumns(_Tiles):
    """Shows columns of tiles, as large as there is room; equal groups of faces are a column, which
    is shown from its top.

    deep: for how many tiles in a column there is always room."""

    def __init__(self, halign: str = "center", deep: int = DEEP) -> None:
        super().__init__()
        self._halign, self._deep = halign, deep

    def laid(self) -> Columns:
        """Where they lie, from the lower left of this widget."""
        groups = [face.group for face in self._faces]
        return columns(groups, self.width, self.height, halign=self._halign, deep=self._deep)

    def _draw(self, *_: Any) -> None:
        laid = self.laid()
        spots = [(self.x + spot.x, self.y + spot.y) for spot in laid.spots]
        art = tile_sheet(laid.card[0], self.palette.language) if self._faces else None
        self._pictures.show(self._faces, spots, laid.card[0], art)


class TileLines(_Tiles):
    """Shows the heads of tiles in lines, the oldest first. largest: a head's width in pixels."""

    def __init__(self) -> None:
        super().__init__()
        self.largest = 100.0

    def _draw(self, *_: Any) -> None:
        size, laid = lines(len(self._faces), self.width, self.height, self.largest)
        spots = [(self.x + spot.x, self.y + spot.y) for spot in laid]
        art = heads(size, self.palette.language) if self._faces else None
        self._pictures.show(self._faces, spots, size, art)
