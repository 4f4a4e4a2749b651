"""双扣: what cards are, with wilds and without, and what beats what, by decision."""

import pytest

from table_firmware.rules.cards import Card, cards
from table_firmware.rules.games.shuangkou import baibian, qianbian
from table_firmware.rules.games.shuangkou.arranging import arrange, stands_for
from table_firmware.rules.games.shuangkou.readings import beats, level, readings
from table_firmware.rules.round import Reading
from tests.shuangkou import BIG, BOTH, NONE, E, opening, types


def test_sk_01_a_wild_takes_any_rank_up_to_two_and_never_a_joker() -> None:
    assert types("S2 BJ") == [("pair", 15)]
    assert types("LJ BJ") == []
    assert types("S5 LJ") == []
    assert types("S5 LJ", BOTH) == [("pair", 5)]


def test_sk_02_wilds_serve_in_every_type_beside_a_natural_card() -> None:
    assert types("S5 BJ") == [("pair", 5)]
    assert types("S5 C5 BJ") == [("triple", 5)]
    assert types("S5 C5 D5 S6 C6 D6 S7 C7 BJ") == [("plate", 7)]
    assert types("S2 C2 D2 BJ") == [("bomb", 15)]


def test_sk_03_a_joker_makes_a_bomb_of_three_alike_only() -> None:
    assert types("S4 C4 D4 BJ") == [("bomb", 4)]
    assert types("S4 C4 D5 BJ") == []


def test_sk_04_jokers_alone_are_themselves() -> None:
    assert types("BJ") == [("single", 17)]
    assert types("LJ", BOTH) == [("single", 16)]
    assert (types("BJ BJ"), types("LJ LJ", BOTH)) == ([("pair", 17)], [("pair", 16)])
    assert types("LJ BJ", BOTH) == []


def test_sk_05_three_and_four_jokers_are_the_smallest_of_their_levels() -> None:
    three, four = readings(cards("LJ LJ BJ"), BIG)[0], readings(cards("LJ LJ BJ BJ"), NONE)[0]
    assert (level(three), level(four)) == (6, 7)
    assert not beats(three, readings(cards("BJ BJ LJ"), BIG)[0])
    assert beats(Reading("bomb", 3, 6), three)
    found = baibian.plays(baibian.view(opening(E="LJ LJ BJ BJ D3"), E))
    assert {len(each.cards) for each in found if each.reading.type == "jokers"} == {3, 4}


@pytest.mark.parametrize("text", ["S3", "S3 H3", "S3 H3 C3", "S3 S4 S5 S6 S7", "S3 H3 S4 H4 S5 H5"])
def test_what_is_no_bomb_has_no_level(text: str) -> None:
    assert [level(reading) for reading in readings(cards(text), BIG)] == [0]


def test_sk_06_a_two_may_be_the_top_of_neighbouring_bombs_and_no_other_run_has_one() -> None:
    kings = "SK HK CK DK SA HA CA DA"
    found = readings(cards(f"{kings} S2 H2 C2 D2"), BIG)
    assert [(one.type, one.key, one.more[1]) for one in found] == [("serial", 15, 7)]
    view = baibian.view(opening(E=f"{kings} S2 H2 C2 D2 D3"), E)
    assert found[0] in [each.reading for each in baibian.plays(view)]
    assert types("SA HA CA DA S2 H2 C2 D2 S3 H3 C3 D3") == []
    view = qianbian.view(opening(game=qianbian, E=f"{kings} S2 H2 C2 D2 LJ LJ BJ BJ"), E)
    high = {each.reading for each in qianbian.plays(view) if each.reading.type == "serial"}
    assert {(one.key, one.more[0]) for one in high} == {(15, 3)}
    assert types("SK HK SA HA S2 H2") == []
    assert types("SJ SQ SK SA S2") == []


def test_sk_07_unequal_groups_count_by_the_smallest_and_in_qianbian_only() -> None:
    some = cards("S3 H3 C3 S4 H4 C4 D4 S4 S5 H5 C5 D5 S5 H5 BJ")
    assert types("S3 H3 C3 D3 S4 H4 C4 D4 S4 S5 H5 C5 D5") == []
    (found,) = readings(some, BOTH)
    assert (found.more, found.size) == ((3, 7), 15)
    assert readings(some, BIG) == ()
    short = "S3 H3 C3 D3 S3 H3 C3 D3 S4 S5 H5 C5 D5"
    assert types(short, BOTH) == []


def test_sk_08_more_groups_are_larger_than_larger_groups() -> None:
    four = Reading("serial", 6, 16, more=(4, 8))
    three = Reading("serial", 14, 15, more=(3, 8))
    assert beats(four, three)
    assert not beats(three, four)


def test_sk_09_no_two_neighbouring_bombs_no_two_triples_no_full_house() -> None:
    assert types("S4 H4 C4 D4 S5 H5 C5 D5") == []
    assert types("S3 H3 C3 S4 H4 C4") == []
    assert types("S3 H3 C3 S4 H4") == []


def test_sk_10_runs_answer_runs_of_the_same_number_of_cards() -> None:
    five, six = Reading("straight", 9, 5), Reading("straight", 10, 6)
    assert not beats(six, five)
    assert beats(Reading("straight", 10, 5), five)
    assert types("S3 S4 S5 S6 S7 S8 S9 ST SJ SQ SK SA") == [("straight", 14)]


@pytest.mark.parametrize("wilds", [BIG, BOTH])
def test_sk_20_a_wild_takes_the_highest_place_it_may(wilds: tuple[Card, ...]) -> None:
    assert types("S5 S6 S7 S8 BJ", wilds)[0] == ("straight", 9)
    assert types("SJ SQ SK SA BJ", wilds) == [("straight", 14)]


def test_sk_24_a_bomb_comes_before_a_run_and_a_run_with_a_higher_top_before_a_lower_one() -> None:
    assert types("S5 LJ LJ BJ BJ", BOTH) == [
        *(("bomb", 5), ("straight", 9), ("straight", 8), ("straight", 7)),
    ]


def test_sk_28_a_rank_of_a_run_may_be_all_wilds_but_no_group_of_neighbouring_bombs() -> None:
    assert types("S3 H3 S5 H5 BJ BJ") == [("tube", 5)]
    assert types("S3 S4 S6 S7 BJ") == [("straight", 7)]
    eight = "S3 H3 C3 D3 S4 H4 C4 D4"
    assert types(f"{eight} LJ LJ BJ BJ", BOTH) == []
    (found,) = readings(cards(f"{eight} S5 LJ BJ BJ"), BOTH)
    assert (found.type, found.more[1]) == ("serial", 7)


def test_sk_28_three_wilds_may_be_a_triple_of_a_run() -> None:
    assert types("S3 H3 C3 S4 H4 C4 LJ BJ BJ", BOTH)[0] == ("plate", 5)


def test_a_wild_lies_where_it_stands() -> None:
    tube = cards("BJ S5 S4 S3 H3 H4")
    assert arrange(tube, Reading("tube", 5, 6)) == cards("S3 H3 S4 H4 S5 BJ")
    assert stands_for(cards("BJ LJ LJ"), Reading("jokers", 0, 3)) == cards("LJ LJ BJ")
    assert stands_for(cards("BJ S2"), Reading("pair", 15, 2)) == cards("S2 H2")
    many = cards("S3 H3 C3 D3 S4 H4 C4 S5 H5 C5 D5 LJ BJ")
    (found,) = readings(many, BOTH)
    assert stands_for(many, found)[4:] == cards("C4 S4 H4 H4 C5 D5 S5 H5 H5")
