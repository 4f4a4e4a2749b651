"""Only what has changed is drawn again, and nobody can tell by the picture."""

from dataclasses import replace
from itertools import count, cycle

import pytest
from glass import Glass
from hypothesis import given
from hypothesis import strategies as st
from kivy.graphics.opengl import GL_RGBA, GL_UNSIGNED_BYTE, glFinish, glReadPixels
from kivy.uix.floatlayout import FloatLayout
from PIL import Image, ImageChops
from scenes import SCENES

from table_firmware.rules.cards import Seat
from ui_kiosk.damage import Box, lacking, passes
from ui_kiosk.driver import buffer_age
from ui_kiosk.regions import regions
from ui_kiosk.screens.seat import SeatScreen
from ui_kiosk.widgets.pane import Pane

WIDE, HIGH = 800, 480
NUMBERS = count(1)


def pixels(glass: Glass) -> Image.Image:
    """What the window shows."""
    glFinish()
    size = tuple(glass.window.size)
    read = glReadPixels(0, 0, *size, GL_RGBA, GL_UNSIGNED_BYTE)
    return Image.frombytes("RGBA", size, bytes(read)).convert("RGB")


def looks_as_drawn_at_once(glass: Glass) -> bool:
    parts = pixels(glass)
    glass.window.dispatch("on_draw")  # the same moment: nothing is damaged, so all of it
    return ImageChops.difference(parts, pixels(glass)).getbbox() is None


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
def test_every_screen_after_another_looks_as_if_drawn_at_once(glass: Glass) -> None:
    screen = one_seat(glass)
    for name, view in SCENES.items():
        screen.show(replace(view, number=next(NUMBERS)))
        glass.frame()
        glass.frame()
        assert looks_as_drawn_at_once(glass), name


@pytest.mark.slow
@pytest.mark.parametrize("language", ["zh", "en"])
def test_panels_cards_and_settings_look_as_if_drawn_at_once(glass: Glass, language: str) -> None:
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
        assert looks_as_drawn_at_once(glass), act
        screen.toggle((0, 3, 5))
        glass.frame()
        assert looks_as_drawn_at_once(glass), f"cards after {act}"


@pytest.mark.slow
def test_four_turned_panes_look_as_if_drawn_at_once(glass: Glass) -> None:
    screens = seats(glass, tuple(Seat), (1280, 800))
    for screen, name in zip(cycle(screens), ("play-follow", "draw", "exchange") * 4, strict=False):
        screen.show(replace(SCENES[name], number=next(NUMBERS)))
        glass.frame()
        assert looks_as_drawn_at_once(glass), name


def test_a_second_that_passes_is_all_that_is_drawn(glass: Glass) -> None:
    screen = one_seat(glass)
    screen.show(replace(SCENES["play-wait"], number=next(NUMBERS)))
    glass.settle()
    shown = screen.screen
    assert shown is not None
    clock = shown.clock
    clock._draw()
    found = glass.window.painter._damage.boxes(glass.window.children)
    around = [box for box in found if box.area]
    assert around
    assert all(box.area <= (clock.width + 10) * (clock.height + 10) for box in around)


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
    assert all(box == box.within(WIDE, HIGH) for box in found)
    for box in (box.within(WIDE, HIGH) for box in boxes):
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
