"""A random generator on a serial port: a terminal whose far end is another process."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from hal.noise import NoiseLost, SerialNoise
from tests.serial_process import until

GENERATOR = """
import os, sys, time, tty
near, far = os.openpty()
tty.setraw(far)
os.set_blocking(near, False)
print(os.ttyname(far), flush=True)
at, size = 0, int(sys.argv[1])
while True:
    try:
        at += os.write(near, bytes((at + n) % 256 for n in range(size)))
    except BlockingIOError:
        pass
    time.sleep(float(sys.argv[2]))
"""
Start = Callable[[int, float], tuple[subprocess.Popen[str], str]]


@pytest.fixture
def start() -> Iterator[Start]:
    """Start a generator that gives so many bytes every so many seconds."""
    started: list[subprocess.Popen[str]] = []

    def starter(size: int, pause: float) -> tuple[subprocess.Popen[str], str]:
        words = [sys.executable, "-c", GENERATOR, str(size), str(pause)]
        process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
        started.append(process)
        assert process.stdout
        return process, process.stdout.readline().strip()

    yield starter
    for process in started:
        process.kill()
        process.communicate()


def test_raw_bytes_come_through_in_order_all_256_of_them(start: Start) -> None:
    _, port = start(256, 0.002)
    noise = SerialNoise(port)
    assert noise.name == port
    for size in (1, 1024):
        data = noise.read(size)
        assert len(data) == size
        assert data == bytes((data[0] + n) % 256 for n in range(size))
    noise.close()


def test_what_had_waited_in_the_port_is_not_used(start: Start) -> None:
    _, port = start(8, 5.0)  # again and again: opening the port throws away what came before
    noise = SerialNoise(port, patience=0.05)
    until(lambda: noise._port.in_waiting >= 8)
    with pytest.raises(NoiseLost, match="noise-short"):
        noise.read(8)
    noise.close()


def test_too_few_bytes_are_a_failure_and_not_waited_for(start: Start) -> None:
    _, port = start(10, 60.0)
    noise = SerialNoise(port, patience=0.05)
    with pytest.raises(NoiseLost) as failure:
        noise.read(20)
    assert failure.value.code == "noise-short"
    noise.close()


def test_a_generator_that_is_pulled_out_is_a_failure(start: Start) -> None:
    process, port = start(256, 0.002)
    noise = SerialNoise(port)
    noise.read(16)
    process.kill()
    process.wait()
    with pytest.raises(NoiseLost) as failure:
        noise.read(16)
    assert failure.value.code == "noise-io"
    noise.close()


def test_a_missing_port_is_lost(tmp_path: Path) -> None:
    with pytest.raises(NoiseLost) as failure:
        SerialNoise(tmp_path / "noise")
    assert failure.value.code == "noise-missing"


def test_a_port_that_is_taken_is_lost(start: Start) -> None:
    _, port = start(256, 0.002)
    noise = SerialNoise(port)
    with pytest.raises(NoiseLost) as failure:
        SerialNoise(port)
    assert failure.value.code == "noise-missing"
    noise.close()


def test_a_path_that_is_no_port_is_lost(tmp_path: Path) -> None:
    path = tmp_path / "noise"
    path.write_bytes(b"")
    with pytest.raises(NoiseLost) as failure:
        SerialNoise(path)
    assert failure.value.code == "noise-io"
