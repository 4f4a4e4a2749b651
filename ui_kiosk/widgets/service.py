"""Parts of the service screen: a contact with its button, a line of text, a field of one colour,
and a grid to be wiped."""

from collections.abc import Callable
from typing import Any, Final

from kivy.graphics import Color, InstructionGroup, Line, Rectangle
from kivy.uix.widget import Widget

from ui_kiosk import theme
from ui_kiosk.model_service import Cell, Row
from ui_kiosk.theme import CLEAR, Area, Colour, Scale
from ui_kiosk.widgets.button import TouchButton
from ui_kiosk.widgets.words import Drawn, Plate, Words

COLUMNS: Final = 16
LINES: Final = 9


class CellView(Widget):  # type: ignore[misc]
    """A contact or a lamp, live, and its button."""

    def __init__(self, press: Callable[[str], None]) -> None:
        super().__init__()
        self._plate = Plate()
        self._name, self._state, self._more = Words(), Words(bold=True), Words()
        self._button = TouchButton(press)
        for part in (self._plate, self._name, self._state, self._more, self._button):
            self.add_widget(part)

    def place(self, area: Area, scale: Scale) -> None:
        """Where it stands."""
        px = scale.px
        self._plate.place(area, radius=px(10))
        room = area.inset(px(10), px(5))
        self._button.place(room.right(px(104), px(8)), px(24))
        name, state, more = room.rows(3)
        self._name.place(name, px(theme.SMALL))
        self._state.place(state, px(27))
        self._more.place(more, px(theme.SMALL))

    def show(self, cell: Cell | None) -> None:
        """Another cell, or none."""
        self._plate.paint(theme.PANEL if cell else CLEAR)
        self._name.say(cell.name if cell else "", theme.MUTED)
        self._state.say(cell.state if cell else "", theme.TONES[cell.tone] if cell else theme.INK)
        self._more.say(cell.more if cell else "", theme.MUTED)
        self._button.show(cell.button if cell and cell.button.act else None)


class RowView(Widget):  # type: ignore[misc]
    """A line of text: what, how well, what was found, what to do."""

    def __init__(self) -> None:
        super().__init__()
        self._plate = Plate()
        self._title, self._level = Words(bold=True), Words(halign="right", bold=True)
        self._text, self._remedy = Words(wrap=True), Words(wrap=True)
        for part in (self._plate, self._title, self._level, self._text, self._remedy):
            self.add_widget(part)

    def place(self, area: Area, scale: Scale) -> None:
        """Where it stands."""
        px = scale.px
        self._plate.place(area, radius=px(10))
        room = area.inset(px(14), px(5))
        head = room.top(px(34))
        self._level.place(head.right(head.w * 0.4), px(26))
        self._title.place(head, px(26))
        upper, lower = room.rows(2)
        self._text.place(upper, px(22))
        self._remedy.place(lower, px(22))

    def show(self, row: Row | None) -> None:
        """Another row, or none."""
        self._plate.paint(theme.PANEL if row else CLEAR)
        self._title.say(row.title if row else "")
        self._level.say(row.level if row else "", theme.TONES[row.tone] if row else theme.INK)
        self._text.say(row.text if row else "")
        self._remedy.say(row.remedy if row else "", theme.GOLD)


class ColourField(Drawn):
    """One colour over the whole screen; a touch anywhere goes on to the next."""

    def __init__(self, press: Callable[[str], None]) -> None:
        super().__init__()
        self._press = press
        self._act = ""
        self._ink, self._box = Color(), Rectangle()
        self._group.add(self._ink)
        self._group.add(self._box)

    def place(self, area: Area) -> None:
        """Where it stands."""
        self.pos, self.size = (area.x, area.y), (area.w, area.h)
        self._box.pos, self._box.size = self.pos, self.size

    def show(self, colour: Colour | None, act: str = "") -> None:
        """Another colour, or none."""
        self._act = act
        if colour is not None:
            self._ink.rgba = colour
        self._draw_if(colour is not None)

    def on_touch_down(self, touch: Any) -> bool:
        """Goes on."""
        if not self._drawn or not self.collide_point(*touch.pos):
            return False
        self._press(self._act)
        return True


