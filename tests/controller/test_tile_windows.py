"""The secret windows of 跑胡子: answers, their time, what comes too late, and what nobody sees."""

from dataclasses import replace

import pytest

from table_firmware.rules.cards import Card, Seat
from table_firmware.rules.claiming import AskClaim, AskDiscard
from table_firmware.wire.codec import decode_down, encode_down
from tests.controller.desk import Desk
from tests.controller.judging import of
from tests.controller.tile_table import (
    PAOHUZI,
    PLAYERS,
    TIMERS,
    WINDOW,
    claimable,
    closing,
    shown,
    to_window,
    until,
)

E, N, W, S = Seat

# ------------------------------------------------------------------ windows


def test_a_window_is_open_for_its_whole_time_whatever_is_answered() -> None:
    desk = to_window(Desk(PAOHUZI), *PLAYERS)
    before = len(desk.acts())
    for seat in PLAYERS:
        assert desk.view(seat).clock is not None
        assert desk.want(seat, "decline") is None
    closing(desk)
    assert len(desk.acts()) == before
    desk.wait(1)
    assert len(desk.acts()) == before + 1
    assert desk.acts()[-1]["action"] == {"kind": "proceed", "by": "system"}


def test_where_only_house_players_play_a_window_closes_at_once() -> None:
    desk = Desk(replace(PAOHUZI, house_after=1_000))
    desk.link(*PLAYERS)
    desk.wait_until(lambda: desk.stage == "round" and desk.phase == "claim")
    begun, clock = desk.now, desk.view(E).clock
    assert clock is not None
    assert clock.full_ms == PAOHUZI.timers.house
    desk.wait_until(lambda: desk.stage == "hand_result")
    assert desk.now - begun < 20 * WINDOW


def test_the_same_answer_once_more_is_answered_by_a_view_too() -> None:
    """Else the screen waits, and the tile could not be claimed after all."""
    desk = to_window(Desk(PAOHUZI), *PLAYERS)
    seat, value, laid = claimable(desk)
    for act in ("decline", "decline", "claim", "claim"):
        before = desk.shown[seat].number
        assert desk.want(seat, act, value=value, cards=laid if act == "claim" else ()) is None
        assert desk.shown[seat].number > before


@pytest.mark.slow
def test_an_answer_may_be_changed_and_nobody_else_sees_it() -> None:
    desk = to_window(Desk(PAOHUZI), *PLAYERS)
    seat, value, laid = claimable(desk)
    others = [other for other in Seat if other != seat]
    seen = [encode_down(desk.view(other)) for other in others]
    assert desk.view(seat).answered == ""
    assert desk.want(seat, "decline") is None
    assert desk.view(seat).answered == "decline"
    assert desk.want(seat, "claim", value=value, cards=laid) is None
    assert desk.view(seat).answered == value
    again = decode_down(encode_down(desk.view(seat)))
    assert again == desk.view(seat)
    assert [encode_down(desk.view(other)) for other in others] == seen
    before = desk.acts()
    closing(desk)
    assert desk.acts() == before
    desk.wait(1)
    act = desk.acts()[-1]
    taken = act["action"].get("seat") == seat.name
    assert taken or act["events"][0]["what"] == "pao"  # forced before anything that is claimed
    assert desk.view(seat).answered == ""


def absent(desk: Desk, seat: Seat) -> None:
    """The sensor has seen him, and sees him no more."""
    desk.leave_chair(seat)


