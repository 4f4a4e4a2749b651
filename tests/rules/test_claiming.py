"""The words of games in which a tile may be claimed."""

import pytest

from table_firmware.rules.cards import Card, Seat
from table_firmware.rules.claiming import Result, in_threes

TILES = tuple(map(Card, ("s1", "s2", "s3", "b1", "b2", "b3")))


def test_groups_are_of_three_and_no_tile_is_left_over() -> None:
    assert in_threes(TILES) == (TILES[:3], TILES[3:])
    assert in_threes(()) == ()
    for number in (1, 2, 4, 5):
        with pytest.raises(ValueError, match="zip"):
            in_threes(TILES[:number])


def test_a_hand_that_nobody_won_counts_nothing() -> None:
    assert Result(None, Seat.E) == Result(None, Seat.E, (), 0, 0, (), 0, (0, 0, 0))
