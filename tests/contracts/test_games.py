"""What every game must keep, whatever its rules: one suite over all that are built."""

import json
import re
from collections import Counter
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from table_firmware.rules import games
from table_firmware.rules.cards import Card, Seat
from table_firmware.rules.claiming import AskClaim
from table_firmware.rules.claiming import View as TileView
from table_firmware.rules.games import by_version, chinpok, paohuzi
from table_firmware.rules.notation import from_plain, to_plain
from table_firmware.rules.round import Clock, HandEnded, HandResult, Managed, Proceed, TimedOut
from table_firmware.rules.said import Action, Event, HandView
from tests.contracts.rounds import (
    GAME,
    GAMES,
    LAYS,
    any_action,
    begin,
    deals,
    patient,
    refused,
    rounds,
    unanswered,
)
from tests.fifth_game import twelve
from tests.laid import laid

NOTHING_OPEN = {chinpok.KEY, twelve.KEY}
"""The games of whose deal no card lies open."""

STEPS = 3000
"""More than any round can take."""


def test_the_suite_leaves_no_game_out() -> None:
    assert {**games.GAMES, twelve.KEY: twelve} == GAMES


@GAME
def test_a_game_is_known_by_its_own_key(key: str) -> None:
    with nullcontext() if key in games.GAMES else games.tried(GAMES[key]):
        assert games.GAMES[key] is GAMES[key]
        assert by_version(GAMES[key].VERSION) is GAMES[key]
        assert by_version(f"{key}/99") is by_version("bridge/1") is None


def test_a_game_that_is_tried_is_one_of_the_games_until_that_is_over() -> None:
    before = list(games.GAMES)
    with games.tried(GAMES["twelve"]):
        assert list(games.GAMES) == [*before, "twelve"]
        assert len(games.GAMES) == len(before) + 1
    assert list(games.GAMES) == before
    assert by_version(twelve.VERSION) is None


def test_no_game_that_is_tried_takes_the_place_of_another() -> None:
    with pytest.raises(ValueError, match="game chinpok"), games.tried(GAMES["chinpok"]):
        pass


@GAME
def test_every_card_of_the_deck_is_dealt_once(key: str) -> None:
    dealing = GAMES[key].DEALING
    ids = list(range(len(dealing.deck)))
    hands = dealing.hands(ids, {label: 0 for label, _ in dealing.draws})
    assert sorted(number for hand in hands for number in hand) == ids


@GAME
@given(st.data())
@patient
def test_players_take_their_cards_to_their_places(key: str, data: st.DataObject) -> None:
    game = GAMES[key]
    deal = data.draw(deals(game))
    places = game.places(game.options({}), deal)
    assert sorted(places) == list(Seat)
    played = begin(game, deal)
    for seat in game.PLAYERS:
        assert played.view(places[seat]).hand == deal.hands[seat]
    for seat in set(Seat) - set(game.PLAYERS):
        assert (places[seat], played.view(seat).hand) == (seat, ())
    whole = range(len(game.DEALING.deck))
    told = game.lies_open(game.options({}), deal, game.DEALING.hands(whole, deal.draws))
    assert bool(told) == (key not in NOTHING_OPEN)


def there_and_back(kind: Any, value: Any) -> Any:
    return from_plain(kind, json.loads(json.dumps(to_plain(kind, value))))


@pytest.mark.slow
@GAME
@given(st.data())
@patient
def test_a_round_ends(key: str, data: st.DataObject) -> None:
    played = data.draw(rounds(GAMES[key]))
    choice = 0
    while not played.over:
        choice += 1
        assert choice < STEPS
        played.step(choice)
    for seat in Seat:
        view = played.view(seat)
        assert view.seat == seat
        assert (view.phase, view.ask, view.turn) == ("over", None, None)
        assert view.result is not None
        assert not played.game.plays(view)
        assert played.game.minimal(view) is None
    end = played.events[-1]
    assert isinstance(end, HandEnded)
    assert played.game.ends_so(end.result)
    assert not any(isinstance(event, HandEnded) for event in played.events[:-1])
    assert not played.game.ends_so(replace(end.result, place=(1, 1, 1, 1)))
    nobody = replace(end.result, place=(0,) * 4, winner="")
    assert played.game.ends_so(nobody)
    assert not played.game.ends_so(replace(nobody, winner="EW"))
    again = there_and_back(HandResult, end.result)
    assert again == end.result


@LAYS
@given(st.data())
@patient
def test_no_card_is_lost_or_made(key: str, data: st.DataObject) -> None:
    played = data.draw(rounds(GAMES[key]))
    dealt = Counter(card for hand in played.deal.hands for card in hand)
    views = [laid(played.view(seat)) for seat in Seat]
    held = Counter(card for view in views for card in (*view.hand, *view.laid))
    seen = Counter(card for move in views[0].played if move.play for card in move.play.cards)
    assert held + seen == dealt
    for view in views:
        assert view.counts == tuple(len(other.hand) + len(other.laid) for other in views)


