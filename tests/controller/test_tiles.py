"""跑胡子 at the table: three play in secret windows, and the fourth watches."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from table_firmware.controller import inbox
from table_firmware.fairness.receipts import HandReceipt, SeatReceipt, from_digits
from table_firmware.rules.cards import TILES, Card, Seat
from table_firmware.rules.claiming import Meld
from table_firmware.rules.games import paohuzi
from table_firmware.rules.games.paohuzi.hand import Place
from table_firmware.rules.round import AskReady, AskSit
from table_firmware.wire.codec import encode_down
from tests.controller.desk import Desk
from tests.controller.judging import of
from tests.controller.test_privacy import put_state, state_of
from tests.controller.tile_table import (
    PAOHUZI,
    PLAYERS,
    shown,
    to_window,
)
from tests.examples import about

E, N, W, S = Seat


# ------------------------------------------------------------------ who plays and who watches


def test_three_guests_begin_and_the_fourth_seat_stays_closed() -> None:
    desk = Desk(PAOHUZI)
    desk.link(S)
    assert isinstance(desk.view(S).ask, AskSit)
    desk.seat_guests(*PLAYERS)
    desk.wait(0)
    assert desk.stage == "digits"
    assert [place.who for place in desk.view(E).places] == ["guest"] * 3 + ["empty"]
    assert of(desk, "match")[0]["ranked"] == 1


def test_whoever_watches_types_digits_and_is_asked_nothing_else() -> None:
    desk = to_window(Desk(PAOHUZI), *PLAYERS, watcher=True)
    contributed = of(desk, "contrib")[0]["seats"]
    assert bytes.fromhex(contributed["S"]["data"]) == b"271828"
    hand = shown(desk, S)
    assert (hand.hand, hand.ask, hand.counts) == ((), None, shown(desk, E).counts)
    for act in ("manage", "claim", "decline", "discard", "ready"):
        refused = desk.want(S, act, value="hu", cards=(Card("s1"),))
        assert refused is not None
        assert refused.code == "not-now"
    assert S not in desk.table.lamps(desk.now)
    desk.unlink(S)
    desk.wait(3_000)
    assert ("S", "lost") in desk.seat_changes()
    assert not desk.view(E).places[S].managed


def test_whoever_watches_holds_up_neither_a_match_nor_a_result() -> None:
    desk = Desk(PAOHUZI)
    desk.link(S)
    assert desk.want(S, "sit") is None
    assert desk.view(S).ask is None
    for act in ("mode", "house"):
        refused = desk.want(S, act, value="P8" if act == "mode" else "")
        assert refused is not None
    assert S not in desk.table.lamps(desk.now)
    desk.seat_guests(*PLAYERS)
    desk.wait(0)
    for seat in (*PLAYERS, S):
        desk.want(seat, "digits")
    for seat in PLAYERS:
        desk.want(seat, "manage")
    desk.wait_until(lambda: desk.stage == "hand_result")
    assert desk.view(S).ask is None
    for seat in PLAYERS:
        desk.want(seat, "unmanage")
        assert isinstance(desk.view(seat).ask, AskReady)
        desk.want(seat, "ready")
    desk.wait(0)
    assert desk.view(E).hand == 2


def test_no_house_player_takes_the_fourth_seat() -> None:
    desk = to_window(Desk(PAOHUZI), E)
    assert [place.who for place in desk.view(E).places] == ["guest", "house", "house", "empty"]
    assert desk.view(E).running == {"A": 0, "C": 0, "D": 0}


@pytest.mark.slow
def test_cuts_go_round_among_three() -> None:
    desk = Desk(replace(PAOHUZI, cuts=True))
    desk.seat_guests(*PLAYERS)
    desk.wait(0)
    for seat in PLAYERS:
        desk.want(seat, "digits")
    cutters = []
    for _ in range(4):
        desk.wait_until(lambda: desk.stage == "cut")
        cutter = desk.view(E).cutter
        cutters.append(cutter)
        assert cutter is not None
        desk.want(cutter, "cut", value="79")
        for seat in PLAYERS:
            desk.want(seat, "manage")
        desk.wait_until(lambda: desk.stage == "hand_result")
        for seat in PLAYERS:
            desk.want(seat, "unmanage")
    assert cutters == [E, N, W, E]


# ------------------------------------------------------------------ receipts and results


@pytest.mark.slow
@pytest.mark.parametrize("reveal_at", ["hand", "match"])
def test_three_get_receipts_of_their_tiles_and_the_watcher_that_of_the_hand(
    reveal_at: str,
) -> None:
    desk = to_window(Desk(replace(PAOHUZI, reveal_at=reveal_at)), *PLAYERS)
    held = {seat: shown(desk, seat).hand for seat in PLAYERS}
    for seat in PLAYERS:
        desk.want(seat, "manage")
    desk.wait_until(lambda: desk.stage == "hand_result")
    deck = paohuzi.DEALING.deck
    for seat in PLAYERS:
        made = desk.view(seat).receipts
        assert made is not None
        own = from_digits(made["seat"])
        assert isinstance(own, SeatReceipt)
        assert sorted(deck[number] for number in own.ids)[:3] <= sorted(held[seat] + deck)[-3:]
        assert ("hand" in made) == (reveal_at == "hand")
    watched = desk.view(S).receipts
    if reveal_at == "match":
        assert watched is None
    else:
        assert watched is not None
        assert list(watched) == ["hand"]
        assert isinstance(from_digits(watched["hand"]), HandReceipt)


def test_the_result_is_on_the_table_in_both_forms() -> None:
    desk = to_window(Desk(PAOHUZI), E)
    desk.want(E, "manage")
    desk.wait_until(lambda: desk.stage == "hand_result")
    for seat in Seat:
        view = desk.view(seat)
        result, own = view.result, shown(desk, seat).result
        assert result is not None
        assert own is not None
        assert result.position_tenths == (*(10 * score for score in own.scores), 0)
        assert len(view.standings) == 3


def test_a_void_hand_is_followed_by_the_drawn_dealer() -> None:
    desk = to_window(Desk(PAOHUZI), *PLAYERS)
    desk.tell(inbox.Ordered("void", {"h": 0, "reason": "tiles on the floor", "os": ""}))
    desk.wait_until(lambda: desk.view(E).hand == 2 and desk.stage == "round")
    assert int(shown(desk, E).dealer) == of(desk, "draw")[1]["draws"]["dealer"]


# ------------------------------------------------------------------ privacy


def mixed(state: Any, own: Seat, order: list[int]) -> Any:
    """The same hand with everything changed that the seat may not know."""
    others = [seat for seat in PLAYERS if seat != own]
    pool = [*state.stock, *(card for seat in others for card in state.places[seat].hand)]
    keys = [order[at % len(order)] for at in range(len(pool))]
    pool = [card for _, card in sorted(zip(keys, pool, strict=True), key=lambda pair: pair[0])]
    places = list(state.places)
    for seat in others:
        place, dead = places[seat], frozenset(TILES[number % 20] for number in order[:3])
        size = len(place.hand)
        melds = tuple(
            Meld("wei", (TILES[order[0] % 20],) * 3) if each.kind == "wei" else each
            for each in place.melds
        )
        places[seat] = Place(
            tuple(pool[:size]), melds, place.row, dead, dead, dead, place.entered, place.stuck
        )
        del pool[:size]
    open_ = state.open
    if open_.taken and open_.kind != "liang" and open_.seat != own:
        open_ = replace(open_, tile=TILES[order[0] % 20])
    return replace(state, places=tuple(places), stock=tuple(pool), open=open_)


@pytest.mark.slow
@settings(max_examples=about(8), deadline=None, suppress_health_check=list(HealthCheck))
@given(
    st.binary(min_size=4, max_size=4),
    st.sampled_from(Seat),
    st.integers(0, 60),
    st.lists(st.integers(0, 99), min_size=27, max_size=60),
    st.lists(st.sampled_from(["", "decline", "peng"]), min_size=3, max_size=3),
)
def test_no_view_changes_when_only_hidden_tiles_or_the_answers_of_others_differ(
    seed: bytes, own: Seat, steps: int, order: list[int], answers: list[str]
) -> None:
    desk = to_window(Desk(PAOHUZI, seed), *PLAYERS, watcher=True)
    for seat in PLAYERS:
        desk.want(seat, "manage")
    desk.wait(steps * 500)
    if desk.stage != "round":
        return
    for seat in PLAYERS:
        desk.want(seat, "unmanage")
    before = encode_down(desk.view(own))
    for seat, answer in zip(PLAYERS, answers, strict=True):
        if seat != own and answer:
            desk.want(seat, "decline" if answer == "decline" else "claim", value=answer)
    assert encode_down(desk.view(own)) == before
    state = state_of(desk)
    put_state(desk, mixed(state, own, order))
    assert encode_down(desk.view(own)) == before
