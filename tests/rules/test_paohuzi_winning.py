"""跑胡子: when a hand is won, and when nobody wins, by decision."""

from table_firmware.rules.claiming import AskClaim, Closed, Discard, Ended, Meld, Melded, Result
from table_firmware.rules.games import paohuzi
from table_firmware.rules.round import Proceed
from tests.paohuzi import (
    FACE,
    HIGH,
    NOTHING,
    PLAIN,
    E,
    N,
    W,
    about_to_turn,
    asked,
    chi,
    dealt,
    discarded,
    do,
    events,
    go,
    hu,
    kinds,
    peng,
    place,
    refusal,
    result,
    tiles,
    turned,
)


def test_ph_12_a_wei_is_laid_before_its_owner_may_win_and_nobody_else_may() -> None:
    east = place("八八 四五六 肆伍陆", *HIGH, "chi:一二三")
    north = place("四五六 肆伍陆 九九玖 六七", *HIGH)
    assert asked(turned("八", E, north=north), N).hu
    state = go(about_to_turn("八", E, east=east, north=north))
    assert state.places[E].melds[-1].kind == "wei"
    assert [asked(state, seat).hu for seat in (E, N, W)] == [True, False, False]
    assert "wei" in kinds(result(state, hu(E)).melds)


def test_ph_13_hu_may_be_passed_unless_it_may_not() -> None:
    east = place(PLAIN, *HIGH)
    state = turned("捌", W, east=east)
    assert asked(state, E).hu
    assert Closed() in events(state)
    forced = turned("捌", W, east=east, must_win=True)
    assert events(forced) == events(forced, hu(E)) == events(state, hu(E))


def test_ph_13_where_hu_may_not_be_passed_it_goes_before_every_claim() -> None:
    eater = place("陆柒 玖玖拾")
    state = turned("捌", W, west=eater, east=place(PLAIN, *HIGH), must_win=True)
    assert refusal(state, chi(W, "陆柒捌")) == "higher-claim"
    both = turned("捌", N, east=place(PLAIN, *HIGH), west=place(PLAIN, *HIGH), must_win=True)
    assert refusal(both, hu(E)) == "higher-claim"
    nobody = turned("捌", W, west=eater, must_win=True)
    assert events(nobody, chi(W, "陆柒捌"))[0] == Melded(W, "chi", tiles("陆柒捌"))


def test_ph_14_with_a_quad_there_is_exactly_one_pair_and_without_there_is_none() -> None:
    east = place("一一 四五六 肆伍陆 九九玖 七八", "pao:捌", "chi:壹贰叁")
    found = result(turned("九", W, east=east), hu(E))
    assert kinds(found.melds).count("jiang") == 1
    without = place("一一 四五六 肆伍陆 七八 柒", *HIGH)
    assert not asked(turned("九", W, east=without), E).hu


def test_ph_16_a_hand_that_is_won_has_seven_groups_with_the_pair() -> None:
    three = result(turned("捌", W, east=place(PLAIN, *HIGH)), hu(E))
    quad = result(
        turned("玖", W, east=place("四五六 肆伍陆 八九十 玖", "pao:柒", "ti:一", "peng:三")), hu(E)
    )
    for found, size in ((three, 21), (quad, 22)):
        assert len(found.melds) == 7
        assert sum(len(each.tiles) for each in found.melds) == size


def test_ph_17_three_ti_or_five_kan_do_not_win_by_themselves() -> None:
    assert paohuzi.in_force({})["san_ti_wu_kan"] is False
    state = go(dealt("一一一一 二二二二 三三三三 四五六七八九十拾", NOTHING, NOTHING, "玖"))
    assert state.phase == "claim"
    assert state.result is None


def test_ph_22_no_discard_wins_unless_that_is_allowed() -> None:
    east = place(PLAIN, *HIGH)
    assert not asked(discarded("捌", W, east=east), E).hu
    assert asked(discarded("捌", W, east=east, win_on_discard=True), E).hu
    assert not asked(discarded("捌", E, east=east, win_on_discard=True), E).hu


def test_ph_22_a_run_on_a_discard_wins_only_where_discards_do() -> None:
    east = place("三三三 一一 四五六 肆伍陆 贰柒拾 壹贰叁", "chi:贰柒拾", padded=False)
    assert east.owned == 20
    state = discarded("三", W, east=east)
    assert asked(state, E) == AskClaim(pao=True)
    allowed = discarded("三", W, east=east, win_on_discard=True)
    assert "pao" in kinds(result(allowed, hu(E)).melds)


def test_ph_23_the_winning_tile_may_be_half_of_the_pair() -> None:
    found = result(
        turned("玖", W, east=place("四五六 肆伍陆 八九十 玖", "pao:柒", "ti:一", "peng:三")), hu(E)
    )
    assert found.melds[-1] == Meld("jiang", tiles("玖玖"))


def test_ph_28_nobody_wins_only_after_the_last_tile_and_its_discard() -> None:
    last = about_to_turn("三", N, stock="", east=place("三三 玖玖拾"))
    shown = go(last)
    assert shown.phase == "claim"
    assert events(shown)[:2] == (Closed(), Ended(Result(None, E)))
    taken = do(shown, peng(E), Discard(E, FACE["拾"]))
    assert taken.phase == "claim"
    over = go(taken)
    assert over.result == Result(None, E)
    assert paohuzi.clock(over) is None
    assert refusal(over, Proceed()) == "round-over"
