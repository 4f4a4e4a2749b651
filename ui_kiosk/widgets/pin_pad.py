"""The pad for the technician's PIN, over everything below the top line."""

from collections.abc import Callable
from typing import Any, Final

from kivy.uix.widget import Widget

from ui_kiosk import theme
from ui_kiosk.model import PinPad
from ui_kiosk.theme import CLEAR, Area, Scale
from ui_kiosk.widgets.button import TouchButton
from ui_kiosk.widgets.words import Plate, Words

KEYS: Final = 12
ROWS: Final = 4


class PinPadView(Widget):  # type: ignore[misc]
    """Shows a `PinPad`; while it is open no touch goes through."""

    def __init__(self, press: Callable[[str], None]) -> None:
        super().__init__()
        self.open = False
        self._plate = Plate()
        self._field = Plate()
        self._title = Words(bold=True)
        self._why = Words(wrap=True)
        self._typed = Words(halign="center", bold=True)
        self._told = Words(wrap=True, bold=True)
        self._close = TouchButton(press)
        self._keys = tuple(TouchButton(press) for _ in range(KEYS))
        words = (self._title, self._why, self._typed, self._told)
        for part in (self._plate, self._field, *words, self._close, *self._keys):
            self.add_widget(part)

    def place(self, area: Area, scale: Scale) -> None:
        """Everything below the top line: words on the left, keys on the right."""
        px = scale.px
        self.pos, self.size = (area.x, area.y), (area.w, area.h)
        self._plate.place(area, radius=px(16))
        room = area.inset(px(24), px(14))
        head = room.top(px(theme.TOUCH + 8), px(10))
        self._close.place(head.right(px(200), px(12)), px(28))
        self._title.place(head, px(theme.LARGE))
        words = room.left(room.w * 0.38, px(24))
        field = words.top(px(92), px(10))
        self._typed.place(field, px(36))
        self._field.place(field, radius=px(12))
        self._told.place(words.bottom(px(140)), px(28))
        self._why.place(words, px(theme.BODY))
        boxes = [box for row in room.rows(ROWS, px(10)) for box in row.columns(3, px(10))]
        for key, box in zip(self._keys, boxes, strict=True):
            key.place(box, px(36))

    def show(self, pad: PinPad | None) -> None:
        """Another state of the typing; None closes it."""
        self.open = pad is not None
        self._plate.paint(*((theme.SHADE, theme.LINE) if pad else (CLEAR, CLEAR)))
        self._field.paint(*((theme.PANEL, theme.LINE) if pad else (CLEAR, CLEAR)))
        self._title.say(pad.title if pad else "")
        self._why.say(pad.why if pad else "", theme.MUTED)
        self._typed.say(pad.typed if pad else "")
        self._told.say(pad.told if pad else "", theme.ALERT)
        self._close.show(pad.close if pad else None)
        for place, key in enumerate(self._keys):
            key.show(pad.keys[place] if pad else None)

    def on_touch_down(self, touch: Any) -> bool:
        """Takes all touches while it is open."""
        if not self.open:
            return False
        super().on_touch_down(touch)
        return bool(self.collide_point(*touch.pos))
