"""A table of results."""

from collections.abc import Sequence
from typing import Final

from ui_kiosk import theme
from ui_kiosk.model import Bar, TableRow
from ui_kiosk.theme import CLEAR, Area, Scale, Scheme
from ui_kiosk.widgets.bars import HIGH, BarLine
from ui_kiosk.widgets.dressed import Dressed
from ui_kiosk.widgets.words import Plate, Words

MOST_TENTHS: Final = 34
"""No score of a hand is higher (000 §32.1)."""
MOST_TAKEN: Final = 27
"""Nor can more be taken: a tenth for each card of a hand."""
PART: Final = 0.9
"""Of the width of a score that its bars may have."""
LOW: Final = 3
"""The room below the bars in their row."""
CLEAR_OF: Final = 12
"""What is left below the numbers of a row where there are bars: no digit goes below its line."""
BESIDE: Final = 6
"""Between a bar of the legend and the name of its column."""


class ResultTable(Dressed):
    """Rows of cells under a head; the own rows stand out. Built for the most it will show. bars:
    the most of a row, under its last cell, all rows in one measure from one zero."""

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
        self._bars = tuple(BarLine(bars) for _ in range(rows))
        self._legend = tuple(BarLine(bars) for _ in range(columns if bars else 0))
        self._rows: tuple[TableRow, ...] = ()
        self._told: tuple[Bar, ...] = ()
        self._heads: list[Area] = []
        self._boxes: list[list[Area]] = []
        self._scale = Scale(1)
        for part in (*self._head, *self._plates, *self._bars, *self._legend):
            self.add_widget(part)
        for row in self._cells:
            for cell in row:
                self.add_widget(cell)

    def place(self, area: Area, scale: Scale, head: bool = True) -> None:
        """Where it stands."""
        self._scale, px = scale, scale.px
        gap = px(6)
        self._heads = self._split(area.top(px(34), px(4))) if head else []
        most = len(self._plates)
        high = min(px(62), (area.h - gap * (most - 1)) / most)
        self._boxes = []
        for plate in self._plates:
            row = area.top(high, gap)
            plate.place(row, radius=px(10))
            self._boxes.append(self._split(row))
        self._lay_out()

    def dress(self, scheme: Scheme, larger: float) -> None:
        """The bars of the legend stand before their names however large these are."""
        for words in self._head:
            words.dress(scheme, larger)
        self._lay_head()

    def _lay_out(self) -> None:
        self._lay_head()
        self._lay_cells()
        self._lay_bars()

    def _lay_head(self) -> None:
        """The names of the columns, each with its bars of the legend before it."""
        px, unit = self._scale.px, self._unit
        for column, (words, box) in enumerate(zip(self._head, self._heads, strict=False)):
            bars = self._told_of(column)
            left = min((bar.start for bar in bars), default=0) * unit
            wide = max((bar.end for bar in bars), default=0) * unit - left
            room = box.inset(px(3), 0)
            if bars:
                room.left(wide, px(BESIDE))
            words.place(room, px(theme.SMALL))
            if bars:
                x = words.extent[0] - px(BESIDE) - wide - left
                self._legend[column].place(x, box.y + (box.h - px(HIGH)) / 2, unit, self._scale)

    def _told_of(self, column: int) -> list[Bar]:
        return [bar for bar in self._told if bar.column == column]

    def _lay_cells(self) -> None:
        px = self._scale.px
        low, top = (CLEAR_OF, 0) if self._told else (3, 3)
        for cells, boxes in zip(self._cells, self._boxes, strict=False):
            for words, box in zip(cells, boxes, strict=True):
                room = box.inset(px(4), 0)
                room.bottom(px(low))
                room.top(px(top))
                words.place(room, px(27))

    @property
    def _unit(self) -> float:
        """The length of a tenth."""
        wide = self._boxes[0][-1].w if self._boxes else 0
        return wide * PART / (MOST_TAKEN + MOST_TENTHS)

    def _lay_bars(self) -> None:
        """From one zero, which leaves room for the most on either side."""
        px, unit = self._scale.px, self._unit
        for boxes, bars in zip(self._boxes, self._bars, strict=False):
            box = boxes[-1]
            zero = box.x + box.w * (1 - PART) / 2 + MOST_TAKEN * unit
            bars.place(zero, box.y + px(LOW), unit, self._scale)

    def _split(self, row: Area) -> list[Area]:
        total = sum(self._weights)
        x, cut = row.x, []
        for weight in self._weights:
            wide = row.w * weight / total
            cut.append(Area(x, row.y, wide, row.h))
            x += wide
        return cut

    def show(
        self, head: Sequence[str], rows: Sequence[TableRow], legend: Sequence[Bar] = ()
    ) -> None:
        """Another table; rows and cells that are missing stay empty."""
        self._rows, self._told = tuple(rows), tuple(legend)
        for place, words in enumerate(self._head):
            words.say(head[place] if place < len(head) else "", theme.MUTED)
        for place, (plate, cells) in enumerate(zip(self._plates, self._cells, strict=True)):
            row = rows[place] if place < len(rows) else None
            mine = row is not None and row.mine
            plate.paint(theme.PANEL if row else CLEAR, theme.GOLD if mine else CLEAR)
            for number, words in enumerate(cells):
                told = row.cells[number] if row and number < len(row.cells) else ""
                words.say(told, theme.GOLD if mine else theme.INK)
            self._bars[place].show(row.bars if row else ())
        for column, line in enumerate(self._legend):
            line.show(self._told_of(column))
        self._lay_out()
