"""Every screen, in both languages, at every size it must work at."""

import gc
import os
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from glass import PICTURES, Glass, contact_sheet, keep, shown
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget
from PIL import Image
from references import Box, changed, differs, renew, thumbnail
from scenes import ACTS, REFUSED, SCENES
from touching import touching

from table_firmware.wire.messages import View
from ui_kiosk.prefs import Prefs
from ui_kiosk.presenter import NOTICE_ON
from ui_kiosk.screens.seat import SeatScreen
from ui_kiosk.text import text
from ui_kiosk.widgets.atlas import _DRAWN
from ui_kiosk.widgets.button import TouchButton
from ui_kiosk.widgets.clock import ClockView
from ui_kiosk.widgets.words import Words

SIZES = {
    "1920x1080": (1920, 1080),
    "1280x800": (1280, 800),
    "1024x600": (1024, 600),
    "960x540": (960, 540),
    "1080x480": (1080, 480),
}
WHOLE = [("1280x800", "zh"), ("1280x800", "en")]
"""In which all screens are looked at; in the others the main ones, and all in the long runs."""
OTHERS = [(size, language) for size in SIZES for language in ("zh", "en") if size != "1280x800"]
ENDURING = (("960x540", "zh"), ("1080x480", "en"))
"""Panes of a table top, which are looked at in the long runs only."""
ALL = (*SCENES, "first", "lost", "lost-stopping")
MAIN = (
    *(
        "lobby",
        "lobby-seated",
        "digits",
        "draw",
        "exchange",
        "show",
        "play-follow",
        "play-readings",
    ),
    *("play-refused", "play-played", "hand-result", "match-result-singles", "receipt", "fault"),
    *("settings", "help-types", "call-asked", "play-wait-large", "pz-chi-choice", "pz-result"),
)
LEAST_TOUCH = {1920: 103, 1280: 69, 1024: 55, 960: 44, 1080: 44}
"""12 mm in pixels by width: 10-inch panels, and the panes of a 24-inch table top."""
LEAST_LETTERS = 0.26
"""The smallest letters as a part of the smallest button: 3 mm."""


def visible(widget: Widget) -> Iterator[Any]:
    if widget.opacity:
        yield widget
        for child in widget.children:
            yield from visible(child)


def problems(screen: SeatScreen, language: str) -> Iterator[str]:
    yield from touching(screen)
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
    screen.local = replace(screen.local, prefs=Prefs(), met=name != "first")
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
    [*WHOLE, *(pytest.param(*each, marks=pytest.mark.soak) for each in OTHERS)],
)
def test_every_screen_is_complete_and_legible(glass: Glass, size: str, language: str) -> None:
    thumbs = looked_at(glass, size, language, ALL)
    contact_sheet(f"contact-{language}-{size}", [f"{name}-{language}-{size}" for name in ALL])
    if os.environ.get("RENEW_PICTURES"):
        renew(f"{language}-{size}", thumbs)
    told = changed(f"{language}-{size}", thumbs)
    assert not told, f"{told} look otherwise: see {PICTURES}; if it is meant, `make pictures`"


@pytest.mark.slow
@pytest.mark.parametrize(("size", "language"), [each for each in OTHERS if each not in ENDURING])
def test_the_main_screens_are_complete_and_legible(glass: Glass, size: str, language: str) -> None:
    thumbs = looked_at(glass, size, language, MAIN)
    contact_sheet(f"contact-main-{language}-{size}", [f"{name}-{language}-{size}" for name in MAIN])
    if not os.environ.get("RENEW_PICTURES"):
        told = changed(f"{language}-{size}", thumbs, whole=False)
        assert not told, f"{told} look otherwise: see {PICTURES}; if it is meant, `make pictures`"


def looked_at(
    glass: Glass, size: str, language: str, names: Iterable[str]
) -> dict[str, Image.Image]:
    """The pictures of these screens, of which each is kept and without a fault."""
    root = FloatLayout()
    glass.show(root, SIZES[size])
    found = []
    thumbs = {}
    for name in names:
        screen = fresh(glass, root, language)
        show(screen, name)
        glass.lay_out()
        picture = shown(screen)
        keep(picture, f"{name}-{language}-{size}")
        thumbs[name] = thumbnail(picture, clocks(screen))
        found += [f"{name}: {problem}" for problem in problems(screen, language)]
        if name in NOTICE_ON:
            texts = [widget.text for widget in visible(screen) if isinstance(widget, Words)]
            assert text(language, "notice") in texts
        del screen
    assert not found, "\n".join(found)
    return thumbs


def fresh(glass: Glass, root: FloatLayout, language: str) -> SeatScreen:
    """A new screen in the place of the old one. Cards are cut from whatever sheet is there, and
    none shall be of other screens: who has left one leaves nothing going that keeps it."""
    put_away(root)
    gc.collect()
    assert not dict(_DRAWN)
    screen = SeatScreen(language=language)
    root.add_widget(screen)
    glass.lay_out()
    return screen


def put_away(root: FloatLayout) -> None:
    """By itself, so that nothing here keeps a screen either."""
    for screen in root.children:
        screen.lost()
    root.clear_widgets()


def clocks(screen: SeatScreen) -> list[Box]:
    """Where seconds run, in pixels from the upper left."""
    views = [each for each in visible(screen) if isinstance(each, ClockView)]
    return [(v.x, screen.height - v.top, v.right, screen.height - v.y) for v in views]


@pytest.mark.slow
def test_a_changed_word_a_moved_button_and_another_colour_are_noticed(glass: Glass) -> None:
    screen = SeatScreen()
    glass.show(screen)

    def thumb(name: str, *acts: str) -> Image.Image:
        show(screen, name)
        for act in acts:
            screen.press(act)
        return thumbnail(glass.seen(), clocks(screen))

    plain = thumb("play-follow")
    assert not differs(plain, thumb("play-follow"))
    for act in ("set:left_handed=1", "set:four_colours=1", "language", "call", "sort"):
        assert differs(plain, thumb("play-follow", act)), act
