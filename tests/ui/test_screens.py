"""Every screen, in both languages, at every size it must work at."""

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from glass import Glass, contact_sheet
from kivy.uix.widget import Widget
from scenes import ACTS, REFUSED, SCENES

from table_firmware.wire.messages import View
from ui_kiosk.presenter import NOTICE_ON
from ui_kiosk.screens.seat import SeatScreen
from ui_kiosk.text import text
from ui_kiosk.widgets.button import TouchButton
from ui_kiosk.widgets.words import Words

SIZES = {
    "1280x800": (1280, 800),
    "1024x600": (1024, 600),
    "960x540": (960, 540),
    "1080x480": (1080, 480),
}
LEAST_TOUCH = {1280: 69, 1024: 55, 960: 44, 1080: 44}
"""12 mm in pixels by width: 10-inch panels, and the panes of a 24-inch table top."""
LEAST_LETTERS = 0.26
"""The smallest letters as a part of the smallest button: 3 mm."""


def visible(widget: Widget) -> Iterator[Any]:
    if widget.opacity:
        yield widget
        for child in widget.children:
            yield from visible(child)


def problems(screen: SeatScreen, language: str) -> Iterator[str]:
    for widget in visible(screen):
        if isinstance(widget, Words) and not widget.fits():
            yield f"overflows: {widget.text}"
        if (
            isinstance(widget, Words)
            and widget.text
            and widget.font_size < LEAST_LETTERS * LEAST_TOUCH[screen.width]
        ):
            yield f"too small ({widget.font_size:.0f}): {widget.text}"
        if (
            isinstance(widget, Words)
            and language == "en"
            and widget.text != text("en", "language.other")
        ):
            yield from (f"Chinese: {widget.text}" for c in widget.text if "\u4e00" <= c <= "\u9fff")
        if isinstance(widget, TouchButton):
            yield from button_problems(screen, widget)


def button_problems(screen: SeatScreen, button: TouchButton) -> Iterator[str]:
    assert button.model is not None
    if min(button.size) < LEAST_TOUCH[screen.width]:
        yield f"hard to hit {tuple(button.size)}: {button.model.text}"
    inside = button.x >= 0 and button.y >= 0
    if not inside or button.right > screen.width or button.top > screen.height:
        yield f"outside: {button.model.text}"


def show(screen: SeatScreen, name: str) -> None:
    view: View | None = SCENES.get(name)
    if view is None:
        screen.lost("stopping" if name == "lost-stopping" else "")
        return
    screen.lost()
    screen.show(view)
    for act in ACTS.get(name, ()):
        screen.press(act) if isinstance(act, str) else screen.toggle(act)
    if name in REFUSED:
        screen.refused(REFUSED[name])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("size", "language"),
    [
        *product(("1280x800", "1024x600"), ("zh", "en")),
        ("960x540", "en"),
        ("1080x480", "zh"),
        pytest.param("960x540", "zh", marks=pytest.mark.soak),
        pytest.param("1080x480", "en", marks=pytest.mark.soak),
    ],
)
def test_every_screen_is_complete_and_legible(glass: Glass, size: str, language: str) -> None:
    screen = SeatScreen(language=language)
    glass.show(screen, SIZES[size])
    found = []
    names = (*SCENES, "lost", "lost-stopping")
    for name in names:
        show(screen, name)
        glass.settle()
        glass.picture(f"{name}-{language}-{size}")
        found += [f"{name}: {problem}" for problem in problems(screen, language)]
        if name in NOTICE_ON:
            texts = [widget.text for widget in visible(screen) if isinstance(widget, Words)]
            assert text(language, "notice") in texts
    contact_sheet(f"contact-{language}-{size}", [f"{name}-{language}-{size}" for name in names])
    assert not found, "\n".join(found)
