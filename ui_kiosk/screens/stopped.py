"""The table has stopped, or the connection to it is lost."""

from collections.abc import Sequence

from ui_kiosk import theme
from ui_kiosk.model import FaultBody, ScreenModel
from ui_kiosk.motion import Slide
from ui_kiosk.screens.parts import Screen
from ui_kiosk.theme import Area, Scale
from ui_kiosk.widgets.words import Plate, Words


class StoppedScreen(Screen):
    """One plate with a title, a sentence, and the code for the staff."""

    def build(self) -> None:
        """The plate."""
        self.plate = Plate(theme.PANEL, theme.LINE)
        self.title = Words(halign="center", bold=True)
        self.text = Words(halign="center", wrap=True)
        self.ask = Words(halign="center")
        self.code = Words(halign="center", bold=True)
        for part in (self.plate, self.title, self.text, self.ask, self.code):
            self.add_widget(part)

    def place_body(self, area: Area, scale: Scale) -> None:
        """In the middle."""
        px = scale.px
        self.notice.place(area.bottom(px(42)).inset(px(20), px(2)), px(theme.SMALL))
        box = area.centre(px(900), min(area.h - px(20), px(420)))
        self.plate.place(box, radius=px(20))
        room = box.inset(px(30), px(20))
        self.title.place(room.top(px(92)), px(56))
        self.code.place(room.bottom(px(84)), px(48))
        self.ask.place(room.bottom(px(44)), px(theme.BODY))
        self.text.place(room, px(30))

    def fill(self, model: ScreenModel, _: Sequence[Slide]) -> None:
        """What happened."""
        body = model.body
        if not isinstance(body, FaultBody):
            return
        self.title.say(model.title, theme.GOLD)
        self.text.say(body.text)
        self.ask.say(body.ask, theme.MUTED)
        self.code.say(body.code, theme.ALERT)
        self.show_actions(model.buttons)
