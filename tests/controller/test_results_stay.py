"""How long a result stays, and who is waited for; longer for whoever scans a code of it."""

from collections.abc import Callable

import pytest

from table_firmware.config.play import Timers
from table_firmware.rules.cards import Seat
from table_firmware.rules.round import AskReady
from tests.controller.desk import Desk

pytestmark = pytest.mark.slow

E, N, W, S = Seat


def at_result(desk: Desk) -> Desk:
    """East and North have let the table play and are back for the result."""
    desk.to_play(E, N, mode="1A")
    for seat in (E, N):
        desk.want(seat, "manage")
    desk.wait_until(lambda: desk.stage == "hand_result")
    for seat in (E, N):
        desk.want(seat, "unmanage")
    return desk


@pytest.mark.parametrize("kind", ["hand_result", "match_result"])
def test_a_result_stays_until_all_have_seen_it_or_its_time_is_up(desk: Desk, kind: str) -> None:
    at_result(desk)
    if kind == "match_result":
        desk.wait_until(lambda: desk.stage == "match_result")
    assert desk.view(E).ask == AskReady()
    desk.want(E, "ready")
    desk.wait(0)
    assert desk.stage == kind
    clock = desk.view(E).clock
    assert clock is not None
    assert clock.seats == (N,)
    desk.want(N, "ready")
    desk.wait(0)
    assert desk.stage != kind


@pytest.mark.parametrize("stage", ["hand_result", "match_result"])
@pytest.mark.parametrize("draw", [3_000, 90_000])
def test_no_result_waits_longer_for_nobody_than_for_people(
    new_desk: Callable[..., Desk], stage: str, draw: int
) -> None:
    desk = new_desk(draw=draw)
    desk.link(E)
    desk.wait_until(lambda: desk.stage == stage, most=1_000_000)
    clock, timers = desk.view(E).clock, desk.play.timers
    assert clock is not None
    people = timers.result if stage == "hand_result" else timers.match_result
    assert clock.full_ms == min(draw, people)


@pytest.mark.parametrize("guests", [(E, N), ()], ids=["let_the_table_play", "house_alone"])
def test_a_result_that_nobody_confirms_stays_as_long_as_its_clock_says(
    desk: Desk, guests: tuple[Seat, ...]
) -> None:
    desk.link(E)
    if guests:
        desk.to_play(*guests, mode="1A")
        for seat in guests:
            desk.want(seat, "manage")
    desk.wait_until(lambda: desk.stage == "hand_result")
    clock = desk.view(E).clock
    assert clock is not None
    assert clock.full_ms == (desk.play.timers.result if guests else desk.play.timers.draw)
    desk.wait(clock.left_ms - 1)
    assert desk.stage == "hand_result"
    desk.wait(1)
    assert desk.stage != "hand_result"


def test_those_who_let_the_table_play_go_on_when_all_of_them_who_are_there_have_seen_a_result(
    desk: Desk,
) -> None:
    desk.to_play(E, N, W, mode="2")
    for seat in (E, N):
        desk.want(seat, "manage")
    desk.unlink(W)
    desk.wait_until(lambda: desk.stage == "hand_result")
    for seat, left in ((E, (N,)), (N, None)):
        assert desk.view(seat).ask == AskReady()
        waited = desk.view(seat).clock
        assert waited is not None
        assert desk.table.lamps(desk.now) == frozenset(waited.seats)
        desk.want(seat, "ready")
        desk.wait(0)
        clock = desk.view(seat).clock if desk.stage == "hand_result" else None
        assert (clock.seats if clock else None) == left
    assert desk.stage == "draw"


# ------------------------------------------------------------------ an open code


def test_a_result_of_which_a_code_is_open_stays_for_as_long_as_that_takes(desk: Desk) -> None:
    at_result(desk)
    desk.want(E, "scan")
    clock = desk.view(N).clock
    assert clock is not None
    assert clock.full_ms == Timers().code
    desk.wait(clock.left_ms - 1)
    assert desk.stage == "hand_result"
    desk.wait(1)
    assert desk.stage != "hand_result"


def test_whoever_was_ready_and_opens_a_code_is_waited_for_again(desk: Desk) -> None:
    at_result(desk)
    desk.want(E, "ready")
    desk.want(E, "scan")
    desk.want(N, "ready")
    desk.wait(0)
    assert desk.stage == "hand_result"
    assert desk.view(E).ask == AskReady()
    desk.want(E, "ready")
    desk.wait(0)
    assert desk.stage != "hand_result"


def test_a_code_that_is_opened_in_a_pause_has_its_time_after_the_pause(desk: Desk) -> None:
    at_result(desk)
    desk.want(N, "call")
    for seat in (E, N):
        desk.want(seat, "agree")
    assert desk.want(E, "scan") is None
    assert desk.want(E, "ready") is not None  # nothing else is taken from a seat meanwhile
    for seat in (E, N):
        desk.want(seat, "agree")
    clock = desk.view(N).clock
    assert clock is not None
    assert (clock.name, clock.full_ms) == ("result", Timers().code)
    desk.wait(clock.left_ms - 1)
    assert desk.stage == "hand_result"


def test_the_next_result_has_its_usual_time(desk: Desk) -> None:
    at_result(desk)
    desk.want(E, "scan")
    desk.wait_until(lambda: desk.stage == "match_result")
    clock = desk.view(E).clock
    assert clock is not None
    assert clock.full_ms == Timers().match_result


def test_where_there_is_no_result_or_nobody_to_scan_it_nothing_changes(desk: Desk) -> None:
    desk.to_play(E, N, mode="1A")
    before = desk.view(E).clock
    assert desk.want(E, "scan") is None
    assert desk.view(E).clock == before
    for seat in (E, N):
        desk.want(seat, "manage")
    desk.wait_until(lambda: desk.stage == "hand_result")
    desk.want(S, "scan")
    clock = desk.view(E).clock
    assert clock is not None
    assert clock.full_ms == Timers().result
