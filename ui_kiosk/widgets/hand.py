"""A player's hand: one widget that shows and selects up to 27 cards and more."""

from collections.abc import Callable, Sequence
from math import ceil, hypot
from typing import Any, Final

from kivy.clock import Clock
from kivy.graphics import Color, InstructionGroup, Rectangle

from ui_kiosk.theme import GOLD, Extent
from ui_kiosk.widgets.atlas import TWO_COLOURS, Palette, atlas
from ui_kiosk.widgets.cards import CardPictures
from ui_kiosk.widgets.dressed import Dressed
from ui_kiosk.widgets.fan import CardFace, Fan, fan, staying
from ui_kiosk.widgets.sheet import Cut

Indices = tuple[int, ...]


HELD_SECONDS: Final = 0.35
CLOSE_SECONDS: Final = 0.25
"""So long the gap stands that cards have left: as long as they fly."""


def _ignore(*_: Any) -> None:
    """A hand that only shows."""


class HandView(Dressed):
    """Shows cards and reports which are touched.

    A tap toggles a card; a finger drawn across cards brings each to the state the first one took.
    `on_toggle` is called with the indices of the cards to toggle, at once and perhaps several
    times during one stroke: whoever owns the selection answers by `show`.

    A finger that has rested on a card and then pulls it up carries it, and the selected ones with
    it; `on_drop` is called with the card and with the one before which it is put down.

    A covered hand shows backs. `cover` says what a finger does to it: `tap` opens it, `hold` opens
    it as long as the finger stays, while others select; `shut` leaves it as it is. `on_peek` is
    called when it is to be opened (True) and covered again.

    When cards have gone the others stay where they are for `CLOSE_SECONDS`, and as long as a finger
    is on one of them, before they close up: the picture that others wait for is soon drawn, and no
    card goes away under a finger.
    """

    def __init__(
        self,
        on_toggle: Callable[[Indices], None] = _ignore,
        palette: Palette = TWO_COLOURS,
        on_peek: Callable[[bool], None] = _ignore,
        on_drop: Callable[[int, int], None] = _ignore,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self.on_toggle = on_toggle
        self.on_peek = on_peek
        self.on_drop = on_drop
        self._mark = InstructionGroup()
        self._bar = Rectangle()
        for part in (Color(*GOLD), self._bar):
            self._mark.add(part)
        self.cover = "open"
        self.few = False  # it begins with few cards
        self._holder: Any = None
        self.palette = palette
        self._faces: tuple[CardFace, ...] = ()
        self._fan: Fan = fan((), 1, 1)
        self._pictures = CardPictures(self.canvas)
        self._art: Cut | None = None
        self._strokes: dict[Any, _Stroke] = {}
        self._later = Clock.create_trigger(self._lay_out, -1)
        self._close = Clock.create_trigger(self._close_up, -1)  # after the touches of its frame
        self._soon = Clock.create_trigger(self._close, CLOSE_SECONDS)
        self._gaps = False
        self.bind(pos=self._later, size=self._later)

    @property
    def extent(self) -> Extent:
        """The corner and the size of what can be seen of it: the mark lies anywhere."""
        marked = self._mark in self.canvas.children
        return (*self.pos, *self.size) if marked else self._pictures.extent

    def recolour(self, palette: Palette) -> None:
        """Other colours of the suits."""
        self.palette = palette
        self._draw()

    def show(self, cards: Sequence[CardFace]) -> None:
        """Shows these cards, in drawing order from left to right and back row first."""
        faces = tuple(cards)
        if faces == self._faces:
            return
        before, self._faces = self._faces, faces
        if [f.card for f in faces] != [f.card for f in before]:
            self._strokes.clear()  # the finger is no longer on the card it was on
            self.canvas.remove(self._mark)
            if (stay := staying(before, faces)) is not None:
                self._leave_gaps(stay)
                return
        if [f.group for f in faces] != [f.group for f in before]:
            self._lay_out()
        else:
            self._draw()

    def spot(self, index: int) -> tuple[float, float, int, int]:
        """Where a card lies: x, y, width, height, in the coordinates of this widget's parent."""
        spot = self._fan.spots[index]
        rise = self._fan.rise if self._faces[index].selected else 0
        return (self.x + spot.x, self.y + spot.y + rise, *self._fan.card)

    def index_at(self, x: float, y: float) -> int | None:
        """The card lying on top at a point in the parent's coordinates."""
        raised = [face.selected for face in self._faces]
        return self._fan.at(x - self.x, y - self.y, raised)

    def fanned(self, groups: Sequence[int]) -> Fan:
        """How cards of these groups lie in this widget."""
        return fan(groups, self.width, self.height, few=self.few)

    def art(self, width: int) -> Cut:
        """What cards of a width are cut from."""
        return atlas(width, self.palette)

    def _leave_gaps(self, stay: Sequence[int]) -> None:
        self._fan = self._fan.keeping(stay)
        self._gaps = True
        self._wait()
        self._draw()

    def _wait(self) -> None:
        """They close up when they have been left alone for a while."""
        self._soon.cancel()
        if self._gaps and not self._strokes:
            self._soon()

    def _close_up(self, *_: Any) -> None:
        if self._gaps and not self._strokes:
            self._lay_out()

    def _lay_out(self, *_: Any) -> None:
        self._gaps = False
        self._soon.cancel()
        self._fan = self.fanned([face.group for face in self._faces])
        self._draw()

    def _draw(self) -> None:
        spots = [self.spot(index)[:2] for index in range(len(self._faces))]
        width = self._fan.card[0]
        if self._faces:
            self._art = self.art(width)  # kept between two hands
        self._pictures.show(self._faces, spots, width, self._art)

    # ------------------------------------------------------------------ touches

    def on_touch_down(self, touch: Any) -> bool:
        """Begins a stroke if a card was touched; covered cards answer wherever they may lie."""
        index = self.index_at(*touch.pos)
        shut = self.cover == "shut" or (self.cover != "open" and self._holder is None)
        if not self.disabled and shut and self._faces and self._around(index, touch):
            self._peek(touch)
            return True
        if self.disabled or shut or index is None:
            return False
        touch.grab(self)
        select = not self._faces[index].selected
        self._strokes[touch.uid] = _Stroke(touch.pos, select, index, Clock.get_boottime())
        self._wait()
        self.on_toggle((index,))
        return True

    def on_touch_move(self, touch: Any) -> bool:
        """Takes in what the finger has passed over, however fast."""
        stroke = self._strokes.get(touch.uid)
        if touch.grab_current is not self or stroke is None:
            return False
        if stroke.carries or self._lifted(stroke, touch):
            self._carry(stroke, touch)
            return True
        passed = self._passed(stroke.last, touch.pos) - stroke.seen
        stroke.last = touch.pos
        stroke.seen |= passed
        turned = tuple(i for i in sorted(passed) if self._faces[i].selected != stroke.select)
        if turned:
            self.on_toggle(turned)
        return True

    def on_touch_up(self, touch: Any) -> bool:
        """Ends the stroke."""
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        if touch.uid == self._holder:
            self._holder = None
            self._strokes.clear()
            self.on_peek(False)
        stroke = self._strokes.pop(touch.uid, None)
        self._wait()
        if stroke is not None and stroke.carries:
            self.canvas.remove(self._mark)
            self.on_drop(stroke.first, self._fan.gap(touch.x - self.x, touch.y - self.y)[0])
        return True

    def _lifted(self, stroke: "_Stroke", touch: Any) -> bool:
        """The finger rested, and now pulls its card out of the row."""
        rested = Clock.get_boottime() - stroke.since >= HELD_SECONDS
        across, up = touch.x - stroke.start[0], touch.y - stroke.start[1]
        alone = len(stroke.seen) == 1
        return bool(rested and alone and up > self._fan.card[0] / 4 and up > abs(across))

    def _carry(self, stroke: "_Stroke", touch: Any) -> None:
        """Shows where the cards would be put down."""
        if not stroke.carries:
            stroke.carries = True
            self.canvas.remove(self._mark)
            self.canvas.add(self._mark)
            if not self._faces[stroke.first].selected:
                self.on_toggle((stroke.first,))  # coming down on it had put it back
        at = self._fan.gap(touch.x - self.x, touch.y - self.y)[1]
        width, height = self._fan.card
        self._bar.pos = (self.x + at.x - width / 24, self.y + at.y)
        self._bar.size = (width / 12, height + self._fan.rise)

    def _around(self, index: int | None, touch: Any) -> bool:
        """What asks for a touch stands in the middle, where there may be no card."""
        return index is not None or bool(self.collide_point(*touch.pos))

    def _peek(self, touch: Any) -> None:
        """A finger on covered cards."""
        if self.cover == "hold":
            touch.grab(self)
            self._holder = touch.uid
        if self.cover != "shut":
            self.on_peek(True)

    def _passed(self, start: tuple[float, float], end: tuple[float, float]) -> set[int]:
        (ax, ay), (bx, by) = start, end
        steps = max(1, ceil(hypot(bx - ax, by - ay) / max(1.0, self._fan.card[0] / 6)))
        points = (
            (ax + (bx - ax) * k / steps, ay + (by - ay) * k / steps) for k in range(steps + 1)
        )
        return {index for point in points if (index := self.index_at(*point)) is not None}


class _Stroke:
    """One finger on its way across the hand."""

    __slots__ = ("carries", "first", "last", "seen", "select", "since", "start")

    def __init__(self, start: tuple[float, float], select: bool, first: int, since: float) -> None:
        self.start = self.last = start
        self.select, self.first, self.since = select, first, since
        self.seen = {first}
        self.carries = False
