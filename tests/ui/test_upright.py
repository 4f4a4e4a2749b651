"""A screen that stands upright is refused with a reason."""

from dataclasses import replace

import pytest
from glass import Glass
from scenes import SCENES
from test_screens import visible

from table_firmware.rules.cards import Seat
from ui_kiosk import faults
from ui_kiosk.regions import regions
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


@pytest.mark.parametrize("size", [(800, 1280), (768, 1024), (600, 1024)], ids=str)
def test_no_pane_of_an_upright_table_top_shows_a_hand(glass: Glass, size: tuple[int, int]) -> None:
    for region in regions(tuple(Seat), *size):
        screen = SeatScreen()
        wide, high = region.inner
        glass.show(screen, (round(wide), round(high)))
        screen.show(SCENES["play-follow"])
        glass.settle()
        assert screen.model is not None
        assert screen.model.name == "upright", region


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080), (1024, 600), (1024, 768)], ids=str)
def test_every_pane_of_a_wide_table_top_does(glass: Glass, size: tuple[int, int]) -> None:
    for region in regions(tuple(Seat), *size):
        screen = SeatScreen()
        wide, high = region.inner
        glass.show(screen, (round(wide), round(high)))
        screen.show(SCENES["play-follow"])
        glass.settle()
        assert screen.model is not None
        assert screen.model.name == "round", region
