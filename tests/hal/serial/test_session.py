"""The link in virtual time: on a good line, on a bad one, and through every kind of loss."""

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hal.scanner import Changed, Found, Lost
from hal.serial.codec import encode
from hal.serial.messages import Call, Hello, Order, Report, pack
from hal.serial.peer import Peer
from hal.serial.session import Session
from hal.serial.wire import NONE, Faults
from tests.examples import about
from tests.serial_rig import CHANNEL_OF, DUTY, FITTING, Rig

HEAL = 2.0
BUTTONS = ("button_E", "button_N", "service")


# ------------------------------------------------------------------ a good line


def test_a_board_is_found_within_a_tenth_of_a_second(rig: Rig) -> None:
    assert isinstance(rig.reports[-1][1], Found)
    assert rig.session.health.firmware == "reference 1"
    assert rig.session.health.boots == 1


def test_a_press_shorter_than_a_scan_is_counted_once(rig: Rig) -> None:
    rig.press("button_N", 0.002)
    rig.run(0.5)
    assert rig.changes("button_N") == [True, False]
    assert rig.changes("button_E") == []


def test_a_button_that_is_down_when_the_table_starts_is_no_press() -> None:
    rig = Rig()
    rig.peer = Peer(7, rig.now, levels=1 << CHANNEL_OF["button_S"])
    rig.run(1.0)
    assert rig.changes("button_S") == []
    assert rig.agrees


def test_presses_before_the_table_started_are_not_presses_of_now() -> None:
    rig = Rig()
    rig.session = Session(99, DUTY)  # not opened: nobody listens
    rig.run(0.1)
    rig.press("button_S")
    rig.session.opened(rig.now)
    rig.run(1.0)
    assert rig.changes("button_S") == []


def test_a_lamp_is_lit_and_proven_within_a_few_milliseconds(rig: Rig) -> None:
    rig.session.light({"lamp_W": 1.0, "lamp_E": 0.5}, rig.now)
    proofs = [rig.session.proven]
    rig.run(0.02)
    proofs.append(rig.session.proven)
    assert proofs == [False, True]
    assert rig.peer.lamps == bytes((128, 0, 255, 0))


def test_a_heartbeat_keeps_both_ends_sure_of_each_other(rig: Rig) -> None:
    rig.session.light({"lamp_W": 1.0}, rig.now)
    rig.run(10.0)
    assert rig.peer.lamps[2] == 255
    assert 38 <= rig.session.health.reports <= 60
    assert 0.003 < rig.session.health.longest_round_trip < 0.02


def test_a_press_is_counted_within_one_frame_and_the_settling_time(rig: Rig) -> None:
    rig.run(0.013)
    pressed = rig.now
    rig.set("button_E", True)
    rig.run(0.1)
    counted = [t for t, report in rig.reports if isinstance(report, Changed)]
    assert counted[0] - pressed < 0.05


def test_a_change_is_acknowledged_within_one_round_trip(rig: Rig) -> None:
    rig.run(0.05)
    rig.set("button_E", True)
    rig.run(0.008)
    assert not rig.peer.unacknowledged


def test_a_contact_gone_mad_neither_fills_the_line_nor_makes_the_board_forget(rig: Rig) -> None:
    for n in range(1000):
        rig.set("seat_E", n % 2 == 0)
        rig.run(0.001)
    rig.run(0.02)
    health = rig.session.health
    assert (health.changes, health.gaps, rig.peer.unacknowledged) == (1000, 0, 0)
    assert health.reports < 400


# ------------------------------------------------------------------ whose fault it is

SPOILT = {
    "loses": Faults(lose=0.01),
    "repeats": Faults(repeat=0.01),
    "flips": Faults(flip=0.01),
    "inserts": Faults(insert=0.01),
    "delays": Faults(delay=0.005),
}


def pressed_shortly(faults: Faults, times: int = 6) -> Rig:
    """Presses too short to tell them from a bounce if one of their ends comes late."""
    rig = Rig(seed=1)
    rig.run(1.0)
    rig.spoil(faults)
    for n in range(times):
        for role in ("button_E", "seat_N"):
            rig.press(role, 0.06)
            rig.run(0.15 + 0.01 * n)
    rig.spoil()
    rig.run(HEAL)
    return rig


