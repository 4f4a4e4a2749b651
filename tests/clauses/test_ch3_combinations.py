"""Chapter 3 of 000: the ten types, what is none of them, and their ladder."""

import pytest

from table_firmware.rules.cards import Seat, cards
from table_firmware.rules.combinations import beats, classify
from table_firmware.rules.games import chinpok
from table_firmware.rules.round import Reading
from table_firmware.rules.shapes import HEAVY
from tests.clauses.table import after, beaten, best, named, opening, play, refusal


def test_13_1_any_card_is_a_single() -> None:
    assert [named(face) for face in ("S7", "HK", "LJ")] == [
        [("single", 7)],
        [("single", 13)],
        [("single", 16)],
    ]


def test_13_2_two_of_a_rank_are_a_pair() -> None:
    assert named("S7 H7") == [("pair", 7)]
    assert named("BJ BJ") == [("pair", 17)]
    assert best("BJ LJ") is None
    assert best("S7 S8") is None


def test_13_3_three_of_a_rank_are_a_triple() -> None:
    assert named("S7 H7 C7") == [("triple", 7)]
    assert best("BJ BJ LJ") is None


def test_13_4_a_triple_and_a_pair_are_a_full_house() -> None:
    assert named("S7 H7 C7 S8 H8") == [("full_house", 7)]
    assert best("S7 H7 C7 S8") is None
    assert best("S7 H7 C7 S8 HT") is None
    assert named("S7 C7 D7 LJ LJ") == [("full_house", 7)]


def test_13_5_five_neighbours_are_a_straight() -> None:
    assert named("S3 H4 C5 D6 S7") == [("straight", 7)]
    assert named("SA H2 C3 D4 S5") == [("straight", 5)]
    assert best("SJ HQ CK DA S2") is None
    assert best("S3 H4 C5 D6") is None
    assert best("S3 H4 C5 D6 S7 C8") is None
    assert best("ST HJ CQ DK LJ") is None


def test_13_6_three_neighbouring_pairs_are_a_tube() -> None:
    assert named("S3 H3 S4 H4 S5 H5") == [("tube", 5)]
    assert named("S3 H3 S2 H2 SA HA") == [("tube", 3)]
    assert best("SK CK SA CA S2 C2") is None
    assert best("S3 H3 S4 H4") is None
    assert best("SK CK SA CA LJ LJ") is None


def test_13_7_two_neighbouring_triples_are_a_plate() -> None:
    assert named("S7 H7 C7 S8 H8 C8") == [("plate", 8)]
    assert named("SA HA CA S2 H2 C2") == [("plate", 2)]
    assert named("SK CK DK SA CA DA") == [("plate", 14)]
    assert best("S7 H7 C7 ST HT CT") is None


def test_13_8_four_to_ten_of_a_rank_are_a_bomb() -> None:
    eight = ["S3", "H3", "C3", "D3"] * 2
    for size in range(4, 9):
        assert best(" ".join(eight[:size])) == Reading("bomb", 3, size)
    assert best(" ".join([*eight, "H9"])) == Reading("bomb", 3, 9)
    assert best(" ".join([*eight, "H9", "H9"])) == Reading("bomb", 3, 10)
    assert best("S3 H3 C3 D3 S4") is None


def test_13_9_five_neighbours_of_a_suit_are_a_straight_flush() -> None:
    assert named("S3 S4 S5 S6 S7") == [("straight_flush", 7)]
    assert named("S3 S4 H9 S6 S7")[0] == ("straight_flush", 7)
    assert best("S3 S4 S5 S6 S7 S8") is None


def test_13_10_both_jokers_twice_are_four_jokers() -> None:
    assert [each.type for each in classify(cards("BJ BJ LJ LJ"), "9")] == ["four_jokers"]
    assert best("BJ BJ LJ H9") is None


LADDER = (
    "BJ BJ LJ LJ",
    "S3 H3 C3 D3 S3 H3 C3 D3 H9 H9",
    "S3 H3 C3 D3 S3 H3 C3 D3 H9",
    "S3 H3 C3 D3 S3 H3 C3 D3",
    "S3 H3 C3 D3 S3 H3 C3",
    "S3 H3 C3 D3 S3 H3",
    "S3 S4 S5 S6 S7",
    "S3 H3 C3 D3 S3",
    "S3 H3 C3 D3",
    "SA",
)


def test_14_1_the_ladder_from_four_jokers_to_the_basic_types() -> None:
    for above, stronger in enumerate(LADDER):
        for weaker in LADDER[above + 1 :]:
            assert beaten(stronger, weaker)
            assert not beaten(weaker, stronger)


