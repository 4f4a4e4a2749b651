"""What a screen is told of cards in ChinPok, beside what the contract suite tries."""

from collections.abc import Iterator
from hashlib import sha256

from table_firmware.rules.cards import FACES, RANKS, Card, Seat, cards, is_wild
from table_firmware.rules.combinations import HEAVY, minimal, plays, sort_key
from table_firmware.rules.dealing import Deal
from table_firmware.rules.games import chinpok
from table_firmware.rules.games.chinpok.showing import Sense
from table_firmware.rules.round import Combination, Play, Reading, Variant
from table_firmware.rules.shapes import TYPE_ORDER, step


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


def smallness(play: Combination, trump: str) -> tuple[object, ...]:
    """Basic types one after the other, then the ladder; the lower key, not pure, fewer wilds,
    lower cards (CP-39)."""
    reading = play.reading
    wilds = sum(is_wild(card, trump) for card in play.cards)
    faces = sorted(sort_key(card, trump) for card in play.cards)
    type_ = -TYPE_ORDER.index(reading.type) if reading.type in TYPE_ORDER else 0
    return step(reading), type_, reading.key, reading.pure, wilds, faces


PACKS = (("SHCDLB", RANKS + "J"), ("HSLB", "56789TJ"), ("HLB", RANKS + "J"), ("SHCDLB", "3456J"))
"""Suits and ranks, jokers among them, of packs in which more and more goes together."""


def hands() -> Iterator[tuple[str, tuple[Card, ...]]]:
    """Hands of all sizes."""
    for number in range(48):
        trump, (suits, ranks) = RANKS[number % 13], PACKS[number % 4]
        pack = [face for face in FACES * 2 if face[0] in suits and face[1] in ranks + trump]
        pack.sort(key=lambda face: sha256(f"{number}{face}".encode()).digest())
        yield trump, tuple(pack[: 1 + number * 5 % 27])


def test_heavy_plays_are_those_of_the_definition() -> None:
    seen = set()
    for trump, hand in hands():
        sense, found = Sense(trump), dict[object, Combination]()
        for play in sorted(plays(hand, trump, None), key=lambda play: smallness(play, trump)):
            reading, asked = play.reading, (play.cards, play.reading)
            if reading.type in HEAVY and sense.stands_for(*asked) == sense.arrange(*asked):
                known = found.get((reading.type, reading.key))
                if known is None or known.reading.size < reading.size:
                    found[reading.type, reading.key] = play
        expected = sorted(found.values(), key=lambda play: smallness(play, trump))
        assert sense.heavies(hand) == tuple(expected)
        seen |= {(play.reading.type, play.reading.pure) for play in expected}
    assert seen == {
        ("bomb", False),
        ("straight_flush", False),
        ("straight_flush", True),
        ("four_jokers", False),
    }


def test_hints_are_those_of_the_definition() -> None:
    for trump, hand in hands():
        for to_beat in (None, Reading("single", 5, 1), Reading("full_house", 4, 5)):
            legal = plays(hand, trump, to_beat)
            found = dict[object, Combination]()
            for play in sorted(legal, key=lambda play: smallness(play, trump)):
                found.setdefault(play.reading if to_beat else play.reading.type, play)
            first = minimal(hand, trump, to_beat)
            rest = [each for each in found.values() if first and each.reading != first.reading]
            assert Sense(trump).hints(hand, to_beat) == ((first, *rest) if first else ())


def test_by_other_readings_the_hints_are_the_lowest_of_these() -> None:
    natural = Sense("7", Variant(trump_tier=False))
    hand = cards("S7 C7 D7 S3 C3 S8 C8 D8")
    led = [play.reading.type for play in natural.hints(hand, None)]
    assert led == ["single", "pair", "triple", "full_house", "plate"]
    followed = natural.hints(hand, Reading("full_house", 6, 5))
    assert [(play.reading.key, play.cards) for play in followed] == [
        (7, cards("C3 C7 D7 S3 S7")),
        (8, cards("C3 C8 D8 S3 S8")),
    ]


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
