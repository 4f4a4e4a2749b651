"""Whatever widgets stand in a window and whatever becomes of them, what is drawn of it is what Kivy
would draw, and nothing is left that wants to be drawn.
"""

from dataclasses import dataclass, field, replace
from typing import Any, Final

import pytest
from glass import Glass, looks_as_kivy_draws_it
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from kivy.graphics import Color, InstructionGroup, Rectangle
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from table_firmware.rules.cards import Seat, cards
from tests.examples import about
from ui_kiosk import theme
from ui_kiosk.pieces import Pieces
from ui_kiosk.regions import Region
from ui_kiosk.theme import Area, Colour
from ui_kiosk.widgets.card_row import CardRow
from ui_kiosk.widgets.fan import CardFace
from ui_kiosk.widgets.hand import HandView
from ui_kiosk.widgets.pane import Pane
from ui_kiosk.widgets.words import Plate, Words

SIDE: Final = 400
"""Pixels: in a smaller window all is soon drawn at once."""
FILLS: Final = (theme.PANEL, theme.GOLD, theme.FELT_LIGHT, theme.SHADE, theme.CLEAR)
TEXTS: Final = ("", "出牌", "12 张", "Pass")

AREAS = st.builds(
    Area,
    st.integers(-20, SIDE),
    st.integers(-20, SIDE),
    st.integers(0, SIDE),
    st.integers(0, SIDE),
)
SHADES = st.sampled_from(FILLS)
MANY = st.integers(0, 40)
STONES = st.lists(st.tuples(st.integers(0, 13), SHADES), max_size=12)
HANDS = st.lists(
    st.builds(CardFace, st.sampled_from(cards("BJ H7 S7 DA CA HK SQ D9")), selected=st.booleans()),
    min_size=5,
    max_size=18,
).map(tuple)
FEW = st.lists(st.tuples(st.integers(0, 13), SHADES, MANY), max_size=2)
SOME = st.sets(st.integers(0, 12), max_size=3)
ROOMS = st.sampled_from((Area(5, 5, 380, 130), Area(-60, 240, 380, 130)))
STEPS = st.one_of(
    st.tuples(st.just("group"), MANY),
    st.tuples(st.just("plate"), MANY, AREAS, SHADES, SHADES, st.integers(0, 30)),
    st.tuples(st.just("words"), MANY, AREAS, st.sampled_from(TEXTS)),
    st.tuples(st.just("move"), MANY, AREAS),
    st.tuples(st.just("own"), MANY, AREAS, SHADES),
    st.tuples(st.just("fade"), MANY, st.sampled_from((0.0, 0.5, 1.0))),
    st.tuples(st.just("remove"), MANY),
    st.tuples(st.just("turn"), st.sampled_from((0, 90, 180, 270)), st.integers(-9, 9)),
    st.tuples(st.just("other root")),
)
PUT = st.one_of(
    st.tuples(st.just("stones"), MANY, STONES),
    st.tuples(st.just("hand"), MANY, ROOMS, HANDS, st.booleans()),
)
IN_PIECES = st.one_of(
    *(st.tuples(st.just("lay"), MANY, SOME, FEW, st.none()) for _ in range(3)),
    st.tuples(st.just("lay"), MANY, SOME, FEW, st.tuples(AREAS, SHADES)),
    *(st.tuples(st.sampled_from(("play", "choose")), MANY, SOME) for _ in range(4)),
    st.tuples(st.just("deal"), MANY, HANDS),
    st.tuples(st.just("close"), MANY),
    PUT,
    STEPS,
)


class Group(Widget):  # type: ignore[misc]
    """A widget that draws something itself below or above the widgets in it, now and then."""

    extent = (-SIDE, -SIDE, 4 * SIDE, 4 * SIDE)

    def draw(self, area: Area, colour: Colour) -> None:
        """Something else, or else nothing."""
        if not hasattr(self, "own"):
            self.own, self.tint, self.shape = InstructionGroup(), Color(), Rectangle()
            self.own.add(self.tint)
            self.own.add(self.shape)
        self.tint.rgba = colour
        self.shape.pos, self.shape.size = (area.x, area.y), (area.w, area.h)
        drawn = self.own in self.canvas.children
        if drawn:
            self.canvas.remove(self.own)
        if not drawn or area.x % 2:
            self.canvas.add(self.own)


