"""双扣: what bombs contribute and multiply, by decision."""

from table_firmware.rules.games.shuangkou import baibian
from table_firmware.rules.games.shuangkou.scoring import (
    contributed,
    contribution,
    doubling,
    multiplier,
)
from table_firmware.rules.round import HandEnded, Pass, Reading
from tests.laying_games import last_events, play
from tests.shuangkou import E, N, W, opening


def test_sk_15_a_bomb_of_a_set_counts_once_and_contributions_add_up() -> None:
    fives = [Reading("bomb", key, 5) for key in (3, 4, 5, 6)]
    assert contributed(fives) == 4
    assert contributed([*fives[:3], Reading("bomb", 9, 7)]) == 2 + 4
    assert multiplier([*fives, Reading("bomb", 9, 7)], "big") == 8


def test_sk_16_unlike_bombs_make_no_set() -> None:
    mixed = [Reading("bomb", key, 4) for key in (3, 4)] + [Reading("bomb", 5, 5)]
    assert (contributed(mixed), multiplier(mixed, "big")) == (0, 2)


def test_sk_17_only_bombs_that_were_played_count() -> None:
    held = "S5 H5 C5 D5 S5 H5"
    state = opening(E="SK", N=held, W="SA", S="D9")
    ended = last_events(baibian, state, play(E, "SK"), Pass(N), play(W, "SA"))[-1]
    assert isinstance(ended, HandEnded)
    assert ended.result.position_tenths == (30, -30, 30, -30)


def test_sk_18_the_limit_of_baibian_is_on_the_multiplier_alone() -> None:
    nine = [Reading("bomb", 4, 9)]
    assert [multiplier(nine, wild) for wild in ("big", "both", "none")] == [16, 32, 32]
    assert contributed(nine) == 16


def test_sk_23_contributions_are_those_of_the_table() -> None:
    assert [contribution(Reading("bomb", 4, size)) for size in range(4, 13)] == [
        *(0, 0, 2, 4, 8, 16, 32, 64, 128)
    ]
    assert [doubling(Reading("bomb", 4, size)) for size in range(4, 13)] == [
        *(1, 2, 4, 8, 16, 32, 64, 128, 256)
    ]


def test_sk_31_sets_are_of_one_player_and_of_exactly_four_or_five() -> None:
    sixes = [Reading("bomb", 3, 4)] * 3 + [Reading("bomb", 3, 6)]
    assert contributed(sixes) == 2
    assert contributed([Reading("bomb", 3, 4)] * 3) == 0


def test_sk_31_every_number_of_separate_bombs_has_its_contribution_and_multiplier() -> None:
    def told(size: int, most: int) -> tuple[list[int], list[int]]:
        sets = [[Reading("bomb", 3, size)] * number for number in range(most + 1)]
        return [*map(contributed, sets)], [multiplier(played, "both") for played in sets]

    assert told(4, 6) == ([0, 0, 0, 0, 2, 4, 8], [1, 1, 1, 2, 4, 8, 16])
    assert told(5, 5) == ([0, 0, 2, 2, 4, 4], [1, 2, 4, 4, 4, 4])
