"""The table plays for this player: that it does, and right beside it the button that ends it."""

from collections.abc import Callable, Sequence

from kivy.uix.widget import Widget

from ui_kiosk import theme
from ui_kiosk.model_parts import Taken
from ui_kiosk.theme import CLEAR, Area, Scale
from ui_kiosk.widgets.button import TouchButton
from ui_kiosk.widgets.words import Plate, Words

BUTTON = 240


class TakenView(Widget):  # type: ignore[misc]
    """Shows a `Taken` in the place of the buttons with which he would play."""

    def __init__(self, press: Callable[[str], None]) -> None:
        super().__init__()
        self._plate = Plate()
        self._words = Words(bold=True, wrap=True, halign="center")
        self.button = TouchButton(press)
        for part in (self._plate, self._words, self.button):
            self.add_widget(part)

    def place(self, buttons: Sequence[Widget], scale: Scale, *, left_handed: bool) -> None:
        """Over these buttons of a row, the own one at the side of the hand."""
        left, right = min(each.x for each in buttons), max(each.right for each in buttons)
        row = Area(left, buttons[0].y, right - left, buttons[0].height)
        self._plate.place(row, radius=row.h * 0.18)
        cut = row.left if left_handed else row.right
        self.button.place(cut(scale.letters(BUTTON), scale.px(12)), scale.px(theme.LARGE))
        self._words.place(row.inset(scale.px(8), scale.px(2)), scale.px(30))

    def show(self, taken: Taken | None) -> None:
        """That the table plays for him, or nothing."""
        self._plate.paint(*((theme.SHADE, theme.GOLD) if taken else (CLEAR, CLEAR)), 2)
        self._words.say(taken.text if taken else "", theme.ALERT)
        self.button.show(taken.button if taken else None)
