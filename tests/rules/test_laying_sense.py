"""What a screen is told of cards in a game of laying, beside what the contract suite tries."""

from typing import Any

from table_firmware.rules.cards import Card, Seat, cards
from table_firmware.rules.dealing import Deal
from table_firmware.rules.game import Game
from table_firmware.rules.games import sanchazi
from table_firmware.rules.games.shuangkou import baibian

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