@pytest.mark.slow
@pytest.mark.parametrize("faults", SPOILT.values(), ids=SPOILT)
def test_a_contact_is_not_accused_of_what_the_line_does(faults: Faults) -> None:
    rig = pressed_shortly(faults)
    health, bounces = rig.session.health, rig.scan.bounces.values()
    assert max(bounce.longest for bounce in bounces) == 0
    assert sum(bounce.settled for bounce in bounces) < 24
    assert sum(health.bad_frames.values()) + health.lost + health.repeats > 0
    assert rig.changes("button_E") == [True, False] * 6


def test_on_a_good_line_every_move_of_a_contact_is_judged() -> None:
    rig = pressed_shortly(NONE)
    health, bounces = rig.session.health, rig.scan.bounces
    assert [bounces[role].settled for role in ("button_E", "seat_N")] == [12, 12]
    assert (health.bad_frames, health.lost, health.repeats) == ({}, 0, 0)
    for _ in range(7):  # a contact so bad that no board can take it for a press
        rig.set("button_E", rig.peer.levels >> CHANNEL_OF["button_E"] & 1 == 0)
        rig.run(0.007)
    rig.run(0.5)
    assert bounces is not rig.scan.bounces
    assert rig.scan.bounces["button_E"].longest >= 20


def test_orders_that_nobody_answers_are_counted_while_the_board_is_there(rig: Rig) -> None:
    rig.run(1.0)
    assert rig.session.health.lost == 0
    rig.spoil(Faults(lose=1.0))
    rig.run(0.6)
    assert rig.session.health.lost == 0, "not told before the board is heard again"
    rig.spoil()
    rig.run(0.6)
    missed = rig.session.health.lost
    assert 1 <= missed <= 3
    rig.unplug()
    rig.run(3.0)
    rig.plug()
    rig.run(1.0)
    assert rig.session.health.lost == missed


def test_a_board_that_was_silent_for_longer_was_away_and_its_line_is_not_bad(rig: Rig) -> None:
    rig.run(1.0)
    rig.spoil(Faults(lose=1.0))
    rig.run(3.0)
    rig.spoil()
    rig.run(3.0)
    assert rig.session.health.lost == 0
    assert rig.session.answers(rig.now)


# ------------------------------------------------------------------ a bad line

RATES = st.floats(0, 0.02)
FAULTS = st.builds(Faults, RATES, RATES, RATES, RATES, st.floats(0, 0.005))
PRESSES = st.lists(st.tuples(st.sampled_from(BUTTONS), st.floats(0.005, 0.3)), max_size=6)
DISTURBED = settings(
    max_examples=about(40), deadline=None, suppress_health_check=[HealthCheck.too_slow]
)


@pytest.mark.slow
@DISTURBED
@given(st.integers(0, 2**32), FAULTS, PRESSES, st.sampled_from(["none", "dead", "unplug"]))
def test_no_press_is_lost_or_invented_and_the_link_heals_in_two_seconds(
    seed: int, faults: Faults, presses: list[tuple[str, float]], worse: str
) -> None:
    rig = Rig(seed)
    rig.run(0.1)
    rig.spoil(faults)
    for n, (role, seconds) in enumerate(presses):
        if n == 2 and worse == "dead":
            rig.spoil(Faults(lose=1.0))
        if n == 2 and worse == "unplug":
            rig.unplug()
        rig.press(role, seconds)
        rig.run(seconds)
    rig.spoil()
    if not rig.plugged:
        rig.plug()
    rig.run(HEAL)
    assert rig.agrees
    assert rig.session.proven
    assert not rig.peer.unacknowledged
    for role in BUTTONS:
        pressed = sum(1 for name, _ in presses if name == role)
        assert rig.changes(role) == [True, False] * pressed


