"""The table has stopped, or the connection to it is lost."""

from collections.abc import Sequence
from typing import Final

from ui_kiosk import theme
from ui_kiosk.model import FaultBody, ScreenModel
from ui_kiosk.motion import Slide
from ui_kiosk.screens.parts import Screen
from ui_kiosk.theme import Area, Scale
from ui_kiosk.widgets.code import CodeView
from ui_kiosk.widgets.words import Plate, Words

LOW: Final = 380
"""Units: in less height the code stands beside the title, and goes without its words."""
TWO_LINES: Final = 34
"""Pixels that two lines of the smallest letters take."""
MOST: Final = 0.75
"""Of the room of what has happened and what to do, so much what to do takes at most."""


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
        self.notice.place(area.bottom(max(px(42), TWO_LINES)).inset(px(20), px(2)), px(theme.SMALL))
        self.place_actions(area.bottom(px(92)).inset(px(20), px(6)), scale, (420,))
        wide, high = scale.letters(1140), scale.letters(500)
        box = area.centre(min(area.w - px(20), wide), min(area.h - px(20), high))
        self.plate.place(box, radius=px(20))
        self._room, self._scale = box.inset(px(30), px(20)), scale
        self._divide(bool(self.code.text))

    def _divide(self, coded: bool) -> None:
        """The room is the sentence's alone if there is no fault."""
        letters, whole = self._scale.letters, self._room
        room = Area(whole.x, whole.y, whole.w, whole.h)
        low = coded and room.h < letters(LOW)
        head = room.top(letters(36 if low else 92))
        self.ask.opacity = 0 if low else 1
        if coded:
            self.entry.place(room.right(min(letters(330), room.w / 3), letters(20)))
            self.code.place(
                head.right(letters(220)) if low else room.bottom(letters(72)), letters(48)
            )
            if not low:
                self.ask.place(room.bottom(letters(44)), letters(theme.BODY))
            long, short = len(self.remedy.text), len(self.text.text)
            part = min(MOST, max(0.5, long / (long + short + 1)))
            least = TWO_LINES / 2  # for what has happened
            high = min(room.h * part, room.h - least)
            self.remedy.place(room.bottom(high), letters(theme.BODY))
        self.title.place(head, letters(56))
        self.text.place(room, letters(30))

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
