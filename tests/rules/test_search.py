"""The smallest and the largest hands that have each type (000 §13; CP-39)."""

import pytest

from table_firmware.rules.cards import FACES, Card, cards
from table_firmware.rules.combinations import classify, count, minimal, plays
from table_firmware.rules.packed import pack, unpack
from table_firmware.rules.round import Combination, Reading

WILD = Card("H9")
"""All that is here is under trump 9."""

EIGHT = "C3 C3 D3 D3 S3 S3 H3 H3"
JOKERS = "LJ LJ BJ BJ"


def by_type(hand: str) -> dict[str, int]:
    return count(cards(hand), "9", None)[1]


@pytest.mark.parametrize(
    ("hand", "kind"),
    [
        ("S3", "single"),
        ("S3 S3", "pair"),
        ("S3 S3 C3", "triple"),
        ("S3 S3 C3 S4 S4", "full_house"),
        ("S3 C4 S5 S6 S7", "straight"),
        ("S3 S3 S4 S4 S5 S5", "tube"),
        ("S3 S3 C3 S4 S4 C4", "plate"),
        ("S3 S3 C3 C3", "bomb"),
        ("S3 S4 S5 S6 S7", "straight_flush"),
        (JOKERS, "four_jokers"),
        ("H9", "single"),
        ("H9 H9", "pair"),
        ("S3 H9", "pair"),
        ("S3 H9 H9", "triple"),
        ("S9 H9 H9", "triple"),
        ("S3 S3 S4 S4 H9", "full_house"),
        ("S3 S3 C3 H9 H9", "full_house"),
        ("S3 C4 S5 H9 H9", "straight"),
        ("S3 S3 S4 H9 H9 S5", "tube"),
        ("S3 S3 H9 H9 S5 S5", "tube"),
        ("S3 S3 S4 S4 H9 H9", "plate"),
        ("S3 S3 H9 H9", "bomb"),
        ("S3 S4 S5 H9 H9", "straight_flush"),
    ],
)
def test_a_hand_that_is_one_play_has_it_in_each_of_its_readings(hand: str, kind: str) -> None:
    readings = classify(cards(hand), "9")
    found = [play for play in plays(cards(hand), "9", None) if len(play.cards) == len(hand.split())]
    assert kind in [reading.type for reading in readings]
    assert sorted(map(repr, found)) == sorted(
        repr(Combination(tuple(sorted(cards(hand))), reading)) for reading in readings
    )
    assert sum(by_type(hand).values()) == len(plays(cards(hand), "9", None))


def test_the_largest_bombs_take_both_wilds() -> None:
    natural = by_type(EIGHT)
    assert [natural[f"bomb{size}"] for size in range(4, 9)] == [19, 16, 10, 4, 1]
    found = by_type(f"{EIGHT} H9 H9")
    assert [found[f"bomb{size}"] for size in (8, 9, 10)] == [1 + 4 + 10, 1 + 4, 1]
    nine = plays(cards(f"{EIGHT} H9 H9"), "9", Reading("bomb", 14, 8))
    assert [(play.reading.size, play.cards.count(WILD)) for play in nine] == [
        *((9, 1), (9, 2), (9, 2), (9, 2), (9, 2)),
        (10, 2),
    ]


def test_the_four_jokers_are_the_smallest_play_over_ten_of_a_rank() -> None:
    top = Combination(tuple(sorted(cards(JOKERS))), Reading("four_jokers", 0, 4))
    assert minimal(cards(f"S3 {JOKERS}"), "9", Reading("bomb", 3, 10)) == top


def test_the_smallest_straight_flush_has_the_fewest_wilds() -> None:
    smallest = minimal(cards("C3 C4 C5 S3 S4 S5 S6 H9 H9"), "9", Reading("straight_flush", 6, 5))
    assert smallest == Combination(cards("H9 S3 S4 S5 S6"), Reading("straight_flush", 7, 5))


def test_the_two_packs_are_a_set_of_cards() -> None:
    assert unpack(pack(FACES * 2, "9"), "9") == tuple(sorted(FACES * 2))
