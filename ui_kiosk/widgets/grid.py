"""A table of results."""

from collections.abc import Sequence
from itertools import chain
from typing import Final

from kivy.uix.widget import Widget

from ui_kiosk import theme
from ui_kiosk.model import TableRow
from ui_kiosk.theme import CLEAR, Area, Scale
from ui_kiosk.widgets.words import Plate, Words

MOST_TENTHS: Final = 34
"""No score of a hand is higher (000 §32.1)."""


class ResultTable(Widget):  # type: ignore[misc]
    """Rows of cells under a head; the own rows stand out. Built for the most it will show. bars:
    the most of a row."""

    def __init__(
        self, rows: int, columns: int, weights: Sequence[float] = (), bars: int = 0
    ) -> None:
        super().__init__()
        self._weights = tuple(weights) or (1.0,) * columns
        self._head = tuple(Words(halign="center") for _ in range(columns))
        self._plates = tuple(Plate() for _ in range(rows))
        self._cells = tuple(
            tuple(Words(halign="center", bold=True) for _ in range(columns)) for _ in range(rows)
        )
        self._bars = tuple(tuple(Plate() for _ in range(bars)) for _ in range(rows))
        self._rows: tuple[TableRow, ...] = ()
        self._boxes: list[list[Area]] = []
        for part in (*self._head, *self._plates, *chain(*self._bars)):
            self.add_widget(part)
        for row in self._cells:
            for cell in row:
                self.add_widget(cell)

    def place(self, area: Area, scale: Scale, head: bool = True) -> None:
        """Where it stands."""
        px = scale.px
        gap = px(6)
        if head:
            for words, box in zip(self._head, self._split(area.top(px(34), px(2))), strict=True):
                words.place(box.inset(px(3), 0), px(theme.SMALL))
        most = len(self._plates)
        high = min(px(62), (area.h - gap * (most - 1)) / most)
        self._boxes = []
        for plate, cells in zip(self._plates, self._cells, strict=True):
            row = area.top(high, gap)
            plate.place(row, radius=px(10))
            self._boxes.append(self._split(row))
            for words, box in zip(cells, self._boxes[-1], strict=True):
                words.place(box.inset(px(4), px(3)), px(27))
        self._lay_bars()

    def _lay_bars(self) -> None:
        """Each under the middle of its cell, all in one measure."""
        for place, boxes in enumerate(self._boxes):
            told = self._rows[place].bars if place < len(self._rows) else ()
            unit = min(box.w for box in boxes) * 0.9 / MOST_TENTHS
            for bar, plate in zip(told, self._bars[place], strict=False):
                box = boxes[bar.column]
                whole = max(each.end for each in told if each.column == bar.column)
                x = box.x + box.w / 2 + (bar.start - whole / 2) * unit
                wide = (bar.end - bar.start) * unit
                low = box.y + box.h * 0.07
                plate.place(Area(round(x), low, max(1, round(wide)), box.h * 0.1), radius=0)

    def _split(self, row: Area) -> list[Area]:
        total = sum(self._weights)
        x, cut = row.x, []
        for weight in self._weights:
            wide = row.w * weight / total
            cut.append(Area(x, row.y, wide, row.h))
            x += wide
        return cut

    def show(self, head: Sequence[str], rows: Sequence[TableRow]) -> None:
        """Another table; rows and cells that are missing stay empty."""
        self._rows = tuple(rows)
        self._lay_bars()
        for place, words in enumerate(self._head):
            words.say(head[place] if place < len(head) else "", theme.MUTED)
        for place, (plate, cells) in enumerate(zip(self._plates, self._cells, strict=True)):
            row = rows[place] if place < len(rows) else None
            mine = row is not None and row.mine
            plate.paint(theme.PANEL if row else CLEAR, theme.GOLD if mine else CLEAR)
            bars = row.bars if row else ()
            for number, bar in enumerate(self._bars[place]):
                tone = bars[number].tone if number < len(bars) else ""
                bar.paint(theme.TONES[tone] if tone else CLEAR)
            for number, words in enumerate(cells):
                told = row.cells[number] if row and number < len(row.cells) else ""
                words.say(told, theme.GOLD if mine else theme.INK)
