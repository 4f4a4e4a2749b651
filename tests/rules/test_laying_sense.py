"""What a screen is told of cards in a game of laying, beside what the contract suite tries."""

from table_firmware.rules.cards import Seat, cards
from table_firmware.rules.dealing import Deal
from table_firmware.rules.games import sanchazi


def test_of_a_hand_the_whole_heavy_plays_are_offered_and_nothing_else() -> None:
    hands = cards("S4 S4 S4 H7 D7 C9"), cards("D9"), cards("C5"), cards("HK HK")
    deal = Deal(hands, {"start": 0, "flip1": 0, "flip2": 1}, leader=Seat.E)
    view = sanchazi.view(sanchazi.opening(sanchazi.options({}), deal), Seat.E)
    sense = sanchazi.sense(view)
    assert {"bomb", "cha"} <= sense.heavy
    assert not any(map(sense.wild, view.hand))
    assert [play.cards for play in sense.heavies(view.hand)] == [cards("S4 S4 S4")]
