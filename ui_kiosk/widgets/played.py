"""The panel of all cards played in this hand (000 §41.1)."""

from collections.abc import Callable

from ui_kiosk import theme
from ui_kiosk.model_table import PlayedLine, PlayedPanel
from ui_kiosk.theme import Area, Scale
from ui_kiosk.widgets.atlas import TWO_COLOURS, Palette
from ui_kiosk.widgets.cards import CardPictures, art_for
from ui_kiosk.widgets.fan import card_height
from ui_kiosk.widgets.panel import Panel
from ui_kiosk.widgets.words import Words

STEP = 0.62
"""How far apart the cards of one play lie, in card widths."""
WIDTHS = (70, 62, 54, 47, 41, 36, 32, 28)


class PlayedView(Panel):
    """Plays one after another in lines, as large as all of them fit."""

    def __init__(self, press: Callable[[str], None]) -> None:
        super().__init__(press)
        self._empty = Words(halign="center")
        self._names: list[Words] = []
        self.palette: Palette = TWO_COLOURS
        self._pictures = CardPictures(self.canvas)
        self._room = Area(0, 0, 0, 0)
        self._scale = Scale(1)
        self._panel: PlayedPanel | None = None
        self.add_widget(self._empty)

    def place(self, area: Area, scale: Scale) -> None:
        """Everything below the top line."""
        self._room, self._scale = self.frame(area, scale), scale
        self._empty.place(self._room, scale.px(theme.BODY))
        self._draw()

    def recolour(self, palette: Palette) -> None:
        """Other colours of the suits."""
        self.palette = palette
        self._draw()

    def show(self, panel: PlayedPanel) -> None:
        """Other plays."""
        if panel == self._panel:
            return
        self._panel = panel
        self.head(panel.title, panel.close)
        self._empty.say(panel.empty, theme.MUTED)
        self._draw()

    def _draw(self) -> None:
        lines = self._panel.lines if self._panel else ()
        width, places = _flow(lines, self._room, self._scale)
        for number, (line, (x, y)) in enumerate(zip(lines, places, strict=True)):
            self._name(number, line, x, y, width)
        for words in self._names[len(lines) :]:
            words.say("")
        self._draw_cards(lines, places, width)

    def _name(self, number: int, line: PlayedLine, x: float, y: float, width: int) -> None:
        while len(self._names) <= number:
            self._names.append(Words(halign="center", bold=True))
            self.add_widget(self._names[-1])
        box = Area(x, y, _name_width(self._scale), card_height(width))
        self._names[number].place(box, self._scale.px(24))
        self._names[number].say(line.seat, theme.GOLD)

    def _draw_cards(
        self, lines: tuple[PlayedLine, ...], places: list[tuple[float, float]], width: int
    ) -> None:
        faces = [face for line in lines for face in line.cards]
        spots = [
            (round(x + _name_width(self._scale) + place * width * STEP), round(y))
            for line, (x, y) in zip(lines, places, strict=True)
            for place in range(len(line.cards))
        ]
        self._pictures.show(faces, spots, width, art_for(width, self.palette) if faces else None)


def _name_width(scale: Scale) -> int:
    return scale.px(58)


def _flow(
    lines: tuple[PlayedLine, ...], room: Area, scale: Scale
) -> tuple[int, list[tuple[float, float]]]:
    """The largest card width with which everything fits, and where each play begins."""
    for units in WIDTHS:
        width = max(16, scale.px(units))
        places = _flowed(lines, room, scale, width)
        if not places or places[-1][1] >= room.y:
            break
    return width, places


def _flowed(
    lines: tuple[PlayedLine, ...], room: Area, scale: Scale, width: int
) -> list[tuple[float, float]]:
    high = card_height(width) + scale.px(10)
    x, y = room.x, room.y + room.h - high
    places = []
    for line in lines:
        wide = _name_width(scale) + width * (1 + STEP * (len(line.cards) - 1)) + scale.px(14)
        if x > room.x and x + wide > room.x + room.w:
            x, y = room.x, y - high
        places.append((x, y))
        x += wide
    return places
