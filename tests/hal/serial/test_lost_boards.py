"""Boards that fall silent, start anew or do not fit, in virtual time."""

from dataclasses import replace

import pytest

from hal.scanner import Lost
from hal.serial.codec import encode
from hal.serial.duty import Loss
from hal.serial.messages import SEAT, Change, Hello, Report, pack
from hal.serial.session import Session
from hal.serial.wire import Faults
from tests.serial_rig import CHANNEL_OF, DUTY, FITTING, Rig

# ------------------------------------------------------------------ loss


def test_a_second_of_silence_is_a_loss_and_not_less(rig: Rig) -> None:
    rig.unplug()
    rig.run(0.7)
    assert not isinstance(rig.session.read(rig.now), Loss)
    rig.run(0.35)
    loss = rig.session.read(rig.now)
    assert loss == Loss("TBL-201", "unplugged")
    assert not rig.session.answers(rig.now)


def test_a_silent_board_at_an_open_port_is_lost_too(rig: Rig) -> None:
    rig.spoil(Faults(lose=1.0))
    rig.run(1.3)
    loss = rig.session.read(rig.now)
    assert isinstance(loss, Loss)
    assert loss.code == "TBL-201"
    assert "silent for 1." in loss.detail
    assert rig.session.silent_for(rig.now) > 1.0


def test_a_board_that_never_answered_is_another_fault() -> None:
    session = Session(1, DUTY)
    assert session.read(0.0) == Loss("TBL-211", "the port has not been opened")
    session.opened(0.0)
    assert session.read(0.0) == Loss("TBL-211", "no board has answered at this port yet")
    assert session.silent_for(3.0) == 3.0
    session.closed(Loss("TBL-212", "forbidden"))
    assert session.read(0.0) == Loss("TBL-212", "forbidden")
    assert session.outgoing(9.0) == b""


def test_lamps_go_dark_by_themselves_when_the_table_is_silent(rig: Rig) -> None:
    rig.session.light({"lamp_N": 1.0}, rig.now)
    rig.run(0.1)
    assert any(rig.peer.lamps)
    rig.unplug()
    rig.run(1.5)
    assert not any(rig.peer.lamps)


@pytest.mark.parametrize("torn", [True, False])
def test_a_board_that_starts_anew_is_taken_up_again_at_once(rig: Rig, torn: bool) -> None:
    rig.reset(torn)
    rig.run(0.5)
    assert rig.agrees
    assert (rig.session.health.boots, sum(rig.session.health.bad_frames.values())) == (2, torn)


def test_a_board_that_starts_anew_unnoticed_is_lit_again(rig: Rig) -> None:
    rig.session.light({"lamp_N": 1.0}, rig.now)
    rig.run(0.1)
    rig.reset()
    rig.run(0.1)
    assert rig.peer.lamps[1] == 255
    assert rig.session.health.boots == 2
    assert not [report for _, report in rig.reports if isinstance(report, Lost)]


def test_a_report_that_is_cut_off_by_a_new_start_is_no_harm(rig: Rig) -> None:
    rig.reset(torn=True)
    rig.run(0.1)
    assert rig.agrees
    assert rig.session.health.boots == 2
    assert not any(rig.changes(role) for role in CHANNEL_OF)


def test_lamps_are_not_taken_for_lit_after_a_new_start_until_they_are(rig: Rig) -> None:
    rig.session.light({"lamp_N": 1.0}, rig.now)
    rig.run(0.1)
    rig.reset()
    while rig.session.health.boots < 2:
        rig.run(0.001)
    proofs = [rig.session.proven]
    rig.run(0.006)
    proofs.append(rig.session.proven)
    assert proofs == [False, True]


def test_a_report_of_an_unknown_start_makes_the_table_call(rig: Rig) -> None:
    rig.session.received(encode(pack(Report(999, 0, 5, 1, (Change(4, True),)))), rig.now)
    rig.run(0.1)
    assert rig.agrees
    assert not any(rig.changes(role) for role in CHANNEL_OF)


# ------------------------------------------------------------------ a board that does not fit


@pytest.mark.parametrize(
    ("hello", "why"),
    [
        (replace(FITTING, version=2), "version 2"),
        (replace(FITTING, kind=SEAT), "one seat"),
        (replace(FITTING, inputs=0x1FE), "lacks seat_E"),
        (replace(FITTING, lamps=0x07), "lacks lamp_S"),
    ],
)
def test_a_board_that_does_not_fit_is_named_and_taken_once_it_fits(hello: Hello, why: str) -> None:
    session = Session(5, DUTY)
    session.opened(1.0)
    session.received(encode(pack(hello)), 1.1)
    loss = session.read(1.1)
    assert isinstance(loss, Loss)
    assert loss.code == "TBL-214"
    assert "board 3" in loss.detail
    assert why in loss.detail
    session.received(encode(pack(FITTING)) + encode(pack(Report(7, 0, 0, 0))), 1.2)
    assert not isinstance(session.read(1.2), Loss)


def test_an_answer_to_an_older_call_or_another_table_is_passed_over() -> None:
    session = Session(5, DUTY)
    session.opened(1.0)
    session.opened(2.0)
    for old in (FITTING, replace(FITTING, nonce=2, session=6)):
        session.received(encode(pack(old)), 2.1)
    session.received(encode(pack(Report(7, 0, 0, 0))), 2.1)
    assert not session.answers(2.1)
    session.received(encode(pack(replace(FITTING, nonce=2))), 2.2)
    session.received(encode(pack(Report(7, 0, 0, 0))), 2.2)
    assert session.answers(2.2)
