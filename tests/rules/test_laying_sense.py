"""What a screen is told of cards in a game of laying, beside what the contract suite tries."""

from typing import Any

import pytest

from table_firmware.rules.cards import Card, Seat, cards
from table_firmware.rules.dealing import Deal
from table_firmware.rules.game import Game
from table_firmware.rules.games import sanchazi
from table_firmware.rules.games.shuangkou import baibian
from table_firmware.rules.round import Combination, Pass, Play, Reading, SeatView
from tests.laying_games import after

REST = cards("D9"), cards("C5"), cards("HK HK")


def offered(game: Game, hand: str, draws: dict[str, int]) -> tuple[Any, list[tuple[Card, ...]]]:
    deal = Deal((cards(hand), *REST), draws, leader=Seat.E)
    view = game.view(game.opening(game.options({}), deal), Seat.E)
    sense = game.sense(view)
    assert sense is not None
    return sense, [play.cards for play in sense.heavies(view.hand)]


def test_of_a_hand_the_whole_heavy_plays_are_offered_and_nothing_else() -> None:
    draws = {"start": 0, "flip1": 0, "flip2": 1}
    sense, found = offered(sanchazi, "S4 S4 S4 H7 D7 C9", draws)
    assert {"bomb", "cha"} <= sense.heavy
    assert not any(map(sense.wild, cards("S4 S4 S4 H7 D7 C9")))
    assert found == [cards("S4 S4 S4")]


def test_a_bomb_that_needs_a_wild_is_not_offered_and_one_of_naturals_is() -> None:
    sense, found = offered(baibian, "S4 S4 S4 BJ H7 H7 H7 H7", {"start": 0, "flip": 0})
    assert sense.wild(Card("BJ"))
    assert found == [cards("H7 H7 H7 H7")]


def seen(hand: str) -> SeatView:
    """What East sees of a hand of 百变 in which everybody else has one card."""
    hands = cards(hand), cards("D9"), cards("C5"), cards("HK")
    opening = baibian.opening(baibian.options({}), Deal(hands, {"start": 0, "flip": 0}, Seat.E))
    return baibian.view(opening, Seat.E)


def told(plays: tuple[Combination, ...]) -> list[tuple[str, int, str]]:
    return [(play.reading.type, play.reading.key, " ".join(play.cards)) for play in plays]


def test_a_two_is_worth_more_than_an_ace_in_its_suit_as_well() -> None:
    sense, some = baibian.sense(seen("S3")), cards("S3 SA D2 LJ BJ")
    assert [sense.worth(card) for card in some] == [3, 14, 15, 16, 17]
    assert [sense.in_suit(card) for card in some] == [3, 14, 15, 16, 17]
    assert [sense.wild(card) for card in some] == [False, False, False, False, True]


def test_chosen_cards_have_the_strongest_reading_that_beats() -> None:
    sense, chosen = baibian.sense(seen("S3")), cards("S5 S6 S7 S8 BJ")
    nine = Reading("straight", 9, 5)
    assert sense.readings(chosen, None) == (nine,)
    assert sense.readings(chosen, Reading("straight", 8, 5)) == (nine,)
    assert sense.readings(chosen, nine) == ()
    assert sense.readings((), None) == ()
    assert sense.arrange(chosen, nine) == cards("S5 S6 S7 S8 BJ")
    assert sense.stands_for(chosen, nine) == cards("S5 S6 S7 S8 H9")


def test_a_leader_is_hinted_a_lowest_single_and_one_play_of_each_type() -> None:
    view = seen("S4 S4 H3 BJ")
    assert told(baibian.sense(view).hints(view.hand, None)) == [
        ("single", 3, "H3"),
        ("pair", 3, "BJ H3"),
        ("triple", 4, "BJ S4 S4"),
    ]


def test_who_follows_is_hinted_the_lowest_play_of_each_reading() -> None:
    view = seen("S4 C5 S6 S6")
    assert told(baibian.sense(view).hints(view.hand, Reading("single", 4, 1))) == [
        ("single", 5, "C5"),
        ("single", 6, "S6"),
    ]


def test_heavy_plays_are_offered_whole_and_without_wilds_that_stand_for_cards() -> None:
    view = seen("S4 H4 C4 D4 S4 BJ S7 H7 C7 D7")
    assert told(baibian.sense(view).heavies(view.hand)) == [
        ("bomb", 4, "C4 D4 H4 S4 S4"),
        ("bomb", 7, "C7 D7 H7 S7"),
    ]


def test_a_practice_opponent_plays_as_a_managed_seat_and_never_over_its_partner() -> None:
    hands = cards("S4 H3"), cards("D9 D8"), cards("C5 C6"), cards("HK HQ")
    state = baibian.opening(baibian.options({}), Deal(hands, {"start": 0, "flip": 51}, Seat.E))

    def chosen(seat: Seat) -> Play | Pass:
        return baibian.choose(baibian.view(state, seat))

    assert chosen(Seat.E) == Play(Seat.E, cards("H3"), Reading("single", 3, 1))
    with pytest.raises(ValueError, match="nothing is asked"):
        chosen(Seat.N)
    state = after(baibian, state, chosen(Seat.E))
    assert chosen(Seat.N) == Play(Seat.N, cards("D8"), Reading("single", 8, 1))
    state = after(baibian, state, Pass(Seat.N))
    assert chosen(Seat.W) == Pass(Seat.W)
