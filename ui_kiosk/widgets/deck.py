"""A deck lying on its long side: every card is an edge, and a finger chooses between two."""

from collections.abc import Callable
from typing import Any, Final

from kivy.graphics import Color, InstructionGroup, Rectangle
from kivy.uix.widget import Widget

from ui_kiosk import theme
from ui_kiosk.theme import Area

LIFT: Final = 0.22
"""By how much of its height the part that is cut off lies higher."""
EDGE: Final = 0.72
"""How much of the room of a card its edge takes."""


class DeckView(Widget):  # type: ignore[misc]
    """Shows where it is cut and reports `place:<cards above the cut>`; one whole card at least
    stays on either side."""

    def __init__(self, press: Callable[[str], None]) -> None:
        super().__init__()
        self._press = press
        self._group = InstructionGroup()
        self._cards, self._place, self._live = 0, 0, False
        self.canvas.add(self._group)

    def place(self, area: Area) -> None:
        """Where it lies."""
        self.pos, self.size = (area.x, area.y), (area.w, area.h)
        self._draw()

    def show(self, cards: int, place: int, live: bool) -> None:
        """So many cards, cut after so many of them (0: not yet); live: a touch chooses."""
        if (cards, place, live) != (self._cards, self._place, self._live):
            self._cards, self._place, self._live = cards, place, live
            self._draw()

    def _draw(self) -> None:
        self._group.clear()
        step, high = self.width / max(1, self._cards), self.height / (1 + LIFT)
        for number in range(self._cards):
            lifted = number < self._place
            ink = theme.GOLD if lifted else theme.INK if self._live else theme.MUTED
            self._group.add(Color(*ink))
            foot = self.y + (high * LIFT if lifted else 0)
            box = (self.x + number * step, foot), (step * EDGE, high)
            self._group.add(Rectangle(pos=box[0], size=box[1]))

    def on_touch_down(self, touch: Any) -> bool:
        """A finger comes down on the deck."""
        if not self._live or not self.collide_point(*touch.pos):
            return False
        touch.grab(self)
        self._choose(touch.x)
        return True

    def on_touch_move(self, touch: Any) -> bool:
        """It moves along the deck, or past its ends."""
        if touch.grab_current is not self:
            return False
        self._choose(touch.x)
        return True

    def on_touch_up(self, touch: Any) -> bool:
        """The place is chosen."""
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        return True

    def _choose(self, x: float) -> None:
        chosen = round((x - self.x) / self.width * self._cards)
        self._press(f"place:{min(max(chosen, 1), self._cards - 1)}")
