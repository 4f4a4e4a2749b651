"""The choice between several readings of the selected cards, as pictures (000 §10.4)."""

from collections.abc import Callable, Sequence
from typing import Any

from kivy.uix.widget import Widget

from ui_kiosk import theme
from ui_kiosk.model_parts import ReadingOption
from ui_kiosk.theme import CLEAR, Area, Scale
from ui_kiosk.widgets.card_row import CardRow
from ui_kiosk.widgets.words import Plate, Words

MOST = 8
A_ROW = 4


class OptionView(Widget):  # type: ignore[misc]
    """One reading: the cards as they stand, and its name. picture: what shows the cards."""

    def __init__(self, press: Callable[[str], None], picture: Callable[[], Any] = CardRow) -> None:
        super().__init__()
        self._press = press
        self._plate = Plate()
        self._cards = picture()
        self._label = Words(halign="center", bold=True)
        self.option: ReadingOption | None = None
        for part in (self._plate, self._cards, self._label):
            self.add_widget(part)

    def place(self, area: Area, scale: Scale) -> None:
        """Where it stands."""
        self.pos, self.size = (area.x, area.y), (area.w, area.h)
        self._plate.place(area, radius=scale.px(12))
        room = area.inset(scale.px(10), scale.px(6))
        self._label.place(room.bottom(scale.px(30), scale.px(2)), scale.px(22))
        self._cards.pos, self._cards.size = (room.x, room.y), (room.w, room.h)

    def show(self, option: ReadingOption | None) -> None:
        """Another reading, or none."""
        if option == self.option:
            return
        self.option = option
        chosen = option is not None and option.button.chosen
        edge = theme.GOLD if chosen else theme.LINE if option else CLEAR
        self._plate.paint(theme.BUTTON if option else CLEAR, edge, 3 if chosen else 1.2)
        self._cards.show(option.cards if option else ())
        ink = theme.GOLD if chosen else theme.INK
        self._label.say(option.button.text if option else "", ink)

    def on_touch_down(self, touch: Any) -> bool:
        """Takes the reading."""
        if self.option is None or not self.collide_point(*touch.pos):
            return False
        self._press(self.option.button.act)
        return True


class ReadingChooser(Widget):  # type: ignore[misc]
    """All readings side by side over the table; the default one first."""

    def __init__(self, press: Callable[[str], None]) -> None:
        super().__init__(opacity=0)
        self._plate = Plate()
        self._title = Words(bold=True)
        self._options = tuple(OptionView(press) for _ in range(MOST))
        self._area = Area(0, 0, 0, 0)
        self._scale = Scale(1)
        self._laid = 0
        self._shown: tuple[object, ...] = ((), "")
        for part in (self._plate, self._title, *self._options):
            self.add_widget(part)

    def place(self, area: Area, scale: Scale) -> None:
        """The room above the action row."""
        self._area, self._scale = area, scale
        self._lay_out(self._laid)

    def show(self, options: Sequence[ReadingOption], title: str) -> None:
        """Other readings; none hides it."""
        now = (tuple(options), title if options else "")
        if now == self._shown:
            return
        self._shown = now
        self.opacity = 1 if options else 0
        if len(options) != self._laid and options:
            self._lay_out(len(options))
        self._plate.paint(*((theme.SHADE, theme.LINE) if options else (CLEAR, CLEAR)))
        self._title.say(title if options else "")
        for place, view in enumerate(self._options):
            view.show(options[place] if place < len(options) else None)

    def _lay_out(self, count: int) -> None:
        self._laid = count
        px = self._scale.px
        rows = 1 if count <= A_ROW else 2
        across = max(2, min(A_ROW, -(-count // rows)))
        high = min(self._area.h, px(48) + rows * px(150))
        box = Area(self._area.x, self._area.y, self._area.w, high)
        self.pos, self.size = (box.x, box.y), (box.w, box.h)
        self._plate.place(box, radius=px(14))
        room = box.inset(px(12), px(8))
        self._title.place(room.top(px(34), px(4)), px(25))
        cells = [cell for line in room.rows(rows, px(8)) for cell in line.columns(across, px(10))]
        for view, cell in zip(self._options, cells, strict=False):
            view.place(cell, self._scale)

    def on_touch_down(self, touch: Any) -> bool:
        """While it is open, no touch goes through to the table under it."""
        if not self.opacity or not self.collide_point(*touch.pos):
            return False
        super().on_touch_down(touch)
        return True
