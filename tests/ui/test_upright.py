"""A screen that stands upright is refused with a reason."""

from dataclasses import replace

import pytest
from glass import Glass
from scenes import SCENES
from test_screens import visible

from ui_kiosk import faults
from ui_kiosk.screens.seat import SeatScreen
from ui_kiosk.text import text
from ui_kiosk.widgets.words import Words


def reads(screen: SeatScreen) -> set[str]:
    return {widget.text for widget in visible(screen) if isinstance(widget, Words)}


@pytest.mark.slow
@pytest.mark.parametrize("language", ["zh", "en"])
def test_an_upright_screen_says_why_it_shows_nothing_else(glass: Glass, language: str) -> None:
    screen = SeatScreen(language=language)
    glass.show(screen, (800, 1280))
    screen.show(SCENES["play-follow"])
    glass.settle()
    known = faults.entry(language, "portrait")
    assert known is not None
    assert {known.code, known.text, known.remedy, text(language, "fault.portrait")} <= reads(screen)
    assert all(widget.fits() for widget in visible(screen) if isinstance(widget, Words))
    glass.picture(f"upright-{language}-800x1280")
    glass.window.size = (1280, 800)
    glass.settle()
    assert known.code not in reads(screen)
    screen.show(replace(SCENES["play-follow"], number=8))
    assert text(language, "button.pass") in reads(screen)