@given(st.data())
@patient
def test_no_tile_is_lost_or_made(data: st.DataObject) -> None:
    played = data.draw(rounds(paohuzi))
    views = [played.view(seat) for seat in paohuzi.PLAYERS]
    assume(views[0].phase != "over")
    held = Counter[Card]()
    for view in views:
        assert isinstance(view, TileView)
        held.update(view.hand)
        held.update(card for meld in view.melds[view.seat] for card in meld.tiles)
        held.update(view.rows[view.seat])
        assert view.counts == tuple(len(other.hand) for other in views)
        if view.open is not None and not view.open.taken and view.open.seat == view.seat:
            held.update([view.open.tile])
    stock = views[0].stock if isinstance(views[0], TileView) else 0
    assert held.total() + stock == len(paohuzi.DEALING.deck)
    assert held <= Counter(paohuzi.DEALING.deck)


@GAME
@given(st.data())
@patient
def test_a_refused_action_raises_a_known_code_and_changes_nothing(
    key: str, data: st.DataObject
) -> None:
    played = data.draw(rounds(GAMES[key], most=6))
    for action in data.draw(st.lists(any_action, max_size=20)):
        before = played.state
        refusal = refused(played, action)
        if refusal is None:
            played.act(action)
        else:
            assert refusal in played.game.REFUSALS
            assert played.state == before


@pytest.mark.slow
@GAME
@given(st.data())
@patient
def test_a_time_out_of_any_seat_waited_for_is_accepted(key: str, data: st.DataObject) -> None:
    played = data.draw(rounds(GAMES[key]))
    choice = 0
    while not played.over:
        choice += 1
        for seat in played.clock.seats:
            assert played.game.decide(played.state, TimedOut(seat))
            assert played.game.decide(played.state, Managed(seat))
        if not played.clock.seats:
            nothing = played.game.settle(played.state, [])
            assert nothing == Proceed()
            assert played.game.decide(played.state, nothing)
        played.step(choice)


@GAME
@given(st.data())
@patient
def test_only_whom_the_clock_names_is_asked(key: str, data: st.DataObject) -> None:
    played = data.draw(rounds(GAMES[key], most=8))
    clock = played.game.clock(played.state)
    waited = clock.seats if clock else ()
    if clock and not waited and played.asked:  # all answer in secret, those who can do nothing too
        waited = played.game.PLAYERS
        assert all(isinstance(played.view(seat).ask, AskClaim) for seat in waited)
    assert played.asked == waited
    assert set(waited) <= set(played.game.PLAYERS)


@pytest.mark.slow
@GAME
@given(st.data())
@patient
def test_an_answer_that_is_not_open_is_refused_with_a_known_code(
    key: str, data: st.DataObject
) -> None:
    game = GAMES[key]
    played = data.draw(rounds(game, most=8))
    for action in data.draw(st.lists(any_action, max_size=10)):
        if not isinstance(action, Proceed):
            code = unanswered(played, action)
            secret = not (game.clock(played.state) or Clock("", (Seat.E,))).seats
            assert code is None or code in game.REFUSALS
            listed = game.plays(played.view(action.seat)) if secret else ()
            assert (code is None) == (action in listed)


@GAME
@given(st.data())
@patient
def test_folding_the_events_gives_the_state(key: str, data: st.DataObject) -> None:
    played = data.draw(rounds(GAMES[key]))
    state = played.game.opening(played.game.options({}), played.deal)
    for event in played.events:
        state = played.game.evolve(state, event)
    assert state == played.state


@GAME
@given(st.data())
@patient
def test_every_action_event_and_view_survives_the_notation(key: str, data: st.DataObject) -> None:
    played = data.draw(rounds(GAMES[key]))
    for action in played.actions:
        assert there_and_back(Action, action) == action
    for event in played.events:
        assert there_and_back(Event, event) == event
    for seat in Seat:
        assert there_and_back(HandView, played.view(seat)) == played.view(seat)


def test_no_file_of_the_table_names_a_game() -> None:
    """Controller, ledger, wire and hal serve every game alike."""
    root = Path(__file__).resolve().parents[2]
    named_in = re.compile(rf"\b({'|'.join(key.partition('-')[0] for key in GAMES)})\b")
    for room in (
        "table_firmware/controller",
        "table_firmware/ledger",
        "table_firmware/wire",
        "hal",
    ):
        files = list((root / room).rglob("*.py"))
        assert files
        assert not [path for path in files if named_in.search(path.read_text("utf-8"))]
