"""跑胡子: the tiles, who deals, the 提 that are laid at once, and the 亮张, by decision."""

from collections import Counter
from dataclasses import replace

from table_firmware.rules.cards import TILES, Seat
from table_firmware.rules.claiming import AskClaim, Melded, Offered, Open, Result
from table_firmware.rules.dealing import Deal, Terms
from table_firmware.rules.games import paohuzi
from table_firmware.rules.games.paohuzi import Options
from table_firmware.rules.games.paohuzi.score import worth
from table_firmware.rules.games.paohuzi.tiles import DEALING, RED
from table_firmware.rules.match import Before, HandRecord
from table_firmware.rules.round import Clock
from tests.paohuzi import FACE, NOTHING, E, N, W, asked, dealt, events, go, hu, kinds, result, tiles


def test_ph_01_the_liang_is_the_dealers_who_discards() -> None:
    state = go(dealt(NOTHING, NOTHING, NOTHING, "六", dealer=1))
    assert state.open == Open("liang", N, FACE["六"])
    after = go(state)
    assert after.places[N].hand == (*tiles(NOTHING), FACE["六"])
    assert paohuzi.clock(after) == Clock("play", (N,))


def test_ph_18_the_faces_are_twice_ten_characters_and_24_tiles_are_red() -> None:
    assert len(TILES) == len(set(TILES)) == len(FACE) == 20
    assert Counter(DEALING.deck) == dict.fromkeys(TILES, 4)
    assert sum(face in RED for face in DEALING.deck) == 24


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


def test_step_3_the_dealer_with_three_alike_wins_with_his_ti() -> None:
    hand = "三三三 一一 四五六 肆伍陆 贰柒拾 壹贰叁 九九玖"
    state = go(dealt(hand, NOTHING, NOTHING, "三"))
    assert "ti" in kinds(result(state, hu(E)).melds)
