"""What a screen keeps when the table tells something new, and what it lets go."""

from dataclasses import replace

import pytest
from glass import Glass
from scenes import SCENES

from table_firmware.wire.messages import View
from ui_kiosk.local import Local, renewed
from ui_kiosk.passing import LATE, begun, lasts, noticed
from ui_kiosk.present_stood_in import KINDS, late
from ui_kiosk.screens.seat import SeatScreen
from ui_kiosk.widgets.button import TouchButton

PLAY = SCENES["play-follow"]
NEXT = replace(SCENES["hand-result"], stage="draw", hand=PLAY.hand + 1, round=None, result=None)


def chosen(view: View) -> Local:
    assert view.round is not None
    return Local(selected=frozenset({(view.round.hand[0], 0)}))


def test_a_hand_stays_covered_to_its_end_and_the_next_begins_open() -> None:
    covered = Local(covered=True)
    assert renewed(covered, PLAY, replace(PLAY, number=9)).covered
    assert not renewed(covered, PLAY, replace(PLAY, hand=PLAY.hand + 1)).covered
    assert not renewed(covered, PLAY, NEXT).covered


@pytest.mark.parametrize("before", ["exchange", "exchange-laid"])
def test_what_is_selected_while_cards_are_exchanged_is_selected_no_more_when_they_are(
    before: str,
) -> None:
    local = chosen(SCENES[before])
    assert renewed(local, SCENES[before], SCENES[before]).selected == local.selected
    assert not renewed(local, SCENES[before], SCENES["show"]).selected


@pytest.mark.parametrize("panel", ["settings", "pin", "member"])
def test_what_is_the_players_own_stays_open_whatever_the_table_does(panel: str) -> None:
    assert renewed(Local(panel=panel), PLAY, NEXT).panel == panel


@pytest.mark.parametrize("panel", ["played", "help-types", "hand", "seat"])
def test_what_belongs_to_a_hand_is_closed_when_the_table_goes_on(panel: str) -> None:
    assert renewed(Local(panel=panel), PLAY, replace(PLAY, number=9)).panel == panel
    assert renewed(Local(panel=panel), PLAY, NEXT).panel == ""


@pytest.mark.parametrize("kind", KINDS)
def test_who_is_managed_is_not_told_that_his_time_was_over(kind: str) -> None:
    local = begun(Local(), LATE + kind, 8.0)
    view = replace(PLAY, stood_in={kind: 1})
    assert late(view, local)
    assert not late(replace(view, places=SCENES["play-managed"].places), local)


def test_of_what_the_table_does_for_a_player_only_the_newest_is_told() -> None:
    before = replace(PLAY, stood_in={"passed": 1})
    told = noticed(Local(), PLAY, before, 0.0)
    assert lasts(told, f"{LATE}passed")
    then = noticed(told, before, replace(PLAY, stood_in={"passed": 1, "played": 1}), 1.0)
    assert [lasts(then, LATE + kind) for kind in ("passed", "played")] == [False, True]


@pytest.mark.parametrize("name", ["receipt", "hand-result"])
def test_nothing_under_an_open_code_is_touched_through_it(glass: Glass, name: str) -> None:
    screen = SeatScreen()
    asked: list[object] = []
    screen.send = asked.append
    glass.show(screen, (1280, 800))
    screen.show(SCENES[name])
    glass.settle()
    under = [each for each in screen.walk() if isinstance(each, TouchButton) and each.model]
    screen.press("panel:seat")
    glass.settle()
    before, asked[:] = screen.local, []
    (close,) = (
        each
        for each in screen.walk()
        if isinstance(each, TouchButton) and each.model and each.model.act == "close"
    )
    there = [each for each in under if each.top < screen.height * 0.9]
    assert there  # below the top line, whose buttons stay
    for each in there:
        if not close.collide_point(*each.center):
            glass.tap(*each.center)
    assert (screen.local, asked) == (before, [])


@pytest.mark.parametrize(
    ("name", "panel"),
    [
        ("play-follow", "settings"),
        ("play-follow", "help-types"),
        ("play-follow", "played"),
        ("pz-chi", "help-types"),
        ("lobby-seated", "settings"),
        ("receipt", "seat"),
    ],
)
def test_a_finger_that_was_on_a_button_means_nothing_once_a_panel_lies_over_it(
    glass: Glass, name: str, panel: str
) -> None:
    screen = SeatScreen()
    asked: list[object] = []
    screen.send = asked.append
    glass.show(screen, (1280, 800))
    under = 0
    while True:
        screen.lost()
        screen.show(SCENES[name])
        glass.settle()
        live = [each for each in screen.walk() if isinstance(each, TouchButton) and each.live]
        low = [each for each in live if each.top < screen.height * 0.9]  # the top line stays
        if under == len(low):
            break
        finger = glass.down(*low[under].center)
        screen.press(f"panel:{panel}")
        before, asked[:] = screen.local, []
        glass.up(finger)
        assert (screen.local, asked) == (before, [])
        under += 1
    assert under > 1


def test_covered_cards_that_are_opened_take_the_question_from_a_button(glass: Glass) -> None:
    screen = SeatScreen()
    glass.show(screen, (1280, 800))
    screen.show(PLAY)
    for act in ("cover", "manage"):
        screen.press(act)
    assert screen.local.armed == "manage"
    screen.peek(True)
    assert (screen.local.armed, screen.local.covered) == ("", False)
    screen.press("manage")
    screen.peek(False)  # a finger that held the hand open goes up
    assert screen.local.armed == "manage"
