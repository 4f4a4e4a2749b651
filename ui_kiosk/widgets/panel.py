"""What is laid over everything below the top line: a plate with a head.

It says what this is and whose turn it is meanwhile, and has the clock and the way out.
"""

from collections.abc import Callable
from typing import Any, Final

from kivy.uix.widget import Widget

from ui_kiosk import theme
from ui_kiosk.model_parts import PanelHead
from ui_kiosk.theme import Area, Scale
from ui_kiosk.widgets.button import TouchButton
from ui_kiosk.widgets.clock import ClockView
from ui_kiosk.widgets.words import Plate, Words

HEAD: Final = 90
TITLE: Final = 38
"""Of that the height of the title, where something stands under it."""


class Panel(Widget):  # type: ignore[misc]
    """The frame of a panel. No touch goes through it. `clock` goes as that of the table below."""

    def __init__(self, press: Callable[[str], None]) -> None:
        super().__init__()
        self._ground = Plate(theme.FELT)  # what is under the panel reaches to the edges
        self.clock = ClockView()
        self._plate = Plate(theme.SHADE, theme.LINE)
        self._title, self._turn = Words(bold=True), Words(bold=True, wrap=True)
        self._close = TouchButton(press)
        self._head = Area(0, 0, 0, 0), Scale(1)
        words = self._title, self._turn
        for part in (self._ground, self._plate, *words, self.clock, self._close):
            self.add_widget(part)

    def frame(self, area: Area, scale: Scale, *beside: tuple[TouchButton, str]) -> Area:
        """Lays the frame; the room below its head is left. beside: further buttons in the head,
        each with the end at which it stands, `left` or `right`."""
        px = scale.px
        self.pos, self.size = (area.x, area.y), (area.w, area.h)
        self._ground.place(area, radius=0)
        self._plate.place(area.inset(px(8)), radius=px(16))
        room = area.inset(px(30), px(21))
        head = room.top(px(HEAD), px(10))
        for button, end in ((self._close, "right"), *beside):
            cut = head.left if end == "left" else head.right
            button.place(cut(scale.letters(200), px(12)), px(28))
        self.clock.place(head.right(head.h, px(12)))
        self._head = head, scale
        self._lay_head()
        return room

    def _lay_head(self) -> None:
        """The title over whose turn it is, or either alone as large as there is room."""
        head, scale = self._head
        room = Area(head.x, head.y, head.w, head.h)
        both = bool(self._title.text and self._turn.text)
        large = scale.px(theme.LARGE)
        self._title.place(room.top(scale.px(TITLE)) if both else room, large)
        self._turn.place(room, large)

    def head(self, head: PanelHead) -> None:
        """What it says."""
        mine = head.tone == "turn"
        self._plate.paint(theme.SHADE, theme.GOLD if mine else theme.LINE, 3 if mine else 1.2)
        self._title.say(head.title)
        self._turn.say(head.turn, theme.TONES[head.tone])
        self._close.show(head.close)
        self._lay_head()

    def on_touch_down(self, touch: Any) -> bool:
        """Takes all touches."""
        super().on_touch_down(touch)
        return bool(self.collide_point(*touch.pos))
