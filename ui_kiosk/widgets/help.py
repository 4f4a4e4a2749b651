"""The panel of help, over everything below the top line."""

from collections.abc import Callable, Sequence
from typing import Final

from kivy.uix.widget import Widget

from ui_kiosk import theme
from ui_kiosk.model_parts import HelpLine, HelpPanel
from ui_kiosk.theme import Area, Scale
from ui_kiosk.widgets.button import TouchButton
from ui_kiosk.widgets.card_row import CardRow
from ui_kiosk.widgets.fan import card_height
from ui_kiosk.widgets.panel import Panel
from ui_kiosk.widgets.words import Words

TABS: Final = 3
STEP: Final = 0.6
"""How far apart the cards of a picture lie at most, in card widths."""
APART: Final = 1.06
"""The same of all ranks: each is read by itself."""
MANY: Final = 12
WIDEST: Final = 0.78
"""So much of a line its cards take at most."""


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
        step = APART if len(line.cards) >= MANY else STEP
        one_row = min(card * (1 + step * (len(line.cards) - 1)), area.w * WIDEST)
        wide = area.w * 0.42 if narrow else one_row
        box = area.left(wide if line.cards else 0, px(14) if line.cards else 0)
        self._cards.pos, self._cards.size = (box.x, box.y), (box.w, box.h)
        self._text.place(area, px(34 if "\n" in line.text else 26))
        self._name.say(line.name, theme.GOLD)
        self._cards.show(line.cards)
        self._text.say(line.text)


class HelpView(Panel):
    """Shows a `HelpPanel`."""

    def __init__(self, press: Callable[[str], None]) -> None:
        super().__init__(press)
        self._tabs = tuple(TouchButton(press) for _ in range(TABS))
        self._lines: list[LineView] = []
        self._room, self._scale = Area(0, 0, 0, 0), Scale(1)
        self._panel: HelpPanel | None = None
        for tab in self._tabs:
            self.add_widget(tab)

    def place(self, area: Area, scale: Scale) -> None:
        """Everything below the top line."""
        self._room = self.frame(area, scale, *((tab, "left") for tab in self._tabs))
        self._scale = scale
        self._fill()

    def show(self, panel: HelpPanel) -> None:
        """Another page."""
        if panel == self._panel:
            return
        self._panel = panel
        self.head(panel.head)
        for place, tab in enumerate(self._tabs):
            tab.show(panel.tabs[place] if place < len(panel.tabs) else None)
        self._fill()

    def _fill(self) -> None:
        lines = self._panel.lines if self._panel else ()
        while len(self._lines) < len(lines):
            self._lines.append(LineView())
        for view in self._lines:
            self.remove_widget(view)
        columns = self._panel.columns if self._panel else 1
        for view, line, area in zip(self._lines, lines, self._areas(lines, columns), strict=False):
            self.add_widget(view)
            view.show(line, area, self._scale, narrow=columns > 1)

    def _areas(self, lines: Sequence[HelpLine], columns: int) -> list[Area]:
        """One column after the other; what is said in two lines has the height of two."""
        room, gap = self._room, self._scale.px(10)
        whole = Area(room.x, room.y, room.w, room.h)
        each = -(-len(lines) // columns)
        found: list[Area] = []
        for number, column in enumerate(whole.columns(columns, self._scale.px(24))):
            high = [1 + line.text.count("\n") for line in lines[number * each :][:each]]
            unit = (column.h + gap) / max(1, each, sum(high)) - gap
            found += [column.top(unit * rows + gap * (rows - 1), gap) for rows in high]
        return found
