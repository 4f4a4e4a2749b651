"""Sensors that ail or are muted, and people who leave their chairs and come back."""

import pytest

from table_firmware.controller import inbox
from table_firmware.rules.cards import Seat
from tests.controller.desk import QUICK, Desk
from tests.controller.tending import acts_of_service, fitted, shown, tend

E, N, W, S = Seat


@pytest.fixture
def desk() -> Desk:
    return fitted(Desk())


# ------------------------------------------------------------------ sensors


def heard(desk: Desk, role: str, fault: str) -> None:
    desk.tell(inbox.Unwell(role, fault))


def errors(desk: Desk) -> list[str]:
    return [entry.d["cause"] for entry, _ in desk.entries if entry.k == "error"]


def test_a_sensor_that_ails_is_told_of_once_and_counts_for_nothing(desk: Desk) -> None:
    desk.to_play(E, N)
    desk.tell(inbox.Sensed(N, True))
    for _ in range(3):
        heard(desk, "seat_N", "chatters")
        desk.tell(inbox.Sensed(N, False))
        desk.wait(30_000)
        heard(desk, "seat_N", "")
    assert errors(desk) == ["chatters seat_N"]
    assert ("N", "lost") not in desk.seat_changes()
    desk.leave_chair(N)
    desk.wait(20_000)
    assert ("N", "lost") in desk.seat_changes()


@pytest.mark.slow
@pytest.mark.parametrize("before", [(), (False,), (False, True)], ids=str)
@pytest.mark.parametrize(
    ("fault", "during"),
    [
        ("chatters", ()),
        ("chatters", (False,)),
        ("chatters", (True, False)),
        ("sticks", ()),
        ("sticks", (False,)),
    ],
)
@pytest.mark.no_cover
def test_who_left_while_his_sensor_ailed_is_away_once_it_is_well(
    desk: Desk, fault: str, before: tuple[bool, ...], during: tuple[bool, ...]
) -> None:
    desk.to_play(E, N)
    for level in (True, *before):
        desk.tell(inbox.Sensed(N, level))
    heard(desk, "seat_N", fault)
    for level in during:
        desk.tell(inbox.Sensed(N, level))
        desk.wait(30_000)
    assert not desk.view(E).places[N].away
    gone = not (True, *before, *during)[-1]
    heard(desk, "seat_N", "")
    assert desk.view(E).places[N].away is gone
    desk.wait(5_000)
    assert ("N", "lost") not in desk.seat_changes()  # his time begins when the sensor is well
    desk.wait(20_000)
    assert (("N", "lost") in desk.seat_changes()) is gone


def test_a_sensor_that_never_saw_him_makes_nobody_leave_when_it_is_well(desk: Desk) -> None:
    desk.to_play(E, N)
    heard(desk, "seat_N", "chatters")
    heard(desk, "seat_N", "")
    desk.wait(20_000)
    assert ("N", "lost") not in desk.seat_changes()


def test_a_muted_sensor_counts_for_nothing_and_play_goes_on(desk: Desk) -> None:
    desk.to_play(E, N)
    desk.leave_chair(N)
    assert desk.view(E).places[N].away
    desk.tell(inbox.Muted("seat_N", True))
    assert desk.stage == "round"
    assert not desk.view(E).places[N].away
    desk.wait(60_000)
    assert ("N", "lost") not in desk.seat_changes()
    assert acts_of_service(desk) == [("mute", "command", "")]
    again = desk.restarted()
    again.leave_chair(N)
    again.wait(30_000)
    assert ("N", "lost") not in again.seat_changes()
    again.tell(inbox.Muted("seat_N", False))
    again.leave_chair(N)
    again.wait(20_000)
    assert ("N", "lost") in again.seat_changes()


def test_muting_what_is_not_there_or_the_switch_does_nothing(desk: Desk) -> None:
    for role in ("seat_X", "service", "", "lamp_E"):
        desk.tell(inbox.Muted(role, True))
    desk.tell(inbox.Muted("seat_E", False))
    assert desk.entries == []
    tend(desk, E, "mute", "seat_E")
    assert desk.entries == []


def test_the_technician_mutes_and_hears_it_again_on_his_screen(desk: Desk) -> None:
    desk.tell(inbox.PinTried(E, right=True))
    tend(desk, E, "mute", "button_W")
    assert [c.role for c in shown(desk).contacts if c.muted] == ["button_W"]
    tend(desk, E, "leave")
    desk.tell(inbox.Pressed(W))
    assert ("W", "sat") not in desk.seat_changes()
    desk.tell(inbox.Muted("button_W", False))
    desk.tell(inbox.Pressed(W))
    assert ("W", "sat") in desk.seat_changes()


def test_a_sensor_that_no_longer_sees_who_touches_the_screen_sticks(desk: Desk) -> None:
    desk.seat_guests(E, N)
    desk.leave_chair(N)
    for _ in range(12):
        desk.want(N, "nonsense")
    assert errors(desk) == ["sticks seat_N"]
    desk.wait(60_000)
    assert ("N", "lost") not in desk.seat_changes()
    desk.leave_chair(N)
    desk.wait(20_000)
    assert ("N", "lost") in desk.seat_changes()


def test_leaving_and_coming_back_is_told_to_all(desk: Desk) -> None:
    desk.to_play(E, N, S)
    desk.tell(inbox.Sensed(N, True))
    assert [desk.view(s).places[N].away for s in Seat] == [False] * 4
    desk.tell(inbox.Sensed(N, False))
    assert [desk.view(s).places[N].away for s in Seat] == [True] * 4
    assert desk.view(E).places[N].linked
    desk.wait(20_000)
    place = desk.view(S).places[N]
    assert (place.away, place.linked, place.managed) == (True, False, True)
    desk.tell(inbox.Sensed(N, True))
    desk.wait(0)
    place = desk.view(S).places[N]
    assert (place.away, place.linked, place.managed) == (False, True, False)


def test_ninety_seconds_off_the_chair_settle_the_hand(desk: Desk) -> None:
    desk.to_play(E, N, S)
    desk.leave_chair(N)
    desk.wait(QUICK.leave + QUICK.settle - 1)
    assert desk.stage == "round"
    desk.wait(1)
    assert desk.acts()[-1]["action"] == {"kind": "settle", "seat": "N", "by": "system"}