class Sheet(Drawn):
    """Drawings that cover what lies below, while they are shown."""

    @property
    def drawings(self) -> InstructionGroup:
        """What is drawn."""
        return self._group

    def show(self, shown: bool) -> None:
        """Shows them, or not."""
        self._draw_if(shown)


class WipeGrid(Widget):  # type: ignore[misc]
    """A grid over the whole screen: each square that a finger has been in stays lit, and every
    finger that is down has a cross through it."""

    def __init__(self) -> None:
        super().__init__()
        self.open = False
        self.wiped: set[tuple[int, int]] = set()
        self.fingers: dict[Any, tuple[float, float]] = {}
        self._squares: dict[tuple[int, int], Any] = {}
        self._crosses = InstructionGroup()
        self._sheet = Sheet()
        self._count = Words(halign="center", bold=True)
        self.add_widget(self._sheet)
        self.add_widget(self._count)

    def place(self, area: Area, scale: Scale) -> None:
        """Where it stands."""
        self.pos, self.size = (area.x, area.y), (area.w, area.h)
        self._count.place(area.centre(scale.px(800), scale.px(60)), scale.px(40))
        self._lay()
        self._paint()

    def show(self, open_: bool) -> None:
        """Begins anew, or ends."""
        if open_ == self.open:
            return
        self.open = open_
        self.wiped.clear()
        self.fingers.clear()
        self._lay()
        self._paint()

    @property
    def whole(self) -> bool:
        """Every square has been touched."""
        return len(self.wiped) == COLUMNS * LINES

    def _lay(self) -> None:
        """The squares, dark."""
        drawings = self._sheet.drawings
        drawings.clear()
        self._squares.clear()
        drawings.add(Color(*theme.LINE))
        drawings.add(Rectangle(pos=self.pos, size=self.size))
        wide, high = self.width / COLUMNS, self.height / LINES
        for place in ((column, line) for column in range(COLUMNS) for line in range(LINES)):
            ink = self._squares[place] = Color(*theme.SHADE)
            corner = self.x + place[0] * wide + 1, self.y + place[1] * high + 1
            drawings.add(ink)
            drawings.add(Rectangle(pos=corner, size=(wide - 2, high - 2)))
        drawings.add(Color(*theme.GOLD))
        drawings.add(self._crosses)

    def _paint(self) -> None:
        self._sheet.show(self.open)
        told = f"{len(self.wiped)} / {COLUMNS * LINES}   ×{len(self.fingers)}"
        self._count.say(told if self.open else "", theme.GOOD if self.whole else theme.INK)
        for place in self.wiped:
            self._squares[place].rgba = theme.PRESSED
        self._crosses.clear()
        for x, y in self.fingers.values():
            self._crosses.add(Line(points=(self.x, y, self.right, y), width=1.5))
            self._crosses.add(Line(points=(x, self.y, x, self.top), width=1.5))

    def _feel(self, touch: Any) -> None:
        x, y = touch.pos
        self.fingers[touch.uid] = (x, y)
        column = int((x - self.x) * COLUMNS / max(1, self.width))
        line = int((y - self.y) * LINES / max(1, self.height))
        if 0 <= column < COLUMNS and 0 <= line < LINES:
            self.wiped.add((column, line))
        self._paint()

    def on_touch_down(self, touch: Any) -> bool:
        """A finger comes down."""
        if not self.open or not self.collide_point(*touch.pos):
            return False
        touch.grab(self)
        self._feel(touch)
        return True

    def on_touch_move(self, touch: Any) -> bool:
        """It moves."""
        if touch.grab_current is not self:
            return False
        self._feel(touch)
        return True

    def on_touch_up(self, touch: Any) -> bool:
        """It goes up."""
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        self.fingers.pop(touch.uid, None)
        self._paint()
        return True
