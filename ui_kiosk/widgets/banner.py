"""Says for a moment what has just happened, without taking a touch."""

from typing import Any

from kivy.clock import Clock
from kivy.uix.widget import Widget

from ui_kiosk import theme
from ui_kiosk.motion import News
from ui_kiosk.theme import CLEAR, Area, Scale
from ui_kiosk.widgets.words import Plate, Words


class Banner(Widget):  # type: ignore[misc]
    """A line over the felt; a bomb stands in gold."""

    def __init__(self) -> None:
        super().__init__()
        self._plate = Plate()
        self._words = Words(halign="center", bold=True)
        self.add_widget(self._plate)
        self.add_widget(self._words)
        self._end = Clock.create_trigger(self.hide)

    @property
    def text(self) -> str:
        """What it says; empty when there is no news."""
        return self._words.text

    def place(self, area: Area, scale: Scale) -> None:
        """Where it stands."""
        self._plate.place(area, radius=scale.px(18))
        self._words.place(area.inset(scale.px(12), scale.px(4)), scale.px(38))

    def show(self, news: News) -> None:
        """Other news, for its time."""
        fill, ink = (theme.GOLD, theme.DARK_INK) if news.loud else (theme.SHADE, theme.GOLD)
        self._plate.paint(fill, theme.GOLD, 2)
        self._words.say(news.text, ink)
        self._end.cancel()
        self._end = Clock.schedule_once(self.hide, news.seconds)

    def hide(self, *_: Any) -> None:
        """Its time is over, or what it is laid over is taken away."""
        self._end.cancel()
        self._plate.paint(CLEAR)
        self._words.say("")