class Stones(Group):
    """Squares in two lines, each half over the one before it, beside all that a group is."""

    def __init__(self) -> None:
        super().__init__()
        self.pieces = Pieces()

    def lay(self, stones: list[tuple[int, Colour]]) -> None:
        """Others, or no longer any."""
        self.stones = stones
        if bool(stones) != (self.pieces in self.canvas.children):
            (self.canvas.add if stones else self.canvas.remove)(self.pieces)
        places = [(50.0 * (at % 7), 10.0 + 200 * (at // 7), 80.0, 80.0) for at, _ in stones]
        self.pieces.clear()
        for (_, colour), (x, y, wide, high) in zip(stones, places, strict=True):
            self.pieces.add(Color(*colour))
            self.pieces.add(Rectangle(pos=(x, y), size=(wide, high)))
        colours = [colour for _, colour in stones]
        self.pieces.pieces = tuple(zip(colours, places, strict=True))


CARDS: Final = (HandView, CardRow)
FIT: Final[dict[str, Any]] = {
    "lay": Stones, "deal": CARDS, "play": CARDS, "choose": CARDS, "close": HandView,
    "move": (*CARDS, Plate, Words),
}  # fmt: skip
"""What a step can be taken with, if not with any widget."""


@dataclass
class Stage:
    """What stands in the window. groups: widgets that others may be put into."""

    glass: Glass
    groups: list[Any] = field(default_factory=list)
    things: list[Any] = field(default_factory=list)

    def open(self) -> None:
        """An empty pane in an empty window."""
        ground = Group()
        self.pane = Pane(ground, 300)
        self.region = Region(Seat.E, 0, 0, SIDE, SIDE, 0)
        self.pane.place(self.region)
        self.groups, self.things = [ground], []
        root = FloatLayout()
        root.add_widget(self.pane)
        self.glass.show(root, (SIDE, SIDE))

    def take(self, what: str, *given: Any) -> None:
        """One step."""
        match what, *given:
            case "group", at:
                self._put(at, Group())
            case "plate", at, area, fill, edge, radius:
                plate = Plate(fill, edge, radius)
                plate.place(area)
                self._put(at, plate)
            case "words", at, area, text:
                words = Words()
                words.place(area, 24)
                words.say(text)
                self._put(at, words)
            case "stones", at, stones:
                self._put(at, Stones())
                self.things[-1].lay(stones)
            case "hand", at, area, faces, small:
                widget = (CardRow if small else HandView)(size_hint=(None, None))
                widget.pos, widget.size = (area.x, area.y), (area.w, area.h)
                widget.show(faces)
                self._put(at, widget)
            case "turn", angle, shift:
                self.region = replace(self.region, x=shift, angle=angle)
                self.pane.place(self.region)
            case "own", at, area, colour:
                self.groups[at % len(self.groups)].draw(area, colour)
            case "other root", *_:
                self.open()
            case _, at, *rest if fit := [
                one for one in self.things if isinstance(one, FIT.get(what, Widget))
            ]:
                self._change(what, fit[at % len(fit)], *rest)

    def _put(self, at: int, widget: Any) -> None:
        self.groups[at % len(self.groups)].add_widget(widget)
        self.things.append(widget)
        if isinstance(widget, Group):
            self.groups.append(widget)

    def _change(self, what: str, widget: Any, *given: Any) -> None:
        match what, *given:
            case "move", area if isinstance(widget, CARDS):
                widget.pos = area.x, area.y
            case "move", area:
                widget.place(area, *((24,) if isinstance(widget, Words) else ()))
            case "fade", opacity:
                widget.opacity = opacity
            case "remove", *_:
                if widget.parent is not None:
                    widget.parent.remove_widget(widget)
            case "lay", gone, come, own:
                self._lay(widget, gone, come)
                if own is not None:
                    widget.draw(*own)
            case _:
                self._deal(what, widget, *given)

    def _lay(self, widget: Any, gone: set[int], come: list[tuple[int, Colour, int]]) -> None:
        stones = [stone for at, stone in enumerate(widget.stones) if at not in gone]
        for place, colour, at in come:
            stones.insert(at % (len(stones) + 1), (place, colour))
        widget.lay(stones)

    def _deal(self, what: str, widget: Any, *given: Any) -> None:
        faces = widget._faces
        match what, *given:
            case "deal", dealt:
                widget.show(dealt)
            case "play", gone:
                widget.show([face for at, face in enumerate(faces) if at not in gone])
            case "choose", turned:
                widget.show(
                    replace(face, selected=face.selected != (at in turned))
                    for at, face in enumerate(faces)
                )
            case "close", *_:
                widget._lay_out()


@pytest.mark.slow
@given(st.lists(STEPS, max_size=25))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_what_is_drawn_is_what_kivy_would_draw(glass: Glass, steps: list[tuple[Any, ...]]) -> None:
    look_on(glass, steps)


@pytest.mark.slow
@given(st.lists(PUT, min_size=1, max_size=3), st.lists(IN_PIECES, min_size=10, max_size=25))
@settings(max_examples=about(10), suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_what_is_drawn_in_pieces_is_what_kivy_would_draw(
    glass: Glass, put: list[tuple[Any, ...]], steps: list[tuple[Any, ...]]
) -> None:
    look_on(glass, [*put, *steps])


def look_on(glass: Glass, steps: list[tuple[Any, ...]]) -> None:
    stage = Stage(glass)
    stage.open()
    for step in steps:
        stage.take(*step)
        glass.settle()
        assert not glass.window.canvas.needs_redraw, step
        assert looks_as_kivy_draws_it(glass), step
