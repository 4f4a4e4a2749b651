"""Touches on a view that is wrong in itself go nowhere, until a good one comes."""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scenes import SCENES

from table_firmware.rules.cards import Card
from table_firmware.wire.messages import Up, View
from tests.examples import about
from ui_kiosk.model import FaultBody
from ui_kiosk.press import INTENTS, PLAIN_INTENTS
from ui_kiosk.press_tiles import ACTS
from ui_kiosk.screens.seat import SeatScreen

GOOD = {
    "chinpok": ("play-follow", "play-readings", "exchange"),
    "shuangkou": ("sk-lead", "sk-follow"),
    "sanchazi": ("sc-lead", "sc-follow"),
    "paohuzi": ("pz-discard", "pz-chi", "pz-hu"),
}
"""Scenes of each game in which its hand can be touched."""
OTHER_GAME = {"chinpok": "pz-chi", "shuangkou": "pz-hu", "sanchazi": "pz-discard"}
STRANGE_CARDS = ("Q9X", "S3", "b10")
TOUCHES = (
    *PLAIN_INTENTS,
    *INTENTS,
    *ACTS,
    *("mode:2", "house:planner", "claim:hu", "claim:peng", "chi:0", "chi:7"),
    *("sort", "hint", "heavy", "clear", "reading:0", "reading:9", "cover", "language"),
    *("panel:played", "panel:chi", "panel:hand", "panel:settings", "panel:help-types", "close"),
    *("digit:1", "erase", "place:5", "pin:1", "pin:enter", "page:checks", "leaf:1", "tend:end"),
    *("number:1", "number:enter", "number:forget", "set:large=1", "light:1"),
)


def strange(game: str) -> Iterator[View]:
    """Views of a game that do not hold together, as far as a line may say it."""
    for name in GOOD[game]:
        view = SCENES[name]
        assert view.round is not None
        yield replace(view, game="whist/1")
        yield replace(view, round=SCENES[OTHER_GAME.get(game, "play-follow")].round)
        yield replace(view, places=view.places[:1])
        for card in map(Card, STRANGE_CARDS):
            hand: Any = view.round
            yield replace(view, round=replace(hand, hand=(card, *hand.hand)))
            yield replace(view, round=replace(hand, hand=(card,)))


STRANGE = {game: tuple(strange(game)) for game in GOOD}
STEPS = st.one_of(
    st.sampled_from(TOUCHES),
    st.lists(st.integers(0, 40), min_size=1, max_size=4),
    st.tuples(st.integers(0, 40), st.integers(0, 40)),
    st.booleans(),
)
"""A button, cards that are stroked, one that is carried, a finger on a covered hand."""


def touch(screen: SeatScreen, step: Any) -> None:
    match step:
        case str():
            screen.press(step)
        case bool():
            screen.peek(step)
        case int(index), int(gap):
            screen.drop(index, gap)
        case _:
            screen.toggle(step)


def stopped(screen: SeatScreen) -> bool:
    """Whether the screen says that it cannot show the view."""
    assert screen.model is not None
    body = screen.model.body
    return isinstance(body, FaultBody) and body.code == "TBL-513"


@pytest.mark.slow
@pytest.mark.parametrize("game", GOOD)
@settings(max_examples=about(15), deadline=None)
@given(data=st.data(), private=st.booleans(), steps=st.lists(STEPS, min_size=4, max_size=12))
def test_a_touch_on_what_cannot_be_shown_goes_nowhere_and_ends_no_screen(
    game: str, data: st.DataObject, private: bool, steps: list[Any]
) -> None:
    good = SCENES[data.draw(st.sampled_from(GOOD[game]))]
    sent: list[Up] = []
    screen = SeatScreen(private=private)
    screen.send = sent.append
    screen.show(good)
    screen.show(data.draw(st.sampled_from(STRANGE[game])))
    for step in steps:
        unseen = stopped(screen)
        sent.clear()
        touch(screen, step)
        assert not (unseen and sent), step
    screen.show(replace(good, number=good.number + 1))
    screen.press("close")
    assert not stopped(screen)
    assert screen.model is not None
    assert screen.model.name in ("round", "tiles")


@pytest.mark.slow
@pytest.mark.parametrize("game", GOOD)
def test_a_touch_of_a_card_that_no_game_has_ends_no_screen(game: str) -> None:
    """Also where the picture did not need to look at it, as the hand lies covered."""
    for private in (False, True):
        screen = SeatScreen(private=private)
        for view in STRANGE[game]:
            screen.show(view)
            for step in ([0], (0, 3), "hint", "heavy", "play", "discard", "sort", "reading:0"):
                touch(screen, step)


def test_a_touch_is_judged_again_as_soon_as_a_good_view_comes() -> None:
    for game, names in GOOD.items():
        screen = SeatScreen()
        screen.show(next(view for view in STRANGE[game] if len(view.places) == 1))
        assert stopped(screen)
        screen.toggle([0])
        assert screen.local.selected == frozenset()
        good = SCENES[names[0]]
        screen.show(good)
        last = len(good.round.hand) - 1 if good.round is not None else 0
        screen.toggle([last])
        assert len(screen.local.selected) == 1, game


def test_the_lessons_of_a_game_that_is_not_known_do_not_open_and_end_no_screen() -> None:
    screen = SeatScreen()
    screen.show(replace(SCENES["lobby-seated"], game="whist/1"))
    screen.press("learn")
    assert screen.course is None
    screen.show(SCENES["lobby-seated"])
    screen.press("learn")
    assert screen.course is not None


def test_what_is_logged_of_such_a_touch_has_its_place_and_no_card(
    caplog: pytest.LogCaptureFixture,
) -> None:
    screen, view = SeatScreen(private=True), SCENES["play-follow"]
    hand: Any = view.round
    screen.show(replace(view, round=replace(hand, hand=(Card("Q9X"), *hand.hand))))
    assert not stopped(screen)  # it lies covered
    caplog.clear()
    screen.toggle([0])
    assert "a touch cannot be judged" in caplog.text
    assert re.search(r'File "\S+ui_kiosk/choice\.py", line [0-9]+, in ', caplog.text)
    assert not any(re.search(rf"\b{card}\b", caplog.text) for card in ("Q9X", *hand.hand))
