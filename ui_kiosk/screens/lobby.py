"""Before a match: sitting down, the language, the mode, house players."""

from collections.abc import Sequence

from ui_kiosk import theme
from ui_kiosk.model import LobbyBody, ScreenModel
from ui_kiosk.model_parts import SIDES
from ui_kiosk.motion import Slide
from ui_kiosk.screens.parts import Screen
from ui_kiosk.theme import Area, Scale
from ui_kiosk.widgets.badge import BadgeView
from ui_kiosk.widgets.button import TouchButton
from ui_kiosk.widgets.words import Plate, Words

USUAL, MODES = 5, 6
WIDTHS = (260, 200, 200, 140)


class LobbyScreen(Screen):
    """Four seats on the left, the mode on the right, what to do at the bottom."""

    def build(self) -> None:
        """The seats and the modes."""
        self._rows, self._shown = USUAL, len(WIDTHS)
        self._row = Area(0, 0, 0, 0), Scale(1)
        self.title = Words(halign="center", bold=True)
        self.seat = Words(halign="center")
        self.mode_word = Words(bold=True)
        self.mode_note = Words()
        self.plate = Plate(theme.PANEL)
        self.modes = tuple(TouchButton(self.press) for _ in range(MODES))
        self.badges = {side: BadgeView() for side in SIDES}
        self.event = Words(wrap=True, bold=True)
        words = (self.title, self.seat, self.mode_word, self.mode_note, self.event)
        for part in (self.plate, *words, *self.modes, *self.badges.values()):
            self.add_widget(part)

    def place_body(self, area: Area, scale: Scale) -> None:
        """The seats as they stand around the table."""
        px = scale.px
        self.notice.place(area.bottom(px(42)).inset(px(20), px(2)), px(theme.SMALL))
        row = area.bottom(px(92)).inset(px(20), px(6))
        self.clock.place(row.left(row.h, px(10)))
        self._row = Area(row.x, row.y, row.w, row.h), scale
        self.place_actions(row, scale, WIDTHS)
        self._place_message(self._shown)
        self._side = area.right(scale.letters(400)).inset(px(16), px(10)), scale
        self._place_modes(self._rows)
        room = area.inset(px(20), px(10))
        badges = room.rows(3, px(10))
        wide, high = px(190), min(px(160), badges[0].h)
        self.badges["top"].place(badges[0].centre(wide, high), scale, tall=True)
        self.badges["bottom"].place(badges[2].centre(wide, high), scale, tall=True)
        middle = badges[1]
        for name, column in (("left", middle.left(wide)), ("right", middle.right(wide))):
            self.badges[name].place(column.centre(wide, high), scale, tall=True)
        upper = middle.top(middle.h * 0.58)
        self.title.place(upper, px(56))
        self.seat.place(middle, px(theme.LARGE))

    def _place_message(self, buttons: int) -> None:
        """In what so many buttons leave of their row."""
        (row, scale), self._shown = self._row, buttons
        gone = sum(scale.letters(units) + scale.px(12) for units in WIDTHS[:buttons])
        left = row.x + (gone if self.left_handed else 0)
        self.message.place(Area(left, row.y, max(0, row.w - gone), row.h), scale.px(theme.BODY))

    def _place_modes(self, rows: int) -> None:
        """With a training game among them the buttons stay large, and go without a heading."""
        (side, scale), self._rows = self._side, rows
        px = scale.px
        self.plate.place(side, radius=px(16))
        usual = rows <= USUAL
        room = side.inset(px(14), px(10) if usual else px(4))
        self.mode_word.opacity = int(usual)
        if usual:
            high = px(48 if self.large else 34)
            self.mode_word.place(room.top(max(high, px(42))).top(high), px(theme.BODY))
        self.mode_note.place(room.bottom(px(40 if self.large else 34)), px(theme.SMALL))
        boxes = room.rows(rows, px(6))
        for button, box in zip(self.modes, boxes, strict=False):
            button.place(box, px(theme.BODY))
        # An event is played in one mode; its words take the place of the others.
        self.event.place(room.bottom(room.h - boxes[0].h - px(6)), px(theme.BODY))

    def fill(self, model: ScreenModel, _: Sequence[Slide]) -> None:
        """The state of the lobby."""
        body = model.body
        if not isinstance(body, LobbyBody):
            return
        for badge in model.badges:
            self.badges[badge.side].show(badge)
        self.title.say(model.title, theme.GOLD)
        self.seat.say(body.seat)
        rows = max(USUAL, len(body.modes))
        if rows != self._rows:
            self._place_modes(rows)
        self.mode_word.say(body.mode_word)
        self.mode_note.say(body.mode_note, theme.MUTED)
        self.event.say(body.event)
        if not model.message:
            self.message.say(body.hint, theme.MUTED)
        for place, button in enumerate(self.modes):
            button.show(body.modes[place] if place < len(body.modes) else None)
        self.show_actions(model.buttons)
        if len(model.buttons) != self._shown:
            self._place_message(len(model.buttons))
