"""跑胡子: what the others and the fourth place see, by decision."""

from dataclasses import replace

from table_firmware.rules.claiming import Open
from table_firmware.rules.games import paohuzi
from table_firmware.rules.round import TimedOut
from tests.paohuzi import (
    FACE,
    IDLE,
    E,
    N,
    S,
    W,
    about_to_turn,
    asked,
    chi,
    go,
    hu,
    peng,
    place,
    refusal,
    turned,
)


def test_ph_24_others_see_no_tile_of_a_wei_and_one_of_a_chou_wei_or_ti() -> None:
    shown = ("wei:一", "chou_wei:二", "ti:三", "peng:四", "chi:五六七")
    state = turned("壹", W, east=place("玖拾", *shown, padded=False))
    counts = [len(each.tiles) for each in paohuzi.view(state, N).melds[E]]
    assert counts == [0, 1, 1, 3, 3]
    assert [len(each.tiles) for each in paohuzi.view(state, E).melds[E]] == [3, 3, 4, 3, 3]
    assert paohuzi.view(state, N).huxi[E] == 3 + 9 + 1
    assert paohuzi.view(state, E).own_huxi == 3 + 3 + 9 + 1
    run = turned("壹", W, east=place("玖玖", "pao:三", padded=False))
    assert len(paohuzi.view(run, N).melds[E][0].tiles) == 4


def test_ph_24_the_tile_of_a_wei_is_shown_to_nobody_else_and_the_stock_is_counted() -> None:
    state = go(about_to_turn("三", E, stock="壹" * 4, east=place("三三 玖玖拾")))
    assert paohuzi.view(state, E).open == Open("turned", E, FACE["三"], taken=True)
    assert paohuzi.view(state, N).open is None
    assert paohuzi.view(state, N).stock == 4
    assert asked(replace(state, places=(state.places[E], place("一二 玖玖拾"), IDLE)), N).chi == ()
    assert paohuzi.view(go(state), E).open is None


def test_ph_25_the_fourth_place_sees_what_is_public_and_does_nothing() -> None:
    state = turned("三", W, east=place("三三 玖玖拾", "wei:一"))
    seen = paohuzi.view(state, S)
    assert (seen.hand, seen.ask, seen.own_huxi, seen.no_chi) == ((), None, 0, ())
    assert seen.melds[E] == paohuzi.view(state, N).melds[E]
    assert seen.open == state.open
    assert paohuzi.plays(seen) == ()
    for action in (hu(S), peng(S), chi(S, "一二三")):
        assert refusal(state, action) == "not-open-to-you"
    assert refusal(replace(state, phase="discard"), TimedOut(S)) == "not-your-turn"
