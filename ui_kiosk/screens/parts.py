"""What the screens have in common: a frame with the top line, the action row and the notice."""

from collections.abc import Callable, Sequence

from kivy.uix.widget import Widget

from ui_kiosk import theme
from ui_kiosk.model import Button, ScreenModel
from ui_kiosk.motion import Slide
from ui_kiosk.theme import Area, Scale
from ui_kiosk.widgets.button import TouchButton
from ui_kiosk.widgets.clock import ClockView
from ui_kiosk.widgets.pin_pad import PinPadView
from ui_kiosk.widgets.settings import SettingsView
from ui_kiosk.widgets.top import TopLine
from ui_kiosk.widgets.words import Words

Press = Callable[[str], None]
MOST_BUTTONS = 5


class Screen(Widget):  # type: ignore[misc]
    """One screen: built once, placed when the size changes, filled with each model."""

    def __init__(self, press: Press) -> None:
        super().__init__()
        self.press = press
        self.left_handed = False
        self.top_line = TopLine(press)
        self.clock = ClockView()
        self.message = Words(wrap=True, bold=True)
        self.notice = Words(wrap=True)
        self.actions = tuple(TouchButton(press) for _ in range(MOST_BUTTONS))
        self.add_widget(self.top_line)
        self.build()
        for part in (self.clock, self.message, self.notice, *self.actions):
            self.add_widget(part)
        self.build_over()
        self.settings = SettingsView(press)
        self.pad = PinPadView(press)
        self.add_widget(self.settings)
        self.add_widget(self.pad)

    def build(self) -> None:
        """Adds the screen's own parts."""

    def build_over(self) -> None:
        """Adds what may lie over everything else."""

    def place(self, area: Area, scale: Scale) -> None:
        """Puts all parts into an area."""
        self.pos, self.size = (area.x, area.y), (area.w, area.h)
        whole = Area(area.x, area.y, area.w, area.h)
        self.top_line.place(whole.top(scale.px(80)), scale)
        self.settings.place(whole.inset(scale.px(8)), scale)
        self.pad.place(whole.inset(scale.px(8)), scale)
        self.place_body(whole, scale)

    def place_body(self, area: Area, scale: Scale) -> None:
        """Puts the screen's own parts into what the top line leaves."""

    def show(self, model: ScreenModel, slides: Sequence[Slide] = ()) -> None:
        """Fills everything from a model."""
        self.top_line.show(model.top, model.utility)
        self.clock.show(model.clock)
        self.message.say(model.message, theme.TONES[model.tone])
        self.notice.say(model.notice, theme.MUTED)
        self.fill(model, slides)
        self.settings.show(model.settings)
        self.pad.show(model.pad)

    def fill(self, model: ScreenModel, slides: Sequence[Slide]) -> None:
        """Fills the screen's own parts."""

    def place_actions(self, row: Area, scale: Scale, widths: Sequence[float]) -> None:
        """Lays the buttons of the action row from the hand's side, the main one first."""
        cut = row.left if self.left_handed else row.right
        for button, units in zip(self.actions, widths, strict=False):
            button.place(cut(scale.px(units), scale.px(12)), scale.px(30))

    def show_actions(self, buttons: Sequence[Button]) -> None:
        """Shows buttons in the action row; the main thing comes last and stands rightmost."""
        backwards = tuple(reversed(buttons))
        for place, button in enumerate(self.actions):
            button.show(backwards[place] if place < len(backwards) else None)
