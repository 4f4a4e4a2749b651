"""What the screens have in common: a frame with the top line, the action row and the notice."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from kivy.uix.widget import Widget

from ui_kiosk import theme
from ui_kiosk.model import ScreenModel
from ui_kiosk.model_parts import Bubble, Button
from ui_kiosk.motion import Slide
from ui_kiosk.present_moves import Walker
from ui_kiosk.theme import CLEAR, Area, Scale
from ui_kiosk.widgets.bubble import BubbleView
from ui_kiosk.widgets.button import TouchButton
from ui_kiosk.widgets.clock import ClockView
from ui_kiosk.widgets.moving import MovingView
from ui_kiosk.widgets.panel import Panel
from ui_kiosk.widgets.pin_pad import PinPadView
from ui_kiosk.widgets.settings import SettingsView
from ui_kiosk.widgets.top import TopLine
from ui_kiosk.widgets.words import Plate, Words

Press = Callable[[str], None]
MOST_BUTTONS = 6
GAP = 12


class Screen(Widget):  # type: ignore[misc]
    """One screen: built once, placed when the size changes, filled with each model. suited: the
    settings that all its widgets follow."""

    def __init__(self, press: Press) -> None:
        super().__init__()
        self.press = press
        self.left_handed = self.large = False
        self.suited: tuple[object, ...] = ()
        self._moving: MovingView | None = None
        self.ground = Plate()
        self.add_widget(self.ground)
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
        self._panels: dict[type[Panel], Any] = {}
        self._panel_room = Area(0, 0, 0, 0), Scale(1)
        self._bubble: BubbleView | None = None
        self._said: Bubble | None = None

    def tell_moves(self, moves: Sequence[Walker], title: str, still: bool) -> None:
        """People change seats: shown for a while, over everything."""
        if self._moving is None:
            self._moving = MovingView(self._moved)
            self.add_widget(self._moving)
        area = Area(*self.pos, *self.size)
        self._moving.show(moves, title, area, Scale.of(*self.size), still)

    def leave(self) -> None:
        """Another screen takes its place: what was news will be none when this one comes back."""
        self._moved()
        self.forget_fingers()

    def _moved(self) -> None:
        if self._moving is not None:
            self._moving.end()
            self.remove_widget(self._moving)
            self._moving = None

    def stand_on(self, scheme: theme.Scheme) -> None:
        """The felt is the bare window; where it is to have another colour it is painted."""
        self.ground.paint(theme.FELT if scheme else CLEAR)

    def build(self) -> None:
        """Adds the screen's own parts."""

    def build_over(self) -> None:
        """Adds what may lie over everything else."""

    def place(self, area: Area, scale: Scale) -> None:
        """Puts all parts into an area."""
        self.pos, self.size = (area.x, area.y), (area.w, area.h)
        whole = Area(area.x, area.y, area.w, area.h)
        self.ground.place(area, radius=0)
        self.top_line.place(whole.top(scale.px(80)), scale, self.large)
        self._panel_room = Area(whole.x, whole.y, whole.w, whole.h), scale
        self.place_body(whole, scale)
        for panel in self._panels.values():
            panel.place(*self._panel_room)
        self._say_at_button(self._said)

    def place_body(self, area: Area, scale: Scale) -> None:
        """Puts the screen's own parts into what the top line leaves."""

    def show(self, model: ScreenModel, slides: Sequence[Slide] = ()) -> None:
        """Fills everything from a model."""
        self.top_line.show(model.top, model.utility)
        self.clock.show(model.clock)
        self.message.say(model.message, theme.TONES[model.tone])
        self.notice.say(model.notice, theme.MUTED)
        self.fill(model, slides)
        self.lay_over(SettingsView, model.settings)
        self.lay_over(PinPadView, model.pad)
        self._say_at_button(model.bubble)

    def lay_over(self, kind: type[Panel], shown: object) -> None:
        """Has a panel lie over everything below the top line: it is built when it is opened, and
        let go when it is closed (`shown` None), for it is seldom open and large."""
        panel: Any = self._panels.get(kind)
        if shown is None:
            if panel is not None:
                self.remove_widget(self._panels.pop(kind))
            return
        if panel is None:
            self.forget_fingers()
            panel = self._panels[kind] = kind(self.press)
            self.add_widget(panel)
            panel.place(*self._panel_room)
        panel.show(shown)
        panel.clock.follow(self.clock)

    def _say_at_button(self, said: Bubble | None) -> None:
        """Lays what is said at a button under it, over everything else."""
        self._said, at = said, self._button(said.act) if said is not None else None
        if said is None or at is None:
            if self._bubble is not None:
                self.remove_widget(self._bubble)
                self._bubble = None
            return
        if self._bubble is None:
            self._bubble = BubbleView(self.press)
            self.add_widget(self._bubble)
        area = Area(*self.pos, *self.size).inset(self._panel_room[1].px(8))
        self._bubble.show(said, at, area, self._panel_room[1])

    def _button(self, act: str) -> TouchButton | None:
        return next(
            (each for each in self._buttons() if each.model and each.model.act == act), None
        )

    def _buttons(self) -> Iterator[TouchButton]:
        """Those that are shown."""
        return (each for each in self.walk() if isinstance(each, TouchButton) and each.model)

    def forget_fingers(self) -> None:
        """Those that are on buttons of which nothing will be seen."""
        for button in self._buttons():
            button.forget()

    def fill(self, model: ScreenModel, slides: Sequence[Slide]) -> None:
        """Fills the screen's own parts."""

    def place_actions(
        self, row: Area, scale: Scale, widths: Sequence[float], gap: float = GAP
    ) -> None:
        """Lays the buttons of the action row from the hand's side, the main one first."""
        cut = row.left if self.left_handed else row.right
        for button, units in zip(self.actions, widths, strict=False):
            button.place(cut(scale.letters(units), scale.px(gap)), scale.px(30))

    def show_actions(self, buttons: Sequence[Button]) -> None:
        """Shows buttons in the action row; the main thing comes last and stands rightmost."""
        backwards = tuple(reversed(buttons))
        for place, button in enumerate(self.actions):
            button.show(backwards[place] if place < len(backwards) else None)
