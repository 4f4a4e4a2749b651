"""The panel of all cards played in this hand (000 §41.1)."""

from collections.abc import Callable
from typing import Any

from kivy.uix.widget import Widget

from ui_kiosk import theme
from ui_kiosk.model import PlayedLine, PlayedPanel
from ui_kiosk.theme import CLEAR, Area, Scale
from ui_kiosk.widgets.atlas import TWO_COLOURS, Palette
from ui_kiosk.widgets.button import TouchButton
from ui_kiosk.widgets.cards import CardPictures, art_for
from ui_kiosk.widgets.fan import card_height
from ui_kiosk.widgets.words import Plate, Words

STEP = 0.62
"""How far apart the cards of one play lie, in card widths."""
WIDTHS = (70, 62, 54, 47, 41, 36, 32, 28)


class PlayedView(Widget):  # type: ignore[misc]
    """Plays one after another in lines, as large as all of them fit."""

    def __init__(self, press: Callable[[str], None]) -> None:
        super().__init__(opacity=0)
        self._plate = Plate()
        self._title = Words(bold=True)
        self._empty = Words(halign="center")
        self._close = TouchButton(press)
        self._names: list[Words] = []
        self.palette: Palette = TWO_COLOURS
        self._pictures = CardPictures(self.canvas)
        self._room = Area(0, 0, 0, 0)
        self._scale = Scale(1)
        self._panel: PlayedPanel | None = None
        for part in (self._plate, self._title, self._empty, self._close):
            self.add_widget(part)

    def place(self, area: Area, scale: Scale) -> None:
        """Everything below the top line."""
        px = scale.px
        self.pos, self.size = (area.x, area.y), (area.w, area.h)
        self._scale = scale
        self._plate.place(area, radius=px(16))
        room = area.inset(px(18), px(12))
        head = room.top(px(theme.TOUCH), px(10))
        self._close.place(head.right(px(180), px(12)), px(theme.BODY))
        self._title.place(head, px(30))
        self._empty.place(room, px(theme.BODY))
        self._room = room
        self._draw()

    def recolour(self, palette: Palette) -> None:
        """Other colours of the suits."""
        self.palette = palette
        self._draw()

    def show(self, panel: PlayedPanel | None) -> None:
        """Other plays; None closes it."""
        if panel == self._panel:
            return
        self._panel = panel
        self.opacity = 0 if panel is None else 1
        self._plate.paint(*((theme.SHADE, theme.LINE) if panel else (CLEAR, CLEAR)))
        self._close.show(panel.close if panel else None)
        self._title.say(panel.title if panel else "")
        self._empty.say(panel.empty if panel else "", theme.MUTED)
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

    def on_touch_down(self, touch: Any) -> bool:
        """While it is open, no touch goes through to what is under it."""
        if not self.opacity:
            return False
        super().on_touch_down(touch)
        return self.collide_point(*touch.pos) or False


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
