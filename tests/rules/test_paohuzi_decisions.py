"""Every decision on the rules of 跑胡子, by number."""

from collections import Counter
from dataclasses import replace
from typing import cast

import pytest

from table_firmware.rules.cards import TILES, Seat
from table_firmware.rules.claiming import (
    AskClaim,
    AskDiscard,
    Claim,
    Closed,
    Discard,
    Discarded,
    Ended,
    Meld,
    Melded,
    Offered,
    Open,
    Result,
    Stuck,
    Turned,
)
from table_firmware.rules.dealing import Deal, Terms
from table_firmware.rules.duplicate import Score, ranking
from table_firmware.rules.games import paohuzi
from table_firmware.rules.games.paohuzi import Options, State
from table_firmware.rules.games.paohuzi.eating import layings
from table_firmware.rules.games.paohuzi.score import of_three, worth
from table_firmware.rules.games.paohuzi.tiles import DEALING, RED
from table_firmware.rules.match import Before, HandRecord
from table_firmware.rules.round import (
    Clock,
    Fact,
    HandEnded,
    IllegalAction,
    Managed,
    Play,
    Proceed,
    TimedOut,
)
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
    discarded,
    do,
    events,
    go,
    hu,
    kinds,
    laid,
    meld,
    opened,
    peng,
    place,
    refusal,
    runs,
    tiles,
    turned,
)

READY = "四五六 肆伍陆 九九玖 一二三 一二三 八八"
"""With 捌 seven groups; what lies beside it decides whether it is enough."""

PLAIN = "四五六 肆伍陆 九九玖 八八"
"""Eleven tiles that become four groups with 捌."""

HIGH = ("chi:贰柒拾", "chi:贰柒拾", "chi:壹贰叁")
"""18 胡息 on the table."""


def dealt(
    east: str, north: str, west: str, liang: str, stock: str = "壹" * 19, dealer: int = 0
) -> State:
    hands = (*map(tiles, (east, north, west)), (FACE[liang], *tiles(stock)))
    return paohuzi.opening(Options(), Deal(hands, {"dealer": dealer}))


NOTHING = "一三五七九 二四六八十 壹叁伍柒玖 贰肆陆捌拾"


def result(state: State, action: Claim) -> Result:
    ended, _ = events(state, action)
    return cast(Ended, ended).result


def test_ph_01_the_liang_is_the_dealers_who_discards() -> None:
    state = go(dealt(NOTHING, NOTHING, NOTHING, "六", dealer=1))
    assert state.open == Open("liang", N, FACE["六"])
    after = go(state)
    assert after.places[N].hand == (*tiles(NOTHING), FACE["六"])
    assert paohuzi.clock(after) == Clock("play", (N,))


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


def test_ph_11_hu_goes_before_pao_and_peng_and_chi() -> None:
    winner = place(PLAIN, *HIGH)
    hungry = place("六七 玖玖拾")
    state = turned("捌", W, west=winner, east=hungry, north=place("捌捌 玖玖拾"))
    assert paohuzi.settle(state, [peng(N), hu(W)]) == hu(W)
    both = turned("捌", N, east=winner, west=winner)
    assert paohuzi.settle(both, [hu(E), hu(W)]) == hu(W)


def test_ph_11_peng_goes_before_chi_and_pao_before_both() -> None:
    state = turned(
        "三", E, east=place("一二 玖玖拾"), north=place("一二 玖玖拾"), west=place("三三 玖玖拾")
    )
    eat = chi(N, "一二三")
    assert paohuzi.settle(state, [chi(E, "一二三"), peng(W), eat]) == peng(W)
    assert paohuzi.settle(state, [eat, chi(E, "一二三")]) == chi(E, "一二三")
    assert paohuzi.settle(state, [eat]) == eat
    forced = turned("三", E, east=place("一二 玖玖拾"), west=place("三三三 玖玖"))
    assert paohuzi.settle(forced, [chi(E, "一二三")]) == Proceed()
    assert refusal(forced, chi(E, "一二三")) == "higher-claim"
    assert paohuzi.settle(forced, []) == Proceed()


def test_ph_21_whoever_claims_after_the_time_is_told_whether_another_has_the_tile() -> None:
    def late(state: State, seat: Seat) -> str:
        with pytest.raises(IllegalAction) as refused:
            paohuzi.check(state, peng(seat))
        assert refused.value.code in paohuzi.REFUSALS
        return refused.value.code

    taken = do(turned("三", E, west=place("三三 玖玖拾")), peng(W))
    assert [late(taken, seat) for seat in (E, N, W)] == ["taken", "taken", "not-open-to-you"]
    won = do(turned("捌", W, east=place(PLAIN, *HIGH)), hu(E))
    assert [late(won, seat) for seat in (E, N, W)] == ["not-open-to-you", "taken", "taken"]
    another = go(turned("三", E, west=place("三三 玖玖拾")))
    assert late(another, E) == "not-open-to-you"


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