@pytest.mark.slow
@DISTURBED
@given(st.integers(0, 2**32), FAULTS, PRESSES, st.integers(0, 5), st.booleans())
def test_a_board_that_starts_anew_invents_no_press_and_is_back_in_two_seconds(
    seed: int, faults: Faults, presses: list[tuple[str, float]], when: int, torn: bool
) -> None:
    rig = Rig(seed)
    rig.run(0.1)
    rig.session.light({"lamp_S": 1.0}, rig.now)
    rig.spoil(faults)
    for n, (role, seconds) in enumerate(presses):
        rig.press(role, seconds)
        if n == when:
            rig.reset(torn)
        rig.run(seconds)
    rig.spoil()
    rig.reset(torn)
    rig.run(HEAL)
    assert rig.agrees
    assert rig.peer.lamps == b"\0\0\0\xff" or any(isinstance(r, Lost) for _, r in rig.reports)
    for role in BUTTONS:
        levels = rig.changes(role)
        assert levels == [True, False] * (len(levels) // 2)
        assert len(levels) // 2 <= sum(1 for name, _ in presses if name == role)


@pytest.mark.parametrize("outage", [0.3, 1.5, 10.0])
def test_presses_during_an_outage_arrive_after_it_each_once(rig: Rig, outage: float) -> None:
    rig.spoil(Faults(lose=1.0))
    for _ in range(3):
        rig.press("button_W")
        rig.run(outage / 3)
    rig.spoil()
    healed = rig.now
    rig.run(HEAL)
    assert rig.changes("button_W") == [True, False] * 3
    lost = [report for _, report in rig.reports if isinstance(report, Lost)]
    assert len(lost) == (outage > 1)
    found = [t for t, report in rig.reports if isinstance(report, Found)]
    assert outage < 1 or found[-1] - healed < 1.0


# ------------------------------------------------------------------ repeats and gaps


def test_an_old_report_heard_again_changes_nothing(rig: Rig) -> None:
    rig.peer.set(CHANNEL_OF["button_E"], True, rig.now)
    old = rig.peer.outgoing(rig.now)
    rig.session.received(old, rig.now)
    rig.run(0.2)
    rig.set("button_E", False)
    rig.run(0.2)
    rig.session.received(old, rig.now)
    rig.run(0.2)
    assert rig.changes("button_E") == [True, False]
    assert rig.session.health.repeats


def test_a_board_that_had_to_forget_is_read_by_its_levels(rig: Rig) -> None:
    rig.unplug()
    for _ in range(17):
        rig.press("button_E")
        rig.press("button_N")
    rig.set("button_W", True)
    rig.plug()
    rig.run(HEAL)
    assert rig.session.health.gaps == 1
    assert rig.agrees


def test_an_old_order_heard_again_does_not_change_a_lamp(rig: Rig) -> None:
    old = encode(pack(Order(7, 1, 0, b"\xff" * 4)))
    rig.run(0.6)
    rig.peer.received(old, rig.now)
    assert rig.peer.lamps == bytes(4)


@pytest.mark.slow
@pytest.mark.no_cover
def test_a_number_of_no_order_proves_nothing() -> None:
    """Order numbers go round: a board that has obeyed none says 0, whatever the table is at."""
    session = Session(5, DUTY)
    session.opened(0.0)
    session.received(encode(pack(FITTING)), 0.0)
    for n in range(40_000):
        assert session.outgoing(float(n))
    session.light({"lamp_E": 1.0}, 40_000.0)
    session.received(encode(pack(Report(7, 0, 0, 0))), 40_000.0)
    assert not session.proven


def test_a_lamp_set_to_what_it_is_costs_no_order(rig: Rig) -> None:
    due = rig.session.deadline()
    rig.session.light({"lamp_E": 0.0}, rig.now)
    assert rig.session.deadline() == due > rig.now


def test_a_late_answer_to_a_call_is_passed_over_once_the_board_is_known(rig: Rig) -> None:
    rig.session.received(encode(pack(replace(FITTING, session=1234, boot=99))), rig.now)
    assert rig.session.outgoing(rig.now) == b""
    assert rig.session.health.boots == 1


def test_a_contact_that_is_set_to_what_it_is_changes_nothing() -> None:
    peer = Peer(3, 0.0)
    peer.outgoing(0.0)
    peer.set(4, False, 0.1)
    assert peer.unacknowledged == 0
    assert peer.deadline() == 0.25


def test_frames_that_are_not_for_the_table_are_passed_over(rig: Rig) -> None:
    rig.session.received(encode(pack(Call(1, 1))), rig.now)
    rig.peer.received(encode(pack(FITTING)), rig.now)
    rig.run(0.1)
    assert rig.agrees


def test_a_board_answers_an_order_for_another_start_with_who_it_is() -> None:
    peer = Peer(3, 0.0)
    assert peer.outgoing(0.0) == encode(
        pack(Hello(0, 3, 0, 1, 0, 0x1FF, 0x0F, 0, 0, "reference 1"))
    )
    peer.received(encode(pack(Order(2, 1, 0, bytes(4)))), 0.1)
    answer = peer.outgoing(0.1)
    assert answer == encode(pack(Hello(0, 3, 0, 1, 0, 0x1FF, 0x0F, 0, 0, "reference 1")))
