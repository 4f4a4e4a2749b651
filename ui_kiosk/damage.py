"""Draws again only what has changed: a play of somebody else leaves most of a picture as it was.

Each widget knows through its canvas whether it will look otherwise; where it stands and stood is
its damage. What is not damaged is still in the buffer that is drawn into, if it is known how old
the picture there is (`driver.buffer_age`, EGL_EXT_buffer_age); else everything is drawn.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial, reduce
from operator import or_
from typing import Any, Final
from weakref import WeakKeyDictionary

from kivy.graphics.opengl import GL_SCISSOR_TEST, glDisable, glEnable, glFinish, glScissor

MARGIN: Final = 4
"""Pixels by which an edge or a shadow may stand out of its widget."""
PASS: Final = 80_000
"""To go through all instructions once more takes as long as to draw so many pixels."""
OLDEST: Final = 4
"""Older buffers are drawn whole."""


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle in pixels, from its lower left corner; right and top are outside."""

    left: int
    low: int
    right: int
    top: int

    @property
    def area(self) -> int:
        """Its pixels."""
        return max(0, self.right - self.left) * max(0, self.top - self.low)

    def __or__(self, other: "Box") -> "Box":
        return Box(
            min(self.left, other.left),
            min(self.low, other.low),
            max(self.right, other.right),
            max(self.top, other.top),
        )

    def within(self, wide: int, high: int) -> "Box":
        """What of it is in a window."""
        return Box(max(0, self.left), max(0, self.low), min(wide, self.right), min(high, self.top))


def passes(boxes: Sequence[Box], wide: int, high: int) -> list[Box] | None:
    """How to draw these parts of a window: few boxes, each drawn in a pass of its own. None: to
    draw everything at once takes no longer."""
    left: list[Box] = []
    for box in (box.within(wide, high) for box in boxes):
        while box.area and (near := [other for other in left if _more(box, other) <= PASS]):
            best = min(near, key=partial(_more, box))
            left.remove(best)
            box |= best
        if box.area:
            left.append(box)
    cost = sum(box.area + PASS for box in left)
    return left if cost < wide * high + PASS else None


def _more(one: Box, other: Box) -> int:
    """Pixels that one pass over both draws more than two."""
    return (one | other).area - one.area - other.area


def lacking(recent: Sequence[Sequence[Box]], age: int) -> list[Box] | None:
    """What a buffer lacks that was drawn `age` pictures ago. recent: the damage of the pictures,
    the newest first, this one's among them. None: all, for nobody remembers."""
    if not 0 < age <= len(recent):
        return None
    return [box for boxes in recent[:age] for box in boxes]


class Damage:
    """What of the widgets has changed since it was asked last."""

    def __init__(self) -> None:
        self._known = WeakKeyDictionary[Any, _Known]()

    def boxes(self, roots: Sequence[Any]) -> list[Box]:
        """The damage, in pixels of the window; to be asked before the canvases are drawn."""
        return [box for root in roots for box in self._below(root)]

    def _below(self, widget: Any) -> list[Box]:
        if not widget.canvas.needs_redraw:
            return []
        known = self._known.get(widget)
        changed = [child for child in widget.children if child.canvas.needs_redraw]
        if known is None or known.looks != _looks(widget) or not changed or _redrawn(widget):
            before = [known.place] if known and known.place else []
            return before + self._whole(widget)
        found = [box for child in changed for box in self._below(child)]
        known.stand_in(found)
        return found

    def _whole(self, widget: Any) -> list[Box]:
        """Where a widget and all in it stand."""
        own = _box(widget)
        found = [own] if own else []
        for child in widget.children:
            found += self._whole(child)
        self._known[widget] = known = _Known(_looks(widget))
        known.stand_in(found)
        return found


Looks = tuple[float, int, tuple[int, ...]]
"""What changes the picture of all in a widget: opacity, number of instructions, its children."""


class _Known:
    """What a widget was like. place: the box in which it and all in it have stood, None if they
    drew nothing."""

    __slots__ = ("looks", "place")

    def __init__(self, looks: Looks) -> None:
        self.looks = looks
        self.place: Box | None = None

    def stand_in(self, boxes: Sequence[Box]) -> None:
        """They stand in these as well."""
        if boxes:
            self.place = reduce(or_, boxes, self.place or boxes[0])


def _looks(widget: Any) -> Looks:
    return widget.opacity, widget.canvas.length(), tuple(child.uid for child in widget.children)


def _redrawn(widget: Any) -> bool:
    canvas = widget.canvas
    if canvas.has_before and canvas.before.needs_redraw:
        return True
    if canvas.has_after and canvas.after.needs_redraw:
        return True
    below = {id(child.canvas) for child in widget.children}
    return any(part.needs_redraw for part in canvas.children if id(part) not in below)


def _box(widget: Any) -> Box | None:
    """Where it draws, in pixels of the window; panes are turned by right angles."""
    canvas = widget.canvas
    if canvas.length() == len(widget.children) and not (canvas.has_before or canvas.has_after):
        return None
    one = widget.to_window(*widget.pos)
    other = widget.to_window(widget.right, widget.top)
    (left, right), (low, top) = (sorted(pair) for pair in zip(one, other, strict=True))
    return Box(
        int(left) - MARGIN, int(low) - MARGIN, int(right) + 1 + MARGIN, int(top) + 1 + MARGIN
    )


class Painter:
    """Draws the pictures of a window. age: how many pictures ago the buffer was drawn that is
    drawn into now, 1 for the last one; 0 if nobody knows."""

    def __init__(self, window: Any, age: Callable[[], int]) -> None:
        self._age = age
        self._damage = Damage()
        self._recent: list[list[Box]] = []
        self._frame: tuple[Any, ...] = ()
        window.bind(on_draw=self.paint)

    def paint(self, window: Any) -> bool:
        """Draws what is damaged; False: Kivy is to draw everything, as it does by itself."""
        fresh = self._damage.boxes(window.children)
        parts = self._parts(window, fresh)
        if parts is None:
            return False
        glEnable(GL_SCISSOR_TEST)
        for box in parts:
            glScissor(box.left, box.low, box.right - box.left, box.top - box.low)
            window.clear()
            window.render_context.draw()
            glFinish()  # else a software renderer collects the work of all passes, 9 MB
        glDisable(GL_SCISSOR_TEST)
        return True

    def _parts(self, window: Any, fresh: list[Box]) -> list[Box] | None:
        size, frame = tuple(window.size), (*window.size, *window.clearcolor)
        turned = window.rotation or size != tuple(window.system_size)
        other, self._frame = frame != self._frame, frame
        if turned or other or not fresh:  # without damage somebody asks for the picture itself
            self._recent = [[Box(0, 0, *size)]]
            return None
        self._recent = [fresh, *self._recent][:OLDEST]
        stale = lacking(self._recent, self._age())
        return None if stale is None else passes(stale, *size)
