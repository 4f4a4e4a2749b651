"""What has changed in a picture since the last one: a play of somebody else leaves most of it as it
was.

Each widget knows through its canvas whether it will look otherwise; where it stands and stood is
its damage. What is not damaged is still in the buffer that is drawn into, if it is known how old
the picture there is (`driver.buffer_age`, EGL_EXT_buffer_age); else everything is drawn.
"""

from collections.abc import Sequence
from math import ceil, floor
from typing import Any, Final, NamedTuple
from weakref import WeakKeyDictionary

from kivy.uix.widget import Widget

from ui_kiosk.theme import Colour, Extent

MARGIN: Final = 4
"""Pixels by which an edge or a shadow may stand out of its widget."""
PASS: Final = 10_000
"""To draw one more part of a picture takes as long as so many pixels."""
OLDEST: Final = 4
"""Older buffers are drawn whole."""


class Box(NamedTuple):
    """A rectangle in pixels, from its lower left corner; right and top are outside."""

    left: int
    low: int
    right: int
    top: int

    @property
    def area(self) -> int:
        """Its pixels."""
        return max(0, self.right - self.left) * max(0, self.top - self.low)

    def __and__(self, other: "Box") -> "Box":
        return Box(
            max(self.left, other.left),
            max(self.low, other.low),
            min(self.right, other.right),
            min(self.top, other.top),
        )

    def __or__(self, other: "Box") -> "Box":
        return Box(
            min(self.left, other.left),
            min(self.low, other.low),
            max(self.right, other.right),
            max(self.top, other.top),
        )

    def meets(self, other: "Box") -> bool:
        """Whether they have pixels in common."""
        across = self.left < other.right and other.left < self.right
        return across and self.low < other.top and other.low < self.top

    def holds(self, other: "Box") -> bool:
        """Whether all of the other lies inside."""
        across = self.left <= other.left and other.right <= self.right
        return across and self.low <= other.low and other.top <= self.top


def passes(boxes: Sequence[Box], wide: int, high: int) -> list[Box] | None:
    """How to draw these parts of a window: few boxes, each drawn by itself. None: to draw
    everything at once takes no longer."""
    window = Box(0, 0, wide, high)
    left: list[Box] = []
    for box in (box & window for box in boxes):
        if not box.area:
            continue
        while left:
            more, best = min((_more(box, other), other) for other in left)
            if more > PASS:
                break
            left.remove(best)
            box |= best
        left.append(box)
    cost = sum(box.area + PASS for box in left)
    return left if cost < window.area + PASS else None


def _more(one: Box, other: Box) -> int:
    """Pixels that are drawn more if both are drawn as one."""
    left, low, right, top = one
    west, south, east, north = other
    wide = (right if right > east else east) - (left if left < west else west)
    high = (top if top > north else north) - (low if low < south else south)
    return wide * high - (right - left) * (top - low) - (east - west) * (north - south)


def lacking(recent: Sequence[Sequence[Box]], age: int) -> list[Box] | None:
    """What a buffer lacks that was drawn `age` pictures ago. recent: the damage of the pictures,
    the newest first, this one's among them. None: all, for nobody remembers."""
    if not 0 < age <= len(recent):
        return None
    return [box for boxes in recent[:age] for box in boxes]


Looks = tuple[float, int, tuple[int, ...]]
"""What changes the picture of all in a widget: opacity, number of instructions, and, if there are
widgets in it, which instructions in which order, theirs among them."""
Frame = tuple[float, float, float, float, float, float]
"""Where the window has the lower left corner of what a widget stands in, and what a step to the
right and a step upwards are there: panes are turned by right angles."""
UPRIGHT: Final[Frame] = (0.0, 0.0, 1.0, 0.0, 0.0, 1.0)
UNSEEN: Final[Looks] = (0.0, 0, ())


class Solid(NamedTuple):
    """A part of a widget that is of one colour: nothing below can be seen there."""

    box: Box
    colour: Colour


class Sight:
    """What can be seen of a widget. place: the box in which it and all in it have stood, None if
    they draw nothing. solid: a part that is of one colour."""

    __slots__ = ("frame", "looks", "place", "solid")

    def __init__(self, frame: Frame) -> None:
        self.frame = frame
        self.looks = UNSEEN
        self.place: Box | None = None
        self.solid: Solid | None = None

    def stand_in(self, boxes: Sequence[Box]) -> None:
        """They stand in these as well."""
        place = self.place
        for box in boxes:
            if place is None:
                place = box
            elif not place.holds(box):
                place |= box
        self.place = place