def test_ph_15_a_deal_that_one_table_played_has_no_rate_but_a_raw_score() -> None:
    (line,) = ranking([Score(1, 1, 0, "甲", 6)])
    assert (line.rate, line.raw, line.millis) == (None, 6, 0)


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


def test_ph_18_the_faces_are_twice_ten_characters_and_24_tiles_are_red() -> None:
    assert len(TILES) == len(set(TILES)) == len(FACE) == 20
    assert Counter(DEALING.deck) == dict.fromkeys(TILES, 4)
    assert sum(face in RED for face in DEALING.deck) == 24


@pytest.mark.parametrize(
    ("melds", "owned", "owes"),
    [
        ((), 21, True),
        (("ti:一",), 21, True),
        (("ti:一", "pao:二"), 21, False),
        (("ti:一", "pao:二"), 22, True),
        (("ti:一", "ti:二", "ti:三"), 22, False),
        (("ti:一", "ti:二", "ti:三"), 23, True),
    ],
)
def test_ph_19_a_discard_is_due_above_twenty_and_one_more_for_each_quad_but_one(
    melds: tuple[str, ...], owned: int, owes: bool
) -> None:
    made = place("", *melds, padded=False)
    full = replace(made, hand=tiles("玖" * (owned - made.owned)))
    assert (full.owned, full.owes) == (owned, owes)


def test_ph_19_a_dealer_with_two_ti_does_not_discard_after_the_liang() -> None:
    hand = "一一一一 二二二二 四五七八十 肆陆柒捌玖拾壹"
    state = go(dealt(hand, NOTHING, NOTHING, "伍"))
    assert state.places[E].quads == 2
    assert events(state) == (Closed(), Turned(N, 0, FACE["壹"]))


def test_ph_19_others_with_two_ti_do_not_discard_after_the_first_tile_they_take() -> None:
    lean = place("二三 玖拾 柒柒", "ti:四", "ti:五", "chi:六七八", "chi:六七八", padded=False)
    assert lean.owned == 20
    found = events(turned("一", E, north=lean), chi(N, "一二三"))
    assert found == (Melded(N, "chi", tiles("一二三")), Turned(W, 10, FACE["壹"]))


def test_ph_20_the_liang_makes_nobody_run_and_nothing_dead() -> None:
    state = go(
        dealt(
            NOTHING,
            "一一一 四四 五七八九十 壹叁伍柒玖贰肆陆捌拾",
            "二三 一四五五六七八九十 壹叁伍柒玖肆陆捌拾",
            "一",
        )
    )
    assert asked(state, N) == asked(state, W) == AskClaim()
    after = go(state)
    assert all(each.no_chi == each.no_peng == frozenset() for each in after.places)


def test_ph_20_the_liang_is_neither_taken_nor_eaten_nor_declined() -> None:
    pair = "一一 四四 五七八九十 壹叁伍柒玖贰肆陆捌拾 三"
    eater = "二三 四四五六六七八九十 壹叁伍柒玖肆陆捌拾"
    state = go(dealt(NOTHING, eater, pair, "一"))
    assert asked(state, N) == asked(state, W) == AskClaim()
    assert go(state).places[W].refused == go(state).places[N].no_chi == frozenset()


def test_ph_20_the_dealer_lays_ti_with_the_liang() -> None:
    state = dealt("一一一 四五七八十 二叁伍柒玖 贰肆陆捌拾壹六", NOTHING, NOTHING, "一")
    assert events(state) == (Melded(E, "ti", (FACE["一"],)), Offered())
    after = go(state)
    assert after.open.taken
    assert paohuzi.view(after, N).open == after.open
    assert paohuzi.clock(go(after)) == Clock("play", (E,))


def test_ph_21_every_open_tile_has_one_time_whoever_may_claim_it() -> None:
    states = [
        turned("三", W),
        turned("三", W, east=place("三三 玖玖拾")),
        turned("三", W, east=place("三三三 玖玖")),
        discarded("三", W, east=place("一二 玖玖拾")),
        go(about_to_turn("三", E, east=place("三三 玖玖拾"))),
    ]
    assert {str(paohuzi.clock(state)) for state in states} == {str(Clock("claim", ()))}
    for state in states:
        for seat in (E, N, W):
            assert asked(state, seat) is not None


