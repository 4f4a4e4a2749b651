"""The result of a hand and of a match, with the mandatory notice (000 §44.3)."""

from collections.abc import Callable, Sequence
from typing import Any

from kivy.uix.widget import Widget

from ui_kiosk import theme
from ui_kiosk.model import ResultBody, ScreenModel
from ui_kiosk.model_parts import Button, Code
from ui_kiosk.motion import Slide
from ui_kiosk.screens.parts import Screen
from ui_kiosk.theme import CLEAR, Area, Scale
from ui_kiosk.widgets.button import TouchButton
from ui_kiosk.widgets.clock import ClockView
from ui_kiosk.widgets.code import CodeView
from ui_kiosk.widgets.grid import ResultTable
from ui_kiosk.widgets.groups import GroupsView
from ui_kiosk.widgets.words import Plate, Words


class BigCode(Widget):  # type: ignore[misc]
    """A receipt as large as the screen allows, for phones."""

    def __init__(self, press: Callable[[str], None]) -> None:
        super().__init__(opacity=0)
        self._plate = Plate()
        self._code = CodeView()
        self._caption = Words(halign="center", wrap=True, bold=True)
        self._why = Words(wrap=True)
        self._noise = Words(halign="center", wrap=True)
        self._close = TouchButton(press)
        self._clock = ClockView()
        words = (self._caption, self._why, self._noise)
        for part in (self._plate, self._code, *words, self._clock, self._close):
            self.add_widget(part)

    def place(self, area: Area, scale: Scale) -> None:
        """Over everything below the top line."""
        px = scale.px
        self.pos, self.size = (area.x, area.y), (area.w, area.h)
        self._plate.place(area, radius=px(16))
        room = area.inset(px(16), px(12))
        wide = min(room.w * 0.45, max(px(420), room.w - room.h - px(16)))
        side = room.right(wide, px(16)).inset(px(8), 0)
        foot = side.bottom(px(84), px(6)).centre(px(420), px(84))
        self._clock.place(foot.left(foot.h, px(10)))
        self._close.place(foot, px(30))
        self._noise.place(side.bottom(scale.letters(64), px(6)), px(theme.BODY))
        self._caption.place(side.top(px(90)), px(40))
        self._why.place(side, px(30))
        self._code.place(room)

    def show(self, code: Code | None, close: Button, clock: ClockView) -> None:
        """A receipt and how long it stays, as `clock` under it says, or none."""
        self.opacity = 0 if code is None else 1
        self._plate.paint(*((theme.SHADE, theme.LINE) if code else (CLEAR, CLEAR)))
        self._code.show(code.payload if code else "")
        self._caption.say(code.caption if code else "", theme.GOLD)
        self._why.say(code.why if code else "")
        self._noise.say(code.noise if code else "", theme.ALERT)
        self._close.show(close if code else None)
        if code:
            self._clock.follow(clock)
        else:
            self._clock.show(None)

    def on_touch_down(self, touch: Any) -> bool:
        """While it is open, no touch goes through."""
        if not self.opacity:
            return False
        super().on_touch_down(touch)
        return bool(self.collide_point(*touch.pos))


