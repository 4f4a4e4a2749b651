"""What is said at a button, under it: the question to which the button is the answer, or news."""

from collections.abc import Callable
from typing import Any, Final

from kivy.uix.widget import Widget

from ui_kiosk import theme
from ui_kiosk.model_parts import Bubble
from ui_kiosk.theme import Area, Scale
from ui_kiosk.widgets.button import TouchButton
from ui_kiosk.widgets.words import Plate, Words

WIDE: Final = 620
HIGH: Final = 128
NO: Final = 150
GAP: Final = 6


class BubbleView(Widget):  # type: ignore[misc]
    """Shows a `Bubble`. No touch goes through a question; news takes none."""

    def __init__(self, press: Callable[[str], None]) -> None:
        super().__init__()
        self._plate = Plate(theme.SHADE, theme.GOLD, 2.5)
        self._words = Words(bold=True, wrap=True, halign="center")
        self._no = TouchButton(press)
        self._asks = False
        for part in (self._plate, self._words, self._no):
            self.add_widget(part)

    def show(self, bubble: Bubble, at: TouchButton, within: Area, scale: Scale) -> None:
        """What is said at a button, in the area of its screen."""
        px = scale.px
        wide, high = px(WIDE), px(HIGH)
        left = min(max(at.right - wide, within.x), within.x + within.w - wide)
        area = Area(left, at.y - px(GAP) - high, wide, high)
        self.pos, self.size = (area.x, area.y), (area.w, area.h)
        self._plate.place(area, radius=px(18))
        room = area.inset(px(16), px(12))
        self._asks = bubble.no is not None
        if self._asks:
            self._no.place(room.right(px(NO), px(14)), px(28))
        self._words.place(room, px(32))
        self._words.say(bubble.text, theme.GOLD)
        self._no.show(bubble.no)

    def on_touch_down(self, touch: Any) -> bool:
        """A question is answered by its buttons alone."""
        super().on_touch_down(touch)
        return self._asks and bool(self.collide_point(*touch.pos))
