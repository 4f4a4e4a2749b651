"""跑胡子: 碰, 偎, 提 and 跑, by decision."""

from dataclasses import replace

import pytest

from table_firmware.rules.claiming import Melded, Turned
from table_firmware.rules.games import paohuzi
from tests.paohuzi import (
    FACE,
    E,
    N,
    W,
    about_to_turn,
    asked,
    discarded,
    events,
    go,
    meld,
    peng,
    place,
    refusal,
    runs,
    turned,
)


def test_ph_02_nobody_takes_peng_of_what_he_turned_himself() -> None:
    state = turned("三", E, east=place("三三 玖玖拾"), north=place("三三 玖玖拾"))
    assert not asked(state, E).peng
    assert asked(state, N).peng
    assert refusal(state, peng(E)) == "not-open-to-you"
    assert events(state, peng(N))[0] == Melded(N, "peng", (FACE["三"],) * 3)
    assert refusal(state, replace(peng(N), groups=runs("一二三"))) == "not-open-to-you"


def test_ph_03_wei_is_chou_wei_only_after_a_peng_was_possible_and_declined() -> None:
    east = place("叁叁 玖玖拾")
    assert events(about_to_turn("叁", E, east=east))[-1] == Melded(E, "wei", ())
    dead = replace(east, no_peng=frozenset({FACE["叁"]}))
    assert events(about_to_turn("叁", E, east=dead))[-1] == Melded(E, "wei", ())
    refused = replace(east, refused=frozenset({FACE["叁"]}))
    found = events(about_to_turn("叁", E, east=refused))
    assert found[-1] == Melded(E, "chou_wei", (FACE["叁"],))


def test_ph_03_a_pair_that_could_not_take_peng_declines_nothing() -> None:
    dead = replace(place("叁叁 玖玖拾"), no_peng=frozenset({FACE["叁"]}))
    assert go(turned("叁", N, east=dead)).places[E].refused == frozenset()


@pytest.mark.parametrize("seat", [E, N, W])
def test_ph_04_a_turned_fourth_runs_on_a_peng_whoever_turned_it(seat: int) -> None:
    state = turned("三", paohuzi.tiles.PLAYERS[seat], east=place("玖玖", "peng:三"))
    assert asked(state, E).pao
    assert events(state)[0] == Melded(E, "pao", (FACE["三"],) * 4)


def test_ph_05_the_fourth_of_a_kan_is_pao_from_others_and_ti_from_oneself() -> None:
    east = place("三三三 玖玖")
    pao = Melded(E, "pao", (FACE["三"],) * 4)
    assert events(discarded("三", W, east=east))[0] == pao
    assert events(turned("三", N, east=east))[0] == pao
    assert events(about_to_turn("三", E, east=east))[1:] == (
        Turned(E, 9, None),
        Melded(E, "ti", (FACE["三"],)),
    )


def test_ph_06_the_fourth_of_a_chou_wei_is_as_that_of_a_wei() -> None:
    for kind in ("wei", "chou_wei"):
        east = place("玖玖", f"{kind}:三")
        assert events(discarded("三", N, east=east))[0] == Melded(E, "pao", (FACE["三"],) * 4)
        after = go(about_to_turn("三", E, east=east))
        assert after.places[E].melds[-1] == meld("ti:三")
