"""What the system plays for a seat, and the hint (000 §38.2, §39.2, §40; CP-25, CP-26, CP-39)."""

import pytest

from table_firmware.rules.cards import cards
from table_firmware.rules.combinations import classify, managed, minimal, plays
from table_firmware.rules.packed import pack
from table_firmware.rules.round import Combination, Reading

SINGLE_5 = Reading("single", 5, 1)


def choice(play: Combination | None) -> tuple[str, str, int] | None:
    return (" ".join(play.cards), play.reading.type, play.reading.key) if play else None


@pytest.mark.parametrize(
    ("hand", "trump", "led"),
    [
        ("H9", "9", ("H9", "single", 15)),
        ("S4 C4", "9", ("C4 S4", "pair", 4)),
        ("S4 C4 HK", "9", ("C4", "single", 4)),
        ("H5 S5 BJ", "5", ("S5", "single", 15)),
        ("BJ LJ", "5", ("LJ", "single", 16)),
        ("H5 SA BJ", "5", ("SA", "single", 14)),
    ],
)
def test_a_lead_is_the_whole_hand_or_the_lowest_single(
    hand: str, trump: str, led: tuple[str, str, int]
) -> None:
    assert choice(minimal(cards(hand), trump, None)) == led
    assert choice(managed(cards(hand), trump, None)) == led


def test_the_whole_hand_goes_in_its_default_reading_or_managed_in_its_lowest() -> None:
    hand = cards("S6 C6 S7 C7 H2 H2")
    whole = " ".join(sorted(hand))
    assert choice(minimal(hand, "2", None)) == (whole, "plate", 7)
    assert choice(managed(hand, "2", None)) == (whole, "tube", 7)


def test_a_managed_seat_follows_with_the_smallest_of_the_same_type() -> None:
    assert choice(managed(cards("DK D6 D8"), "9", SINGLE_5)) == ("D6", "single", 6)


def test_a_managed_seat_keeps_a_bomb_that_would_not_empty_its_hand() -> None:
    assert managed(cards("D3 S3 C3 H3 D4"), "9", SINGLE_5) is None


def test_a_managed_seat_bombs_to_go_out_in_the_lowest_reading_that_beats() -> None:
    assert choice(managed(cards("D3 S3 C3 H3"), "9", SINGLE_5)) == ("C3 D3 H3 S3", "bomb", 3)
    flush = cards("S3 S4 S5 S6 H2")
    lowest = managed(flush, "2", Reading("bomb", 14, 4))
    assert choice(lowest) == ("H2 S3 S4 S5 S6", "straight_flush", 6)
    higher = managed(flush, "2", Reading("straight_flush", 6, 5))
    assert choice(higher) == ("H2 S3 S4 S5 S6", "straight_flush", 7)


def test_a_managed_seat_answers_a_bomb_only_to_go_out() -> None:
    four_threes = Reading("bomb", 3, 4)
    assert choice(managed(cards("S4 H4 C4 D4"), "9", four_threes)) == (
        "C4 D4 H4 S4",
        "bomb",
        4,
    )
    assert managed(cards("S4 H4 C4 D4 D5"), "9", four_threes) is None


def test_a_managed_seat_follows_with_a_single_before_it_bombs() -> None:
    hand = cards("S7 H7 C7 D7")
    assert choice(managed(hand, "9", SINGLE_5)) == ("C7", "single", 7)


def test_an_empty_hand_has_nothing_to_play() -> None:
    assert minimal((), "9", None) is None
    assert managed((), "9", None) is None
    assert managed((), "9", SINGLE_5) is None
    assert plays((), "9", None) == []


def test_nothing_beats_four_jokers() -> None:
    top = Reading("four_jokers", 0, 4)
    hand = cards("S3 S3 H3 H3 C3 C3 D3 D3 H7 H7 LJ LJ BJ BJ")
    assert plays(hand, "7", top) == []
    ten_threes = classify(hand[:10], "7")[0]
    assert [play.reading for play in plays(hand, "7", ten_threes)] == [top]


@pytest.mark.parametrize("faces", ["S7 S7 S7", "C2 C2 C2 C2", "LJ LJ LJ", "H9 H9 H9"])
def test_no_face_exists_more_than_twice(faces: str) -> None:
    assert classify(cards(faces), "9") == ()
    with pytest.raises(ValueError, match="more than two"):
        plays(cards(faces), "9", None)


def test_no_combination_has_more_than_ten_cards() -> None:
    assert classify(cards("C2 " * 3000), "9") == ()
    with pytest.raises(ValueError, match="more than two"):
        pack(cards("C2 " * 3000), "9")


def test_the_smallest_straight_is_not_a_straight_flush() -> None:
    hand = cards("C3 C4 C5 C6 C7 S7")
    smallest = minimal(hand, "2", Reading("straight", 6, 5))
    assert smallest == Combination(cards("C3 C4 C5 C6 S7"), Reading("straight", 7, 5))
