"""The worked examples of 跑胡子, by number (P16 and P17 are those of `duplicate`)."""

from dataclasses import replace
from typing import cast

import pytest

from table_firmware.rules.claiming import Discard, Ended, Melded, Result, Turned
from table_firmware.rules.games.paohuzi import huxi
from tests.paohuzi import (
    FACE,
    E,
    N,
    W,
    about_to_turn,
    asked,
    chi,
    discarded,
    do,
    events,
    go,
    hu,
    kinds,
    laid,
    meld,
    peng,
    place,
    refusal,
    turned,
)


def won(hand: str, *melds: str, tile: str, own: bool = False, **more: object) -> Result:
    """East wins with a tile that he or South's right-hand neighbour has turned."""
    east = place(hand, *melds)
    state = turned(tile, E if own else W, east=east, **more)
    ended, _ = events(state, hu(E))
    return cast(Ended, ended).result


@pytest.mark.parametrize(
    ("text", "small", "big"),
    [
        *[("peng:", 1, 3), ("kan:", 3, 6), ("wei:", 3, 6), ("chou_wei:", 3, 6)],
        *[("pao:", 6, 9), ("ti:", 9, 12), ("jiang:", 0, 0)],
    ],
)
def test_p1_sets_alike_count_by_kind_and_size(text: str, small: int, big: int) -> None:
    assert huxi.value(meld(text + "四")) == small
    assert huxi.value(meld(text + "肆")) == big


def test_p1_of_the_runs_only_one_two_three_and_two_seven_ten_count() -> None:
    found = {text: huxi.value(meld(f"shun:{text}")) for text in ("一二三", "二七十", "四五六")}
    assert found == {"一二三": 3, "二七十": 3, "四五六": 0}
    assert huxi.value(meld("chi:壹贰叁")) == huxi.value(meld("bi:贰柒拾")) == 6
    assert huxi.value(meld("jiao:三三叁")) == 0


def test_p2_seven_runs_with_fifteen_win_once() -> None:
    found = won("贰柒拾 壹贰叁 一二三 四五六 七九 伍陆柒 八八捌", tile="八")
    assert (found.huxi, found.tun, found.fan, found.names) == (15, 1, 1, ())
    assert found.scores == (2, -1, -1)
    assert sum(len(each.tiles) for each in found.melds) == 21
    assert kinds(found.melds) == ["shun"] * 6 + ["jiao"]


def test_p3_one_red_tile_counts_three_times() -> None:
    found = won("伍伍伍 四五六 七八九 玖玖九 一", "pao:捌", "peng:三", tile="一")
    assert (found.huxi, found.tun, found.fan, found.names) == (16, 1, 3, ("dian_hu",))
    assert found.scores == (6, -3, -3)


def test_p4_no_red_tile_counts_five_times() -> None:
    found = won("三三三 四五六 肆伍陆 叁肆伍 九九玖 一", "ti:捌", tile="一")
    assert (found.huxi, found.tun, found.fan, found.names) == (15, 1, 5, ("hei_hu",))
    assert found.scores == (10, -5, -5)


def test_p5_eleven_red_tiles_count_twice() -> None:
    found = won("贰柒拾 贰柒拾 二七十 三四五 六七八 九九", "chi:壹贰叁", tile="玖")
    assert (found.huxi, found.tun, found.fan, found.names) == (21, 3, 2, ("hong_hu",))
    assert found.scores == (12, -6, -6)


def test_p6_thirteen_red_tiles_count_four_times() -> None:
    found = won("贰柒拾 贰柒拾 二七十 二七十 三四五 九九", "chi:壹贰叁", tile="玖")
    assert (found.huxi, found.tun, found.fan, found.names) == (24, 4, 4, ("hong_wu",))
    assert found.scores == (32, -16, -16)


P7 = "捌捌捌 伍伍 一二三 四五六 四五六 九九玖 十十拾"


def test_p7_three_alike_by_another_count_as_peng_and_by_oneself_as_wei() -> None:
    assert not asked(turned("伍", N, east=place(P7)), E).hu
    state = about_to_turn("伍", E, east=place(P7))
    assert events(state)[1:] == (Turned(E, 9, None), Melded(E, "wei", ()))
    ended, _ = events(go(state), hu(E))
    assert cast(Ended, ended).result.huxi == 15


