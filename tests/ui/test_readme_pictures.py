"""The pictures of the two READMEs show the screens as they are; `make pictures` renews them."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import pytest
from chinpok_views import playing
from glass import Glass, keep
from kivy.uix.floatlayout import FloatLayout
from PIL import Image
from played_hands import CHINPOK, all_after
from references import Box, differs, thumbnail
from test_screens import show, visible

from table_firmware.rules.cards import Seat
from table_firmware.wire.messages import Place
from ui_kiosk.regions import regions
from ui_kiosk.screens.seat import SeatScreen
from ui_kiosk.widgets.clock import ClockView
from ui_kiosk.widgets.pane import Pane

FOLDER: Final = Path(__file__).resolve().parents[2] / "docs" / "pictures"
TABLE: Final = (1920, 1080)
SEAT: Final = (1280, 800)
PART: Final = 2 / 3
"""So large as it was drawn is the picture of the table."""
MOVES: Final = 15
PLACES: Final = tuple(Place("guest", name, linked=True) for name in "ADCB")
SHADES: Final = 256


def table(glass: Glass) -> Image.Image:
    """Four seats in one window, in the middle of a hand; two of them in English."""
    root = FloatLayout()
    glass.show(root, TABLE)
    for hand, region in zip(all_after(CHINPOK, MOVES), regions(tuple(Seat), *TABLE), strict=True):
        screen = SeatScreen(language="zh" if region.seat in (Seat.W, Seat.S) else "en")
        pane = Pane(screen, 0)
        pane.place(region)
        root.add_widget(pane)
        glass.lay_out()
        screen.show(playing(hand, seat=hand.seat, trump=hand.trump, places=PLACES))
    size = round(TABLE[0] * PART), round(TABLE[1] * PART)
    return glass.seen().resize(size, Image.Resampling.LANCZOS)


def seat(glass: Glass) -> Image.Image:
    """One seat's screen, with cards selected."""
    screen = SeatScreen()
    glass.show(screen, SEAT)
    show(screen, "play-selected")
    return glass.seen()


def running(glass: Glass, part: float) -> Iterator[Box]:
    """Where seconds run, in pixels of a picture from the upper left."""
    for clock in visible(glass.root):
        if isinstance(clock, ClockView):
            across, up = zip(
                clock.to_window(clock.x, clock.y),
                clock.to_window(clock.right, clock.top),
                strict=True,
            )
            high = glass.window.height
            left, top, right, low = min(across), high - max(up), max(across), high - min(up)
            yield left * part, top * part, right * part, low * part


@pytest.mark.slow
@pytest.mark.parametrize("drawn", [table, seat])
def test_the_pictures_of_the_readmes_are_those_of_the_screens(
    glass: Glass, drawn: Callable[[Glass], Image.Image]
) -> None:
    name = drawn.__name__
    picture, kept = drawn(glass), FOLDER / f"{name}.png"
    unseen = list(running(glass, picture.width / glass.window.width))
    keep(picture, f"readme-{name}")
    if os.environ.get("RENEW_PICTURES"):
        picture.quantize(SHADES).save(kept, optimize=True)
    with Image.open(kept) as found:
        same = not differs(thumbnail(found, unseen), thumbnail(picture, unseen))
    assert same, f"docs/pictures/{name}.png is another: `make pictures` renews it"
