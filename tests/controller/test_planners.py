"""House players that plan: who calls them, how their play is logged, and that it is verified."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from table_firmware.controller.scribe import CURRENT
from table_firmware.ledger.entries import Entry
from table_firmware.rules.cards import Seat
from tests.controller.desk import QUICK, Desk
from tests.controller.test_whole_match import RealDesk, real_desk

E, N, W, S = Seat

__all__ = ["real_desk"]


def call(desk: Desk, *guests: Seat, mode: str = "2") -> None:
    """A match of these guests, who let the system play, against planners."""
    desk.seat_guests(*guests, ready=False)
    assert desk.want(guests[0], "mode", value=mode) is None
    assert desk.want(guests[0], "house", value="planner") is None
    for seat in guests:
        desk.want(seat, "ready")
    desk.wait(0)
    for seat in guests:
        assert desk.want(seat, "manage") is None


def played(entry: Entry, h: int) -> bool:
    return entry.k == "act" and entry.d["h"] == h and entry.d["action"]["by"] == "house"


def acts(desk: Desk) -> set[tuple[str, str, str]]:
    """Who is said to have acted, at which seats and how."""
    found = (entry.d["action"] for entry, _ in desk.entries if entry.k == "act")
    return {(one["by"], one.get("seat", ""), one["kind"]) for one in found}


def test_a_player_may_call_planners_and_the_match_is_practice(desk: Desk) -> None:
    call(desk, E)
    match = next(entry.d for entry, _ in desk.entries if entry.k == "match")
    assert match["seats"] == {"E": "guest", "N": "planner", "W": "planner", "S": "planner"}
    assert match["ranked"] == 0
    assert desk.view(E).practice
    place = desk.view(E).places[N]
    assert (place.who, place.ready, place.managed) == ("planner", True, False)


def test_nobody_can_call_a_kind_of_player_that_is_not_there(desk: Desk) -> None:
    desk.seat_guests(E, ready=False)
    refused = desk.want(E, "house", value="robot")
    assert refused is not None
    assert refused.code == "not-now"


def test_a_table_may_be_set_to_planners(new_desk: Callable[..., Desk]) -> None:
    desk = new_desk(house_players="planner")
    desk.link(E)
    desk.wait(20_000)
    match = next(entry.d for entry, _ in desk.entries if entry.k == "match")
    assert set(match["seats"].values()) == {"planner"}


def test_what_a_planner_does_is_logged_as_an_action_by_the_house(
    real_desk: Callable[..., RealDesk],
) -> None:
    desk = real_desk()
    call(desk, E, mode="1A")
    desk.wait_until(lambda: desk.stage == "match_result")
    by_house = [(seat, kind) for by, seat, kind in acts(desk) if by == "house"]
    assert {seat for seat, _ in by_house} == {"N", "W", "S"}
    assert {kind for _, kind in by_house} == {"give", "play", "pass"}
    assert {seat for by, seat, _ in acts(desk) if by == "managed"} == {"E"}
    report = desk.verify()
    assert report.ok, report.lines()
    assert report.hands == 1


@pytest.mark.slow
def test_a_planner_does_after_a_restart_what_it_would_have_done(desk: Desk) -> None:
    call(desk, E)
    desk.wait_until(lambda: len(desk.entries) > 30)
    other = desk.restarted()
    for one in (desk, other):
        one.wait_until(lambda one=one: len(one.entries) > 60)  # type: ignore[misc]
    assert [entry.d for entry, _ in desk.entries[:60]] == [
        entry.d for entry, _ in other.entries[:60]
    ]


@pytest.mark.slow
def test_planners_who_change_seats_are_still_known_to_the_verifier(
    real_desk: Callable[..., RealDesk],
) -> None:
    """Each hand is settled after 90 seconds for a guest who is away."""
    desk = real_desk(timers=replace(QUICK.timers, house=8_000))
    call(desk, E, S, mode="3")
    desk.unlink(E)
    while desk.kinds().count("reveal") < 5:
        desk.wait(5_000)
    desk.scribe.export(desk.state / "exports" / CURRENT)
    by_hand = [
        {entry.d["action"]["seat"] for entry, _ in desk.entries if played(entry, h)} for h in (0, 4)
    ]
    assert by_hand == [{"N", "W"}, {"N", "S"}]
    report = desk.verify()
    assert report.ok, report.lines()
    assert report.hands == 5
