"""No text runs out of its row, breaks a word in its middle or touches the frame around it: on every
screen, in both languages, in usual and large type, in a window of its own and a pane of a demo."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from glass import Glass
from kivy.uix.widget import Widget
from scenes import ACTS, REFUSED, SCENES

from ui_kiosk.local import Local
from ui_kiosk.prefs import Prefs
from ui_kiosk.screens.seat import SeatScreen
from ui_kiosk.widgets.words import Plate, Words, whole

LEAST_GAP = 3
"""Units between a text and the frame on either side of it."""


def in_order(widget: Widget) -> Iterator[Widget]:
    """What can be seen, as it is drawn: what comes later lies over it."""
    if widget.opacity:
        yield widget
        for child in reversed(widget.children):
            yield from in_order(child)


def faults(screen: SeatScreen) -> Iterator[str]:
    unit = min(screen.width / 1280, screen.height / 720)
    plates = list[Plate]()
    for each in in_order(screen):
        if isinstance(each, Plate) and any(part.seen for part in each._parts):
            plates.append(each)
        if not isinstance(each, Words) or not each.text or not each._drawn:
            continue
        if not whole(each.text, each.font_size, each._bold, each._lines()):
            yield f"broken ({each.font_size}): {each.text!r}"
        elif not each.fits():
            yield f"runs out ({each.font_size} {each.extent[2:]} {each._at[2:]}): {each.text!r}"
        x, y, wide, high = each.extent
        below = (p for p in reversed(plates) if p.collide_point(x + wide / 2, y + high / 2))
        plate = next(below, None)
        gap = min(x - plate.x, plate.right - x - wide) if plate else 99
        if gap < LEAST_GAP * unit:
            yield f"touches its frame ({gap:.1f}): {each.text!r}"


@pytest.mark.slow
@pytest.mark.parametrize("size", [(640, 400), (1280, 800)])
@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("language", ["zh", "en"])
def test_no_text_is_broken_runs_out_or_touches_its_frame(
    glass: Glass, language: str, large: bool, size: tuple[int, int]
) -> None:
    screen = SeatScreen(language=language)
    glass.show(screen, size)
    found = []
    for name, view in SCENES.items():
        screen.lost()
        screen.local = replace(Local(language), prefs=Prefs(large=large))
        screen.show(view)
        for act in ACTS.get(name, ()):
            screen.press(act) if isinstance(act, str) else screen.toggle(act)
        if name in REFUSED:
            screen.refused(REFUSED[name])
        glass.lay_out()
        found += [f"{name}: {each}" for each in faults(screen)]
    assert not found, "\n".join(found)
