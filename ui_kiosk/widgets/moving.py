"""People change seats: the four players go from the chair of the last hand to that of the next."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from kivy.animation import Animation
from kivy.clock import Clock
from kivy.uix.widget import Widget

from ui_kiosk import theme
from ui_kiosk.present_moves import Walker
from ui_kiosk.theme import Area, Scale
from ui_kiosk.widgets.words import Plate, Words

WAIT_SECONDS: Final = 0.5
MOVE_SECONDS: Final = 1.2
SHOWN_SECONDS: Final = 4.5
PLACES: Final = {
    "bottom": (0.5, 0.16),
    "top": (0.5, 0.84),
    "left": (0.17, 0.5),
    "right": (0.83, 0.5),
}


class MovingView(Widget):  # type: ignore[misc]
    """A small table with its players, over a screen; it takes no touch and goes by itself."""

    def __init__(self, gone: Callable[[], None]) -> None:
        super().__init__()
        self._plate = Plate(theme.SHADE, theme.GOLD)
        self._title = Words(halign="center", bold=True, wrap=True)
        self._way = WalkView()
        for part in (self._plate, self._title, self._way):
            self.add_widget(part)
        self._end = Clock.create_trigger(lambda _: gone(), SHOWN_SECONDS)

    def show(
        self, moves: Sequence[Walker], title: str, area: Area, scale: Scale, still: bool
    ) -> None:
        """The moves; still: nobody is seen walking, all sit where they sit now."""
        px = scale.px
        box = area.centre(px(900), min(area.h, px(470)))
        self._plate.place(box, radius=px(20))
        room = box.inset(px(20), px(14))
        self._title.place(room.centre(room.w * 0.5, room.h * 0.4), px(theme.LARGE))
        self._title.say(title, theme.GOLD)
        self._way.show(moves, room, scale, still)
        self._end.cancel()
        self._end()

    def end(self) -> None:
        """Before its time: nothing goes on that nobody sees."""
        self._end.cancel()
        self._way.end()


class WalkView(Widget):  # type: ignore[misc]
    """Four players on their way to their chairs, in any area."""

    def __init__(self) -> None:
        super().__init__()
        self.chips = tuple(Chip() for _ in PLACES)
        for chip in self.chips:
            self.add_widget(chip)

    def show(self, moves: Sequence[Walker], room: Area, scale: Scale, still: bool) -> None:
        """As in `MovingView`."""
        for chip, move in zip(self.chips, moves, strict=True):
            start, end = _spot(room, move.start, scale), _spot(room, move.end, scale)
            chip.put(move, start, end, scale, still)

    def end(self) -> None:
        """Nobody walks on."""
        for chip in self.chips:
            Animation.cancel_all(chip)


class Chip(Widget):  # type: ignore[misc]
    """A player on his way."""

    def __init__(self) -> None:
        super().__init__()
        self._plate = Plate()
        self._words = Words(halign="center", bold=True)
        self.add_widget(self._plate)
        self.add_widget(self._words)
        self._scale = Scale(1)
        self.bind(pos=self._lie)

    def put(self, move: Walker, start: Area, end: Area, scale: Scale, still: bool) -> None:
        """From one place to the other."""
        self._scale = scale
        self.size = (end.w, end.h)
        fill, ink = (theme.GOLD, theme.DARK_INK) if move.mine else (theme.BUTTON, theme.INK)
        self._plate.paint(fill, theme.LINE)
        self._words.say(move.name, ink)
        Animation.cancel_all(self)
        self.pos = (end.x, end.y) if still else (start.x, start.y)
        self._lie()
        if not still:
            walk = Animation(pos=(end.x, end.y), duration=MOVE_SECONDS, t="in_out_quad")
            (Animation(duration=WAIT_SECONDS) + walk).start(self)

    def _lie(self, *_: Any) -> None:
        area = Area(*self.pos, *self.size)
        self._plate.place(area, radius=area.h / 2)
        self._words.place(area.inset(area.h * 0.2, 0), self._scale.px(theme.LARGE))


def _spot(room: Area, side: str, scale: Scale) -> Area:
    across, along = PLACES[side]
    wide, high = min(scale.letters(196), room.w * 0.36), scale.px(76)
    left = max(0.0, min(room.w * across - wide / 2, room.w - wide))
    return Area(room.x + left, room.y + room.h * along - high / 2, wide, high)
