"""Duplicate play: rates, ranking and the movement."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table_firmware.rules.duplicate import Score, movement, points, ranking, rates

raws = st.lists(st.integers(-40, 80), min_size=1, max_size=12)


def test_p16_five_tables_with_the_same_seat() -> None:
    assert points([6, 2, 2, -1, -5]) == (8, 5, 5, 2, 0)
    found = [float(rate or 0) for rate in rates([6, 2, 2, -1, -5])]
    assert found == [1.0, 0.625, 0.625, 0.25, 0.0]


def test_p17_nine_players_sit_in_the_order_of_rank_and_then_reversed() -> None:
    assert movement("123456789") == (("1", "2", "3"), ("6", "5", "4"), ("7", "8", "9"))


def test_who_is_left_over_rests() -> None:
    assert movement("12345") == (("1", "2", "3"),)
    assert movement("12") == ()
    assert movement("12345678", seats=4) == (("1", "2", "3", "4"), ("8", "7", "6", "5"))


def test_a_deal_that_one_table_played_has_no_rate() -> None:
    assert rates([7]) == (None,)
    assert rates([]) == ()


@given(raws)
def test_rates_share_out_half_a_point_each(scores: list[int]) -> None:
    found = rates(scores)
    if len(scores) == 1:
        assert found == (None,)
        return
    assert sum(rate or 0 for rate in found) == Fraction(len(scores), 2)
    for one, rate in zip(scores, found, strict=True):
        for other, theirs in zip(scores, found, strict=True):
            assert (one < other) == ((rate or 0) < (theirs or 0))


def test_the_mean_rate_ranks_and_not_the_sum_of_raw_scores() -> None:
    scores = [
        *(
            Score(1, table, 0, name, raw)
            for table, (name, raw) in enumerate([("甲", 90), ("乙", 1)])
        ),
        *(
            Score(2, table, 0, name, raw)
            for table, (name, raw) in enumerate([("甲", 1), ("乙", 2)])
        ),
        *(
            Score(3, table, 0, name, raw)
            for table, (name, raw) in enumerate([("甲", 1), ("乙", 2)])
        ),
    ]
    first, second = ranking(scores)
    assert (first.player, first.rank, first.rate, first.raw) == ("乙", 1, Fraction(2, 3), 5)
    assert (second.player, second.rank, second.rate, second.raw) == ("甲", 2, Fraction(1, 3), 92)


def test_equal_rates_go_by_the_rates_of_the_opponents() -> None:
    scores = [
        Score(1, 1, 0, "甲", 3),
        Score(1, 2, 0, "乙", 3),
        Score(1, 1, 1, "丙", 5),
        Score(1, 2, 1, "丁", 2),
    ]
    lines = {line.player: line for line in ranking(scores)}
    assert lines["甲"].rate == lines["乙"].rate == Fraction(1, 2)
    assert (lines["甲"].opponents, lines["乙"].opponents) == (Fraction(1), Fraction(0))
    assert (lines["甲"].rank, lines["乙"].rank) == (2, 3)


@pytest.mark.parametrize(
    ("first", "second", "behind"),
    [((5, 9), (4, 1), -1), ((4, 9), (4, 1), 1), ((4, 1), (4, 1), 0)],
)
def test_then_by_raw_score_then_by_less_time_and_then_they_share_the_place(
    first: tuple[int, int], second: tuple[int, int], behind: int
) -> None:
    """Each has half of what was possible, and no opponents."""
    scores = [
        *(Score(1, 1, 0, "甲", *first), Score(1, 2, 0, "a", first[0])),
        *(Score(2, 1, 0, "乙", *second), Score(2, 2, 0, "b", second[0])),
    ]
    ranks = {line.player: line.rank or 0 for line in ranking(scores)}
    one, two = ranks["甲"], ranks["乙"]
    assert (one > two) - (one < two) == behind
    assert {line.rate for line in ranking(scores)} == {Fraction(1, 2)}


@given(st.integers(-40, 80), st.integers(-40, 80))
def test_who_was_compared_with_nobody_comes_after_all_and_has_no_place(
    alone: int, worst: int
) -> None:
    """Even after one who has 0 %, whatever his points."""
    scores = [Score(1, 1, 0, "甲", worst), Score(1, 2, 0, "乙", worst + 1)]
    lines = ranking([Score(1, 1, 1, "丙", alone), *scores])
    assert [(line.player, line.rank) for line in lines] == [("乙", 1), ("甲", 2), ("丙", None)]
    assert lines[1].rate == 0
    assert lines[2].rate is None
    (only,) = ranking([Score(1, 1, 0, "甲", alone)])
    assert (only.rank, only.rate, only.opponents) == (None, None, None)


def test_who_comes_after_a_shared_place_counts_both() -> None:
    scores = [
        Score(1, table, 0, name, raw)
        for table, (name, raw) in enumerate([("甲", 3), ("乙", 3), ("丙", 1)])
    ]
    assert [(line.player, line.rank) for line in ranking(scores)] == [
        ("乙", 1),
        ("甲", 1),
        ("丙", 3),
    ]


def test_nobody_played() -> None:
    assert ranking([]) == ()
