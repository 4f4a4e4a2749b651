"""How contacts bounce, as a table: a line each, a column for each length of a bounce."""

from collections.abc import Sequence
from typing import Final

from kivy.uix.widget import Widget

from ui_kiosk import theme
from ui_kiosk.model_service import Histogram
from ui_kiosk.theme import CLEAR, Area, Scale
from ui_kiosk.widgets.words import Plate, Words

LINES: Final = 9
"""Four sensors, four buttons, the switch."""
COLUMNS: Final = 7
WIDE: Final = (0.15, 0.185, 0.16, *[0.06] * COLUMNS, 0.085)
"""Parts of the width: contact, line, level, the bins, the longest."""


class BounceView(Widget):  # type: ignore[misc]
    """The heads of the columns and a line for each contact."""

    def __init__(self) -> None:
        super().__init__()
        self._heads = tuple(Words(halign="left" if n < 3 else "center") for n in range(len(WIDE)))
        self._lines = tuple(BounceLine() for _ in range(LINES))
        for part in (*self._heads, *self._lines):
            self.add_widget(part)

    def place(self, area: Area, scale: Scale) -> None:
        """Where it stands."""
        head, *lines = area.rows(LINES + 1, scale.px(4))
        for words, box in zip(self._heads, _columns(head, scale), strict=True):
            words.place(box, scale.px(theme.SMALL))
        for line, box in zip(self._lines, lines, strict=True):
            line.place(box, scale)

    def show(self, heads: Sequence[str], bounces: Sequence[Histogram]) -> None:
        """Other contacts, or none."""
        for place, words in enumerate(self._heads):
            words.say(heads[place] if place < len(heads) else "", theme.MUTED)
        for place, line in enumerate(self._lines):
            line.show(bounces[place] if place < len(bounces) else None)


class BounceLine(Widget):  # type: ignore[misc]
    """A contact: what it is, its line and level, and a bar for each length of a bounce."""

    def __init__(self) -> None:
        super().__init__()
        self._plate = Plate()
        self._name, self._line, self._level = Words(bold=True), Words(), Words(bold=True)
        self._bars = tuple(Plate(radius=0) for _ in range(COLUMNS))
        self._counts = tuple(Words(halign="center", bold=True) for _ in range(COLUMNS))
        self._longest = Words(halign="center")
        self._boxes = [Area(0, 0, 0, 0)] * COLUMNS
        words = (self._name, self._line, self._level, *self._counts, self._longest)
        for part in (self._plate, *self._bars, *words):
            self.add_widget(part)

    def place(self, area: Area, scale: Scale) -> None:
        """Where it stands."""
        px = scale.px
        self._plate.place(area, radius=px(8))
        name, line, level, *self._boxes, longest = _columns(area, scale)
        self._name.place(name, px(24))
        for words, box in ((self._line, line), (self._level, level), (self._longest, longest)):
            words.place(box, px(theme.SMALL))
        for words, box in zip(self._counts, self._boxes, strict=True):
            words.place(box, px(24))

    def show(self, bounces: Histogram | None) -> None:
        """Another contact, or none."""
        self._plate.paint(theme.PANEL if bounces else CLEAR)
        self._name.say(bounces.name if bounces else "")
        self._line.say(bounces.line if bounces else "", theme.MUTED)
        tone = bounces.tone if bounces else "plain"
        self._level.say(bounces.level if bounces else "", theme.TONES[tone])
        self._longest.say(bounces.longest if bounces else "")
        counts = bounces.counts if bounces else ()
        for place in range(COLUMNS):
            count = counts[place] if place < len(counts) else 0
            bad = bounces is not None and place >= bounces.bad
            self._bar(place, count / max(1, *counts, 1), str(count or ""), bad=bad)

    def _bar(self, place: int, share: float, told: str, *, bad: bool) -> None:
        """As high as its share of the highest one of this contact; a bad one cannot be missed."""
        box, bar = self._boxes[place], self._bars[place]
        bar.place(Area(box.x, box.y, box.w, box.h * (1 if bad else share)))
        bar.paint((theme.ALERT if bad else theme.PRESSED) if share else CLEAR)
        self._counts[place].say(told, theme.DARK_INK if bad else theme.INK)


def _columns(area: Area, scale: Scale) -> list[Area]:
    """The columns of a line."""
    room, gap = area.inset(scale.px(10), scale.px(3)), scale.px(4)
    return [room.left(part * (area.w - scale.px(20)) - gap, gap) for part in WIDE]
