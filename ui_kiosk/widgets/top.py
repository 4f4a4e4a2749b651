"""The line at the top: trump, hand and trick, running score, and the small buttons."""

from collections.abc import Callable, Sequence

from kivy.uix.widget import Widget

from ui_kiosk import theme
from ui_kiosk.model_parts import Button, Top
from ui_kiosk.theme import CLEAR, Area, Scale
from ui_kiosk.widgets.button import TouchButton
from ui_kiosk.widgets.words import Plate, Words

BUTTONS = 4
USUAL = 3
SCORES = 4


class TopLine(Widget):  # type: ignore[misc]
    """Shows a `Top`. The small buttons fill it from the right."""

    def __init__(self, press: Callable[[str], None]) -> None:
        super().__init__()
        self._ground = Plate(theme.SHADE)
        self._chip = Plate()
        self._trump_word = Words(halign="center", bold=True)
        self._trump = Words(halign="center", bold=True, alone=True)
        self._title = Words(bold=True)
        self._hand = Words(bold=True)
        self._trick = Words()
        self._practice = Words(halign="center", bold=True)
        self._names = tuple(Words(halign="right") for _ in range(SCORES))
        self._scores = tuple(Words(bold=True) for _ in range(SCORES))
        self._count, self._place = USUAL, (Area(0, 0, 0, 0), Scale(1), False)
        self._buttons = tuple(TouchButton(press) for _ in range(BUTTONS))
        self._shown: tuple[object, ...] = ()
        parts = (self._trump_word, self._trump, self._title, self._hand, self._trick)
        self.add_widget(self._ground)
        self.add_widget(self._chip)
        for part in (*parts, self._practice, *self._names, *self._scores):
            self.add_widget(part)
        for button in self._buttons:
            self.add_widget(button)

    def place(self, area: Area, scale: Scale, large: bool) -> None:
        """Where it stands. The fourth button takes the room of the score, where there is none.
        large: the lines that stand two by two have all of its height."""
        self._place = area, scale, large
        px = scale.px
        self._ground.place(area, radius=0)
        room = area.inset(px(10), 0)
        self._title.place(Area(room.x + px(8), room.y, px(320), room.h), px(theme.LARGE))
        for button in self._buttons[: self._count]:
            button.place(room.right(px(150), px(8)).inset(0, px(4)), px(26))
        chip = room.left(px(158), px(16)).inset(0, px(6))
        self._chip.place(chip, radius=px(12))
        self._trump_word.place(chip.left(chip.w * 0.55).inset(px(5), 0), px(25))
        self._trump.place(chip.inset(px(7), 0), px(46))
        hand = room.left(px(150), px(8))
        over = 0 if large else px(6)
        upper, lower = hand.inset(0, over).rows(2)
        self._hand.place(upper, px(25))
        self._trick.place(lower, px(theme.SMALL))
        self._practice.place(room.right(scale.letters(106)).inset(px(4), px(16)), px(22))
        self._place_scores(room.inset(0, over), scale)

    def _place_scores(self, room: Area, scale: Scale) -> None:
        cells = [cell for column in room.columns(2, scale.px(6)) for cell in column.rows(2)]
        for name, score, cell in zip(self._names, self._scores, cells, strict=True):
            name.place(cell.left(cell.w * 0.5), scale.px(theme.SMALL))
            score.place(cell.inset(scale.px(6), 0), scale.px(25))

    def show(self, top: Top, buttons: Sequence[Button]) -> None:
        """Another line."""
        now = (top, *buttons)
        if now == self._shown:
            return
        self._shown = now
        count = max(USUAL, len(buttons))
        if count != self._count:
            self._count = count
            self.place(*self._place)
        trump = bool(top.trump)
        self._chip.paint(theme.GOLD if trump else CLEAR)
        self._trump_word.say(top.trump_word if trump else "", theme.DARK_INK)
        self._trump.say(top.trump, theme.DARK_INK)
        self._title.say("" if trump or top.hand else top.title)
        self._hand.say(top.hand)
        self._trick.say(top.saving or top.trick, theme.MUTED)
        self._practice.say(top.practice, theme.ALERT)
        for place in range(SCORES):
            name, score, mine = top.score[place] if place < len(top.score) else ("", "", False)
            self._names[place].say(name, theme.GOLD if mine else theme.MUTED)
            self._scores[place].say(score, theme.GOLD if mine else theme.INK)
        for place, button in enumerate(self._buttons):
            button.show(buttons[place] if place < len(buttons) else None)
