"""What is laid over everything below the top line: a plate with a title and a way out."""

from collections.abc import Callable
from typing import Any

from kivy.uix.widget import Widget

from ui_kiosk import theme
from ui_kiosk.model_parts import Button
from ui_kiosk.theme import Area, Scale
from ui_kiosk.widgets.button import TouchButton
from ui_kiosk.widgets.words import Plate, Words


class Panel(Widget):  # type: ignore[misc]
    """The frame of a panel. No touch goes through it."""

    def __init__(self, press: Callable[[str], None], halign: str = "left") -> None:
        super().__init__()
        self._ground = Plate(theme.FELT)  # what is under the panel reaches to the edges
        self._plate = Plate(theme.SHADE, theme.LINE)
        self._title = Words(bold=True, halign=halign)
        self._close = TouchButton(press)
        for part in (self._ground, self._plate, self._title, self._close):
            self.add_widget(part)

    def frame(
        self,
        area: Area,
        scale: Scale,
        *beside: tuple[TouchButton, str],
        high: int = theme.TOUCH + 4,
    ) -> Area:
        """Lays the frame; the room below its head is left. beside: further buttons in the head,
        each with the end at which it stands, `left` or `right`. high: the head, in units."""
        px = scale.px
        self.pos, self.size = (area.x, area.y), (area.w, area.h)
        self._ground.place(area, radius=0)
        self._plate.place(area.inset(px(8)), radius=px(16))
        room = area.inset(px(30), px(21))
        head = room.top(px(high), px(10))
        for button, end in ((self._close, "right"), *beside):
            cut = head.left if end == "left" else head.right
            button.place(cut(scale.letters(200), px(12)), px(28))
        self.lay_title(head, scale)
        return room

    def lay_title(self, head: Area, scale: Scale) -> None:
        """In what the buttons leave of the head."""
        self._title.place(head, scale.px(theme.LARGE))

    def edge(self, colour: theme.Colour, width: float) -> None:
        """Another line around it."""
        self._plate.paint(theme.SHADE, colour, width)

    def head(self, title: str, close: Button, tone: str = "plain") -> None:
        """What it says."""
        self._title.say(title, theme.TONES[tone])
        self._close.show(close)

    def on_touch_down(self, touch: Any) -> bool:
        """Takes all touches."""
        super().on_touch_down(touch)
        return bool(self.collide_point(*touch.pos))
