"""Levels that are held until the scanner is sure to have counted them. Pure.

`Board.read` gives levels and the scanner debounces them; but a board sends changes, and a press
may begin and end between two readings. So each level of a button waits in line and is shown for
at least as long as the scanner needs: a short press is stretched, none is dropped. A seat sensor
is shown as it is: people fidget, and the scanner's quarter of a second is meant.
"""

from collections import deque
from typing import Final

LONGEST_LINE: Final = 32
"""Levels in line for one input: more than a finger can do before they have been shown."""


class Held:
    """One input. `settle` is how long (seconds) the scanner wants a level to stand still; 0 shows
    the latest level at once."""

    def __init__(self, level: bool, settle: float) -> None:
        self._settle = settle
        self._shown = level
        self._line: deque[bool] = deque()
        self._since: float | None = None
        self._last_read = 0.0
        self._counted = True

    def push(self, level: bool) -> None:
        """The input takes this level; nothing happens if it is the latest already."""
        if not self._settle:
            self._shown = level
        elif level != (self._line[-1] if self._line else self._shown):
            self._line.append(level)
            if len(self._line) > LONGEST_LINE:
                self._line.popleft()
                self._line.popleft()

    def read(self, now: float) -> bool:
        """The level to show in this reading."""
        if self._counted and self._line and self._since is not None:
            self._shown, self._since, self._counted = self._line.popleft(), now, False
        elif self._since is None:
            self._since = now
        elif self._last_read - self._since >= self._settle:
            # The scanner took its time after our last reading ended and before this one began:
            # it is this reading at the latest that makes the level count.
            self._counted = True
        self._last_read = now
        return self._shown

    def rewind(self) -> None:
        """The reader lost sight of the input and starts anew with the next reading.

        What it sees first counts at once and is no press: so show what it knew, then the rest.
        """
        if not self._counted:
            self._line.appendleft(self._shown)
            self._shown = not self._shown
        self._since, self._counted = None, True
