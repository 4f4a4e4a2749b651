"""Service of a table that runs as a process: entered by PIN, killed in it, left, verified."""

import json
import subprocess
import sys
import time  # noqa: TID251
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from table_firmware.cli import main
from table_firmware.ledger.journal import read_frames
from table_firmware.rules.cards import Seat
from table_firmware.service.pin import save_pin
from table_firmware.wire.codec import decode_down, encode_up
from table_firmware.wire.messages import Beat, Farewell, Refused, Service, Tend, View
from tests.controller.test_process import (
    SLOW_HOUSE,
    Process,
    Screen,
    comparable,
    folder,
    sit_down,
    table,
)

E, N, W, S = Seat
__all__ = ["folder", "table"]


class Bench(Screen):
    """A seat that hears all that a technician hears."""

    told: Refused | Service | None = None

    def tend(self, act: str, value: str = "") -> None:
        self.sock.sendall(encode_up(Tend(act, value)))

    def hear(self, holds: Callable[["Bench"], bool], most: float = 60) -> None:
        end, beat = time.monotonic() + most, 0.0
        while not holds(self):
            assert time.monotonic() < end, f"it never came; last was {self.told} {self.last}"
            if time.monotonic() > beat + 1:
                self.send(Beat())
                beat = time.monotonic()
            try:
                line = self.lines.readline()
            except TimeoutError:
                self.lines = self.sock.makefile("rb")
                continue
            match decode_down(line):
                case View() as view:
                    self.last = view
                case Farewell() as farewell:
                    raise AssertionError(farewell)
                case Service() | Refused() as told:
                    self.told = told

    def service(self) -> Service:
        assert isinstance(self.told, Service)
        return self.told

    def refusal(self) -> tuple[str, int]:
        told = self.told
        self.hear(lambda seat: seat.told is not told)
        assert isinstance(self.told, Refused)
        return self.told.code, self.told.seconds


@pytest.mark.slow
@pytest.mark.parametrize("table", [SLOW_HOUSE], indirect=True)
def test_a_technician_serves_a_table_in_mid_hand(
    table: Process, capsys: pytest.CaptureFixture[str]
) -> None:
    run, state = table.folder / "run", table.folder / "state"
    with Bench(run, E) as player, Bench(run, N) as bench:
        before = sit_down(player)
        bench.tend("pin", "271828")
        assert bench.refusal() == ("pin-unset", 0)
        save_pin(state, "314159", 1 << 10)
        bench.tend("pin", "271828")
        assert bench.refusal() == ("pin-wrong", 1)
        bench.tend("pin", "314159")
        assert bench.refusal()[0] == "pin-wait"
        time.sleep(1.1)
        bench.tend("pin", "314159")
        bench.hear(lambda seat: isinstance(seat.told, Service))
        assert {c.role for c in bench.service().contacts} >= {"seat_E", "button_W", "service"}
        player.until(lambda view: view.stage == "service")
        table.kill_and_restart()
    with Bench(run, E) as player, Bench(run, N) as bench:
        bench.hear(lambda seat: isinstance(seat.told, Service))
        bench.tend("mute", "seat_W")
        bench.hear(lambda seat: any(c.muted for c in seat.service().contacts))
        bench.tend("examine", "noise")
        bench.hear(lambda seat: bool(seat.service().findings))
        health, sample = bench.service().findings
        assert (health.area, sample.title.en) == ("noise", "Raw sample")
        assert (state / "noise-sample.bin").stat().st_size == 64 * 320
        assert str(state / "noise-sample.bin") in sample.text.zh
        assert main(["board", "--run", str(run), "press", "E"]) == 0
        bench.hear(lambda seat: any(c.changes >= 2 for c in seat.service().contacts))
        bench.hear(lambda seat: any(sum(c.bounces) >= 2 for c in seat.service().contacts))
        bench.tend("leave")
        after = player.until(lambda view: view.stage == "round")
        assert comparable(after) == comparable(before)
        assert main(["service", "unmute", "seat_W", "--config", str(table.config)]) == 0
        player.want("stand")  # anything: orders are taken with the next message
        player.hear(lambda seat: isinstance(seat.told, Refused))
    assert table.stop() == 0
    assert _acts(state) == ["refused", "begin", "mute", "end", "unmute"]
    _verify(table, capsys)


