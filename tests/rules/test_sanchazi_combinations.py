"""三叉子: what cards are, and what beats what, by decision."""

import pytest

from table_firmware.rules.games import sanchazi
from table_firmware.rules.games.sanchazi.readings import beats
from tests.sanchazi import one, types


def test_sc_01_pairs_run_from_three_to_ace_without_two() -> None:
    assert types("S3 H3 S4 H4 S5 H5") == [("tube", 5)]
    assert types("SQ HQ SK HK SA HA") == [("tube", 14)]
    assert types("S2 H2 S3 H3 S4 H4") == []
    assert types("SK HK SA HA S2 H2") == []
    assert types("SA HA CA S2 H2 C2") == []


def test_sc_13_a_triple_inside_another_type_may_be_of_one_face() -> None:
    assert types("C4 C4 C4") == [("cha", 4)]
    assert types("C4 C4 C4 S5 H5") == [("full_house", 4)]
    assert types("C4 C4 C4 S5 H5 D5") == [("plate", 5)]
    assert types("C4 C4 S4") == [("triple", 4)]


def test_sc_14_three_of_one_face_are_more_than_three_of_a_rank() -> None:
    assert beats(one("H3 H3 H3"), one("SA HA CA"))


def test_sc_15_jokers_pair_and_triple_with_their_like_only() -> None:
    assert types("BJ BJ") == [("pair", 17)]
    assert types("LJ LJ LJ") == [("cha", 16)]
    assert types("LJ BJ") == types("LJ LJ BJ") == types("LJ LJ LJ BJ") == []
    assert types("LJ LJ LJ BJ BJ BJ") == []


def test_sc_16_a_pair_of_jokers_may_lie_beside_a_triple() -> None:
    assert types("S4 H4 C4 LJ LJ") == [("full_house", 4)]
    with pytest.raises(ValueError, match="SC-16"):
        sanchazi.options({"kicker_joker_pair": False})


def test_sc_17_both_parts_rise_and_the_number_of_groups_is_the_same() -> None:
    two = one("S3 H3 C3 S4 H4 C4 S7 H7 S8 H8")
    assert not beats(one("S5 H5 C5 S6 H6 C6 S7 H7 S8 H8"), two)
    assert beats(one("S4 H4 C4 S5 H5 C5 S8 H8 S9 H9"), two)
    three = one("S5 H5 C5 S6 H6 C6 S7 H7 C7 S9 H9 ST HT SJ HJ")
    assert not beats(three, two)


def test_sc_18_as_many_neighbouring_pairs_as_triples_and_none_of_two() -> None:
    plate = "S3 H3 C3 S4 H4 C4"
    assert types(f"{plate} S7 H7 S8 H8") == [("plate_tube", 4)]
    assert types(f"{plate} S7 H7 S9 H9") == []
    assert types(f"{plate} SA HA S2 H2") == []
    assert types(f"{plate} S7 H7") == []
    assert types("S7 H7 S8 H8") == []


def test_sc_26_bombs_by_number_then_rank_and_above_what_is_no_bomb() -> None:
    assert beats(one("S5 H5 C5 D5"), one("S4 H4 C4 D4"))
    assert not beats(one("S5 H5 C5 D5"), one("S4 H4 C4 D4 S4"))
    assert beats(one("S3 H3 C3 D3"), one("S2 H2 C2 BJ BJ"))
    assert not beats(one("S4 H4 S5 H5 S6 H6 S7 H7"), one("S3 H3 S4 H4 S5 H5"))


def test_sc_27_three_jokers_are_no_triple() -> None:
    assert types("BJ BJ BJ S4 H4") == []


def test_sc_28_what_lies_beside_is_of_other_ranks() -> None:
    assert types("S3 H3 C3 D3 S3") == [("bomb", 3)]
    assert types("S3 H3 C3 S2 H2") == [("full_house", 3)]
    assert types("S2 H2 C2 S4 H4") == [("full_house", 15)]
