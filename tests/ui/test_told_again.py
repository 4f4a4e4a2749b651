"""A screen that is told what it shows does nothing: what asks to be drawn is drawn anew. What comes
into a screen later follows the player's settings all the same."""

from dataclasses import replace

import pytest
from glass import Glass
from scenes import SCENES
from seated import by_a_guest

from table_firmware.rules.cards import cards
from table_firmware.rules.readings import _BOOKS
from ui_kiosk.model_parts import ClockFace
from ui_kiosk.model_table import Pile
from ui_kiosk.screens.seat import SeatScreen
from ui_kiosk.theme import CONTRAST, Area, Scale
from ui_kiosk.widgets.clock import ClockView
from ui_kiosk.widgets.fan import CardFace
from ui_kiosk.widgets.trick import PileView
from ui_kiosk.widgets.words import Drawn

pytestmark = pytest.mark.slow
NAMES = (
    *("exchange", "show", "play-follow", "play-wait", "play-readings", "play-both", "covered"),
    *("fault", "lobby", "hand-result", "pz-discard", "sk-follow"),
)


@pytest.mark.parametrize("name", NAMES)
def test_what_is_shown_already_does_not_ask_to_be_drawn(glass: Glass, name: str) -> None:
    screen, view = SeatScreen(), replace(SCENES[name], clock=None)
    glass.show(screen, (800, 480))
    screen.show(view)
    glass.settle()
    assert not glass.window.canvas.needs_redraw
    screen.show(replace(view, number=view.number + 1))
    assert not glass.window.canvas.needs_redraw


def test_a_clock_that_begins_again_is_drawn_only_if_it_can_be_seen(glass: Glass) -> None:
    clock = ClockView()
    glass.show(clock, (100, 100))
    clock.place(Area(0, 0, 100, 100))
    clock.show(ClockFace(1, 20_000, 30_000, mine=True))
    glass.settle()
    clock.show(ClockFace(2, 20_000, 30_000, mine=True))
    assert not glass.window.canvas.needs_redraw
    clock.show(ClockFace(3, 20_000, 30_000, mine=False))
    assert glass.window.canvas.needs_redraw


def test_a_play_that_lies_as_it_lay_is_not_put_down_again(glass: Glass) -> None:
    view = PileView("left")
    glass.show(view, (400, 300))
    view.place(Area(0, 0, 400, 300), Scale(1))
    faces = tuple(map(CardFace, cards("S5 H5")))
    view.show(Pile("left", faces, "对子", "", best=True))
    glass.settle()
    view.show(Pile("left", faces, "对子", "", best=True))
    view.place(Area(0, 0, 400, 300), Scale(1))
    assert not glass.window.canvas.needs_redraw
    view.show(Pile("left", faces, "对子", "", best=False))
    assert glass.window.canvas.needs_redraw


def test_what_a_trump_makes_of_the_cards_is_found_out_while_it_is_drawn(glass: Glass) -> None:
    screen, view = SeatScreen(), SCENES["draw"]
    glass.show(screen, (800, 480))
    _BOOKS.pop(view.trump, None)
    screen.show(view)
    assert view.trump in _BOOKS


def schemes(screen: SeatScreen) -> list[object]:
    return [each.scheme for each in screen.walk() if isinstance(each, Drawn)]


@pytest.mark.parametrize("act", ["panel:help-types", "panel:played", "panel:settings"])
def test_a_panel_that_is_opened_later_follows_the_settings(glass: Glass, act: str) -> None:
    screen = SeatScreen()
    glass.show(screen, (800, 480))
    screen.press("set:contrast=1")
    screen.show(by_a_guest(SCENES["play-follow"]))
    before = len(schemes(screen))
    screen.press(act)
    assert len(schemes(screen)) > before
    assert all(each is CONTRAST for each in schemes(screen))


def test_a_kept_screen_follows_settings_that_were_changed_meanwhile(glass: Glass) -> None:
    screen = SeatScreen()
    glass.show(screen, (800, 480))
    screen.show(SCENES["play-follow"])
    screen.show(SCENES["hand-result"])
    screen.press("set:contrast=1")
    screen.show(SCENES["play-follow"])
    assert all(each is CONTRAST for each in schemes(screen))
