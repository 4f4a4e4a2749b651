"""The pad for the technician's PIN, over everything below the top line."""

from collections.abc import Callable
from typing import Final

from ui_kiosk import theme
from ui_kiosk.model_service import PinPad
from ui_kiosk.theme import Area, Scale
from ui_kiosk.widgets.button import TouchButton
from ui_kiosk.widgets.panel import Panel
from ui_kiosk.widgets.words import Plate, Words

KEYS: Final = 12
ROWS: Final = 4


class PinPadView(Panel):
    """Shows a `PinPad`."""

    def __init__(self, press: Callable[[str], None]) -> None:
        super().__init__(press)
        self._field = Plate(theme.PANEL, theme.LINE)
        self._why = Words(wrap=True)
        self._typed = Words(halign="center", bold=True)
        self._told = Words(wrap=True, bold=True)
        self._keys = tuple(TouchButton(press) for _ in range(KEYS))
        for part in (self._field, self._why, self._typed, self._told, *self._keys):
            self.add_widget(part)

    def place(self, area: Area, scale: Scale) -> None:
        """Everything below the top line: words on the left, keys on the right."""
        px = scale.px
        room = self.frame(area, scale)
        words = room.left(room.w * 0.38, px(24))
        field = words.top(px(92), px(10))
        self._typed.place(field, px(36))
        self._field.place(field, radius=px(12))
        self._told.place(words.bottom(px(140)), px(28))
        self._why.place(words, px(theme.BODY))
        boxes = [box for row in room.rows(ROWS, px(10)) for box in row.columns(3, px(10))]
        for key, box in zip(self._keys, boxes, strict=True):
            key.place(box, px(36))

    def show(self, pad: PinPad) -> None:
        """Another state of the typing."""
        self.head(pad.head)
        self._why.say(pad.why, theme.MUTED)
        self._typed.say(pad.typed)
        self._told.say(pad.told, theme.ALERT)
        for view, key in zip(self._keys, pad.keys, strict=True):
            view.show(key)
