"""A player for whom the table plays reads that it does right beside the button that ends it."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from chinpok_views import playing, table
from glass import Glass
from kivy.uix.floatlayout import FloatLayout
from scenes import SCENES
from test_screens import SIZES, visible
from touching import inked, place, within

from table_firmware.rules.cards import Seat
from table_firmware.wire.messages import Intent, Up
from ui_kiosk.local import Local
from ui_kiosk.presenter import present
from ui_kiosk.regions import regions
from ui_kiosk.screens.seat import SeatScreen
from ui_kiosk.speech import place_text
from ui_kiosk.text import LANGUAGES, text
from ui_kiosk.widgets.button import TouchButton
from ui_kiosk.widgets.pane import Pane
from ui_kiosk.widgets.taken import TakenView
from ui_kiosk.widgets.words import Words

NAMES = ("play-managed", "pz-managed")
NEAR = 0.1
"""Of the width of a screen, at most, between the text and its button."""


def strip(screen: SeatScreen) -> TakenView:
    (found,) = (each for each in visible(screen) if isinstance(each, TakenView))
    return found


def acts(screen: SeatScreen) -> Iterator[str]:
    return (
        each.model.act for each in visible(screen) if isinstance(each, TouchButton) and each.model
    )


@pytest.mark.slow
@pytest.mark.parametrize("say", LANGUAGES)
@pytest.mark.parametrize("size", [*SIZES.values(), (800, 320), (640, 400)])
def test_the_text_and_its_button_lie_side_by_side_at_the_hand(
    glass: Glass, size: tuple[int, int], say: str
) -> None:
    screen = SeatScreen(language=say)
    glass.show(screen, size)
    for name in NAMES:
        for large in ("0", "1"):
            for left in ("0", "1"):
                screen.show(SCENES[name])
                screen.press(f"set:large={large}")
                screen.press(f"set:left_handed={left}")
                glass.lay_out()
                shown = strip(screen)
                words = shown._words
                letters, button = inked(words), place(shown.button)
                assert letters is not None
                assert words.fits()
                assert words.text == text(say, "play.managed")
                assert within(letters, place(shown._plate))
                assert within(button, place(shown._plate))
                gap = letters[0] - button[2] if left == "1" else button[0] - letters[2]
                assert 0 < gap < NEAR * screen.width
                assert shown.button.model is not None
                assert shown.button.model.tone == "main"
                middle = (button[0] + button[2]) / 2
                assert (middle < screen.width / 2) == (left == "1")


@pytest.mark.parametrize("name", NAMES)
def test_nothing_else_of_it_is_offered(glass: Glass, name: str) -> None:
    screen = SeatScreen()
    glass.show(screen)
    screen.show(SCENES[name])
    told = list(acts(screen))
    assert told.count("unmanage") == 1
    assert not {"manage", "play", "pass", "hint", "clear", "discard"} & set(told)
    said = [each.text for each in visible(screen) if isinstance(each, Words)]
    assert said.count(text("zh", "play.managed")) == 1


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_a_touch_takes_the_hand_back_in_every_turned_pane(glass: Glass, name: str) -> None:
    root = FloatLayout()
    glass.show(root, (1280, 800))
    sent: dict[Seat, list[Up]] = {seat: [] for seat in Seat}
    screens = {}
    for region in regions(tuple(Seat), 1280, 800):
        screen = screens[region.seat] = SeatScreen()
        screen.send = sent[region.seat].append
        pane = Pane(screen, 0)
        pane.place(region)
        root.add_widget(pane)
    glass.lay_out()
    for seat, screen in screens.items():
        screen.show(SCENES[name])
        glass.lay_out()
        button = strip(screen).button
        glass.tap(*button.to_window(*button.center))
        assert sent[seat] == [Intent(SCENES[name].number, "unmanage")]


@pytest.mark.parametrize(
    "name", ["play-follow", "play-wait", "pz-discard", "paused", "hand-result"]
)
def test_who_plays_himself_or_does_not_play_now_reads_nothing_of_it(name: str) -> None:
    assert present(SCENES[name], Local()).taken is None


def test_in_a_pause_the_hand_can_be_taken_back_where_it_was_given() -> None:
    paused = SCENES["paused"]
    view = replace(paused, places=SCENES["play-managed"].places)
    model = present(view, Local())
    assert model.taken is None
    assert "unmanage" in [button.act for button in model.utility]


@pytest.mark.parametrize("say", LANGUAGES)
def test_who_is_out_reads_his_place_and_no_more_that_the_table_plays_for_him(say: str) -> None:
    places = SCENES["play-managed"].places
    hand = table(seat=Seat.E, turn=Seat.N, ask=None, hand=(), out=(Seat.E,))
    view = playing(hand, places=places, ask=None)
    model = present(view, Local(language=say))
    assert view.places[Seat.E].managed
    assert model.taken is None
    assert model.message == text(say, "play.out", place=place_text(say, 1))
