"""A seat's screen under real touches."""

import gc
import weakref
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from glass import Glass
from kivy.uix.widget import Widget
from scenes import SCENES

from table_firmware.rules.cards import cards
from table_firmware.rules.combinations import classify, minimal
from table_firmware.wire.messages import Intent, Refused, TimeLeft, Up
from tests.laid import laid
from ui_kiosk.screens.seat import SeatScreen
from ui_kiosk.screens.table import TableScreen
from ui_kiosk.text import text
from ui_kiosk.widgets.button import TouchButton
from ui_kiosk.widgets.clock import ClockView
from ui_kiosk.widgets.deck import DeckView
from ui_kiosk.widgets.words import Words


class Player:
    """Touches a seat's screen and remembers what it sent."""

    def __init__(self, glass: Glass) -> None:
        self.glass = glass
        self.sent: list[Up] = []
        self.screen = SeatScreen()
        self.screen.send = self.sent.append
        glass.show(self.screen)

    def see(self, name: str, **more: Any) -> None:
        self.screen.show(replace(SCENES[name], **more))
        self.glass.settle()

    def touch(self, act: str) -> None:
        button = next(b for b in self.buttons() if b.model and b.model.act == act)
        self.glass.tap(*button.center)
        self.glass.settle()

    def touch_card(self, index: int) -> None:
        assert isinstance(self.screen.screen, TableScreen)
        x, y, _, height = self.screen.screen.hand.spot(index)
        self.glass.tap(x + 8, y + height - 8)
        self.glass.settle()

    def buttons(self) -> list[TouchButton]:
        return [w for w in visible(self.screen) if isinstance(w, TouchButton)]

    def reads(self) -> str:
        return "\n".join(w.text for w in visible(self.screen) if isinstance(w, Words))


def visible(widget: Widget) -> Iterator[Any]:
    if widget.opacity:
        yield widget
        for child in widget.children:
            yield from visible(child)


@pytest.fixture
def player(glass: Glass) -> Player:
    return Player(glass)


@pytest.mark.slow
def test_cards_touched_and_then_played_are_sent_with_their_reading(player: Player) -> None:
    player.see("play-readings")
    for index in (0, 1, 4, 5, 6, 7):
        player.touch_card(index)
    player.touch("play")
    chosen = cards("C6 C7 D6 H9 H9 S7")
    assert player.sent == [Intent(7, "play", chosen, classify(chosen, "9")[0])]


def test_another_reading_is_taken_by_touching_its_picture(player: Player) -> None:
    player.see("play-readings")
    for index in (0, 1, 4, 5, 6, 7):
        player.touch_card(index)
    assert isinstance(player.screen.screen, TableScreen)
    second = player.screen.screen.chooser._options[1]
    player.glass.tap(*second.center)
    player.touch("play")
    chosen = cards("C6 C7 D6 H9 H9 S7")
    assert player.sent == [Intent(7, "play", chosen, classify(chosen, "9")[1])]


def test_a_pass_is_one_touch(player: Player) -> None:
    player.see("play-follow")
    player.touch("pass")
    assert player.sent == [Intent(7, "pass")]


def test_a_button_that_is_off_sends_nothing(player: Player) -> None:
    player.see("play-follow")
    player.touch("play")
    assert player.sent == []


def test_a_finger_that_slides_off_a_button_does_not_press_it(player: Player) -> None:
    player.see("play-follow")
    button = next(b for b in player.buttons() if b.model and b.model.act == "pass")
    finger = player.glass.down(*button.center)
    player.glass.move(finger, button.center_x, button.top + 120)
    player.glass.up(finger)
    assert player.sent == []


@pytest.mark.slow
def test_a_hint_then_play_sends_the_smallest_play(player: Player) -> None:
    player.see("play-follow")
    hand = laid(SCENES["play-follow"].round)
    smallest = minimal(hand.hand, hand.trump, hand.to_beat)
    assert smallest is not None
    player.touch("hint")
    player.touch("play")
    sent = [sorted(each.cards) for each in player.sent if isinstance(each, Intent)]
    assert sent == [sorted(smallest.cards)]


