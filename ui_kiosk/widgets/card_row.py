"""A row of small cards that are only shown: a play in the trick, an exchanged card."""

from collections.abc import Sequence
from typing import Any

from kivy.clock import Clock
from kivy.uix.widget import Widget

from ui_kiosk.widgets.atlas import TWO_COLOURS, Palette, atlas
from ui_kiosk.widgets.cards import CardPicture
from ui_kiosk.widgets.fan import CardFace, row


class CardRow(Widget):  # type: ignore[misc]
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
        self._pictures: list[CardPicture] = []
        self._later = Clock.create_trigger(self._draw, -1)
        self.bind(pos=self._later, size=self._later)

    def show(self, cards: Sequence[CardFace]) -> None:
        """Shows these cards from left to right."""
        self._faces = tuple(cards)
        self._draw()

    def _draw(self, *_: Any) -> None:
        laid = row(len(self._faces), self.width, self.height, self.halign)
        art = atlas(laid.card[0], self.palette)
        while len(self._pictures) < len(self._faces):
            self._pictures.append(CardPicture(self.canvas))
        for picture, face, spot in zip(self._pictures, self._faces, laid.spots, strict=False):
            picture.show(face, art, (self.x + spot.x, self.y + spot.y))
        for picture in self._pictures[len(self._faces) :]:
            picture.hide()