class HandResultScreen(Screen):
    """Places and scores taken apart; the receipts at the side."""

    def build(self) -> None:
        """Table, pairs, receipts."""
        self.title = Words(bold=True)
        self.winner = Words(bold=True)
        self.mark = Words(halign="right", bold=True)
        self.table = self.seats_table()
        self.note = Words(halign="center", wrap=True)
        self.reason = Words(halign="center", wrap=True)
        self.pairs = ResultTable(2, 5, (1.35, 1.05, 1.7, 0.85, 0.95))
        self.plate = Plate(theme.PANEL)
        self.code = CodeView()
        self.caption = Words(halign="center", wrap=True)
        self.noise = Words(halign="center", wrap=True)
        self.receipts = tuple(TouchButton(self.press) for _ in range(2))
        words = (self.title, self.winner, self.mark, self.note, self.caption, self.noise)
        for part in (
            self.plate,
            *words,
            self.reason,
            self.table,
            self.pairs,
            self.code,
            *self.receipts,
        ):
            self.add_widget(part)

    def seats_table(self) -> ResultTable:
        """A row for each seat."""
        return ResultTable(4, 6, (1.35, 0.95, 1.3, 0.95, 1.2, 1.8), bars=3)

    def build_over(self) -> None:
        """The large receipt."""
        self.big = BigCode(self.press)
        self.add_widget(self.big)

    def place_body(self, area: Area, scale: Scale) -> None:
        """Tables left, receipts right, notice and 继续 below."""
        px = scale.px
        self.big.place(Area(area.x, area.y, area.w, area.h).inset(px(8)), scale)
        self.notice.place(area.bottom(px(42)).inset(px(20), px(2)), px(theme.SMALL))
        row = area.bottom(px(88)).inset(px(20), px(5))
        self.clock.place(row.left(row.h, px(10)))
        self.place_actions(row, scale, (240,))
        self.message.place(row, px(theme.BODY))
        self._place_receipts(area.right(scale.letters(344)).inset(px(10), px(8)), scale)
        room = area.inset(px(16), px(6))
        head = room.top(px(60), px(4))
        self.title.place(head.left(head.w * 0.34, px(16)), px(theme.LARGE))
        self.mark.place(head.right(head.w * 0.24), px(24))
        self.winner.place(head, px(theme.LARGE))
        half = room.h / 2
        self.note.place(Area(room.x, room.y + half, room.w, half), px(theme.LARGE))
        self.place_tables(room, scale)

    def place_tables(self, room: Area, scale: Scale) -> None:
        """Seats above, pairs below, and between them why there was a reward."""
        px = scale.px
        pairs = room.bottom(min(px(128), room.h * 0.25), px(6))
        self.pairs.place(pairs, scale, head=False)
        seats = room.top(min(px(302), room.h - px(36)), px(1))
        self.table.place(seats, scale)
        self.reason.place(room, px(theme.BODY))

    def _place_receipts(self, side: Area, scale: Scale) -> None:
        px = scale.px
        self.plate.place(side, radius=px(16))
        room = side.inset(px(10))
        buttons = room.bottom(px(theme.TOUCH), px(6)).columns(2, px(8))
        for button, box in zip(self.receipts, buttons, strict=True):
            button.place(box, px(24))
        self.noise.place(room.bottom(scale.letters(36), px(2)), px(20))
        self.caption.place(room.bottom(scale.letters(62), px(2)), px(22))
        self.code.place(room)

    def fill(self, model: ScreenModel, _: Sequence[Slide]) -> None:
        """The result."""
        body = model.body
        if not isinstance(body, ResultBody):
            return
        self.title.say(model.title, theme.GOLD)
        self.winner.say(body.winner)
        self.mark.say(body.mark, theme.ALERT)
        self.note.say(body.note)
        self.reason.say(body.reason, theme.GOOD)
        self.table.show(body.head, body.rows, body.legend)
        self.pairs.show((), body.pairs)
        first = body.codes[0] if body.codes else None
        self.plate.opacity = 1 if first else 0
        self.code.show(first.payload if first else "")
        self.caption.say(first.caption if first else "")
        self.noise.say(first.noise if first else "", theme.ALERT)
        for place, button in enumerate(self.receipts):
            button.show(body.open_codes[place] if place < len(body.open_codes) else None)
        if body.enlarged is not None and not self.big.opacity:
            self.forget_fingers()
        self.big.show(body.enlarged, body.close, self.clock)
        self.show_actions(model.buttons)


class TileResultScreen(HandResultScreen):
    """The hand that was won, how it counts, and the scores of the three."""

    def build(self) -> None:
        """The groups besides."""
        super().build()
        self.groups = GroupsView()
        self.add_widget(self.groups)

    def seats_table(self) -> ResultTable:
        """Of three."""
        return ResultTable(3, 4, (1.4, 0.6, 1, 1))

    def place_tables(self, room: Area, scale: Scale) -> None:
        """The groups above the scores."""
        self.table.place(room.bottom(min(scale.px(204), room.h * 0.42), scale.px(8)), scale)
        self.groups.place(room, scale)

    def fill(self, model: ScreenModel, slides: Sequence[Slide]) -> None:
        """The result."""
        super().fill(model, slides)
        if isinstance(model.body, ResultBody):
            self.groups.show(model.body.groups, model.body.sums)


class MatchResultScreen(Screen):
    """The ranking."""

    def build(self) -> None:
        """One table."""
        self.title = Words(bold=True)
        self.mark = Words(halign="right", bold=True)
        self.table = ResultTable(4, 7, (0.9, 2.4, 0.9, 1.3, 0.9, 0.9, 0.9))
        for part in (self.title, self.mark, self.table):
            self.add_widget(part)

    def place_body(self, area: Area, scale: Scale) -> None:
        """The table over the notice and 继续."""
        px = scale.px
        self.notice.place(area.bottom(px(56)).inset(px(24), px(2)), px(theme.BODY))
        row = area.bottom(px(96)).inset(px(24), px(6))
        self.clock.place(row.left(row.h, px(10)))
        self.place_actions(row, scale, (260,))
        self.message.place(row, px(theme.BODY))
        room = area.inset(px(24), px(10))
        head = room.top(px(72), px(6))
        self.title.place(head.left(head.w * 0.4), px(44))
        self.mark.place(head, px(theme.BODY))
        self.table.place(room, scale)

    def fill(self, model: ScreenModel, _: Sequence[Slide]) -> None:
        """The ranking."""
        body = model.body
        if not isinstance(body, ResultBody):
            return
        self.title.say(model.title, theme.GOLD)
        self.mark.say(body.mark, theme.ALERT)
        self.table.show(body.head, body.rows)
        self.show_actions(model.buttons)
