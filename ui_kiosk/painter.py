"""Draws the pictures of a window: of what is damaged only that, and of the widgets only those that
can be seen there.

Kivy draws all instructions of all widgets each time, also what lies outside of the scissors, under
something else or is not opaque at all.
"""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from kivy.graphics import ClearBuffers, ClearColor, InstructionGroup, ScissorPop, ScissorPush
from kivy.graphics.instructions import VertexInstruction

from ui_kiosk.damage import OLDEST, UPRIGHT, Box, Damage, Sight, lacking, passes, upright
from ui_kiosk.theme import Colour


class Part(NamedTuple):
    """Something to be drawn. sight: of the widget that it belongs to. whole: it is all of that
    widget. stays: it says how others are drawn, and so is needed even where it is hidden."""

    instruction: Any
    sight: Sight
    whole: bool
    stays: bool = False


class Painter:
    """Takes the place of Kivy's own drawing. age: how many pictures ago the buffer was drawn that
    is drawn into now, 1 for the last one; 0 if nobody knows."""

    def __init__(self, window: Any, age: Callable[[], int]) -> None:
        self._age = age
        self._damage = Damage()
        self._recent: list[list[Box]] = []
        self._frame: tuple[Any, ...] = ()
        self._parts: list[Part] = []
        self._opened: list[Any] = []
        self._drawn = InstructionGroup(nocompiler=True)
        self._clear = ClearBuffers()
        window.bind(on_draw=self.paint)

    def paint(self, window: Any) -> bool:
        """Draws what is damaged. True: it is done, and Kivy is to draw nothing."""
        boxes = self._boxes(window)
        if self._damage.regrouped:
            self._damage.regrouped = False
            whole = Sight(UPRIGHT)
            whole.place = Box(0, 0, *window.size)
            self._opened = []
            self._parts = list(self._divided(window, whole))
        drawn = [ClearColor(*window.clearcolor)]
        if boxes is None:
            drawn += [self._clear, *(part.instruction for part in self._parts)]
        else:
            for box in boxes:
                size = box.right - box.left, box.top - box.low
                drawn.append(ScissorPush(x=box.left, y=box.low, width=size[0], height=size[1]))
                drawn += self._within(box, window.clearcolor)
                drawn.append(ScissorPop())
        self._drawn.children[:] = drawn
        try:
            _draw_with(window.render_context, self._drawn)
        finally:
            self._drawn.children.clear()
        for canvas in self._opened:
            settle(canvas)
        return True

    def _within(self, box: Box, bare: Colour) -> Iterator[Any]:
        """What is to be applied to draw a part of the picture, in order: what can be seen over the
        uppermost thing of one colour that fills it, mostly the felt."""
        left, low, right, top = box
        seen = [
            part
            for part in self._parts
            if (at := part.sight.place)
            and at[0] < right
            and left < at[2]
            and at[1] < top
            and low < at[3]
        ]
        above = -1
        for place, part in enumerate(seen):
            solid = part.sight.solid
            if part.whole and solid and solid.box.holds(box):
                above, bare = place, solid.colour
        yield ClearColor(*bare)
        yield self._clear
        for place, part in enumerate(seen):
            if place > above or part.stays:
                yield part.instruction

    def _divided(self, widget: Any, sight: Sight) -> Iterator[Part]:
        """A widget that can be seen in its parts, in order."""
        self._opened.append(widget.canvas)
        below = {id(child.canvas): child for child in widget.children}
        turns = not upright(widget)
        for part in widget.canvas.children:
            child = below.get(id(part))
            inner = None if child is None else self._damage.sights.get(child)
            if child is None or inner is None:
                stays = turns or not isinstance(part, InstructionGroup | VertexInstruction)
                yield Part(part, sight, False, stays)
            elif child.children and child.opacity == 1:
                yield from self._divided(child, inner)
            elif child.opacity:
                yield Part(part, inner, True)

    def _boxes(self, window: Any) -> list[Box] | None:
        """What of the window is to be drawn; None for all of it."""
        size = tuple(window.size)
        frame = (*size, *window.clearcolor, *(child.uid for child in window.children))
        asked = not any(child.canvas.needs_redraw for child in window.children)
        fresh = self._damage.boxes(window.children)
        turned = window.rotation or size != tuple(window.system_size)
        other, self._frame = frame != self._frame, frame
        self._damage.regrouped |= other
        if turned or other or asked:  # without a change somebody asks for the picture itself
            self._recent = [[Box(0, 0, *size)]]
            return None
        self._recent = [fresh, *self._recent][:OLDEST]
        stale = lacking(self._recent, self._age())
        return None if stale is None else passes(stale, *size)


def settle(canvas: Any) -> None:
    """Tells a canvas that it is drawn: it was left out, for its parts were drawn in its place. It
    learns that only by being drawn."""
    if canvas.needs_redraw and canvas.opacity == 1:
        _draw_with(canvas)


def _draw_with(canvas: Any, *instructions: Any) -> None:
    """Draws these in the place of what is on a canvas."""
    kept, canvas.children[:] = canvas.children[:], instructions
    try:
        canvas.draw()
    finally:
        canvas.children[:] = kept
