"""The panel of settings, over everything below the top line."""

from collections.abc import Callable
from typing import Any, Final

from kivy.uix.widget import Widget

from ui_kiosk import theme
from ui_kiosk.model import Choice, SettingsPanel
from ui_kiosk.theme import CLEAR, Area, Scale
from ui_kiosk.widgets.button import TouchButton
from ui_kiosk.widgets.words import Plate, Words

LINES: Final = 4
VALUES: Final = 2


class ChoiceView(Widget):  # type: ignore[misc]
    """A name and its values."""

    def __init__(self, press: Callable[[str], None]) -> None:
        super().__init__()
        self._name = Words(bold=True)
        self._buttons = tuple(TouchButton(press) for _ in range(VALUES))
        for part in (self._name, *self._buttons):
            self.add_widget(part)

    def place(self, area: Area, scale: Scale) -> None:
        """Where it stands."""
        self.pos, self.size = (area.x, area.y), (area.w, area.h)
        self._name.place(area.left(area.w * 0.32, scale.px(12)), scale.px(30))
        columns = area.columns(VALUES, scale.px(16))
        for button, column in zip(self._buttons, columns, strict=True):
            button.place(column, scale.px(28))

    def show(self, choice: Choice | None) -> None:
        """Another choice, or none."""
        self._name.say(choice.name if choice else "")
        for place, button in enumerate(self._buttons):
            button.show(choice.values[place] if choice else None)


class SettingsView(Widget):  # type: ignore[misc]
    """Shows a `SettingsPanel`; while it is open no touch goes through."""

    def __init__(self, press: Callable[[str], None]) -> None:
        super().__init__()
        self.open = False
        self._plate = Plate()
        self._title = Words(bold=True)
        self._close = TouchButton(press)
        self._service = TouchButton(press)
        self._choices = tuple(ChoiceView(press) for _ in range(LINES))
        for part in (self._plate, self._title, self._close, self._service, *self._choices):
            self.add_widget(part)

    def place(self, area: Area, scale: Scale) -> None:
        """Everything below the top line."""
        px = scale.px
        self.pos, self.size = (area.x, area.y), (area.w, area.h)
        self._plate.place(area, radius=px(16))
        room = area.inset(px(24), px(14))
        head = room.top(px(theme.TOUCH + 8), px(10))
        self._close.place(head.right(px(200), px(12)), px(28))
        self._service.place(head.right(px(200), px(12)), px(28))
        self._title.place(head, px(theme.LARGE))
        high = min(px(96), (room.h - 3 * px(10)) / LINES)
        for line in self._choices:
            line.place(room.top(high, px(10)), scale)

    def show(self, panel: SettingsPanel | None) -> None:
        """Other settings; None closes it."""
        self.open = panel is not None
        self._plate.paint(*((theme.SHADE, theme.LINE) if panel else (CLEAR, CLEAR)))
        self._title.say(panel.title if panel else "")
        self._close.show(panel.close if panel else None)
        self._service.show(panel.service if panel else None)
        for place, line in enumerate(self._choices):
            line.show(panel.choices[place] if panel else None)

    def on_touch_down(self, touch: Any) -> bool:
        """Takes all touches while it is open."""
        if not self.open:
            return False
        super().on_touch_down(touch)
        return bool(self.collide_point(*touch.pos))
