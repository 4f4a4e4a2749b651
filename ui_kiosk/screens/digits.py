"""The commitment of the table and the player's own digits (`deal1` §3, §4)."""

from collections.abc import Sequence

from ui_kiosk import theme
from ui_kiosk.model import DigitsBody, ScreenModel
from ui_kiosk.motion import Slide
from ui_kiosk.screens.parts import Screen
from ui_kiosk.theme import Area, Scale
from ui_kiosk.widgets.button import TouchButton
from ui_kiosk.widgets.code import CodeView
from ui_kiosk.widgets.words import Plate, Words


class DigitsScreen(Screen):
    """The pad on the left; commitment, code and random source on the right."""

    def build(self) -> None:
        """The pad and the commitment."""
        self.title = Words(bold=True)
        self.why = Words(wrap=True)
        self.field = Plate(theme.SHADE, theme.LINE)
        self.typed = Words(halign="center", bold=True)
        self.count = Words()
        self.pin = Words(bold=True)
        self.plate = Plate(theme.PANEL)
        self.commitment_word = Words(halign="center", bold=True)
        self.commitment = Words(halign="center", wrap=True, bold=True)
        self.scan = Words(halign="center")
        self.noise = Words(halign="center", wrap=True)
        self.code = CodeView()
        self.keys = tuple(TouchButton(self.press) for _ in range(11))
        words = (self.title, self.why, self.typed, self.count, self.pin)
        right = (self.commitment_word, self.commitment, self.scan, self.noise, self.code)
        for part in (self.field, self.plate, *words, *right, *self.keys):
            self.add_widget(part)

    def place_body(self, area: Area, scale: Scale) -> None:
        """Two columns over the action row."""
        px = scale.px
        row = area.bottom(px(92)).inset(px(20), px(6))
        self.clock.place(row.left(row.h, px(10)))
        self.place_actions(row, scale, (240, 200))
        self.message.place(row, px(theme.BODY))
        right = area.right(px(400)).inset(px(16), px(10))
        self._place_commitment(right, scale)
        left = area.inset(px(20), px(8))
        self.title.place(left.top(px(60 if self.large else 48), px(2)), px(theme.LARGE))
        self.why.place(left.top(px(62), px(4)), px(22))
        field = left.top(px(72), px(4))
        self.field.place(field, radius=px(12))
        self.typed.place(field.inset(px(12), px(4)), px(46))
        line = left.top(px(46 if self.large else 34), px(6))
        halves = line.columns(2, px(10))
        self.count.place(halves[0], px(22))
        self.pin.place(halves[1], px(22))
        self._place_keys(left, scale)

    def _place_keys(self, room: Area, scale: Scale) -> None:
        px = scale.px
        upper, lower = room.rows(2, px(8))
        boxes = [*upper.columns(6, px(8)), *lower.columns(6, px(8))]
        places = (*boxes[:5], *boxes[6:11])
        for key, box in zip(self.keys[:10], places, strict=True):
            key.place(box, px(40))
        last = boxes[5]
        self.keys[10].place(Area(last.x, room.y, last.w, room.h), px(28))

    def _place_commitment(self, side: Area, scale: Scale) -> None:
        px = scale.px
        self.plate.place(side, radius=px(16))
        room = side.inset(px(14), px(10))
        more = px(6) if self.large else 0
        self.commitment_word.place(room.top(px(34) + more), px(24))
        self.commitment.place(room.top(px(76), px(4)), px(27))
        self.noise.place(room.bottom(px(58)), px(theme.SMALL))
        self.scan.place(room.bottom(px(32) + more, px(2)), px(theme.SMALL))
        self.code.place(room)

    def fill(self, model: ScreenModel, _: Sequence[Slide]) -> None:
        """The state of the typing."""
        body = model.body
        if not isinstance(body, DigitsBody):
            return
        self.title.say(model.title, theme.GOLD)
        self.why.say(body.why)
        self.typed.say(body.typed or "-", theme.INK if body.typed else theme.OFF_INK)
        self.count.say(body.count, theme.MUTED)
        self.pin.say(body.pin, theme.ALERT)
        self.commitment_word.say(body.commitment_word, theme.MUTED)
        self.commitment.say(body.commitment)
        self.scan.say(body.code.caption if body.code.payload else "", theme.MUTED)
        self.noise.say(body.code.noise, theme.ALERT)
        self.code.show(body.code.payload)
        for key, button in zip(self.keys, body.keys, strict=True):
            key.show(button)
        self.show_actions(model.buttons)