@pytest.mark.slow
@pytest.mark.parametrize("lost", [False, True])
@pytest.mark.parametrize(("seat", "touches"), [(E, 1), (N, 12), (W, 40)])
def test_nobody_sees_who_answers_by_what_the_sensors_say(
    seat: Seat, touches: int, lost: bool
) -> None:
    """His place stays as it was, and nothing is logged, until the window has closed."""
    desk = to_window(Desk(PAOHUZI), *PLAYERS)
    absent(desk, seat)
    if lost:
        desk.wait_until(lambda: (seat.name, "lost") in desk.seat_changes())
        desk.wait_until(lambda: desk.stage == "round" and desk.phase == "claim")
    others = [other for other in Seat if other != seat]
    assert desk.view(others[0]).places[seat].away
    views, entries = [encode_down(desk.view(other)) for other in others], len(desk.entries)
    for _ in range(touches):
        desk.want(seat, "decline")
    assert [encode_down(desk.view(other)) for other in others] == views
    assert len(desk.entries) == entries
    acts = len(desk.acts())
    desk.wait_until(lambda: len(desk.acts()) > acts)
    assert not desk.view(others[0]).places[seat].away
    if lost:
        desk.wait(100)
        assert desk.seat_changes()[-1] == (seat.name, "linked")


def test_who_answers_is_gone_no_later_than_who_does_not() -> None:
    """The time to come back runs out in the midst of a window: it waits for its end."""
    for touches in (0, 1):
        play = replace(PAOHUZI, timers=replace(PAOHUZI.timers, claim=5_000), leave=2_000)
        desk = to_window(Desk(play), *PLAYERS)
        absent(desk, E)
        for _ in range(touches):
            desk.want(E, "decline")
        closing(desk)
        assert ("E", "lost") not in desk.seat_changes()
        desk.wait(100)
        assert (("E", "lost") in desk.seat_changes()) == (not touches)


def test_a_sensor_that_sticks_is_found_at_the_next_touch_after_the_window() -> None:
    desk = to_window(Desk(PAOHUZI), *PLAYERS)
    absent(desk, N)
    for _ in range(12):
        desk.want(N, "decline")
    acts = len(desk.acts())
    desk.wait_until(lambda: len(desk.acts()) > acts)
    until(desk, lambda: desk.phase != "claim")
    desk.want(N, "nonsense")
    errors = [entry.d["cause"] for entry, _ in desk.entries if entry.k == "error"]
    assert errors == ["sticks seat_N"]


def test_a_claim_that_is_not_open_or_not_whole_or_stale_is_refused() -> None:
    desk = to_window(Desk(PAOHUZI), *PLAYERS)
    assert shown(desk, E).ask != AskClaim(hu=True)
    for value, laid in (("peng", ()), ("chi", ("s1", "s2", "s3")), ("chi", ("s1",)), ("x", ())):
        refused = desk.want(E, "claim", value=value, cards=tuple(map(Card, laid)))
        assert refused is not None
        assert refused.code == "not-open-to-you"
    assert desk.view(E).answered == ""
    old = desk.shown[E].number
    closing(desk)
    desk.wait(1)
    until(desk, lambda: isinstance(desk.view(E).ask, AskClaim))
    for act in ("claim", "decline"):
        refused = desk.want(E, act, value="hu", view=old)
        assert refused is not None
        assert refused.code == "too-late"
    desk.want(E, "manage")
    for act in ("claim", "decline", "discard"):
        refused = desk.want(E, act, cards=(Card("s1"),))
        assert refused is not None
        assert refused.code in ("not-now", "not-in-hand")


def code(desk: Desk, seat: Seat, view: int) -> str:
    refused = desk.want(seat, "claim", value="peng", view=view)
    assert refused is not None
    return refused.code


@pytest.mark.slow
def test_whoever_claims_a_tile_that_another_has_taken_is_told_so() -> None:
    """It may be said: by then all see who has it. Whoever has it is only told of the time."""
    desk = to_window(Desk(PAOHUZI), *PLAYERS)
    seat, value, laid = claimable(desk)
    old = {each: desk.shown[each].number for each in PLAYERS}
    assert desk.want(seat, "claim", value=value, cards=laid) is None
    closing(desk)
    desk.wait(1)
    assert desk.phase == "discard"
    for each in PLAYERS:
        expected = "too-late" if each == seat else "taken"
        assert code(desk, each, old[each]) == expected
    until(desk, lambda: desk.phase == "claim")
    assert code(desk, E, old[E]) == "too-late", "another tile is open by now"


