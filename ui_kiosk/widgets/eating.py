"""The ways to eat a tile, as pictures of all that would be laid: one touch takes one (PH-10)."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from kivy.uix.widget import Widget

from ui_kiosk import theme
from ui_kiosk.model_parts import Button, ReadingOption
from ui_kiosk.theme import CLEAR, Area, Scale
from ui_kiosk.widgets.button import TouchButton
from ui_kiosk.widgets.chooser import OptionView
from ui_kiosk.widgets.tiles import TileColumns
from ui_kiosk.widgets.words import Plate, Words

WIDEST: Final = 300


class EatingView(Widget):  # type: ignore[misc]
    """Over the felt, so that the own hand, the clock and the other answers stay in reach."""

    def __init__(self, press: Callable[[str], None]) -> None:
        super().__init__(opacity=0)
        self._press = press
        self._plate = Plate()
        self._title = Words(bold=True)
        self._back = TouchButton(press)
        self._more = TouchButton(press)
        self._options: list[OptionView] = []
        self._room, self._scale = Area(0, 0, 0, 0), Scale(1)
        for part in (self._plate, self._title, self._back, self._more):
            self.add_widget(part)

    def place(self, area: Area, scale: Scale) -> None:
        """The felt."""
        px = scale.px
        self.pos, self.size = (area.x, area.y), (area.w, area.h)
        self._plate.place(area, radius=px(14))
        room = area.inset(px(12), px(8))
        head = room.top(px(theme.TOUCH), px(6))
        self._back.place(head.right(px(150), px(12)), px(theme.BODY))
        self._more.place(head.right(px(320), px(12)), px(theme.BODY))
        self._title.place(head, px(theme.LARGE))
        self._room, self._scale = room, scale
        self._lay_out(sum(option.option is not None for option in self._options))

    def show(
        self,
        options: Sequence[ReadingOption],
        title: str,
        back: Button | None,
        more: Button | None,
    ) -> None:
        """Other ways; none hides it. more: leads to further ones."""
        self.opacity = 1 if options else 0
        while len(self._options) < len(options):
            self._options.append(OptionView(self._press, TileColumns))
            self.add_widget(self._options[-1])
        self._plate.paint(*((theme.SHADE, theme.GOLD) if options else (CLEAR, CLEAR)))
        self._title.say(title if options else "", theme.GOLD)
        self._back.show(back if options else None)
        self._more.show(more if options else None)
        for place, view in enumerate(self._options):
            view.show(options[place] if place < len(options) else None)
        self._lay_out(len(options))

    def _lay_out(self, count: int) -> None:
        if not count:
            return
        gap = self._scale.px(10)
        room = self._room
        wide = min(self._scale.px(WIDEST), (room.w - gap * (count - 1)) / count)
        room = room.centre(wide * count + gap * (count - 1), room.h)
        for view, cell in zip(self._options, room.columns(count, gap), strict=False):
            view.place(cell, self._scale)

    def on_touch_down(self, touch: Any) -> bool:
        """While it is open, no touch goes through to what is under it."""
        if not self.opacity or not self.collide_point(*touch.pos):
            return False
        super().on_touch_down(touch)
        return True