def test_p8_with_two_quads_a_hand_has_22_tiles_and_one_pair() -> None:
    found = won("四五六 肆伍陆 八九十 玖", "pao:柒", "ti:一", "peng:三", tile="玖")
    assert (found.huxi, found.tun, found.fan) == (19, 2, 1)
    assert sum(len(each.tiles) for each in found.melds) == 22
    assert [each.kind for each in found.melds].count("jiang") == 1


def test_p9_a_discarded_fourth_does_not_run_on_a_peng_and_a_turned_one_does() -> None:
    east = place("玖玖", "peng:三")
    assert Melded(E, "pao", (FACE["三"],) * 4) not in events(discarded("三", W, east=east))
    after = go(turned("三", W, east=east))
    assert after.places[E].melds[-1] == meld("pao:三")
    assert huxi.value(meld("pao:三")) == 6


def test_p10_a_discard_runs_on_a_wei_and_all_four_are_shown() -> None:
    east = place("玖玖", "wei:伍")
    assert events(discarded("伍", W, east=east))[0] == Melded(E, "pao", (FACE["伍"],) * 4)
    assert huxi.value(meld("pao:伍")) == 9


def test_p11_after_a_second_run_nothing_is_discarded_and_the_next_turns() -> None:
    east = place("玖玖九十", "ti:一", "peng:三")
    found = events(turned("三", W, east=east))
    assert found == (Melded(E, "pao", (FACE["三"],) * 4), Turned(N, 10, FACE["壹"]))


def test_p12_a_further_copy_must_be_laid_too() -> None:
    state = turned("三", W, east=place("一二三四五 玖玖拾"))
    assert laid(asked(state, E).chi) == {"一二三 三四五"}
    found = events(state, chi(E, "三四五 一二三"))
    assert found == (
        Melded(E, "chi", meld("chi:一二三").tiles),
        Melded(E, "bi", meld("bi:三四五").tiles),
    )
    assert refusal(state, chi(E, "一二三")) == "not-open-to-you"


def test_p13_without_a_group_for_the_further_copy_nothing_is_eaten() -> None:
    assert asked(turned("三", W, east=place("一二三 九九玖 玖拾")), E).chi == ()


def test_p14_after_a_declined_peng_a_drawn_third_is_chou_wei() -> None:
    east = place("叁叁 玖玖拾")
    declined = go(turned("叁", N, east=east, stock="壹叁"))
    passed = go(declined)
    assert passed.places[E].melds[-1] == meld("chou_wei:叁")
    assert events(declined)[-1] == Melded(E, "chou_wei", (FACE["叁"],))
    assert huxi.value(meld("chou_wei:叁")) == 6


def test_p15_a_tile_once_discarded_is_neither_eaten_nor_taken_but_wins() -> None:
    east = place("贰柒拾 壹贰叁 一二三 四六 伍陆柒 八八捌", "chi:七八九")
    assert "四五六" in laid(asked(turned("五", W, east=east), E).chi)
    dead = frozenset((FACE["五"],))
    state = turned("五", W, east=replace(east, no_chi=dead, no_peng=dead))
    assert (asked(state, E).chi, asked(state, E).peng, asked(state, E).hu) == ((), False, True)
    assert refusal(state, chi(E, "四五六")) == "not-open-to-you"
    assert refusal(state, peng(E)) == "not-open-to-you"
    assert isinstance(events(state, hu(E))[0], Ended)


def test_p18_a_tile_one_turned_oneself_adds_one_tun() -> None:
    hand = "贰柒拾 贰柒拾 二七十 一二三 四五六 四五六 八八"
    found = won(hand, tile="捌", own=True)
    assert (found.huxi, found.tun, found.fan, found.names) == (18, 3, 2, ("hong_hu",))
    assert found.scores == (12, -6, -6)
    assert won(hand, tile="捌").scores == (8, -4, -4)
    assert won(hand, tile="捌", own=True, zimo_plus_tun=0).tun == 2


def test_p15_what_one_discards_oneself_is_dead_at_once() -> None:
    state = do(
        turned("三", W, east=place("一二五六七 玖玖拾")), chi(E, "一二三"), Discard(E, FACE["五"])
    )
    assert FACE["五"] in state.places[E].no_chi & state.places[E].no_peng
