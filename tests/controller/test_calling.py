"""Calls for the operator: a lamp that blinks, a pause that all agree to, the trick frozen."""

from dataclasses import replace

import pytest

from table_firmware.config import ConfigError, read
from table_firmware.controller import inbox
from table_firmware.controller.calling import BLINK
from table_firmware.ledger.calls import Calls
from table_firmware.rules.cards import Seat
from table_firmware.wire.messages import Called
from tests.controller.desk import QUICK, Desk

E, N, W, S = Seat


def audited(desk: Desk) -> Calls:
    book = Calls()
    for entry, _ in desk.entries:
        book.follow(entry)
    return book


def calls(desk: Desk) -> list[tuple[str, str]]:
    return [(e.d["act"], e.d["seat"]) for e, _ in desk.entries if e.k == "call"]


def refusal(desk: Desk, seat: Seat, act: str) -> str:
    refused = desk.want(seat, act)
    return refused.code if refused else ""


def paused(*guests: Seat) -> Desk:
    desk = Desk()
    desk.to_play(*guests)
    assert desk.want(guests[0], "call") is None
    for seat in guests[1:]:
        assert desk.want(seat, "agree") is None
    return desk


def test_a_call_lights_a_lamp_that_blinks_and_nothing_stands_still() -> None:
    desk = Desk()
    desk.to_play(*Seat)
    turn = next(seat for seat in Seat if desk.view(seat).ask is not None)
    caller = turn.partner
    assert desk.want(caller, "call") is None
    lit = []
    for _ in range(4):
        due = desk.table.deadline(desk.now)
        assert due is not None
        lit.append(desk.table.lamps(due))
        desk.wait(due - desk.now)
    assert sorted(map(len, lit)) == [1, 1, 2, 2]
    assert all(turn in lamps for lamps in lit)
    assert desk.now % BLINK == 0
    assert desk.view(turn).call == Called((caller,), False, (caller,), may_agree=True)
    assert desk.view(turn).ask is not None
    assert desk.want(caller, "withdraw") is None
    assert desk.view(turn).call is None
    assert audited(desk).times == 1


@pytest.mark.slow
@pytest.mark.parametrize("guests", [(E,), (E, N, W, S)])
def test_with_the_consent_of_all_play_stands_still_with_the_trick_as_it_lies(
    guests: tuple[Seat, ...],
) -> None:
    desk = paused(*guests)
    before, length = desk.view(E).round, len(desk.entries)
    assert calls(desk)[-1] == ("begin", "")
    view = desk.view(E)
    assert view.call is not None
    assert view.call.paused
    assert view.ask is None
    assert view.clock is not None
    assert (view.clock.name, view.clock.full_ms) == ("pause", QUICK.pause)
    desk.unlink(E)
    desk.wait(QUICK.pause - 60_000)
    desk.link(E)
    assert desk.view(E).round == before
    assert len(desk.entries) == length
    assert refusal(desk, E, "play") == "paused"
    assert refusal(desk, E, "withdraw") == "not-now"
    desk.tell(inbox.Pressed(E))
    for seat in guests:
        assert desk.want(seat, "agree") is None
    assert calls(desk)[-1] == ("end", "")
    assert desk.view(E).call is None
    assert audited(desk).pauses == 1


@pytest.mark.slow
def test_the_clock_goes_on_where_it_stood() -> None:
    desk = Desk()
    desk.to_play(*Seat)
    desk.wait(7_000)
    turn = next(seat for seat in Seat if desk.view(seat).ask is not None)
    before = desk.view(turn)
    assert before.clock is not None
    desk.want(E, "call")
    for seat in (N, W, S):
        desk.want(seat, "agree")
    desk.wait(100_000)
    for seat in Seat:
        desk.want(seat, "agree")
    assert replace(desk.view(turn), call=None) == before
    desk.wait(before.clock.left_ms - 1)
    assert desk.view(turn).ask == before.ask
    desk.wait(1)
    assert desk.acts()[-1]["action"]["by"] == "timeout"


def test_one_who_does_not_agree_keeps_play_going() -> None:
    desk = Desk()
    desk.to_play(*Seat)
    desk.want(E, "call")
    desk.want(N, "agree")
    assert refusal(desk, N, "agree") == "not-now"
    desk.wait(31_000)
    assert desk.acts()[-1]["action"]["by"] == "timeout"


@pytest.mark.slow
def test_a_pause_ends_by_itself_when_it_has_lasted_long_enough() -> None:
    desk = paused(E, N)
    desk.wait(QUICK.pause)
    assert calls(desk)[-1] == ("end", "")
    assert desk.view(E).call is None


def test_a_table_without_pauses_takes_calls_all_the_same() -> None:
    desk = Desk(replace(QUICK, pause=0))
    desk.to_play(E)
    desk.want(E, "call")
    assert calls(desk) == [("call", "E")]
    assert refusal(desk, E, "agree") == "not-now"


def test_the_operator_can_be_called_from_an_empty_seat_and_no_match_begins_paused() -> None:
    desk = Desk()
    desk.link(W)
    assert desk.want(W, "call") is None
    assert desk.table.lamps(BLINK) == {E, N, S}
    assert refusal(desk, W, "agree") == "not-now"
    desk.to_play(W)
    assert desk.view(W).call == Called((W,), False, (), may_agree=True)
    assert desk.want(W, "agree") is None
    assert calls(desk)[-1] == ("begin", "")


def test_a_table_killed_during_a_pause_comes_back_to_it() -> None:
    desk = paused(E, N)
    again = desk.restarted()
    again.settle()
    view = again.view(N)
    assert view.call == Called((E,), True, (), may_agree=True)
    for seat in (E, N):
        assert again.want(seat, "agree") is None
    assert audited(again).pauses == 1


@pytest.mark.slow
def test_service_during_a_pause_stops_its_clock_and_leaves_it_standing() -> None:
    desk = paused(E, N)
    desk.tell(inbox.Switched())
    assert desk.stage == "service"
    assert refusal(desk, E, "agree") == "in-service"
    desk.wait(2 * QUICK.pause)
    assert desk.table.lamps(desk.now) == frozenset()
    desk.tell(inbox.Switched())
    assert desk.stage == "round"
    desk.wait(0)
    assert calls(desk)[-1] == ("end", "")


def test_the_longest_pause_is_set_in_minutes() -> None:
    assert read({"match": {"pause": 3}}).play.pause == 180_000
    with pytest.raises(ConfigError, match="0 到 60"):
        read({"match": {"pause": 61}})
