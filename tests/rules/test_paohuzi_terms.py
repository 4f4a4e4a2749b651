"""Terms of the competition rules (002 第四条) that no decision had to read."""

from dataclasses import replace

import pytest

from table_firmware.rules.cards import TILES
from table_firmware.rules.claiming import Closed, Discard, Discarded, Melded, Turned
from table_firmware.rules.dealing import Deal
from table_firmware.rules.games import paohuzi
from table_firmware.rules.games.paohuzi import Options
from table_firmware.rules.games.paohuzi.sight import view
from table_firmware.rules.games.paohuzi.tiles import DEALING, PLAYERS, order, right
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
    meld,
    place,
    runs,
    tiles,
    turned,
)


def test_term_2_the_next_to_act_sits_to_the_right() -> None:
    assert order(E) == (E, N, W)
    assert [right(seat) for seat in PLAYERS] == [N, W, E]


def test_terms_4_to_6_twenty_tiles_each_one_liang_and_nineteen_left() -> None:
    *hands, rest = DEALING.hands(range(80), {"dealer": 0})
    assert [len(hand) for hand in hands] == [20, 20, 20]
    assert hands[1][:3] == (1, 4, 7)
    assert rest == tuple(range(60, 80))
    assert DEALING.deck[:5] == (*(TILES[0],) * 4, TILES[1])


def test_term_5_the_tile_that_lies_open_from_the_start_is_the_one_that_opening_shows() -> None:
    ids, draws = tuple(range(79, -1, -1)), {"dealer": 1}
    hands = DEALING.hands(ids, draws)
    deal = Deal(tuple(tuple(DEALING.deck[at] for at in hand) for hand in hands), draws)
    told = paohuzi.lies_open(Options(), deal, hands)
    assert {name: DEALING.deck[at] for name, at in told.items()} == {
        "liang": paohuzi.opening(Options(), deal).open.tile
    }
    assert told == {"liang": 19}


@pytest.mark.parametrize(("seat", "eats"), [(E, True), (N, False), (W, True)])
def test_term_18_a_tile_of_the_left_or_ones_own_is_eaten(seat: int, eats: bool) -> None:
    state = turned("三", PLAYERS[seat], east=place("一二 玖玖拾"))
    assert (asked(state, E).chi != ()) == eats


def test_term_18_of_discards_only_those_of_the_left_are_eaten() -> None:
    eater = place("一二 玖玖拾")
    assert asked(discarded("三", W, east=eater), E).chi == (runs("一二三"),)
    assert asked(discarded("三", N, east=eater), E).chi == ()
    assert asked(discarded("三", E, east=eater), E).chi == ()


def test_term_18_what_is_eaten_lies_open_and_a_discard_follows() -> None:
    state = do(discarded("三", W, east=place("一二 玖玖拾")), chi(E, "一二三"))
    assert state.places[E].melds[-1] == meld("chi:一二三")
    assert state.phase == "discard"
    assert events(state, Discard(E, FACE["拾"])) == (Discarded(E, FACE["拾"]),)
    assert do(state, Discard(E, FACE["拾"])).places[E].hand == tiles("玖玖")


def test_term_22_the_next_turns_a_tile_that_nobody_takes_and_shows_it() -> None:
    state = discarded("三", E, stock="四五")
    assert events(state) == (Closed(), Turned(N, 17, FACE["四"]))
    after = go(state)
    assert after.places[E].row == (FACE["三"],)
    assert events(after) == (Closed(), Turned(W, 18, FACE["五"]))
    assert go(after).places[N].row == (FACE["四"],)


def test_term_22_whose_tile_it_is_can_be_seen_while_it_matters() -> None:
    state = turned("三", W, east=place("一二 玖玖拾"))
    due = do(state, chi(E, "一二三"))
    seen = [view(each, N).turn for each in (state, due, replace(state, phase="over"))]
    assert seen == [W, E, None]
    assert view(replace(state, phase="opening"), N).turn is None


def test_term_23_the_first_run_is_followed_by_a_discard_and_the_second_is_not() -> None:
    first = go(turned("三", W, east=place("三三三 玖玖")))
    assert (first.phase, first.turn) == ("discard", E)
    second = go(turned("肆", W, east=place("玖玖九十", "pao:三", "peng:肆")))
    assert second.places[E].quads == 2
    assert (second.phase, second.open.seat) == ("claim", N)


def test_term_14_ti_from_the_stock_is_laid_by_itself() -> None:
    state = about_to_turn("三", E, east=place("三三三 玖玖"))
    assert Melded(E, "ti", (FACE["三"],)) in events(state)
    assert go(go(state)).phase == "discard"


def test_the_dealer_of_the_first_hand_is_one_of_the_three() -> None:
    assert dict(DEALING.draws) == {"dealer": 3}
    assert len(PLAYERS) == 3
