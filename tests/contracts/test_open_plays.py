"""What is open to a seat: what is listed, suggested and chosen is what the rules accept."""

from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from table_firmware.rules.batch.fields import READINGS
from table_firmware.rules.cards import FACES, TILES, Card, Seat, cards
from table_firmware.rules.dealing import Deal
from table_firmware.rules.game import Game
from table_firmware.rules.games import chinpok, paohuzi
from table_firmware.rules.games.chinpok.showing import Sense
from table_firmware.rules.round import AskPlay, Pass, Play, Played, Proceed, Reading
from table_firmware.rules.said import HandView
from table_firmware.rules.sense import Sense as Seen
from tests.contracts.rounds import (
    GAME,
    GAMES,
    LAYS,
    WITH_BOMBS,
    begin,
    patient,
    refused,
    rounds,
    rounds_in_play,
)
from tests.examples import about
from tests.laid import laid

ALL_READINGS = [
    Reading(name, key, size, pure)
    for name, (sizes, keys) in READINGS.items()
    for size in sizes
    for key in keys
    for pure in ((False, True) if name == "straight_flush" else (False,))
]
OTHER_TYPES = {"single": 1, "pair": 2, "triple": 3, "cha": 3, "jokers": 3, "bomb": 4}
OTHER_TYPES |= {"straight": 5, "tube": 6, "plate": 6, "full_house": 5}
OTHER_READINGS = [
    Reading(name, key, size, more=beside)
    for name, least in OTHER_TYPES.items()
    for size in range(least, 7)
    for key in range(0 if name == "jokers" else 3, 1 if name == "jokers" else 18)
    for beside in ([(n,) for n in range(3, 18)] if name == "full_house" else [()])
]


def subsets(hand: tuple[Card, ...]) -> set[tuple[Card, ...]]:
    return {
        tuple(chosen)
        for size in range(len(hand) + 1)
        for chosen in combinations(sorted(hand), size)
    }


@LAYS
@given(st.data())
@settings(patient, max_examples=about(10))
def test_the_plays_of_a_view_are_accepted_and_no_others(key: str, data: st.DataObject) -> None:
    game = GAMES[key]
    played, _ = data.draw(rounds_in_play(game, most=6))
    for seat in Seat:
        view = laid(played.view(seat))
        listed = {(play.cards, play.reading) for play in game.plays(view)}
        assert len(listed) == len(game.plays(view))
        for chosen in subsets(view.hand):
            named = {
                reading
                for reading in (ALL_READINGS if game is chinpok else OTHER_READINGS)
                if reading.size == len(chosen)
                and refused(played, Play(seat, chosen, reading)) is None
            }
            assert named == {reading for cards, reading in listed if cards == chosen}
            assert (refused(played, Play(seat, chosen)) is None) == bool(named)
        asked = isinstance(view.ask, AskPlay)
        following = asked and view.to_beat is not None
        assert (refused(played, Pass(seat)) is None) == following
        smallest = game.minimal(view)
        assert (smallest is not None) == bool(listed)
        assert smallest is None or (smallest.cards, smallest.reading) in listed


@GAME
@given(st.data())
@patient
def test_a_practice_opponent_does_what_is_open_to_it(key: str, data: st.DataObject) -> None:
    game = GAMES[key]
    played = data.draw(rounds(game, most=20))
    assume(not played.over)
    for seat in played.asked:
        view = played.view(seat)
        action = game.choose(view)
        assert action == game.choose(view)
        if not played.clock.seats:
            assert action is None or action in game.plays(view)
            continue
        assert action is not None
        assert not isinstance(action, Proceed)
        assert action.seat == seat
        assert refused(played, action) is None
        if isinstance(action, Play):
            listed = {(play.cards, play.reading) for play in game.plays(view)}
            assert (action.cards, action.reading) in listed


