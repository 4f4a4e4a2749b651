"""The board, its contacts and its serial lines are judged."""

import pytest

from hal.bounce import Bounces
from table_firmware.service.areas import board
from tests.service.areas import brief

CLEAN = Bounces(counts=(2, 0, 0, 0, 0, 0, 0))
ROUGH = Bounces(counts=(0, 0, 0, 0, 0, 1, 0), longest=31)


def test_a_board_that_is_there_is_told_contact_by_contact() -> None:
    contacts = (
        board.Contact("seat_E", True, "GPIO5"),
        board.Contact("button_E", False, "", "", CLEAN),
    )
    state = board.BoardState("rpi_gpio", contacts, ("lamp_E",), {"lamp_E": "GPIO12"})
    found = board.checks(state)
    assert [brief(each) for each in found] == [
        ("ok", "there", ""),
        ("ok", "level", ""),
        ("ok", "seen", ""),
        ("ok", "there", ""),
        ("info", "none", ""),
    ]
    assert [found[4].found(language) for language in ("zh", "en")] == [
        "没有串口硬件板",
        "no serial boards",
    ]
    assert found[1].values["line"] == "GPIO5"
    assert found[2].values["presses"] == 2
    assert found[3].values["line"] == "GPIO12"


def test_a_simulated_board_is_no_more_than_information() -> None:
    assert brief(board.presence(board.BoardState("sim"))) == ("info", "there", "")
    assert brief(board.held("rpi_gpio")) == ("info", "held", "")


def test_contacts_that_ail_are_warnings() -> None:
    sick = board.contact(board.Contact("seat_E", True, "GPIO5", "chatters"))
    assert brief(sick) == ("warning", "seen", "TBL-207")
    rough = board.contact(board.Contact("seat_E", True, "GPIO5", "", ROUGH))
    assert brief(rough) == ("warning", "seen", "TBL-215")


def test_a_board_that_is_lost_or_refused_is_a_fault() -> None:
    lost = board.BoardState("serial_io", missing=("seat_E",), code="TBL-201", detail="silent")
    assert brief(board.presence(lost)) == ("fault", "lost", "TBL-201")
    assert brief(board.refused("rpi_gpio", "TBL-205", "no chip")) == ("fault", "lost", "TBL-205")


@pytest.mark.parametrize(
    ("answers", "bad", "lost", "round_trip", "level", "code"),
    [
        (True, 0, 0, 0.01, "ok", ""),
        (True, 1, 1, 0.01, "ok", ""),
        (True, 20, 0, 0.01, "warning", "TBL-216"),
        (True, 0, 20, 0.01, "warning", "TBL-216"),
        (True, 0, 0, 0.3, "warning", "TBL-217"),
        (False, 0, 0, 0.0, "fault", "TBL-211"),
    ],
)
def test_a_serial_line_is_judged_by_its_counters(
    answers: bool, bad: int, lost: int, round_trip: float, level: str, code: str
) -> None:
    state = board.LinkState(
        "/dev/table/seat-E", answers, reports=1000, bad=bad, lost=lost, round_trip=round_trip
    )
    found = board.link(state)
    assert brief(found) == (level, "counted", code)
    assert f"{lost} lost" in found.found("en")


@pytest.mark.parametrize(("bad", "lost"), [(0, 0), (50, 0), (0, 50)])
def test_contacts_are_not_accused_of_what_their_serial_line_did(bad: int, lost: int) -> None:
    """Those at another line are."""
    near, far = (board.Contact(f"button_{s}", True, f"/dev/{s} in 1", "", ROUGH) for s in "EN")
    links = (
        board.LinkState("/dev/E", True, reports=100, bad=bad, lost=lost),
        board.LinkState("/dev/N", True, reports=100),
    )
    state = board.BoardState("serial_io", (near, far), links=links)
    found = {each.part: each for each in board.checks(state)}
    wrong = bool(bad or lost)
    assert brief(found["button_E"])[1:] == (("unsure", "") if wrong else ("seen", "TBL-215"))
    assert brief(found["button_N"]) == ("warning", "seen", "TBL-215")
    assert found["/dev/E"].code == ("TBL-216" if wrong else "")
    assert found["/dev/N"].code == ""


def test_what_the_scanner_has_seen_itself_is_told_at_a_bad_line_too() -> None:
    """A contact that chatters or sticks does so whatever the line does."""
    sick = board.contact(board.Contact("seat_E", True, "/dev/E in 0", "sticks"), damaged=True)
    assert brief(sick) == ("warning", "seen", "TBL-208")