@pytest.mark.slow
def test_a_claim_after_the_end_of_a_hand_came_too_late() -> None:
    desk = to_window(Desk(PAOHUZI), *PLAYERS)
    old = 0
    while desk.stage == "round":
        if isinstance(desk.view(E).ask, AskClaim):
            old = desk.shown[E].number
        desk.wait(100)
    assert desk.stage == "hand_result"
    winner = desk.view(E).result
    assert winner is not None
    expected = "taken" if 1 in winner.place[1:] else "too-late"
    assert code(desk, E, old) == expected
    refused = desk.want(E, "decline", view=old)
    assert refused is not None
    assert refused.code == "not-now"


def test_who_does_not_discard_in_time_gives_what_goes_least_with_the_rest() -> None:
    desk = to_window(Desk(PAOHUZI), *PLAYERS)
    until(desk, lambda: any(isinstance(desk.view(s).ask, AskDiscard) for s in PLAYERS))
    seat = next(s for s in PLAYERS if isinstance(desk.view(s).ask, AskDiscard))
    assert desk.table.lamps(desk.now) == {seat}
    ask = desk.view(seat).ask
    assert isinstance(ask, AskDiscard)
    refused = desk.want(seat, "discard", cards=ask.tiles[:2])
    assert refused is not None
    assert refused.code == "not-in-hand"
    desk.wait(PAOHUZI.timers.play)
    act = desk.acts()[-1]["action"]
    assert act == {"kind": "timed_out", "seat": seat.name, "by": "timeout"}


def test_a_discard_is_a_touch_and_counts_at_once() -> None:
    desk = to_window(Desk(PAOHUZI), *PLAYERS)
    until(desk, lambda: any(isinstance(desk.view(s).ask, AskDiscard) for s in PLAYERS))
    seat = next(s for s in PLAYERS if isinstance(desk.view(s).ask, AskDiscard))
    ask = desk.view(seat).ask
    assert isinstance(ask, AskDiscard)
    assert desk.want(seat, "discard", cards=ask.tiles[:1]) is None
    act = desk.acts()[-1]["action"]
    assert act == {
        "kind": "discard", "seat": seat.name, "tile": ask.tiles[0], "by": "player"
    }  # fmt: skip


def test_after_a_crash_the_window_opens_again_without_its_answers() -> None:
    desk = to_window(Desk(PAOHUZI), *PLAYERS)
    assert desk.want(E, "decline") is None
    desk.wait(WINDOW // 2)
    again = desk.restarted()
    again.settle()
    assert again.view(E).answered == ""
    assert shown(again, E) == shown(desk, E)
    clock = again.view(E).clock
    assert clock is not None
    assert (clock.name, clock.left_ms) == ("claim", WINDOW)


@pytest.mark.slow
def test_a_managed_seat_wins_when_it_can_and_the_log_says_that_it_is_managed() -> None:
    desk = to_window(Desk(replace(PAOHUZI, timers=replace(TIMERS, claim=100), mode="P8")), *PLAYERS)
    for seat in PLAYERS:
        desk.want(seat, "manage")
    desk.wait_until(lambda: desk.stage == "match_result")
    kinds = {(d["action"]["kind"], d["action"]["by"]) for d in desk.acts()}
    assert kinds == {("proceed", "system"), ("managed", "managed")}
    won = {d["h"]: d["action"]["seat"] for d in desk.acts() if d["events"][0]["kind"] == "ended"}
    ends = {d["h"]: d["place"] for d in of(desk, "hand_end")}
    assert won == {h: Seat(place.index(1)).name for h, place in ends.items() if 1 in place}
    assert won


def test_a_pause_keeps_the_answers_and_the_time() -> None:
    desk = to_window(Desk(PAOHUZI), *PLAYERS)
    assert desk.want(E, "decline") is None
    desk.wait(400)
    desk.want(E, "call")
    for seat in PLAYERS:
        desk.want(seat, "agree")
    assert desk.view(E).ask is None
    desk.wait(5_000)
    for seat in PLAYERS:
        desk.want(seat, "agree")
    assert desk.view(E).answered == "decline"
    clock = desk.view(E).clock
    assert clock is not None
    assert clock.left_ms == WINDOW - 400
