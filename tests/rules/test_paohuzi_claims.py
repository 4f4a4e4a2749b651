"""跑胡子: who may claim an open tile, whose claim goes first, and when, by decision."""

from dataclasses import replace
from typing import cast

import pytest

from table_firmware.rules.cards import Seat
from table_firmware.rules.claiming import Claim, Discard, Melded
from table_firmware.rules.games import paohuzi
from table_firmware.rules.games.paohuzi import State
from table_firmware.rules.round import Clock, IllegalAction, Managed, Play, Proceed, TimedOut
from tests.paohuzi import (
    FACE,
    HIGH,
    PLAIN,
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
    peng,
    place,
    refusal,
    runs,
    turned,
)


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


def test_ph_21_a_managed_seat_answers_with_what_it_would_claim() -> None:
    east = place("四五六 肆伍陆 九九玖 捌捌", *HIGH)
    state = turned("捌", W, east=east, north=place("捌捌 玖玖拾"))
    answers: list[Claim | Managed] = [Managed(E), peng(N), Managed(W)]
    assert paohuzi.settle(state, answers) == Managed(E)
    assert paohuzi.settle(state, answers[1:]) == peng(N)
    assert paohuzi.settle(state, [Managed(W)]) == Proceed()
    assert events(state, Managed(E)) == events(state, hu(E))
    assert refusal(state, Managed(W)) == "not-open-to-you"


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
