"""The table has stopped, or the connection to it is lost."""

from collections.abc import Sequence

from ui_kiosk import theme
from ui_kiosk.model import FaultBody, ScreenModel
from ui_kiosk.motion import Slide
from ui_kiosk.screens.parts import Screen
from ui_kiosk.theme import Area, Scale
from ui_kiosk.widgets.code import CodeView
from ui_kiosk.widgets.words import Plate, Words


class StoppedScreen(Screen):
    """One plate with a title and a sentence; for the staff what to do, the code of the fault, and
    a picture that leads a phone to its entry in the manual."""

    def build(self) -> None:
        """The plate."""
        self._room, self._scale = Area(0, 0, 0, 0), Scale(1)
        self.plate = Plate(theme.PANEL, theme.LINE)
        self.title = Words(halign="center", bold=True)
        self.text = Words(halign="center", wrap=True)
        self.remedy = Words(halign="center", wrap=True)
        self.ask = Words(halign="center")
        self.code = Words(halign="center", bold=True)
        self.entry = CodeView()
        words = (self.title, self.text, self.remedy, self.ask, self.code)
        for part in (self.plate, *words, self.entry):
            self.add_widget(part)

    def place_body(self, area: Area, scale: Scale) -> None:
        """In the middle."""
        px = scale.px
        self.notice.place(area.bottom(px(42)).inset(px(20), px(2)), px(theme.SMALL))
        self.place_actions(area.bottom(px(92)).inset(px(20), px(6)), scale, (420,))
        box = area.centre(px(1140), min(area.h - px(20), px(500)))
        self.plate.place(box, radius=px(20))
        self._room, self._scale = box.inset(px(30), px(20)), scale
        self._divide(bool(self.code.text))

    def _divide(self, coded: bool) -> None:
        """The room is the sentence's alone if there is no fault."""
        px, whole = self._scale.px, self._room
        room = Area(whole.x, whole.y, whole.w, whole.h)
        self.title.place(room.top(px(92)), px(56))
        if coded:
            self.entry.place(room.right(px(330), px(20)))
            self.code.place(room.bottom(px(72)), px(48))
            self.ask.place(room.bottom(px(44)), px(theme.BODY))
            self.remedy.place(room.bottom(room.h / 2), px(theme.BODY))
        self.text.place(room, px(30))

    def fill(self, model: ScreenModel, _: Sequence[Slide]) -> None:
        """What happened."""
        body = model.body
        if not isinstance(body, FaultBody):
            return
        self.title.say(model.title, theme.GOLD)
        self.text.say(body.text)
        self.remedy.say(body.remedy)
        self.ask.say(body.ask, theme.MUTED)
        self.code.say(body.code, theme.ALERT)
        self.entry.show(body.entry)
        self._divide(bool(body.code))
        self.show_actions(model.buttons)