def test_ph_21_only_the_claim_that_wins_is_an_event() -> None:
    state = turned("三", E, east=place("一二 玖玖拾"), west=place("三三 玖玖拾"))
    action = paohuzi.settle(state, [chi(E, "一二三"), peng(W)])
    assert events(state, action) == (Melded(W, "peng", (FACE["三"],) * 3),)


def test_ph_21_a_peng_that_was_possible_is_declined_unless_something_higher_came() -> None:
    west = place("三三 玖玖拾")
    eater = place("一二 玖玖拾")
    state = turned("三", E, east=eater, north=eater, west=west)
    assert FACE["三"] in do(state, chi(E, "一二三")).places[W].refused
    assert FACE["三"] in go(state).places[W].refused
    taken = do(state, peng(W))
    assert taken.places[W].refused == frozenset()
    assert taken.places[E].no_chi == taken.places[N].no_chi == frozenset()


def test_ph_22_no_discard_wins_unless_that_is_allowed() -> None:
    east = place(PLAIN, *HIGH)
    assert not asked(discarded("捌", W, east=east), E).hu
    assert asked(discarded("捌", W, east=east, win_on_discard=True), E).hu
    assert not asked(discarded("捌", E, east=east, win_on_discard=True), E).hu


def test_ph_21_a_managed_seat_answers_with_what_it_would_claim() -> None:
    east = place("四五六 肆伍陆 九九玖 捌捌", *HIGH)
    state = turned("捌", W, east=east, north=place("捌捌 玖玖拾"))
    answers: list[Claim | Managed] = [Managed(E), peng(N), Managed(W)]
    assert paohuzi.settle(state, answers) == Managed(E)
    assert paohuzi.settle(state, answers[1:]) == peng(N)
    assert paohuzi.settle(state, [Managed(W)]) == Proceed()
    assert events(state, Managed(E)) == events(state, hu(E))
    assert refusal(state, Managed(W)) == "not-open-to-you"


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


def next_terms(*ended: Result) -> Terms:
    """What hands that ended so decide for the next one."""
    state = dealt(NOTHING, NOTHING, NOTHING, "六")
    seats = dict(zip(Seat, "ADCB", strict=True))
    playing = {seat: seats[seat] for seat in (E, N, W)}
    hands = [HandRecord(playing, worth(state, how)) for how in ended]
    last = hands[-1] if hands else None
    return paohuzi.terms(Options(), Before("P4", len(hands) + 1, seats, hands, last))


def test_ph_26_the_drawn_seat_deals_first_then_the_winner_and_the_same_after_none() -> None:
    won, nobody = Result(W, E, scores=(-1, -1, 2)), Result(None, N)
    assert next_terms() == Terms()
    assert next_terms(won) == Terms(W)
    assert next_terms(nobody) == Terms(N, drawn=1)
    assert next_terms(won, nobody, nobody) == Terms(N, drawn=2)
    assert dealt(NOTHING, NOTHING, NOTHING, "六", dealer=2).dealer == W
    hands = (*(tiles(NOTHING),) * 3, tiles("六" + "壹" * 19))
    assert paohuzi.opening(Options(), Deal(hands, {"dealer": 2}, leader=N)).dealer == N
    drawn = [paohuzi.opening(Options(), Deal(hands, {"dealer": 2}, drawn=n)).drawn for n in (0, 2)]
    assert drawn == [0, 2]


def test_ph_27_opening_ti_are_laid_from_the_dealer_on_before_the_liang() -> None:
    four = "一一一一 五七八十 二叁伍柒玖 贰肆陆捌拾壹六"
    other = "二二二二 五七八十 三叁伍柒玖 贰肆陆捌拾壹六"
    state = dealt(four, NOTHING, other, "玖", dealer=2)
    assert paohuzi.clock(state) == Clock("show", ())
    found = events(state)
    assert found == (Melded(W, "ti", (FACE["二"],)), Melded(E, "ti", (FACE["一"],)), Offered())


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


def test_step_7_who_owes_a_discard_and_has_none_can_no_longer_win() -> None:
    state = turned("三", W, east=place("三三三 玖玖玖 拾拾", "chi:一二三"))
    found = events(go(about_to_turn("拾", E, east=state.places[E])))
    assert found == (Closed(), Stuck(E), Turned(N, 10, FACE["壹"]))
    after = go(go(about_to_turn("拾", E, east=state.places[E])))
    assert paohuzi.view(after, N).stuck == (E,)
    assert not asked(after, E).hu
    stuck = replace(place(PLAIN, *HIGH), stuck=True)
    assert not asked(turned("捌", W, east=stuck), E).hu


