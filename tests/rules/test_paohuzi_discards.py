"""跑胡子: when a discard is due, and who has none, by decision."""

from dataclasses import replace

import pytest

from table_firmware.rules.claiming import (
    AskDiscard,
    Closed,
    Discard,
    Discarded,
    Melded,
    Stuck,
    Turned,
)
from table_firmware.rules.games import paohuzi
from table_firmware.rules.round import Managed, TimedOut
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
    do,
    events,
    go,
    hu,
    place,
    refusal,
    tiles,
    turned,
)


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
