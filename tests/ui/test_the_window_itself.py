"""A picture that is taken of a screen is drawn apart from the window, and a renderer may fail in
one of them only: the window itself is read here."""

import pytest
from glass import Glass, on_felt, shown
from kivy.graphics.opengl import GL_RGBA, GL_UNSIGNED_BYTE, glReadPixels
from PIL import Image, ImageChops, ImageFilter
from test_screens import show

from ui_kiosk.screens.seat import SeatScreen

ROUNDING = 6
"""By so much a colour may differ, of 255."""
EDGE = 5
"""Round edges are blended otherwise: what differs is seen where so many pixels on end do."""


def window_pixels(glass: Glass) -> Image.Image:
    """What stands on the display: read before it is put there, while it can be."""
    glass.window.canvas.ask_update()
    glass.window.dispatch("on_draw")
    size = tuple(glass.window.size)
    pixels = glReadPixels(0, 0, *size, GL_RGBA, GL_UNSIGNED_BYTE)
    upright = Image.frombytes("RGBA", size, bytes(pixels)).transpose(
        Image.Transpose.FLIP_TOP_BOTTOM
    )
    upright.putalpha(255)
    return on_felt(upright)


@pytest.mark.parametrize("name", ["draw", "fault", "lost", "play-follow"])
def test_large_letters_panels_and_cards_come_whole_to_the_window(glass: Glass, name: str) -> None:
    screen = SeatScreen()
    glass.show(screen)
    show(screen, name)
    glass.settle()
    differing = ImageChops.difference(window_pixels(glass), shown(screen)).convert("L")
    beyond = differing.point(lambda value: 255 * (value > ROUNDING))
    assert beyond.filter(ImageFilter.MinFilter(EDGE)).getbbox() is None
