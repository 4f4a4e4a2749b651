"""跑胡子: what a hand that has ended counts, and how it is told, by decision."""

from dataclasses import replace

import pytest

from table_firmware.rules.cards import Seat
from table_firmware.rules.claiming import Ended, Result
from table_firmware.rules.duplicate import Score, ranking
from table_firmware.rules.games import paohuzi
from table_firmware.rules.games.paohuzi import Options
from table_firmware.rules.games.paohuzi.score import of_three, worth
from table_firmware.rules.round import Fact, HandEnded
from tests.paohuzi import (
    HIGH,
    NOTHING,
    PLAIN,
    E,
    N,
    W,
    about_to_turn,
    dealt,
    do,
    events,
    go,
    hu,
    peng,
    place,
    result,
    tiles,
    turned,
)


def test_ph_15_a_deal_that_one_table_played_has_no_rate_but_a_raw_score() -> None:
    (line,) = ranking([Score(1, 1, 0, "甲", 6)])
    assert (line.rate, line.raw, line.millis) == (None, 6, 0)


def test_ph_26_a_result_is_told_as_every_game_tells_it() -> None:
    state = turned("捌", W, east=place("四五六 肆伍陆 九九玖 捌捌", *HIGH))
    ended, end = events(state, hu(E))
    assert isinstance(end, HandEnded)
    assert isinstance(ended, Ended)
    assert do(state, hu(E)).result == ended.result
    told = end.result
    assert (told.place, told.left[E], told.winner) == ((1, 2, 2, 0), 0, "")
    assert (told.pair_tenths, told.double_down) == ((0, 0), False)
    assert told.position_tenths == (*(10 * score for score in ended.result.scores), 0)
    facts = {fact.name: fact.numbers for fact in told.facts}
    huxi, tun, fan = ended.result.huxi, ended.result.tun, ended.result.fan
    assert facts == {"dealer": (0,), "huxi": (huxi,), "tun": (tun,), "fan": (fan,)}
    nobody = worth(state, Result(None, N))
    assert (nobody.place, nobody.position_tenths) == ((0,) * 4, (0,) * 4)
    assert nobody.facts == (Fact("dealer", (1,)),)
    assert paohuzi.ends_so(told)
    assert paohuzi.ends_so(nobody)
    for place_ in ((1, 1, 2, 0), (1, 2, 2, 2), (2, 2, 2, 0), (0, 0, 0, 1)):
        assert not paohuzi.ends_so(replace(told, place=place_))
    assert not paohuzi.ends_so(replace(told, winner="EW"))


@pytest.mark.parametrize("winner", [None, E, N, W])
def test_a_hand_known_by_its_loss_is_told_as_one_that_was_played_but_for_what_it_counts(
    winner: Seat | None,
) -> None:
    loss = 0 if winner is None else 3
    scores = [2 * loss if seat == winner else -loss for seat in (E, N, W)]
    played = worth(turned("三", W), Result(winner, E, scores=(scores[0], scores[1], scores[2])))
    assert of_three(winner, loss) == replace(played, left=(0,) * 4, facts=())


def test_huang_fan_multiplies_by_the_hands_that_nobody_won_before() -> None:
    state = turned("捌", W, east=place(PLAIN, *HIGH), mingtang_preset="B")
    once = result(state, hu(E)).fan
    assert result(replace(state, drawn=2), hu(E)).fan == 3 * once
    plain = replace(state, options=Options(), drawn=2)
    assert result(plain, hu(E)).fan == result(replace(plain, drawn=0), hu(E)).fan


def test_facts_of_a_win_are_told_to_the_names() -> None:
    last = turned("捌", W, east=place(PLAIN, *HIGH), mingtang_preset="B", stock="")
    assert result(last, hu(E)).names == ("hai_hu", "ting_hu")
    assert result(replace(last, dealer=N), hu(E)).names == ("hai_hu", "ting_hu")
    touched = replace(last, stock=tiles("一"), places=(replace(last.places[E], entered=True),) * 3)
    assert result(touched, hu(E)).names == ()
    lone = place("玖", "pao:柒", "ti:一", "peng:三", "chi:四五六", "chi:肆伍陆", "chi:八九十")
    state = turned("玖", W, east=replace(lone, entered=True), mingtang_preset="B")
    assert result(state, hu(E)).names == ("shua_hou",)


def test_ting_hu_is_lost_with_the_first_tile_that_is_taken_in() -> None:
    pair = place("三三 玖玖拾")
    assert not go(turned("三", W, east=pair)).places[E].entered
    assert do(turned("三", W, east=pair), peng(E)).places[E].entered
    assert go(about_to_turn("三", E, east=pair)).places[E].entered
    assert go(turned("三", W, east=place("三三三 玖玖"))).places[E].entered
    dealt_ti = go(dealt("一一一 四五七八十 二叁伍柒玖 贰肆陆捌拾壹六", NOTHING, NOTHING, "一"))
    assert not dealt_ti.places[E].entered
