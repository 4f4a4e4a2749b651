"""The panel of settings, over everything below the top line."""

from collections.abc import Callable
from typing import Final

from kivy.uix.widget import Widget

from ui_kiosk.model import Choice, SettingsPanel
from ui_kiosk.theme import Area, Scale
from ui_kiosk.widgets.button import TouchButton
from ui_kiosk.widgets.panel import Panel
from ui_kiosk.widgets.words import Words

ROWS: Final = 5
LINES: Final = 2 * ROWS
VALUES: Final = 3


class ChoiceView(Widget):  # type: ignore[misc]
    """A name and its values."""

    def __init__(self, press: Callable[[str], None]) -> None:
        super().__init__()
        self._name = Words(bold=True)
        self._room, self._count = (Area(0, 0, 0, 0), Scale(1)), VALUES
        self._buttons = tuple(TouchButton(press) for _ in range(VALUES))
        for part in (self._name, *self._buttons):
            self.add_widget(part)

    def place(self, area: Area, scale: Scale) -> None:
        """Where it stands."""
        self.pos, self.size = (area.x, area.y), (area.w, area.h)
        self._name.place(area.left(area.w * 0.28, scale.px(8)), scale.px(28))
        self._room = area, scale
        self._divide()

    def _divide(self) -> None:
        area, scale = self._room
        columns = area.columns(self._count, scale.px(10))
        for button, column in zip(self._buttons, columns, strict=False):
            button.place(column, scale.px(26))

    def show(self, choice: Choice | None) -> None:
        """Another choice, or none."""
        self._name.say(choice.name if choice else "")
        values = choice.values if choice else ()
        if values and len(values) != self._count:
            self._count = len(values)
            self._divide()
        for place, button in enumerate(self._buttons):
            button.show(values[place] if place < len(values) else None)


class SettingsView(Panel):
    """Shows a `SettingsPanel`."""

    def __init__(self, press: Callable[[str], None]) -> None:
        super().__init__(press)
        self._service = TouchButton(press)
        self._choices = tuple(ChoiceView(press) for _ in range(LINES))
        for part in (self._service, *self._choices):
            self.add_widget(part)

    def place(self, area: Area, scale: Scale) -> None:
        """Everything below the top line."""
        px = scale.px
        room = self.frame(area, scale, (self._service, "right"))
        high = min(px(100), (room.h - (ROWS - 1) * px(12)) / ROWS)
        columns = room.columns(2, px(28))
        boxes = [column.top(high, px(12)) for column in columns for _ in range(ROWS)]
        for line, box in zip(self._choices, boxes, strict=True):
            line.place(box, scale)

    def show(self, panel: SettingsPanel) -> None:
        """Other settings."""
        self.head(panel.head)
        self._service.show(panel.service)
        for place, line in enumerate(self._choices):
            line.show(panel.choices[place] if place < len(panel.choices) else None)