@LAYS
@given(st.data())
@patient
def test_a_play_without_a_reading_counts_as_one_of_the_plays_listed(
    key: str, data: st.DataObject
) -> None:
    played, seat = data.draw(rounds_in_play(GAMES[key], most=12))
    plays = played.game.plays(played.view(seat))
    assume(plays)
    play = data.draw(st.sampled_from(plays))
    first = played.game.decide(played.state, Play(seat, play.cards))[0]
    assert isinstance(first, Played)
    assert sorted(first.cards) == sorted(play.cards)
    assert any(other.cards == play.cards and other.reading == first.reading for other in plays)


# ------------------------------------------------------------------ what a screen asks


def sense_of(game: Game, view: HandView) -> Seen:
    sense = game.sense(view)
    assert sense is not None
    return sense


def test_where_no_combinations_are_laid_a_screen_asks_nothing_of_them() -> None:
    deal = Deal((TILES[:20],) * 4, {"dealer": 0})
    assert GAMES["paohuzi"].sense(begin(paohuzi, deal).view(Seat.E)) is None


@LAYS
@given(st.data())
@settings(patient, max_examples=about(10))
def test_what_a_screen_says_of_cards_is_what_the_rules_accept(
    key: str, data: st.DataObject
) -> None:
    game = GAMES[key]
    played, seat = data.draw(rounds_in_play(game, most=8))
    view = played.view(seat)
    assert isinstance(view.ask, AskPlay)
    sense, to_beat = sense_of(game, view), view.ask.to_beat
    for chosen in data.draw(st.lists(st.sampled_from(sorted(subsets(view.hand))), max_size=8)):
        told = sense.readings(chosen, to_beat) if chosen else ()
        accepted = refused(played, Play(seat, chosen)) is None
        assert bool(told) == accepted
        for reading in told:
            assert refused(played, Play(seat, chosen, reading)) is None
            lies, seen = sense.arrange(chosen, reading), sense.stands_for(chosen, reading)
            assert sorted(lies) == sorted(chosen)
            assert all(
                one == other or sense.wild(one) for one, other in zip(lies, seen, strict=True)
            )


@LAYS
@given(st.data())
@settings(patient, max_examples=about(10))
def test_a_hint_is_a_play_and_the_first_one_is_the_smallest(key: str, data: st.DataObject) -> None:
    game = GAMES[key]
    played, seat = data.draw(rounds_in_play(game, most=14))
    view = played.view(seat)
    assert isinstance(view.ask, AskPlay)
    sense = sense_of(game, view)
    hints = sense.hints(view.hand, view.ask.to_beat)
    assert (hints[0] if hints else None) == game.minimal(view)
    assert "bomb" in sense.heavy or key not in WITH_BOMBS
    for hint in hints:
        assert refused(played, Play(seat, hint.cards, hint.reading)) is None
    told = [hint.reading for hint in hints]
    assert len(told) == len(set(told))
    for heavy in sense.heavies(view.hand):
        assert heavy.reading.type in sense.heavy
        assert sense.readings(heavy.cards, None)[0].type in sense.heavy
    worths = sorted(map(sense.worth, FACES))
    assert worths[-2:] == [16, 17]
    assert {sense.in_suit(card) for card in FACES} <= set(range(2, 18))


@LAYS
def test_who_is_asked_nothing_chooses_nothing(key: str) -> None:
    game = GAMES[key]
    deal = Deal((cards("S4"),) * 4, {label: 0 for label, _ in game.DEALING.draws})
    view = replace(game.view(game.opening(game.options({}), deal), Seat.E), ask=None)
    with pytest.raises(ValueError, match="ask"):
        game.choose(view)


def test_four_jokers_are_the_last_hint() -> None:
    sense = Sense("7")
    hints = sense.hints(cards("S3 BJ BJ LJ LJ"), Reading("pair", 5, 2))
    assert [hint.reading.type for hint in hints] == ["pair", "pair", "four_jokers"]