def _acts(state: Path) -> list[str]:
    raw = b"".join(path.read_bytes() for path in sorted((state / "journal").glob("0*")))
    assert b'"314159"' not in raw
    entries = [json.loads(body) for body in read_frames(raw)[0]]
    return [entry["d"]["act"] for entry in entries if entry["k"] == "service"]


def _export(table: Process, capsys: pytest.CaptureFixture[str]) -> str:
    out = table.folder / "out"
    assert main(["log", "export", str(out), "--config", str(table.config)]) == 0
    policy = str(table.folder / "state" / "policy")
    assert main(["log", "verify", str(out), "--policy", policy]) == 0
    return capsys.readouterr().out


def _verify(table: Process, capsys: pytest.CaptureFixture[str]) -> None:
    said = _export(table, capsys)
    assert "play was suspended for service: 1" in said
    assert "wrong tries of the service PIN: 1" in said


@pytest.mark.slow
@pytest.mark.parametrize("table", [SLOW_HOUSE], indirect=True)
def test_the_switch_in_the_case_is_a_way_in_and_out(table: Process) -> None:
    run = table.folder / "run"
    with Bench(run, W) as bench:
        bench.hear(lambda seat: seat.last is not None)
        assert main(["board", "--run", str(run), "press", "service"]) == 0
        bench.until(lambda view: view.service is not None and view.service.free)
        bench.tend("claim")
        bench.hear(lambda seat: isinstance(seat.told, Service) and _released(seat.told))
        assert main(["board", "--run", str(run), "press", "service"]) == 0
        bench.hear(lambda seat: seat.last is not None and seat.last.stage == "lobby")
    assert table.stop() == 0


def _released(service: Service) -> bool:
    switch = next(contact for contact in service.contacts if contact.role == "service")
    return switch.changes > 0 and not switch.level


GENERATOR = """
import os, sys, time, tty
near, far = os.openpty()
tty.setraw(far)
os.set_blocking(near, False)
os.symlink(os.ttyname(far), sys.argv[1])
while True:
    try:
        os.write(near, os.urandom(64))
    except BlockingIOError:
        pass
    time.sleep(0.002)
"""


@pytest.fixture
def generators() -> Iterator[list["subprocess.Popen[bytes]"]]:
    started: list[subprocess.Popen[bytes]] = []
    yield started
    for each in started:
        each.kill()
        each.wait()


@pytest.mark.slow
def test_a_source_that_is_plugged_in_again_is_tested_and_the_match_goes_on(
    folder: Path, generators: "list[subprocess.Popen[bytes]]", capsys: pytest.CaptureFixture[str]
) -> None:
    port = folder / "noise"
    table = Process(folder, f'{SLOW_HOUSE}[noise]\nsource = "serial"\nport = "{port}"\n')
    try:
        with Bench(folder / "run", E) as bench:
            bench.until(lambda view: view.stage == "lobby")
            save_pin(folder / "state", "314159", 1 << 10)
            bench.want("sit")
            bench.until(lambda view: view.places[E].who == "guest")
            bench.want("house")
            bench.until(lambda view: view.stage == "fault" and view.fault == "noise-missing")
            bench.tend("pin", "314159")
            bench.hear(lambda seat: isinstance(seat.told, Service))
            bench.tend("noise")
            bench.hear(lambda seat: bool(seat.service().findings))
            assert bench.service().findings[0].code == "TBL-401"
            generators.append(subprocess.Popen([sys.executable, "-c", GENERATOR, str(port)]))
            while not port.exists():
                time.sleep(0.01)
            bench.tend("noise")
            bench.hear(lambda seat: not seat.service().fault)
            bench.tend("leave")
            bench.until(lambda view: view.stage == "digits")
        assert table.stop() == 0
        assert _acts(folder / "state") == ["begin", "noise", "end"]
        _export(table, capsys)
    finally:
        table.stop()
