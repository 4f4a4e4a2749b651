"""Plays that are spelt out only when they are looked at."""

import pytest

from table_firmware.rules.cards import cards
from table_firmware.rules.round import Reading
from table_firmware.rules.takes import Group, Takes, picks, sorted_by_value

PAIRS = Takes(
    [
        Group(Reading("pair", 5, 2), (picks(cards("C5 C5 S5"), 2),)),
        Group(Reading("tube", 7, 4), (picks(cards("C6 S6 H6"), 2), picks(cards("D7 D7 H7"), 2))),
    ]
)


def test_they_are_counted_without_being_spelt_out() -> None:
    assert len(PAIRS) == 2 + 3 * 2
    assert [group.size for group in PAIRS.groups] == [2, 6]
    assert not Takes(())
    assert len(Takes(())) == 0


def test_each_can_be_had_by_its_place_from_either_end() -> None:
    every = list(PAIRS)
    assert [PAIRS[at] for at in range(8)] == every
    assert [PAIRS[at] for at in range(-8, 0)] == every
    assert PAIRS[1:4] == every[1:4]
    assert len(set(every)) == 8


def test_of_many_groups_too_each_play_has_its_place() -> None:
    aces = Group(Reading("pair", 14, 2), (picks(cards("CA DA HA"), 2),))
    takes = Takes([*PAIRS.groups, aces])
    every = list(takes)
    assert [takes[at] for at in range(11)] == every
    assert [takes[at] for at in range(-11, 0)] == every


@pytest.mark.parametrize("at", [8, -9])
def test_there_is_nothing_beyond_either_end(at: int) -> None:
    with pytest.raises(IndexError):
        PAIRS[at]
    with pytest.raises(IndexError):
        Takes(())[at]


def test_cards_lie_by_value_and_suit_with_the_two_above_the_ace() -> None:
    held = sorted_by_value(cards("S2 C2 HA BJ CA LJ D3"))
    assert held == {
        3: cards("D3"),
        14: cards("CA HA"),
        15: cards("C2 S2"),
        16: cards("LJ"),
        17: cards("BJ"),
    }


def test_equal_cards_are_taken_alike() -> None:
    assert picks(cards("C5 C5 S5"), 2) == (cards("C5 C5"), cards("C5 S5"))
    assert PAIRS.groups[1].lowest.cards == cards("C6 D7 D7 S6")
