"""The simulated line: it keeps time and does the harm it is asked for."""

import pytest

from hal.serial.wire import Faults, Wire

ALL = 0.0


def always() -> float:
    return ALL


def through(faults: Faults, data: bytes = b"abc") -> bytes:
    wire = Wire(always, faults=faults)
    wire.send(data, 1.0)
    return wire.arrived(1.0)


def test_bytes_take_their_time_at_the_speed_of_the_line() -> None:
    wire = Wire(always, baud=115200)
    assert wire.deadline() is None
    wire.send(b"ab", 1.0)
    assert wire.deadline() == pytest.approx(1.0 + 10 / 115200)
    assert wire.arrived(1.0) == b""
    assert wire.arrived(1.0001) == b"a"
    wire.send(b"c", 1.0001)
    assert wire.arrived(1.0 + 30.1 / 115200) == b"bc"


@pytest.mark.parametrize(
    ("faults", "out"),
    [
        (Faults(), b"abc"),
        (Faults(lose=1.0), b""),
        (Faults(repeat=1.0), b"aabbcc"),
        (Faults(flip=1.0), b"`cb"),
        (Faults(insert=1.0), b"\0a\0b\0c"),
    ],
)
def test_each_fault_does_its_own_harm(faults: Faults, out: bytes) -> None:
    assert through(faults) == out


def test_a_delay_holds_the_line_up() -> None:
    wire = Wire(always, faults=Faults(delay=1.0, delay_for=0.5))
    wire.send(b"a", 1.0)
    assert wire.arrived(1.4) == b""
    assert wire.arrived(1.5) == b"a"


def test_a_rate_is_how_often_it_happens() -> None:
    turns = iter(range(10_000))
    wire = Wire(lambda: next(turns) % 100 / 100, faults=Faults(lose=0.25))
    wire.send(bytes(1000), 0.0)
    assert len(wire.arrived(0.0)) == 750


def test_a_cut_line_delivers_nothing_more() -> None:
    wire = Wire(always, baud=9600)
    wire.send(b"abc", 1.0)
    wire.cut()
    assert wire.arrived(9.0) == b""
