"""Who is away for a moment, with or without a restart of the table, loses nothing by it."""

from collections.abc import Callable

from table_firmware.config.play import Play
from table_firmware.rules.cards import Seat
from table_firmware.wire.messages import Refused
from tests.controller.desk import Desk

E, N, W, S = Seat


def given(desk: Desk) -> list[str]:
    """What each seat has put into the deal."""
    (seats,) = [entry.d["seats"] for entry, _ in desk.entries if entry.k == "contrib"]
    return [bytes.fromhex(seats[seat.name]["data"]).decode() for seat in Seat]


def alone(desk: Desk) -> Desk:
    """The table after a restart, before any screen is back."""
    linked, desk.linked = desk.linked, set()
    found = desk.restarted()
    desk.linked = linked
    return found


def test_a_screen_that_reconnects_among_the_digits_keeps_its_say(desk: Desk) -> None:
    desk.begin(E, N, W, S)
    for seat in (N, W, S):
        desk.want(seat, "digits", value="271828")
    desk.unlink(E)
    desk.wait(1_200)
    assert desk.stage == "digits"
    desk.link(E)
    desk.wait(0)
    assert desk.want(E, "digits", value="314159") is None
    desk.wait(0)
    assert given(desk) == ["314159", "271828", "271828", "271828"]


def test_who_does_not_come_back_to_the_digits_is_waited_for_no_longer_than_the_clock(
    desk: Desk,
) -> None:
    desk.begin(E, N, W, S)
    for seat in (N, W, S):
        desk.want(seat, "digits", value="271828")
    desk.unlink(E)
    desk.wait(desk.play.timers.digits)
    assert given(desk) == ["", "271828", "271828", "271828"]


def test_after_a_restart_the_digits_are_asked_for_again(desk: Desk) -> None:
    desk.begin(E, N, W, S)
    found = alone(desk)
    found.wait(10_000)
    assert found.stage == "digits"
    found.link(*Seat)
    found.wait(0)
    for seat in Seat:
        assert found.want(seat, "digits", value="161803") is None
    found.wait(0)
    assert given(found) == ["161803"] * 4


def test_after_a_restart_nothing_is_played_for_a_screen_that_comes_back_in_time(
    new_desk: Callable[..., Desk],
) -> None:
    desk = new_desk(exchange=25_000)
    desk.to_round(E, N, W, S)
    found = alone(desk)
    before = len(found.entries)
    found.wait(14_000)
    found.link(*Seat)
    found.wait(1_000)
    assert len(found.entries) == before


def test_after_a_restart_a_screen_that_stays_away_is_lost(desk: Desk) -> None:
    desk.to_round(E, N, W, S)
    found = alone(desk)
    found.link(N, W, S)
    found.wait(21_000)
    assert ("E", "lost") in found.seat_changes()
    assert ("N", "lost") not in found.seat_changes()


def test_who_was_lost_before_a_restart_is_still_lost_after_it(desk: Desk) -> None:
    desk.to_round(E, N, W, S)
    desk.unlink(E)
    desk.wait(0)
    found = alone(desk)
    found.wait(2_000)
    assert ("E", "linked") not in found.seat_changes()


def test_ready_for_one_mode_is_not_ready_for_another() -> None:
    desk = Desk(Play())
    desk.seat_guests(E, N, ready=False)
    seen = desk.shown[N].number
    assert desk.want(E, "mode", value="4") is None
    for act in ("ready", "house"):
        assert desk.want(N, act, view=seen) == Refused(seen, "stale-view")
    assert desk.want(N, "ready") is None
