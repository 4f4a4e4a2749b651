"""双扣: the options, and the titles that points earn."""

from typing import Any

import pytest

from table_firmware.rules.cards import cards
from table_firmware.rules.dealing import Terms
from table_firmware.rules.games.shuangkou import baibian, qianbian, titles
from table_firmware.rules.match import Before, seating
from table_firmware.rules.round import Played, Reading
from tests.laying_games import dealt, opened, play, refusal
from tests.shuangkou import E, opening


def test_sk_27_plain_has_no_wilds_and_the_same_table() -> None:
    state = opening({"wild": "none"}, E="S4 H4 C4 BJ LJ LJ", N="C4")
    assert baibian.view(state, E).wilds == ()
    assert refusal(baibian, state, play(E, "S4 H4 C4 BJ")) == "not-a-combination"
    assert baibian.decide(state, play(E, "BJ LJ LJ"))[0] == Played(
        E, cards("LJ LJ BJ"), Reading("jokers", 0, 3)
    )
    assert opened(qianbian, dealt(qianbian, 1), {"wild": "none"}).options.wild == "none"
    with pytest.raises(ValueError, match=r"疯狂|wild = 'all'"):
        baibian.options({"wild": "all"})


def test_every_option_is_named_with_its_value_and_makes_the_same_options() -> None:
    for game, wild in ((baibian, "big"), (qianbian, "both")):
        named = game.in_force({"kou": [4, 2, 1]})
        assert named["wild"] == wild
        assert named.keys() == game.CHOICES.keys()
        assert game.options(named) == game.options({"kou": [4, 2, 1]})
        assert game.options(named).kou == (4, 2, 1)
        options = game.options({})
        assert [game.ranks(options, mode) for mode in game.modes(options)] == [True] * 3
        assert game.terms(options, Before("P4", 2, seating("P4", 1))) == Terms()


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"luck": 1}, "双扣 has no such option"),
        ({"pass_final": 1}, r"pass_final = 1: must be False, True \(SK-11\)"),
        ({"kou": [9, 9, 9]}, r"kou = .*3\.1"),
        ({"combine": "full"}, "SK-16"),
        ({"serial_bomb_two": "wrap"}, "SK-06"),
        ({"wild_in": "runs"}, "SK-02"),
        ({"wild": "both"}, "SK-27"),
    ],
)
def test_an_option_that_is_not_built_is_refused_with_its_clause(
    given: dict[str, Any], said: str
) -> None:
    with pytest.raises(ValueError, match=said):
        baibian.in_force(given)


@pytest.mark.parametrize("kou", [(3, 2, 1), (2, 1, 0), (4, 2, 1)])
def test_the_base_scores_that_are_built_are_taken(kou: tuple[int, int, int]) -> None:
    assert baibian.options({"kou": list(kou)}).kou == kou


def test_options_that_nobody_gave_are_the_defaults_that_are_told() -> None:
    assert baibian.Options() == baibian.options({})


def test_titles_go_with_points_and_end_with_the_sixteenth() -> None:
    takes = [points for _, points in titles.LEVELS]
    assert takes == [
        *(0, 50, 100, 200, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 64_000),
        *(128_000, 262_000, 500_000, 1_000_000, 2_000_000),
    ]
    assert [titles.level(points) for points in takes] == list(range(17))
    assert [titles.level(points) for points in (-5, 0, 49, 50, 2_000_000, 9_999_999)] == [
        *(0, 0, 0, 1, 16, 16)
    ]
