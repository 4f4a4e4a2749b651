"""The section [board] of a serial table: what it may say, and what is refused with a remedy."""

from pathlib import Path

import pytest

from hal.board import LAMPS, ROLES, BoardRefused
from hal.boards.serial_io import HELD, lines, open_board
from hal.scanner import SETTLE
from hal.serial.messages import SEAT, TABLE

ONE = {"name": "serial_io", "port": "/dev/table/board"}
FOUR = {"name": "serial_io", "ports": {seat: f"/dev/table/seat-{seat}" for seat in "ENWS"}}


def test_one_board_for_the_table_has_every_role_in_the_order_of_the_roles() -> None:
    (line,) = lines(ONE)
    assert line.port == Path("/dev/table/board")
    assert line.duty.kind == TABLE
    assert line.duty.inputs == dict(enumerate(ROLES))
    assert line.duty.lamps == {lamp: at for at, lamp in enumerate(LAMPS)}


def test_a_board_a_seat_has_that_seats_roles_only() -> None:
    made = {line.port.name: line.duty for line in lines(FOUR)}
    duty = made["seat-W"]
    assert duty.kind == SEAT
    assert duty.inputs == {0: "seat_W", 1: "button_W"}
    assert duty.lamps == {"lamp_W": 0}
    assert "service" not in [role for duty in made.values() for role in duty.inputs.values()]


def test_the_service_button_is_at_the_seat_that_is_named() -> None:
    made = {line.port.name: line.duty for line in lines({**FOUR, "service": "S"})}
    assert made["seat-S"].inputs == {0: "seat_S", 1: "button_S", 2: "service"}
    assert 2 not in made["seat-E"].inputs


def test_roles_that_a_table_does_not_have_are_left_out() -> None:
    (line,) = lines({**ONE, "roles": ["button_E", "lamp_S"]})
    assert line.duty.inputs == {4: "button_E"}
    assert line.duty.lamps == {"lamp_S": 3}


def test_a_button_is_shown_as_long_as_the_scanner_wants_and_a_seat_as_it_is() -> None:
    (line,) = lines(ONE)
    assert line.duty.settle["button_N"] == SETTLE["button"] == HELD["button"]
    assert line.duty.settle["service"] == SETTLE["service"]
    assert line.duty.settle["seat_N"] == 0.0


@pytest.mark.parametrize(
    ("settings", "names"),
    [
        ({**ONE, "prot": 1}, "'prot'"),
        ({"name": "serial_io"}, "port"),
        ({**ONE, **FOUR}, "port"),
        ({**ONE, "port": "ttyACM0"}, "'ttyACM0'"),
        ({**ONE, "port": 3}, "3"),
        ({**ONE, "port": "/dev/a\0b"}, "no port"),
        ({**ONE, "service": "E"}, "service"),
        ({**ONE, "roles": []}, "roles"),
        ({**ONE, "roles": "seat_E"}, "roles"),
        ({**ONE, "roles": ["seat_Q"]}, "seat_Q"),
        ({**ONE, "baud": 9600}, "9600"),
        ({**ONE, "baud": "fast"}, "fast"),
        ({**FOUR, "ports": {}}, "ports"),
        ({**FOUR, "ports": "E"}, "ports"),
        ({**FOUR, "ports": {"Q": "/dev/a"}}, "'Q'"),
        ({**FOUR, "ports": {"E": "/dev/a", "N": "/dev/a"}}, "/dev/a"),
        ({**FOUR, "service": "Q"}, "'Q'"),
        ({"name": "serial_io", "ports": {"E": "/dev/a"}, "service": "N"}, "'N'"),
    ],
)
def test_what_cannot_be_is_refused_by_name(
    settings: dict[str, object], names: str, tmp_path: Path
) -> None:
    with pytest.raises(BoardRefused) as refused:
        open_board(settings, tmp_path)
    assert refused.value.code == "TBL-202"
    assert names in refused.value.detail
    assert refused.value.remedy