class Damage:
    """What of a window's widgets has changed since it was asked last.

    sights: what can be seen of each. regrouped: other widgets can be seen than before.
    """

    def __init__(self) -> None:
        self.sights = WeakKeyDictionary[Any, Sight]()
        self.regrouped = True

    def boxes(self, roots: Sequence[Any]) -> list[Box]:
        """The damage, in pixels of the window; to be asked before the canvases are drawn."""
        return [box for root in roots for box in self._below(root, UPRIGHT)]

    def _below(self, widget: Any, frame: Frame) -> list[Box]:
        sight = self.sights.get(widget)
        if sight is None or sight.frame != frame:
            return self._whole(widget, frame)
        if not widget.canvas.needs_redraw:
            return []
        looks = _looks(widget)
        if not looks[0] and not sight.looks[0]:
            return []
        before = sight.place
        if looks != sight.looks:
            return _either(before, self._whole(widget, frame))
        changed = [child for child in widget.children if child.canvas.needs_redraw]
        if not changed or _redrawn(widget):
            return _either(before, self._whole(widget, frame))
        inside = _inside(widget, frame)
        found = [box for child in changed for box in self._below(child, inside)]
        sight.stand_in(found)
        return found

    def _whole(self, widget: Any, frame: Frame) -> list[Box]:
        """Where a widget and all in it that can be seen stand."""
        sight = self.sights.get(widget)
        if sight is None:
            sight = self.sights[widget] = Sight(frame)
        looks = _looks(widget)
        if (looks[0], looks[2]) != (sight.looks[0], sight.looks[2]):
            self.regrouped = True
        sight.frame, sight.looks = frame, looks
        sight.place = sight.solid = None
        if not widget.opacity:
            return []
        own = _box(widget, frame)
        found = [own] if own else []
        if looks[0] == 1:
            sight.solid = _solid(widget, frame)
        if looks[2]:
            inside = _inside(widget, frame)
            for child in widget.children:
                found += self._whole(child, inside)
        sight.stand_in(found)
        return found


def _either(before: Box | None, now: list[Box]) -> list[Box]:
    """Where something stood and where it stands."""
    if before is None or any(box.holds(before) for box in now):
        return now
    return [before, *(box for box in now if not before.holds(box))]


def _looks(widget: Any) -> Looks:
    canvas = widget.canvas
    return (
        widget.opacity,
        canvas.length(),
        tuple(map(id, canvas.children if widget.children else ())),
    )


def _redrawn(widget: Any) -> bool:
    canvas = widget.canvas
    if canvas.length() == len(widget.children):
        return False
    below = {id(child.canvas) for child in widget.children}
    return any(part.needs_redraw for part in canvas.children if id(part) not in below)


def upright(widget: Any) -> bool:
    """Whether what stands in a widget has the coordinates of the widget itself. The
    window, which is none, has those of its widgets."""
    return getattr(type(widget), "to_parent", Widget.to_parent) is Widget.to_parent


def _inside(widget: Any, frame: Frame) -> Frame:
    """Where the window has what stands in a widget."""
    if upright(widget):
        return frame
    (x, y), right, up = (_seen(widget.to_parent(*at), frame) for at in ((0, 0), (1, 0), (0, 1)))
    return x, y, right[0] - x, right[1] - y, up[0] - x, up[1] - y


def _seen(at: tuple[float, float], frame: Frame) -> tuple[float, float]:
    (x, y), (left, low, right_x, right_y, up_x, up_y) = at, frame
    return left + x * right_x + y * up_x, low + x * right_y + y * up_y


def _box(widget: Any, frame: Frame) -> Box | None:
    """Where it draws, in pixels of the window."""
    if widget.canvas.length() == len(widget.children):
        return None
    extent = getattr(widget, "extent", None) or (*widget.pos, *widget.size)
    left, low, right, top = _bounds(extent, frame)
    return Box(floor(left) - MARGIN, floor(low) - MARGIN, ceil(right) + MARGIN, ceil(top) + MARGIN)


def _solid(widget: Any, frame: Frame) -> Solid | None:
    found = getattr(widget, "solid", None)
    if found is None:
        return None
    left, low, right, top = _bounds(found[0], frame)
    return Solid(Box(ceil(left), ceil(low), floor(right), floor(top)), found[1])


def _bounds(extent: Extent, frame: Frame) -> tuple[float, float, float, float]:
    x, y, wide, high = extent
    (one, two), (other, more) = _seen((x, y), frame), _seen((x + wide, y + high), frame)
    return min(one, other), min(two, more), max(one, other), max(two, more)
