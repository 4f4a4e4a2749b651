"""The panel of help, over everything below the top line."""

from collections.abc import Callable
from typing import Any, Final

from kivy.uix.widget import Widget

from ui_kiosk import theme
from ui_kiosk.model import HelpLine, HelpPanel
from ui_kiosk.theme import CLEAR, Area, Scale
from ui_kiosk.widgets.button import TouchButton
from ui_kiosk.widgets.card_row import CardRow
from ui_kiosk.widgets.fan import card_height
from ui_kiosk.widgets.words import Plate, Words

TABS: Final = 2
STEP: Final = 0.6
"""How far apart the cards of a picture lie at most, in card widths."""


class LineView(Widget):  # type: ignore[misc]
    """A name, a picture, and what there is to say."""

    def __init__(self) -> None:
        super().__init__()
        self._name = Words(bold=True, wrap=True)
        self._cards = CardRow(halign="left")
        self._text = Words(wrap=True)
        for part in (self._name, self._cards, self._text):
            self.add_widget(part)

    def show(self, line: HelpLine, area: Area, scale: Scale, *, narrow: bool) -> None:
        """Another line, where it stands; narrow: among others, with pictures of one width."""
        px = scale.px
        self._name.place(area.left(area.w * (0.22 if narrow else 0.16), px(8)), px(27))
        card = area.h / card_height(1000) * 1000
        wide = area.w * 0.42 if narrow else card * (1 + STEP * (len(line.cards) - 1))
        box = area.left(wide if line.cards else 0, px(14) if line.cards else 0)
        self._cards.pos, self._cards.size = (box.x, box.y), (box.w, box.h)
        self._text.place(area, px(26))
        self._name.say(line.name, theme.GOLD)
        self._cards.show(line.cards)
        self._text.say(line.text)


class HelpView(Widget):  # type: ignore[misc]
    """Shows a `HelpPanel`; its lines are made when it is first opened. While it is open no touch
    goes through."""

    def __init__(self, press: Callable[[str], None]) -> None:
        super().__init__(opacity=0)
        self._plate = Plate()
        self._title = Words(bold=True, halign="center")
        self._close = TouchButton(press)
        self._tabs = tuple(TouchButton(press) for _ in range(TABS))
        self._lines: list[LineView] = []
        self._room, self._scale = Area(0, 0, 0, 0), Scale(1)
        self._panel: HelpPanel | None = None
        for part in (self._plate, self._title, self._close, *self._tabs):
            self.add_widget(part)

    def place(self, area: Area, scale: Scale) -> None:
        """Everything below the top line."""
        px = scale.px
        self.pos, self.size = (area.x, area.y), (area.w, area.h)
        self._plate.place(area, radius=px(16))
        room = area.inset(px(20), px(12))
        head = room.top(px(theme.TOUCH + 4), px(8))
        self._close.place(head.right(px(180), px(12)), px(28))
        for tab in self._tabs:
            tab.place(head.left(px(220), px(12)), px(28))
        self._title.place(head, px(30))
        self._room, self._scale = room, scale
        self._fill()

    def show(self, panel: HelpPanel | None) -> None:
        """Another page; None closes it."""
        if panel == self._panel:
            return
        self._panel = panel
        self.opacity = 0 if panel is None else 1
        self._plate.paint(*((theme.SHADE, theme.LINE) if panel else (CLEAR, CLEAR)))
        self._close.show(panel.close if panel else None)
        for place, tab in enumerate(self._tabs):
            tab.show(panel.tabs[place] if panel else None)
        self._title.say(panel.title if panel else "", theme.TONES["good"])
        self._fill()

    def _fill(self) -> None:
        lines = self._panel.lines if self._panel else ()
        while len(self._lines) < len(lines):
            self._lines.append(LineView())
        for view in self._lines:
            self.remove_widget(view)
        columns = self._panel.columns if self._panel else 1
        for view, line, area in zip(
            self._lines, lines, self._areas(len(lines), columns), strict=False
        ):
            self.add_widget(view)
            view.show(line, area, self._scale, narrow=columns > 1)

    def _areas(self, count: int, columns: int) -> list[Area]:
        """One column after the other."""
        room, gap = self._room, self._scale.px(10)
        whole = Area(room.x, room.y, room.w, room.h)
        return [
            area
            for column in whole.columns(columns, self._scale.px(24))
            for area in column.rows(-(-count // columns), gap)
        ]

    def on_touch_down(self, touch: Any) -> bool:
        """Takes all touches while it is open."""
        if not self.opacity:
            return False
        super().on_touch_down(touch)
        return bool(self.collide_point(*touch.pos))
