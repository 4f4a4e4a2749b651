"""What a screen is told of cards in ChinPok, beside what the contract suite tries."""

from table_firmware.rules.cards import cards
from table_firmware.rules.games.chinpok.showing import Sense


def test_heavy_plays_are_offered_rising_and_whole_and_without_wilds_that_stand_for_cards() -> None:
    sense = Sense("9")
    hand = cards("S4 S4 H4 D4 C4 S5 S6 S7 S8 H9 LJ LJ BJ BJ D2")
    offered = sense.heavies(hand)
    assert [sense.wild(card) for card in cards("H9 D9")] == [True, False]
    assert sense.heavy == {"bomb", "straight_flush", "four_jokers"}
    assert [play.reading.type for play in offered] == ["bomb", "straight_flush", "four_jokers"]
    assert [len(play.cards) for play in offered] == [5, 5, 4]
    assert all(cards("H9")[0] not in play.cards for play in offered)