BASIC = {
    "single": "SA",
    "pair": "SA CA",
    "triple": "SA CA DA",
    "full_house": "SA CA DA SK CK",
    "straight": "ST CJ DQ SK CA",
    "tube": "SQ CQ SK CK SA CA",
    "plate": "SK CK DK SA CA DA",
}


def test_14_2_the_seven_basic_types_do_not_compare() -> None:
    assert not HEAVY & BASIC.keys()
    for one, strong in BASIC.items():
        assert best(strong) is not None
        for other, weak in BASIC.items():
            assert one == other or not beaten(strong, weak)


@pytest.mark.parametrize(
    ("stronger", "weaker"),
    [
        ("S8", "D7"),
        ("S8 D8", "S7 D7"),
        ("S8 D8 C8", "S7 D7 C7"),
        ("S8 D8 C8 S2 D2", "S7 D7 C7 SA DA"),
        ("S4 D5 C6 S7 D8", "S3 D4 C5 S6 D7"),
        ("S2 D3 C4 S5 D6", "SA D2 C3 S4 D5"),
        ("S2 D2 S3 D3 S4 D4", "SA DA S2 D2 S3 D3"),
        ("S2 D2 C2 S3 D3 C3", "SA DA CA S2 D2 C2"),
        ("S2 D2 C2 H2 S2", "SA DA CA HA"),
        ("S4 D4 C4 H4", "S3 D3 C3 H3"),
        ("S4 S5 S6 S7 S8", "H3 H4 H5 H6 H7"),
    ],
)
def test_14_3_within_a_type_its_key_decides_and_equal_never_beats(
    stronger: str, weaker: str
) -> None:
    assert beaten(stronger, weaker)
    assert not beaten(weaker, stronger)
    assert not beaten(stronger, stronger)


def test_14_4_natural_hearts_in_their_places_beat_the_same_top() -> None:
    hearts, spades, wild = "H3 H4 H5 H6 H7", "S3 S4 S5 S6 S7", "S3 S4 S5 S6 H9"
    seven = classify(cards(wild), "9")[0]
    pure = best(hearts)
    assert pure is not None
    assert pure.pure
    assert beaten(hearts, spades)
    assert not beaten(spades, hearts)
    assert beats(pure, seven)
    assert beaten("S4 S5 S6 S7 S8", hearts)


def test_14_5_a_straight_flush_stands_between_bombs_of_six_and_five() -> None:
    assert beaten("S3 H3 C3 D3 S3 H3", "HT HJ HQ HK HA")
    assert beaten("S3 S4 S5 S6 S7", "SA HA CA DA SA")


@pytest.mark.parametrize(
    "wrong",
    ["S3 C3 S4 C4", "S3 C4", "S7 C7 D7 S8", "S3 C3 D3 S5 C5 D5", "S3 C4 D5 S6 C8", "LJ BJ"],
)
def test_15_1_what_does_not_meet_a_definition_wholly_is_nothing(wrong: str) -> None:
    assert best(wrong) is None


@pytest.mark.parametrize(
    "wrong",
    [
        "S3 H4 C5 D6",
        "S3 H4 C5 D6 S7 C8",
        "SJ HQ CK DA S2",
        "SQ HK CA D2 S3",
        "SK CK SA CA S2 C2",
        "S3 C3 S4 C4",
        "S3 C3 S4 C4 S5 C5 S6 C6",
        "S3 C3 D3 S4 C4 D4 S5 C5 D5",
        "S7 C7 D7 S8",
        "S7 C7 D7 S8 ST",
        "ST SJ SQ SK LJ",
        "BJ LJ",
        "H9 BJ",
        "H9 LJ LJ",
        "BJ BJ LJ",
        "BJ BJ LJ H9",
        "S7 C7 D7 H7 S8 C8",
        "S7 C7 D7 H7 S8",
    ],
)
def test_15_2_the_common_mistakes_are_intercepted(wrong: str) -> None:
    assert refusal(opening(wrong), play(Seat.E, wrong)) == "not-a-combination"


def test_15_3_a_play_too_small_is_refused_and_the_smallest_legal_one_is_named() -> None:
    state = after(opening("S8 S2", "S5 ST SK"), play(Seat.E, "S8"))
    assert refusal(state, play(Seat.N, "S5")) == "does-not-beat"
    smallest = chinpok.minimal(chinpok.view(state, Seat.N))
    assert smallest is not None
    assert smallest.cards == cards("ST")
