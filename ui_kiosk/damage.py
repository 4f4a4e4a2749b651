"""What has changed in a picture since the last one: a play of somebody else leaves most of it as it
was.

Each widget knows through its canvas whether it will look otherwise; where it stands and stood is
its damage, or of what it draws in `Pieces` those that have changed. What is not damaged is still in
the buffer that is drawn into, if it is known how old the picture there is (`driver.buffer_age`,
EGL_EXT_buffer_age); else everything is drawn.
"""

from collections.abc import Sequence
from math import ceil, floor
from typing import Any, Final, NamedTuple
from weakref import WeakKeyDictionary

from kivy.uix.widget import Widget

from ui_kiosk.pieces import Piece, Pieces, differing
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
        while (nearest := _nearest(box, left)) is not None:
            left.remove(nearest)
            box |= nearest
        left.append(box)
    cost = sum(box.area + PASS for box in left)
    return left if cost < window.area + PASS else None


def _nearest(box: Box, others: Sequence[Box]) -> Box | None:
    """With which it is best drawn as one, if that costs fewer pixels more than one more part. It
    is asked a hundred times a picture: hence the comparisons in place of calls."""
    left, low, right, top = box
    area = (right - left) * (top - low)
    least, nearest = PASS + 1, None
    for other in others:
        west, south, east, north = other
        wide = (right if right > east else east) - (left if left < west else west)
        high = (top if top > north else north) - (low if low < south else south)
        more = wide * high - area - (east - west) * (north - south)
        if more < least:
            least, nearest = more, other
    return nearest


def lacking(recent: Sequence[Sequence[Box]], age: int) -> list[Box] | None:
    """What a buffer lacks that was drawn `age` pictures ago. recent: the damage of the pictures,
    the newest first, this one's among them. None: all, for nobody remembers."""
    if not 0 < age <= len(recent):
        return None
    return [box for boxes in recent[:age] for box in boxes]


Looks = tuple[float, bool, tuple[Any, ...]]
"""What changes the picture of all in a widget: opacity, whether there are widgets in it, and which
instructions in which order, theirs among them."""
Frame = tuple[float, float, float, float, float, float]
"""Where the window has the lower left corner of what a widget stands in, and what a step to the
right and a step upwards are there: panes are turned by right angles."""
UPRIGHT: Final[Frame] = (0.0, 0.0, 1.0, 0.0, 0.0, 1.0)
UNSEEN: Final[Looks] = (0.0, False, ())


class Solid(NamedTuple):
    """A part of a widget that is of one colour: nothing below can be seen there."""

    box: Box
    colour: Colour


class Sight:
    """What can be seen of a widget. place: the box in which it and all in it have stood, None if
    they draw nothing. solid: a part that is of one colour. pieces: what it draws in `Pieces`."""

    __slots__ = ("frame", "looks", "pieces", "place", "solid")

    def __init__(self, frame: Frame) -> None:
        self.frame = frame
        self.looks = UNSEEN
        self.pieces: list[Sequence[Piece]] = []
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
        own = _redrawn(widget)
        found = _told(widget, own, sight, frame) if changed or own else None
        if found is None:
            return _either(before, self._whole(widget, frame))
        inside = _inside(widget, frame)
        found += (box for child in changed for box in self._below(child, inside))
        sight.stand_in(found)
        return found

    def _whole(self, widget: Any, frame: Frame) -> list[Box]:
        """Where a widget and all in it that can be seen stand."""
        sight = self.sights.get(widget)
        if sight is None:
            sight = self.sights[widget] = Sight(frame)
        looks = _looks(widget)
        if looks[:2] != sight.looks[:2] or (looks[1] and looks != sight.looks):
            self.regrouped = True
        sight.frame, sight.looks, sight.pieces = frame, looks, _pieces(widget)
        sight.place = sight.solid = None
        if not widget.opacity:
            return []
        own = _box(widget, frame)
        found = [own] if own else []
        if looks[0] == 1:
            sight.solid = _solid(widget, frame)
        if looks[1]:
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
    return widget.opacity, bool(widget.children), tuple(widget.canvas.children)


def _redrawn(widget: Any) -> list[Any]:
    """Its own instructions that will look otherwise."""
    canvas = widget.canvas
    if canvas.length() == len(widget.children):
        return []
    below = {id(child.canvas) for child in widget.children}
    return [part for part in canvas.children if part.needs_redraw and id(part) not in below]


def _pieces(widget: Any) -> list[Sequence[Piece]]:
    return [part.pieces for part in widget.canvas.children if isinstance(part, Pieces)]


def _told(widget: Any, own: Sequence[Any], sight: Sight, frame: Frame) -> list[Box] | None:
    """Where its own instructions will look otherwise; None: nobody says so."""
    if not own:
        return []
    if not all(isinstance(part, Pieces) for part in own):
        return None
    before, sight.pieces = sight.pieces, _pieces(widget)
    found: list[Box] = []
    for old, new in zip(before, sight.pieces, strict=True):
        apart = differing(old, new)
        if apart is None:
            return None
        found += (_pixels(extent, frame) for extent in apart)
    return found


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
    return _pixels(getattr(widget, "extent", None) or (*widget.pos, *widget.size), frame)


def _pixels(extent: Extent, frame: Frame) -> Box:
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
