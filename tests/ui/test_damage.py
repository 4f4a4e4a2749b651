"""Only what has changed is drawn again, and nobody can tell by the picture."""

from dataclasses import replace

import pytest
from glass import Glass
from hypothesis import given
from hypothesis import strategies as st
from kivy.graphics.opengl import GL_RGBA, GL_UNSIGNED_BYTE, glFinish, glReadPixels
from PIL import Image, ImageChops
from scenes import SCENES

from table_firmware.rules.cards import Seat
from ui_kiosk.damage import PASS, Box, Painter, passes
from ui_kiosk.driver import buffer_age
from ui_kiosk.regions import regions
from ui_kiosk.screens.seat import SeatScreen
from ui_kiosk.widgets.pane import Pane

WIDE, HIGH = 1280, 800


def pixels(glass: Glass) -> Image.Image:
    """What the window shows."""
    glFinish()
    size = tuple(glass.window.size)
    read = glReadPixels(0, 0, *size, GL_RGBA, GL_UNSIGNED_BYTE)
    return Image.frombytes("RGBA", size, bytes(read)).convert("RGB")


def drawn_whole(glass: Glass) -> Image.Image:
    """The same picture without any time between."""
    glass.window.dispatch("on_draw")
    return pixels(glass)


def same(glass: Glass) -> bool:
    """Whether the picture that was put together is the one that is drawn at once."""
    parts = pixels(glass)
    whole = drawn_whole(glass); d = ImageChops.difference(parts, whole)
    if d.getbbox(): print(d.getbbox()); parts.transpose(1).save("/tmp/parts.png"); whole.transpose(1).save("/tmp/whole.png")
    return ImageChops.difference(parts, whole).getbbox() is None


def seat(glass: Glass, size: tuple[int, int] = (WIDE, HIGH)) -> SeatScreen:
    screen = SeatScreen()
    pane = Pane(screen, 300)
    pane.place(regions((Seat.E,), *size, False)[0])
    glass.show(pane, size)
    return screen


def test_a_window_without_a_display_keeps_its_picture(glass: Glass) -> None:
    seat(glass)
    assert buffer_age() == 1


@pytest.mark.slow
def test_every_screen_after_every_other_looks_as_if_drawn_at_once(glass: Glass) -> None:
    screen = seat(glass)
    for number, view in enumerate(SCENES.values()):
        screen.show(replace(view, number=number))
        for _ in range(3):
            glass.frame()
        assert same(glass), list(SCENES)[number]
