"""跑胡子: 吃, 比 and 臭牌, by decision."""

from dataclasses import replace

from table_firmware.rules.claiming import Discard, Open
from table_firmware.rules.games.paohuzi.eating import layings
from tests.paohuzi import (
    FACE,
    E,
    N,
    W,
    asked,
    chi,
    do,
    go,
    kinds,
    laid,
    opened,
    place,
    refusal,
    tiles,
    turned,
)


def test_ph_07_two_of_one_size_and_one_of_the_other_may_be_eaten() -> None:
    east = place("三叁叁 玖玖拾柒柒")
    assert laid(asked(turned("三", W, east=east), E).chi) == {"三三叁"}
    after = do(turned("三", W, east=east), chi(E, "三三叁"))
    assert after.places[E].hand == tiles("叁 玖玖拾柒柒")
    assert laid(asked(turned("三", W, east=place("叁叁 玖玖拾")), E).chi) == {"三叁叁"}


def test_ph_08_what_was_not_eaten_of_the_left_is_neither_eaten_nor_taken_later() -> None:
    after = go(turned("三", W, east=place("一二 玖玖拾")))
    assert FACE["三"] in after.places[E].no_chi & after.places[E].no_peng
    assert FACE["叁"] not in after.places[E].no_chi
    paired = go(turned("三", W, east=place("三三 玖玖拾")))
    assert FACE["三"] in paired.places[E].no_chi & paired.places[E].no_peng


def test_ph_08_what_was_not_taken_of_the_right_may_still_be_eaten() -> None:
    after = go(turned("三", N, east=place("三三 玖玖拾")))
    assert FACE["三"] in after.places[E].no_peng
    assert FACE["三"] not in after.places[E].no_chi


def test_ph_08_nobody_takes_what_he_has_discarded() -> None:
    state = opened(Open("turned", E, FACE["壹"], taken=True), east=place("一二 玖玖三"))
    state = replace(state, phase="discard")
    state = do(state, Discard(E, FACE["三"]))
    assert FACE["三"] in state.places[E].no_chi & state.places[E].no_peng
    again = turned("三", W, east=state.places[E])
    assert asked(again, E).chi == ()


def test_ph_08_who_turned_a_tile_and_did_not_eat_it_has_declined_it() -> None:
    eater = place("一二 玖玖拾")
    state = turned("三", E, east=eater, north=eater)
    assert FACE["三"] in do(state, chi(N, "一二三")).places[E].no_chi
    before = do(state, chi(E, "一二三"))
    assert before.places[N].no_chi == before.places[E].no_chi == frozenset()


def test_ph_09_every_further_copy_is_laid() -> None:
    east = place("一二三三四五叁玖")
    found = laid(asked(turned("三", W, east=east), E).chi)
    assert found == {"一二三 三三叁", "二三四 三三叁", "三三叁 三四五"}
    assert asked(turned("三", W, east=place("三三三 一二")), E).chi == ()
    assert layings(tiles("三三三 一二"), FACE["三"]) == ()


def test_ph_09_copies_of_the_other_size_may_stay_in_hand() -> None:
    east = place("一二叁叁 玖")
    assert laid(asked(turned("三", W, east=east), E).chi) == {"一二三", "三叁叁"}


def test_ph_09_a_kan_is_not_broken_to_eat() -> None:
    assert asked(turned("三", W, east=place("四四四 五五 玖玖拾")), E).chi == ()


def test_ph_10_eating_and_laying_further_copies_is_one_action() -> None:
    state = turned("三", W, east=place("一二三四五 玖玖拾"))
    after = do(state, chi(E, "一二三 三四五"))
    assert kinds(after.places[E].melds)[-2:] == ["chi", "bi"]
    assert len(after.places[E].hand) == 3
    assert refusal(state, chi(E, "一二三")) == "not-open-to-you"
