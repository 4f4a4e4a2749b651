"""Whoever scans a code of a result has the time for it, and finds the codes at the match's end."""

from pathlib import Path

import pytest

from table_firmware.config.play import Timers
from table_firmware.rules.cards import Seat
from table_firmware.rules.round import AskReady
from tests.controller.desk import Desk
from tests.controller.test_reveals import real

pytestmark = pytest.mark.slow

E, N, W, S = Seat


def at_result(desk: Desk, stage: str = "hand_result") -> Desk:
    """East and North have let the table play and are back for the result."""
    desk.to_play(E, N, mode="1A")
    for seat in (E, N):
        desk.want(seat, "manage")
    desk.wait_until(lambda: desk.stage == "hand_result")
    for seat in (E, N):
        desk.want(seat, "unmanage")
    desk.wait_until(lambda: desk.stage == stage)
    return desk


@pytest.mark.parametrize("stage", ["hand_result", "match_result"])
def test_a_result_of_which_a_code_is_open_stays_for_as_long_as_that_takes(
    desk: Desk, stage: str
) -> None:
    at_result(desk, stage)
    desk.want(E, "scan")
    clock = desk.view(N).clock
    assert clock is not None
    assert clock.full_ms == Timers().code
    desk.wait(clock.left_ms - 1)
    assert desk.stage == stage
    desk.wait(1)
    assert desk.stage != stage


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


@pytest.mark.no_cover
@pytest.mark.parametrize("reveal_at", ["hand", "match"])
def test_at_the_end_of_the_match_each_seat_still_has_the_codes_of_its_last_hand(
    tmp_path: Path, reveal_at: str
) -> None:
    desk = real(tmp_path, reveal_at, "1A")
    at_result(desk)
    desk.wait_until(lambda: bool(desk.view(E).receipts))
    shown = {seat: desk.view(seat).receipts for seat in Seat}
    desk.wait_until(lambda: desk.stage == "match_result")
    assert {seat: desk.view(seat).receipts for seat in Seat} == shown
    kept = sorted(path.name for path in (desk.state / "receipts").iterdir())
    desk.wait_until(lambda: desk.table.in_lobby)
    assert sorted(path.name for path in (desk.state / "receipts").iterdir()) == kept
    report = desk.verify()
    assert report.ok, report.lines()
