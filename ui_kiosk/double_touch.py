"""A second touch that comes before anybody can have read what the first one did."""

from typing import Final

DOUBLE_SECONDS: Final = 0.5
"""Whoever touches again sooner has touched once, with an unsteady or an impatient finger."""
REACH: Final = 0.05
"""Of the width of a screen: two touches that are no further apart are of one place."""

Point = tuple[float, float]


class DoubleTouch:
    """Remembers what was pressed last, where and when. Whatever can be meant many times on one
    place, such as a digit, counts each time; what has taken that place meanwhile does not."""

    def __init__(self) -> None:
        self._lifted: tuple[Point, float] | None = None
        self._last: tuple[tuple[str, str], Point, float] | None = None

    def lift(self, where: Point, begun: float) -> None:
        """A finger goes up; a press may follow from it. begun: when it came down, in seconds."""
        self._lifted = where, begun

    def is_second(self, act: str, screen: str, width: float, asked: bool) -> bool:
        """Whether the press that follows was not meant. screen: on which the act stands, and in
        which panel; width: its width. asked: the press before waits for its confirmation."""
        lifted, self._lifted = self._lifted, None
        if lifted is None:  # no finger's
            return False
        (where, now), what = lifted, (act, screen)
        if self._last is not None:
            before, there, then = self._last
            near = max(abs(where[0] - there[0]), abs(where[1] - there[1])) < REACH * width
            if near and 0 <= now - then < DOUBLE_SECONDS and (asked or what != before):
                return True
        self._last = what, where, now
        return False
