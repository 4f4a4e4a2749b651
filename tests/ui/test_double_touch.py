"""A second touch that comes too soon for anybody to have read what the first one did."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from glass import Glass
from scenes import SCENES

from table_firmware.wire.messages import Intent, Up, View
from ui_kiosk.double_touch import DOUBLE_SECONDS
from ui_kiosk.model_parts import Button
from ui_kiosk.screens.seat import SeatScreen
from ui_kiosk.theme import Area
from ui_kiosk.widgets.button import TouchButton

SIZES = ((1280, 800), (640, 400))
SOON, LATER = DOUBLE_SECONDS / 2, DOUBLE_SECONDS * 1.5
SITTING = replace(SCENES["lobby-seated"], number=SCENES["lobby"].number + 1)


class Player:
    """Touches a screen at times of his own."""

    def __init__(self, glass: Glass, size: tuple[int, int], view: View) -> None:
        self.glass = glass
        self.sent: list[Up] = []
        self.screen = SeatScreen()
        self.screen.send = self.sent.append
        glass.show(self.screen, size)
        self.screen.show(view)
        glass.lay_out()

    def button(self, act: str) -> TouchButton:
        (found,) = (b for b in self.buttons() if b.model and b.model.act == act)
        return found

    def buttons(self) -> list[TouchButton]:
        return [b for b in self.screen.walk() if isinstance(b, TouchButton) and b.model]

    def touch(self, where: tuple[float, float], after: float = LATER) -> None:
        self.glass.tap(*where, after)
        self.glass.lay_out()

    def acts(self) -> list[str]:
        return [each.act for each in self.sent if isinstance(each, Intent)]


@pytest.fixture(params=SIZES, ids=str)
def player(glass: Glass, request: pytest.FixtureRequest) -> Callable[[str], Player]:
    return lambda name: Player(glass, request.param, SCENES[name])


@pytest.mark.parametrize(
    ("name", "opens"),
    [
        ("receipt", "panel:seat"),
        ("lobby-seated", "panel:settings"),
        ("play-follow", "panel:settings"),
        ("play-follow", "panel:played"),
        ("play-follow", "panel:help-types"),
        ("pz-discard", "panel:settings"),
    ],
)
def test_what_lies_under_a_panel_is_not_touched_by_the_touch_that_closes_it(
    player: Callable[[str], Player], name: str, opens: str
) -> None:
    one = player(name)
    one.touch(one.button(opens).center)
    shut = one.button("close").center
    before = one.acts()
    one.touch(shut)
    closed = one.screen.local
    one.touch(shut, SOON)
    assert (one.screen.local, one.acts()) == (closed, before)


@pytest.mark.parametrize("opens", ["panel:settings", "panel:played", "panel:help-types"])
def test_a_panel_that_is_opened_by_two_touches_is_open(
    player: Callable[[str], Player], opens: str
) -> None:
    one = player("play-follow")
    place = one.button(opens).center
    one.touch(place)
    one.touch(place, SOON)
    assert one.screen.local.panel == opens.partition(":")[2]


@pytest.mark.parametrize(
    ("name", "act", "asked"),
    [
        ("play-follow", "call", "call"),
        ("play-follow", "manage", "manage"),
        ("exchange", "keep", "give"),
    ],
)
def test_a_question_is_answered_only_by_who_can_have_read_it(
    player: Callable[[str], Player], name: str, act: str, asked: str
) -> None:
    one = player(name)
    place = one.button(act).center
    one.touch(place)
    one.touch(place, SOON)
    assert one.acts() == []
    one.touch(place)
    assert one.acts() == [asked]


def test_who_takes_a_seat_by_two_touches_is_not_ready_yet(
    player: Callable[[str], Player],
) -> None:
    one = player("lobby")
    place = one.button("sit").center
    one.touch(place)
    one.screen.show(SITTING)
    one.touch(place, SOON)
    assert one.acts() == ["sit"]
    one.touch(place)
    assert one.acts() == ["sit", "ready"]


def test_the_result_of_a_match_is_not_dismissed_with_that_of_its_last_hand(
    player: Callable[[str], Player],
) -> None:
    one = player("hand-result")
    place = one.button("ready").center
    one.touch(place)
    last = SCENES["match-result"]
    one.screen.show(replace(last, number=SCENES["hand-result"].number + 1))
    one.touch(place, SOON)
    assert one.acts() == ["ready"]
    one.touch(place)
    assert one.acts() == ["ready", "ready"]


def test_a_digit_counts_as_often_as_it_is_touched(player: Callable[[str], Player]) -> None:
    one = player("digits")
    place = one.button("digit:5").center
    for _ in range(6):
        one.touch(place, SOON)
    assert one.screen.local.typed == "555555"


def test_two_touches_on_two_places_both_count_however_soon(
    player: Callable[[str], Player],
) -> None:
    one = player("play-follow")
    one.touch(one.button("hint").center)
    one.touch(one.button("play").center, SOON)
    assert one.acts() == ["play"]


def test_a_button_that_becomes_another_under_a_finger_is_not_pressed(
    player: Callable[[str], Player],
) -> None:
    one = player("play-follow")
    x, y = one.button("call").center
    finger = one.glass.down(x, y)
    one.screen.show(replace(SCENES["call-asked"], number=SCENES["play-follow"].number + 1))
    one.glass.lay_out()
    there = [b.model.act for b in one.buttons() if b.model and b.collide_point(x, y)]
    assert there
    assert "call" not in there
    one.glass.up(finger)
    assert one.acts() == []
    assert one.screen.local.armed == ""


def test_a_button_that_the_table_switches_off_under_a_finger_does_nothing(glass: Glass) -> None:
    pressed: list[str] = []
    button = TouchButton(pressed.append)
    glass.show(button, (200, 100))
    button.place(Area(0, 0, 200, 100), 30)
    for still_on in (True, False):
        button.show(Button("play", "出牌", True, "main"))
        finger = glass.down(100, 50)
        button.show(Button("play", "出牌", still_on, "main"))
        glass.up(finger)
        assert pressed == ["play"]


def test_a_hand_that_was_covered_is_covered_when_a_line_that_broke_stands_again(
    player: Callable[[str], Player],
) -> None:
    one = player("play-follow")
    one.touch(one.button("cover").center)
    assert one.screen.local.covered
    one.screen.lost()
    one.screen.show(replace(SCENES["play-follow"], number=1))
    assert one.screen.local.covered
