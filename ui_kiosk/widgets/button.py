"""A touch area with a text."""

from collections.abc import Callable
from typing import Any, Final

from kivy.clock import Clock

from ui_kiosk import theme
from ui_kiosk.model_parts import Button
from ui_kiosk.theme import CLEAR, Area, Colour, Scheme
from ui_kiosk.widgets.dressed import Dressed
from ui_kiosk.widgets.words import Plate, Words

PRESSED_SECONDS: Final = 0.05
"""After the finger is gone a button looks pressed so long: a short tap is seen, and the picture
with the answer, which mostly comes sooner, is not held up by one of the button alone."""


MARGIN: Final = 0.14
"""Of its lesser side: so far a text keeps from the frame at either end."""


class TouchButton(Dressed):
    """Shows a `Button` and reports its act when a finger goes down and up on it."""

    def __init__(self, press: Callable[[str], None]) -> None:
        super().__init__(opacity=0)
        self._press = press
        self._plate = Plate()
        self._words = Words(halign="center", bold=True)
        self.model: Button | None = None
        self._meant: Button | None = None
        self._place = Area(0, 0, 0, 0), 1
        self._large = False
        self._let_go = Clock.create_trigger(self._paint, PRESSED_SECONDS)
        self.add_widget(self._plate)
        self.add_widget(self._words)

    def place(self, area: Area, letters: int) -> None:
        """Where it stands, and the height of its letters in pixels."""
        self._place = area, letters
        self.pos = (round(area.x), round(area.y))
        self.size = (round(area.w), round(area.h))
        self._plate.place(area, radius=min(area.w, area.h) * 0.18)
        self._words.place(self._inside(), letters)

    def _inside(self) -> Area:
        """Two lines of large letters need nearly all of its height."""
        area = self._place[0]
        across = min(area.w, area.h) * (0.9 * MARGIN if self._large else MARGIN)
        return area.inset(across, area.h * (0.02 if self._large else 0.06))

    def dress(self, _: Scheme, larger: float) -> None:
        """More room for large letters."""
        if self._large != (larger > 1):
            self._large = larger > 1
            self._words.place(self._inside(), self._place[1])

    def show(self, model: Button | None) -> None:
        """Another button, or none at all."""
        if model == self.model:
            return
        self.model = model
        self.opacity = 0 if model is None else 1
        if model is None:
            self._plate.paint(CLEAR)
            self._words.say("")
        else:
            self._paint()
            self._words.say(model.text, _colours(model)[1])

    def _paint(self, *_: Any) -> None:
        if self.model is not None:
            fill, _ink, edge = _colours(self.model)
            self._plate.paint(fill, edge, 2 if self.model.chosen else 1.2)

    @property
    def live(self) -> bool:
        """Whether a touch would do something."""
        return self.model is not None and self.model.enabled

    def fits(self) -> bool:
        """Whether the text is inside."""
        return self._words.fits()

    def forget(self) -> None:
        """Something lies over it now: a finger that is still on it means nothing any more."""
        self._meant = None
        self._paint()

    def on_touch_down(self, touch: Any) -> bool:
        """A finger comes down."""
        if self.model is None or not self.collide_point(*touch.pos):
            return False
        if self.live:
            touch.grab(self)
            self._meant = self.model
            self._let_go.cancel()
            self._plate.paint(theme.PRESSED)
        return True

    def on_touch_up(self, touch: Any) -> bool:
        """The finger goes up: inside, it was meant."""
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        self._let_go()
        now, meant = self.model, self._meant
        if now is None or meant is None or not self.collide_point(*touch.pos):
            return True
        if now.enabled and now.act == meant.act:  # what it has become meanwhile was not touched
            self._press(now.act)
        return True


def _colours(model: Button) -> tuple[Colour, Colour, Colour]:
    """Fill, ink and edge."""
    if not model.enabled and not model.chosen:
        return theme.OFF, theme.OFF_INK, CLEAR
    if model.chosen:
        return theme.BUTTON, theme.GOLD, theme.GOLD
    if model.tone == "main":
        return theme.GOLD, theme.DARK_INK, CLEAR
    if model.tone == "quiet":
        return theme.QUIET, theme.INK, theme.LINE
    return theme.BUTTON, theme.INK, CLEAR