@pytest.mark.slow
def test_a_refused_play_says_why(player: Player) -> None:
    player.see("play-follow")
    player.screen.refused(Refused(7, "does-not-beat"))
    player.glass.settle()
    assert text("zh", "refused.does-not-beat") in player.reads()


def test_the_language_changes_on_the_spot(player: Player) -> None:
    player.see("play-follow")
    player.touch("panel:settings")
    player.touch("set:language=en")
    player.touch("close")
    assert "Trump" in player.reads()
    assert "主牌" not in player.reads()
    player.screen.lost()
    player.glass.settle()
    assert text("en", "lost.title") in player.reads()
    player.touch("language")
    assert text("zh", "lost.title") in player.reads()


def test_a_whole_lobby_is_walked_through_by_touch(player: Player) -> None:
    player.see("lobby")
    player.touch("sit")
    player.see("lobby-seated", number=8)
    player.touch("mode:4")
    player.see("lobby-seated", number=9)
    player.touch("ready")
    assert player.sent == [
        Intent(7, "sit"),
        Intent(8, "mode", value="4"),
        Intent(9, "ready"),
    ]


def test_digits_are_typed_on_the_pad(player: Player) -> None:
    player.see("digits")
    for digit in "3141592":
        player.touch(f"digit:{digit}")
    player.touch("erase")
    player.touch("digits")
    assert player.sent == [Intent(7, "digits", value="314159")]


def test_the_deck_is_cut_where_a_finger_points(player: Player) -> None:
    player.see("cut")
    deck = next(w for w in visible(player.screen) if isinstance(w, DeckView))
    player.glass.tap(deck.x + deck.width / 2, deck.y + deck.height / 2)
    player.touch("cut")
    player.see("cut", number=8)
    player.touch("no_cut")
    assert player.sent == [Intent(7, "cut", value="54"), Intent(8, "cut")]


def test_who_does_not_cut_chooses_nothing(player: Player) -> None:
    player.see("cut-by-another")
    deck = next(w for w in visible(player.screen) if isinstance(w, DeckView))
    player.glass.tap(*deck.center)
    assert player.screen.local.typed == ""
    assert "等南位切牌" in player.reads()


@pytest.mark.slow
def test_a_card_is_laid_for_the_partner(player: Player) -> None:
    player.see("exchange")
    player.touch_card(26)
    player.touch("give")
    assert player.sent == []
    assert text("zh", "button.again") in player.reads()
    player.touch("give")
    assert player.sent == [Intent(7, "give", cards("C3"))]


@pytest.mark.slow
def test_an_open_panel_takes_all_touches_until_it_is_closed(player: Player) -> None:
    player.see("play-follow")
    player.touch("panel:played")
    player.touch("pass")
    assert player.sent == []
    player.touch("close")
    player.touch("pass")
    assert player.sent == [Intent(7, "pass")]


@pytest.mark.slow
def test_the_table_is_built_once_and_every_other_screen_is_let_go(player: Player) -> None:
    player.see("play-follow")
    before = list(visible(player.screen))
    player.see("hand-result", number=9)
    left = weakref.ref(player.screen.screen)
    player.see("play-follow", number=10)
    assert list(visible(player.screen)) == before
    gc.collect()
    assert left() is None


def test_the_clock_shows_whole_seconds_and_is_not_reset_by_a_touch(player: Player) -> None:
    player.see("play-follow", clock=TimeLeft("play", 300, 30_000))
    clock = next(w for w in visible(player.screen) if isinstance(w, ClockView))
    assert clock.seconds <= 1
    while clock.seconds > 0:
        player.touch("sort")
    player.see("play-follow", number=8, clock=TimeLeft("play", 29_900, 30_000))
    assert clock.seconds == 30
