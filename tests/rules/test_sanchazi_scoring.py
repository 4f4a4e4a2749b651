"""三叉子: who wins a hand and what its points count, by decision."""

from random import Random  # noqa: TID251  (seeded; only the choice of what is tried)

import pytest

from table_firmware.rules.games import sanchazi
from table_firmware.rules.games.sanchazi.scoring import sides, tier
from table_firmware.rules.round import Pass
from tests.laying_games import after, dealt, opened, play, play_out
from tests.sanchazi import E, N, S, W, opening


def test_sc_02_the_result_tells_the_winner_and_the_score() -> None:
    assert sanchazi.in_force({})["win_by"] == "head"
    assert sanchazi.in_force({})["score_by"] == "points"
    state = opening(E="S3 S6", S="SK", W="S5 ST", N="DK S7")
    state = after(sanchazi, state, play(E, "S3"), play(S, "SK"), Pass(W), Pass(N), Pass(E))
    state = after(sanchazi, state, play(N, "S7"), Pass(E), Pass(W), play(N, "DK"))
    assert state.result.winner == "NS"


def test_sc_03_at_150_all_the_head_or_nobody_scores() -> None:
    assert sanchazi.options({"tie150": "zero"}).tie150 == "zero"
    with pytest.raises(ValueError, match="SC-03"):
        sanchazi.options({"tie150": "both"})


FIRST_SECOND, FIRST_THIRD, FIRST_LAST = (1, 4, 2, 4), (1, 2, 3, 4), (1, 2, 4, 3)


def test_sc_04_the_last_beside_the_first_keeps_what_he_captured() -> None:
    assert sides(FIRST_LAST, (90, 100, 40, 60), (0, 0, 10, 0)) == (130, 170)


def test_sc_05_the_last_beside_the_second_loses_all() -> None:
    assert sides(FIRST_THIRD, (90, 60, 45, 80), (0, 0, 0, 25)) == (240, 60)


def test_sc_06_the_lifted_keep_what_they_captured_and_lose_their_hands() -> None:
    assert sides(FIRST_SECOND, (90, 60, 45, 80), (0, 15, 0, 10)) == (160, 140)


def test_sc_07_lifting_pays_three_whatever_the_points() -> None:
    state = opening(E="S3 S6", S="SK SK", W="S9", N="DK D7")
    state = after(sanchazi, state, play(E, "S3"), Pass(S), Pass(W), Pass(N), play(E, "S6"))
    state = after(sanchazi, state, Pass(S), play(W, "S9"))
    assert state.result.position_tenths == (30, -30, 30, -30)


def test_sc_08_the_highest_tier_takes_all_points() -> None:
    assert [tier(points) for points in (0, 145, 150, 195, 200, 295, 300)] == [0, 0, 1, 1, 2, 2, 3]


def test_sc_19_who_plays_three_jokers_is_paid_by_all_and_holding_them_pays_nothing() -> None:
    state = opening(E="BJ BJ BJ S3", S="LJ LJ LJ", W="S9", N="DK")
    state = after(sanchazi, state, play(E, "BJ BJ BJ"), Pass(S), Pass(W), Pass(N), play(E, "S3"))
    state = after(sanchazi, state, Pass(S), play(W, "S9"))
    assert state.result.position_tenths == (30 + 60, -30 - 20, 30 - 20, -30 - 20)
    assert state.result.pair_tenths == (60 + 40, -60 - 40)


def test_sc_19_three_equal_twos_are_no_good_news() -> None:
    state = opening(E="S2 S2 S2 S3", S="LJ", W="S9", N="DK")
    state = after(sanchazi, state, play(E, "S2 S2 S2"), Pass(S), Pass(W), Pass(N), play(E, "S3"))
    state = after(sanchazi, state, Pass(S), play(W, "S9"))
    assert state.result.position_tenths == (30, -30, 30, -30)


@pytest.mark.parametrize("seed", range(6))
def test_all_points_are_counted_once_and_every_score_is_paid_by_somebody(seed: int) -> None:
    state, _ = play_out(sanchazi, opened(sanchazi, dealt(sanchazi, seed)), Random(seed))
    told = {fact.name: fact.numbers for fact in state.result.facts}
    assert sum(told["points"]) == 300
    assert sum(state.result.position_tenths) == 0