def test_step_7_a_claim_that_would_leave_nothing_to_discard_is_not_offered() -> None:
    state = turned("三", W, east=place("三三 玖玖玖 柒柒柒"))
    assert not asked(state, E).peng
    assert go(state).places[E].refused == frozenset()
    assert asked(turned("三", W, east=place("一二三四五")), E).chi == ()
    assert asked(turned("三", W, east=place("一二三四五 玖玖玖")), E).chi == ()


def test_step_7_a_kan_is_not_discarded() -> None:
    state = replace(turned("三", E, east=place("三三三 玖玖")), phase="discard")
    assert paohuzi.view(state, E).ask == AskDiscard(tiles("玖"))
    assert refusal(state, Discard(E, FACE["三"])) == "kan-stays"
    assert refusal(state, Discard(E, FACE["一"])) == "not-in-hand"
    assert refusal(state, Discard(N, FACE["玖"])) == "not-your-turn"
    assert refusal(state, hu(E)) == "not-your-turn"
    mixed = replace(turned("三", E, east=place("一二 玖玖拾")), phase="discard")
    assert do(mixed, Discard(E, FACE["二"])).places[E].hand == tiles("一 玖玖拾")
    for action in (TimedOut(E), Managed(E)):
        assert events(state, action) == (Discarded(E, FACE["玖"]),)


def test_step_3_the_dealer_wins_with_the_liang_before_the_others() -> None:
    hand = "贰柒拾 贰柒拾 一二三 四五六 九九玖 肆伍陆 八八"
    state = go(dealt(hand, hand, NOTHING, "捌"))
    assert [asked(state, seat).hu for seat in (E, N, W)] == [True, True, False]
    assert paohuzi.settle(state, [hu(N), hu(E)]) == hu(E)
    assert result(state, hu(E)).tun == 1
    named = replace(state, options=Options(mingtang_preset="C"))
    assert "tian_hu" in result(named, hu(E)).names
    assert "di_hu" in result(named, hu(N)).names


def test_step_3_another_with_three_alike_may_win_with_the_liang_in_two_ways() -> None:
    run = "三三三 一一 四五六 肆伍陆 贰柒拾 壹贰叁 九九玖"
    assert "pao" in kinds(result(go(dealt(NOTHING, run, NOTHING, "三")), hu(N)).melds)
    group = "三三三 四五 肆伍陆 贰柒拾 壹贰叁 七八九 一一壹"
    assert "kan" in kinds(result(go(dealt(NOTHING, group, NOTHING, "三")), hu(N)).melds)


def test_what_a_seat_may_do_is_listed() -> None:
    state = turned("三", W, east=place("三三 一二四五 玖玖"))
    assert paohuzi.plays(paohuzi.view(state, E)) == (peng(E), chi(E, "一二三 三三叁"[:3]))[:1]
    hungry = turned("三", W, east=place("一二四五 玖玖拾拾"))
    listed = paohuzi.plays(paohuzi.view(hungry, E))
    assert set(listed) == {chi(E, "一二三"), chi(E, "二三四"), chi(E, "三四五")}
    winning = turned("捌", W, east=place(PLAIN, *HIGH))
    assert paohuzi.plays(paohuzi.view(winning, E))[0] == hu(E)
    due = replace(hungry, phase="discard", turn=E)
    assert len(paohuzi.plays(paohuzi.view(due, E))) == 6


def test_what_a_seat_may_not_claim_is_refused() -> None:
    state = turned("三", W, east=place("一二 玖玖拾"))
    for claim in (hu(E), peng(E), chi(E, "三四五"), Claim(E, "gang"), chi(N, "一二三")):
        assert refusal(state, claim) == "not-open-to-you"
    winning = turned("捌", W, east=place(PLAIN, *HIGH))
    assert refusal(winning, Claim(E, "gang")) == "not-open-to-you"
    assert refusal(winning, replace(hu(E), groups=runs("一二三"))) == "not-open-to-you"
    with pytest.raises(IllegalAction, match="not-open-to-you"):
        paohuzi.check(replace(winning, phase="discard", turn=E), hu(E))


def test_what_is_no_claim_at_all_is_refused_as_one_that_is_not_open() -> None:
    state = turned("三", W, east=place("一二 玖玖拾"))
    for answer in (Discard(E, FACE["一"]), Managed(E), TimedOut(E), Play(E, (FACE["一"],))):
        with pytest.raises(IllegalAction, match="not-open-to-you"):
            paohuzi.check(state, cast(Claim, answer))


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


def test_step_3_the_dealer_with_three_alike_wins_with_his_ti() -> None:
    hand = "三三三 一一 四五六 肆伍陆 贰柒拾 壹贰叁 九九玖"
    state = go(dealt(hand, NOTHING, NOTHING, "三"))
    assert "ti" in kinds(result(state, hu(E)).melds)
