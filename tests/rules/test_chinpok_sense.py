"""What a screen is told of cards in ChinPok, beside what the contract suite tries."""

from table_firmware.rules.cards import Seat, cards
from table_firmware.rules.dealing import Deal
from table_firmware.rules.games import chinpok
from table_firmware.rules.games.chinpok.showing import Sense
from table_firmware.rules.round import Combination, Play, Reading, Variant


def test_heavy_plays_are_offered_rising_and_whole_and_without_wilds_that_stand_for_cards() -> None:
    sense = Sense("9")
    hand = cards("S4 S4 H4 D4 C4 S5 S6 S7 S8 H9 LJ LJ BJ BJ D2")
    offered = sense.heavies(hand)
    assert [sense.wild(card) for card in cards("H9 D9")] == [True, False]
    assert sense.heavy == {"bomb", "straight_flush", "four_jokers"}
    assert [play.reading.type for play in offered] == ["bomb", "straight_flush", "four_jokers"]
    assert [len(play.cards) for play in offered] == [5, 5, 4]
    assert all(cards("H9")[0] not in play.cards for play in offered)


def test_heavy_plays_stand_by_the_ladder_with_the_flush_between_five_and_six() -> None:
    hand = cards("S4 S4 H4 D4 C4 C4 S5 S5 H5 D5 C5 S6 S7 S8 LJ LJ BJ BJ")
    offered = [(play.reading.type, play.reading.size) for play in Sense("9").heavies(hand)]
    assert offered == [("bomb", 5), ("straight_flush", 5), ("bomb", 6), ("four_jokers", 4)]


def test_of_straight_flushes_of_one_top_the_lowest_suit_is_offered() -> None:
    (offered,) = Sense("9").heavies(cards("S3 S4 S5 S6 S7 C3 C4 C5 C6 C7"))
    assert offered.cards == cards("C3 C4 C5 C6 C7")


def told(plays: tuple[Combination, ...]) -> list[tuple[str, str]]:
    return [(play.reading.type, " ".join(play.cards)) for play in plays]


def test_a_leader_is_hinted_the_lowest_play_of_each_type() -> None:
    assert told(Sense("9").hints(cards("S3 S3 C3 S4 S4 H4 D4"), None)) == [
        ("single", "C3"),
        ("pair", "C3 S3"),
        ("triple", "C3 S3 S3"),
        ("full_house", "C3 D4 S3 S3 S4"),
        ("plate", "C3 D4 S3 S3 S4 S4"),
        ("bomb", "D4 H4 S4 S4"),
    ]


def test_who_follows_is_hinted_the_lowest_play_of_each_reading() -> None:
    hand = cards("S4 C4 S5 S6 S7 S8 H9")
    assert told(Sense("9").hints(hand, Reading("pair", 4, 2))) == [
        ("pair", "H9 S5"),
        ("pair", "H9 S6"),
        ("pair", "H9 S7"),
        ("pair", "H9 S8"),
        ("straight_flush", "H9 S4 S5 S6 S7"),
        ("straight_flush", "S4 S5 S6 S7 S8"),
        ("straight_flush", "H9 S5 S6 S7 S8"),
    ]
    assert Sense("9").hints(cards("S3"), Reading("single", 4, 1)) == ()


def test_a_card_is_worth_what_the_trump_makes_of_it_and_stands_in_its_suit_by_nature() -> None:
    sense = Sense("9")
    assert [sense.worth(card) for card in cards("S2 SA C9 LJ BJ")] == [2, 14, 15, 16, 17]
    assert [sense.in_suit(card) for card in cards("S2 SA C9 LJ BJ")] == [2, 14, 9, 16, 17]


def test_the_readings_of_chosen_cards_are_those_that_beat() -> None:
    sense, chosen = Sense("2"), cards("S7 C7 S8 C8 H2")
    types = [(one.type, one.key) for one in sense.readings(chosen, None)]
    assert types == [("full_house", 8), ("full_house", 7)]
    eight = sense.readings(chosen, Reading("full_house", 7, 5))
    assert [(one.type, one.key) for one in eight] == [("full_house", 8)]
    assert sense.readings(chosen, Reading("full_house", 8, 5)) == ()
    assert sense.arrange(chosen, eight[0]) == cards("C8 S8 H2 C7 S7")
    assert sense.stands_for(chosen, eight[0]) == cards("C8 S8 H8 C7 S7")


def test_by_other_readings_cards_lie_as_by_the_usual_one() -> None:
    natural = Sense("7", Variant(trump_tier=False))
    seven, chosen = Reading("full_house", 7, 5), cards("S7 C7 D7 S3 C3")
    assert natural.readings(chosen, None) == (seven,)
    assert natural.arrange(chosen, seven) == cards("C7 D7 S7 C3 S3")


def test_a_view_is_seen_with_its_trump_and_its_readings_and_the_opponent_plays_from_it() -> None:
    natural = Variant(trump_tier=False)
    options = chinpok.Options(exchange=False, variant=natural)
    deal = Deal((cards("S3"), cards("D9"), cards("C5"), cards("HK")), {"trump": 7, "leader": 0})
    seen = chinpok.view(chinpok.opening(options, deal), Seat.E)
    assert chinpok.sense(seen) == Sense(seen.trump, natural)
    assert chinpok.choose(seen) == Play(Seat.E, cards("S3"), Reading("single", 3, 1))
