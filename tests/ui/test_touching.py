"""No text of any screen touches another one or a button, however small the screen is."""

import pytest
from glass import Glass
from kivy.uix.floatlayout import FloatLayout
from test_frames import faults
from test_screens import ALL, SIZES, show
from touching import touching

from ui_kiosk.model_parts import Button
from ui_kiosk.screens.seat import SeatScreen
from ui_kiosk.text import LANGUAGES
from ui_kiosk.theme import PANEL, Area
from ui_kiosk.widgets.button import TouchButton
from ui_kiosk.widgets.words import Plate, Words

SIDE = (800, 320)
"""A pane at the side of four on one 10-inch display; the middle ones are less low."""
SLOW = [
    *((SIDE, language, large, "0") for language in LANGUAGES for large in ("0", "1")),
    ((640, 400), "en", "1", "1"),
]
ENDURING = [
    pytest.param(size, language, large, left, marks=pytest.mark.soak)
    for size in ((640, 400), *SIZES.values())
    for language in LANGUAGES
    for large in ("0", "1")
    for left in ("0", "1")
]


@pytest.mark.slow
@pytest.mark.parametrize(("size", "language", "large", "left"), [*SLOW, *ENDURING])
def test_no_text_touches_a_text_or_a_button_and_no_word_is_broken(
    glass: Glass, size: tuple[int, int], language: str, large: str, left: str
) -> None:
    screen = SeatScreen(language=language)
    glass.show(screen, size)
    found = []
    for name in ALL:
        show(screen, name)
        for setting in (f"large={large}", f"left_handed={left}"):
            screen.press(f"set:{setting}")
        glass.lay_out()
        broken = (each for each in faults(screen) if each.startswith("broken"))
        found += [f"{name}: {problem}" for problem in (*touching(screen), *broken)]
    assert not found, "\n".join(found)


def test_a_text_that_has_no_room_to_be_drawn_in_is_noticed(glass: Glass) -> None:
    root = FloatLayout()
    glass.show(root, (400, 200))
    root.add_widget(text(Area(40, 40, 0, 40)))
    assert list(touching(root)) == ["said where there is no room: '出牌 出牌'"]


TEXT = Area(40, 40, 120, 40)
"""Of which the ink fills most."""
HIGH = 34


@pytest.mark.parametrize(
    ("over", "told"),
    [
        ((), []),
        ((Area(200, 40, 120, 40),), []),
        ((Area(100, 40, 120, 40),), ["'出牌 出牌' at '出牌 出牌'"]),
        ((Area(40, 30, 120, 40),), ["'出牌 出牌' at '出牌 出牌'"]),
    ],
)
def test_a_text_at_a_text_is_noticed(glass: Glass, over: tuple[Area, ...], told: list[str]) -> None:
    root = FloatLayout()
    glass.show(root, (400, 200))
    for area in (TEXT, *over):
        root.add_widget(text(area))
    assert list(touching(root)) == told


@pytest.mark.parametrize("below", [True, False])
def test_a_text_at_a_button_is_noticed_whichever_is_drawn_first(glass: Glass, below: bool) -> None:
    root = FloatLayout()
    glass.show(root, (400, 200))
    button = TouchButton(lambda _: None)
    button.place(Area(100, 40, 120, 60), 24)
    button.show(Button("pass", "不出"))
    for part in (button, text(TEXT))[:: 1 if below else -1]:
        root.add_widget(part)
    assert "'出牌 出牌' at the button '不出'" in set(touching(root))


@pytest.mark.parametrize(
    ("area", "told"),
    [
        (Area(30, 30, 140, 60), []),
        (Area(60, 30, 140, 60), ["half covered: '出牌 出牌'"]),
    ],
)
def test_a_text_that_is_half_covered_is_noticed(glass: Glass, area: Area, told: list[str]) -> None:
    root = FloatLayout()
    glass.show(root, (400, 200))
    root.add_widget(text(TEXT))
    root.add_widget(plate(area))
    assert list(touching(root)) == told


@pytest.mark.parametrize("area", [Area(60, 30, 300, 60), Area(30, 55, 300, 60)])
def test_a_text_over_the_edge_of_its_plate_is_noticed(glass: Glass, area: Area) -> None:
    root = FloatLayout()
    glass.show(root, (400, 200))
    root.add_widget(plate(area))
    root.add_widget(text(TEXT))
    assert list(touching(root)) == ["over the edge: '出牌 出牌'"]


def text(area: Area) -> Words:
    words = Words()
    words.place(area, HIGH)
    words.say("出牌 出牌")
    return words


def plate(area: Area) -> Plate:
    under = Plate(PANEL)
    under.place(area, radius=0)
    return under
