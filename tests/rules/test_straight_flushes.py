"""Straight flushes in a hand (000 §13.9, §14.4; CP-11, CP-15)."""

import pytest

from table_firmware.rules.cards import RANKS, cards
from table_firmware.rules.combinations import count, minimal, patterns, plays
from table_firmware.rules.round import Reading

PURE_5 = Reading("straight_flush", 5, 5, True)
TOP_6 = Reading("straight_flush", 6, 5)
TOP_7 = Reading("straight_flush", 7, 5)
TOP_8 = Reading("straight_flush", 8, 5)
PURE_7 = Reading("straight_flush", 7, 5, True)


def answers(hand: str, trump: str, to_beat: Reading) -> list[Reading]:
    return [play.reading for play in plays(cards(hand), trump, to_beat)]


def test_five_natural_cards_of_one_suit_are_never_a_plain_straight() -> None:
    assert count(cards("S3 S4 S5 S6 S7"), "9", None)[1] == {"single": 5, "straight_flush": 1}
    assert count(cards("S3 S4 S5 S6 S7 H7"), "9", None)[1] == {
        "single": 6,
        "pair": 1,
        "straight": 1,
        "straight_flush": 1,
    }


def test_those_of_hearts_alone_are_counted_apart() -> None:
    assert count(cards("H3 H4 H5 H6 H7 S3 S4 S5 S6 S7"), "9", None)[2] == 1
    assert count(cards("H3 H4 H5 H6 H7 H8"), "9", None)[2] == 2
    assert count(cards("S3 S4 S5 S6 S7"), "9", None)[2] == 0


@pytest.mark.parametrize(
    ("hand", "trump", "to_beat", "found"),
    [
        ("S3 S4 S5 S6 S7", "9", TOP_6, [TOP_7]),
        ("S3 S4 S5 S6 S7", "9", TOP_7, []),
        ("H3 H4 H5 H6 H7", "9", TOP_7, [PURE_7]),
        ("H3 H4 H5 H6 H7", "9", PURE_7, []),
        ("H3 H4 H5 H6 H7", "7", TOP_6, [PURE_7]),
        ("H3 H4 H5 H6 H9", "9", TOP_6, [TOP_7]),
        ("H5 H6 H7 H7 H9", "7", TOP_6, [Reading("straight_flush", 9, 5)]),
    ],
)
def test_the_top_decides_then_pure_hearts(
    hand: str, trump: str, to_beat: Reading, found: list[Reading]
) -> None:
    assert answers(hand, trump, to_beat) == found


def test_a_triple_without_a_pair_is_no_full_house() -> None:
    assert count(cards("S3 C3 D3 D5"), "9", None)[1] == {"single": 4, "pair": 3, "triple": 1}


@pytest.mark.parametrize("trump", ["9", "A", "2"])
def test_all_hearts_are_pure_from_the_ace_to_the_ace(trump: str) -> None:
    hearts = cards(f"H{rank}" for rank in RANKS)
    found = [play.reading for play in plays(hearts, trump, None) if play.reading.pure]
    assert found == [Reading("straight_flush", top, 5, True) for top in range(5, 15)]


@pytest.mark.parametrize(
    ("hand", "trump", "found"),
    [
        ("H3 H4 H5 H6 H7", "9", [PURE_7]),
        ("H3 H4 H5 H6 H7", "7", [TOP_6, PURE_7]),
        ("HA H2 H3 H4 H5", "A", [PURE_5, TOP_6]),
        ("H3 H4 H5 H6 H7 H9", "9", [TOP_6, TOP_7, PURE_7, TOP_8]),
        ("H3 H4 H5 H6 H7 S3 S4 S5 S6 S7", "9", [TOP_7, PURE_7]),
        ("H3 H4 H5 H6 H7 S3 S4 S5 S6", "7", [TOP_6, TOP_7, PURE_7]),
    ],
)
def test_only_those_are_hinted_that_there_are(hand: str, trump: str, found: list[Reading]) -> None:
    flushes = [one for one in patterns(cards(hand), trump, None) if one.type == "straight_flush"]
    assert flushes == found
    smallest = minimal(cards(hand), trump, Reading("bomb", 14, 5))
    assert smallest
    assert smallest.reading == found[0]


def test_a_wild_may_lie_in_the_place_of_any_card() -> None:
    five = cards("S3 S4 S5 S6 S7")
    found = [play.cards for play in plays((*five, *cards("H9")), "9", TOP_6)]
    spared = [tuple(sorted({*five, *cards("H9")} - {card})) for card in five]
    assert sorted(found) == sorted([five, *spared, cards("H9 S4 S5 S6 S7")])
