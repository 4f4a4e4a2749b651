"""A row of small cards or tiles that are only shown: a play in the trick, an exchanged card."""

from collections.abc import Sequence
from typing import Any

from kivy.clock import Clock

from table_firmware.rules.cards import TILES
from ui_kiosk.theme import Extent
from ui_kiosk.widgets import tile_sheet
from ui_kiosk.widgets.atlas import TWO_COLOURS, Palette
from ui_kiosk.widgets.cards import CardPictures, art_for
from ui_kiosk.widgets.dressed import Dressed
from ui_kiosk.widgets.fan import ASPECT, CardFace, least_step, row
from ui_kiosk.widgets.sheet import Cut


class CardRow(Dressed):
    """Shows cards side by side, as large as its height allows, overlapping when they are many.

    halign: where the cards lie when there is room left: `left`, `center` or `right`.
    """

    def __init__(
        self, halign: str = "center", palette: Palette = TWO_COLOURS, **kwargs: Any
    ) -> None:
        super().__init__(**kwargs)
        self.halign = halign
        self.palette = palette
        self._faces: tuple[CardFace, ...] = ()
        self._pictures = CardPictures(self.canvas)
        self._later = Clock.create_trigger(self._draw, -1)
        self.bind(pos=self._later, size=self._later)

    @property
    def extent(self) -> Extent:
        """The corner and the size of the box in which the cards lie."""
        return self._pictures.extent

    def recolour(self, palette: Palette) -> None:
        """Other colours of the suits."""
        self.palette = palette
        self._draw()

    def show(self, cards: Sequence[CardFace]) -> None:
        """Shows these cards from left to right."""
        if (faces := tuple(cards)) != self._faces:
            self._faces = faces
            self._draw()

    def _draw(self, *_: Any) -> None:
        tiles = any(face.card in TILES for face in self._faces)
        aspect = tile_sheet.ASPECT if tiles else ASPECT
        laid = row(
            tuple(map(least_step, self._faces)), self.width, self.height, self.halign, aspect
        )
        spots = [(self.x + spot.x, self.y + spot.y) for spot in laid.spots]
        art = self._art(laid.card[0], tiles=tiles) if self._faces else None
        self._pictures.show(self._faces, spots, laid.card[0], art)

    def _art(self, width: int, *, tiles: bool) -> Cut:
        return (
            tile_sheet.tile_sheet(width, self.palette.language)
            if tiles
            else art_for(width, self.palette)
        )
