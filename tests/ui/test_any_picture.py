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

from table_firmware.rules.cards import Seat
from ui_kiosk import theme
from ui_kiosk.regions import Region
from ui_kiosk.theme import Area, Colour
from ui_kiosk.widgets.pane import Pane
from ui_kiosk.widgets.words import Drawn, Plate, Words

SIDE: Final = 160
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
            case "turn", angle, shift:
                self.region = replace(self.region, x=shift, angle=angle)
                self.pane.place(self.region)
            case "own", at, area, colour:
                self.groups[at % len(self.groups)].draw(area, colour)
            case "other root", *_:
                self.open()
            case _, at, *rest if self.things:
                self._change(what, self.things[at % len(self.things)], *rest)

    def _put(self, at: int, widget: Any) -> None:
        self.groups[at % len(self.groups)].add_widget(widget)
        self.things.append(widget)
        if not isinstance(widget, Drawn):
            self.groups.append(widget)

    def _change(self, what: str, widget: Any, *given: Any) -> None:
        match what, *given:
            case "move", area if isinstance(widget, Plate):
                widget.place(area)
            case "move", area if isinstance(widget, Words):
                widget.place(area, 24)
            case "fade", opacity:
                widget.opacity = opacity
            case "remove", *_ if widget.parent is not None:
                widget.parent.remove_widget(widget)


@pytest.mark.slow
@given(st.lists(STEPS, max_size=25))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_what_is_drawn_is_what_kivy_would_draw(glass: Glass, steps: list[tuple[Any, ...]]) -> None:
    stage = Stage(glass)
    stage.open()
    for step in steps:
        stage.take(*step)
        glass.settle()
        assert not glass.window.canvas.needs_redraw, step
        assert looks_as_kivy_draws_it(glass), step
