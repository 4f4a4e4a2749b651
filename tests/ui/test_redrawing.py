"""Only what has changed is drawn again, and nobody can tell by the picture."""

from dataclasses import replace
from itertools import count, cycle

import pytest
from glass import Glass, looks_as_kivy_draws_it
from hypothesis import given
from hypothesis import strategies as st
from kivy.graphics import Callback, Color, InstructionGroup, Rectangle
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget
from scenes import SCENES

from table_firmware.rules.cards import Seat
from ui_kiosk.damage import Box, lacking, passes
from ui_kiosk.driver import buffer_age
from ui_kiosk.regions import regions
from ui_kiosk.screens.seat import SeatScreen
from ui_kiosk.widgets.pane import Pane

WIDE, HIGH = 800, 480
SIDE = 160
NUMBERS = count(1)


def one_seat(glass: Glass) -> SeatScreen:
    (screen,) = seats(glass, (Seat.E,), (WIDE, HIGH))
    return screen


def seats(glass: Glass, who: tuple[Seat, ...], size: tuple[int, int]) -> list[SeatScreen]:
    root, screens = FloatLayout(), [SeatScreen() for _ in who]
    for screen, region in zip(screens, regions(who, *size, False), strict=True):
        pane = Pane(screen, 300)
        pane.place(region)
        root.add_widget(pane)
    glass.show(root, size)
    return screens


def test_a_window_without_a_display_keeps_its_picture(glass: Glass) -> None:
    one_seat(glass)
    assert buffer_age() == 1


@pytest.mark.slow
def test_every_screen_after_another_looks_as_kivy_draws_it(glass: Glass) -> None:
    screen = one_seat(glass)
    for name, view in SCENES.items():
        screen.show(replace(view, number=next(NUMBERS)))
        glass.frame()
        glass.frame()
        assert looks_as_kivy_draws_it(glass), name


@pytest.mark.slow
@pytest.mark.parametrize("language", ["zh", "en"])
def test_panels_cards_and_settings_look_as_kivy_draws_them(glass: Glass, language: str) -> None:
    screen = one_seat(glass)
    screen.press(f"set:language={language}")
    plays = cycle(("play-follow", "play-lead", "play-wait", "pz-discard"))
    acts = (
        "panel:settings", "set:contrast=1", "set:large=1", "close", "panel:help-types", "close",
        "panel:played", "close", "hint", "sort", "cover", "cover",
    )  # fmt: skip
    for act in acts:
        screen.show(replace(SCENES[next(plays)], number=next(NUMBERS)))
        glass.frame()
        screen.press(act)
        glass.frame()
        assert looks_as_kivy_draws_it(glass), act
        screen.toggle((0, 3, 5))
        glass.frame()
        assert looks_as_kivy_draws_it(glass), f"cards after {act}"


@pytest.mark.slow
def test_four_turned_panes_look_as_kivy_draws_them(glass: Glass) -> None:
    screens = seats(glass, tuple(Seat), (1280, 800))
    for screen, name in zip(cycle(screens), ("play-follow", "draw", "exchange") * 4, strict=False):
        screen.show(replace(SCENES[name], number=next(NUMBERS)))
        glass.frame()
        assert looks_as_kivy_draws_it(glass), name


def test_a_second_that_passes_is_all_that_is_drawn(glass: Glass) -> None:
    screen = one_seat(glass)
    screen.show(replace(SCENES["play-wait"], number=next(NUMBERS)))
    glass.settle()
    shown = screen.screen
    assert shown is not None
    clock = shown.clock
    clock._since -= 1
    clock._draw()
    found = glass.window.painter._damage.boxes(glass.window.children)
    around = [box for box in found if box.area]
    assert around
    assert all(box.area <= (clock.width + 10) * (clock.height + 10) for box in around)


@pytest.mark.parametrize("name", ["lobby-seated", "hand-result"])
def test_a_second_that_passes_under_a_panel_is_not_seen(glass: Glass, name: str) -> None:
    screen = one_seat(glass)
    screen.show(replace(SCENES[name], number=next(NUMBERS)))
    screen.press("panel:settings")
    glass.settle()
    shown = screen.screen
    assert shown is not None
    shown.clock._ring.circle = (*shown.clock.center, 20, 0, 90)
    glass.frame()
    assert looks_as_kivy_draws_it(glass)


def test_what_a_widget_draws_itself_may_come_and_go_beside_widgets_in_it(glass: Glass) -> None:
    root, group, below = FloatLayout(), InstructionGroup(), Widget(size_hint=(None, None))
    root.add_widget(below)
    glass.show(root, (SIDE, SIDE))
    group.add(Color(1, 0, 0, 1))
    group.add(Rectangle(pos=(10, 10), size=(50, 50)))
    for change in (root.canvas.add, root.canvas.remove):
        change(group)
        glass.frame()
        assert looks_as_kivy_draws_it(glass)


def test_after_a_picture_that_failed_the_next_ones_are_drawn(glass: Glass) -> None:
    root = FloatLayout()
    glass.show(root, (SIDE, SIDE))
    fails = Callback(_fail)
    root.canvas.add(fails)
    kept = glass.window.render_context.children[:]
    with pytest.raises(ZeroDivisionError):
        glass.window.painter.paint(glass.window)
    assert glass.window.render_context.children == kept
    root.canvas.remove(fails)
    root.canvas.add(Rectangle(size=(20, 20)))
    glass.frame()
    assert looks_as_kivy_draws_it(glass)


def _fail(_: object) -> None:
    raise ZeroDivisionError


# ------------------------------------------------------------------ boxes

EDGES = st.integers(-50, 900)
BOXES = st.builds(
    lambda x, y, wide, high: Box(x, y, x + wide, y + high), EDGES, EDGES, EDGES, EDGES
)


@given(st.lists(BOXES, max_size=30))
def test_every_damaged_pixel_is_drawn_and_none_outside_the_window(boxes: list[Box]) -> None:
    found = passes(boxes, WIDE, HIGH)
    if found is None:
        return  # everything is drawn
    assert all(box == box & Box(0, 0, WIDE, HIGH) for box in found)
    for box in (box & Box(0, 0, WIDE, HIGH) for box in boxes):
        assert not box.area or any(box | drawn == drawn for drawn in found)


def test_far_apart_two_small_parts_are_drawn_by_themselves_and_near_by_together() -> None:
    one, near, far = Box(0, 0, 20, 20), Box(30, 0, 50, 20), Box(1180, 700, 1280, 800)
    assert passes([one, near], 1280, 800) == [Box(0, 0, 50, 20)]
    assert passes([one, far], 1280, 800) == [one, far]
    assert passes([Box(0, 0, 1280, 800)], 1280, 800) is None


@given(st.lists(st.lists(BOXES, max_size=3), max_size=4), st.integers(-1, 6))
def test_a_buffer_lacks_what_has_changed_since_it_was_drawn(
    recent: list[list[Box]], age: int
) -> None:
    found = lacking(recent, age)
    if 0 < age <= len(recent):
        assert found == [box for boxes in recent[:age] for box in boxes]
    else:
        assert found is None
