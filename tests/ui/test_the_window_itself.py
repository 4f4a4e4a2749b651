"""A picture that is taken of a screen is drawn apart from the window, and a renderer may fail in
one of them only: the window itself is read here. Whoever looks at the pictures sees what players
see, to the edges of the letters."""

import pytest
from glass import Glass, pixels, shown
from PIL import ImageChops, ImageDraw
from scenes import SCENES
from test_screens import clocks, show

from ui_kiosk.screens.seat import SeatScreen

ROUNDING = 6
"""By so much a colour may differ, of 255."""


def pictures_are_alike(glass: Glass, screen: SeatScreen, name: str) -> bool:
    """Whether the picture of a screen is that of the window, but for the seconds."""
    show(screen, name)
    glass.settle()
    glass.window.canvas.ask_update()
    glass.window.dispatch("on_draw")
    differing = ImageChops.difference(pixels(glass), shown(screen))
    pencil = ImageDraw.Draw(differing)
    for box in clocks(screen):
        pencil.rectangle(box, fill=0)
    return differing.point(lambda value: 255 * (value > ROUNDING)).getbbox() is None


@pytest.mark.parametrize("name", ["draw", "fault", "lost", "play-follow"])
def test_large_letters_panels_and_cards_come_whole_to_the_window(glass: Glass, name: str) -> None:
    screen = SeatScreen()
    glass.show(screen)
    assert pictures_are_alike(glass, screen, name)


@pytest.mark.slow
def test_a_picture_of_any_screen_is_what_its_window_shows(glass: Glass) -> None:
    screen = SeatScreen()
    glass.show(screen, (800, 480))
    assert [name for name in SCENES if not pictures_are_alike(glass, screen, name)] == []
