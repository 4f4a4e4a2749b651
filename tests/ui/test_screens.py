"""Every screen, in both languages, at every size it must work at."""

from pathlib import Path
from typing import Any

import pytest
from glass import Glass
from kivy.uix.widget import Widget
from scenes import SCENES

from ui_kiosk.screens.seat import SeatScreen

SIZES = {"1280x800": (1280, 800), "1024x600": (1024, 600), "960x540": (960, 540)}


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", SCENES)
def test_every_screen_is_complete_and_legible(
    glass: Glass, name: str, size: str, language: str
) -> None:
    screen = SeatScreen(language=language)
    glass.show(screen, SIZES[size])
    screen.show(SCENES[name])
    glass.settle()
    assert glass.picture(f"{name}-{language}-{size}").exists()
