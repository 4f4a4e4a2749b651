"""From a touch to its answer: on the screens of four real seats, and in the controller alone.

`python -m benchmarks.latency [--touches N] [--size 1280x800]` prints one JSON object, in ms.
`screens`: from a finger's leaving 出牌 or 不出, in the process of a seat, to the picture with its
answer on the first and on the last of four screens drawn in software; what was played is durable
before any of them shows it. `controller`: from an intent on a socket to the last of the four views.
`floor`: the same of a program that only writes and sends as much (`benchmarks.floor`): what this
machine, its disk and four lines take by themselves, measured in turns with the controller.
"""

import argparse
import json
import os
import select
import socket
import struct
import subprocess
import sys
import tempfile
import time  # noqa: TID251
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import quantiles
from threading import Thread
from typing import Final

from benchmarks.table import CONFIG
from table_firmware.rules.cards import Seat
from table_firmware.rules.games import chinpok
from table_firmware.rules.round import AskDigits, AskGive, AskPlay, AskReady, AskSit, SeatView
from table_firmware.wire.codec import decode_down, encode_up
from table_firmware.wire.messages import PROTOCOL, Beat, Hello, Intent, View
from ui_kiosk.link import socket_path

PATIENCE_SECONDS: Final = 1800.0
LATE_MS: Final = 2000.0
PAUSE_SECONDS: Final = 0.02
"""Before each intent: nobody plays as fast as four programs could."""
TURNS: Final = 4
"""In which the controller and the floor are measured; machines are quicker and slower by turns."""
VIEW: Final = b'"kind":"view"'
MOST: Final = 1 << 20


@dataclass(frozen=True, slots=True)
class Mark:
    """A touch, or a picture that is up, at a seat; at: monotonic, in ns."""

    seat: str
    what: str
    at: int


def summary(found: Sequence[float]) -> dict[str, float]:
    """How many, and their percentiles."""
    cut = quantiles(found, n=100)
    return {"count": len(found), "p50": round(cut[49], 1), "p99": round(cut[98], 1)}


# ------------------------------------------------------------------ screens


def answered(marks: Sequence[Mark]) -> Iterator[tuple[float, float]]:
    """For each touch that all seats answered before the next: ms to the first and last picture."""
    touches = sorted(mark.at for mark in marks if mark.what == "touch")
    pictures = sorted((mark.at, mark.seat) for mark in marks if mark.what == "picture")
    for touch, after in zip(touches, [*touches[1:], 1 << 62], strict=True):
        first: dict[str, int] = {}
        for at, seat in pictures:
            if touch < at < after:
                first.setdefault(seat, at)
        late = [(at - touch) / 1e6 for at in first.values()]
        if len(late) == len(Seat) and max(late) < LATE_MS:
            yield min(late), max(late)


def screens(here: Path, size: str, touches: int) -> dict[str, dict[str, float]]:
    """Four seats touch their own screens until there are enough touches."""
    marks: list[Mark] = []
    with_table = [table(here)]
    for seat in Seat:
        given = ["--seats", seat.name, "--run", str(here / "run"), "--size", size]
        given += ["--touch", str(here / "no-panel")]
        env = {"SDL_VIDEODRIVER": "offscreen", "KIVY_HOME": str(here / f"kivy-{seat.name}")}
        program = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.touched_seat", *given],
            env=os.environ | env,
            stdout=subprocess.PIPE,
        )
        with_table.append(program)
        Thread(target=collect, args=(program, seat.name, marks), daemon=True).start()
    end = time.monotonic() + PATIENCE_SECONDS
    try:
        while sum(m.what == "touch" for m in marks) < touches and time.monotonic() < end:
            if ended := [each.args for each in with_table if each.poll() is not None]:
                raise SystemExit(f"has ended by itself: {ended}")
            time.sleep(0.5)
    finally:
        stop(with_table)
    found = list(answered(marks))
    return {
        "first": summary([first for first, _ in found]),
        "last": summary([last for _, last in found]),
    }


def collect(program: subprocess.Popen[bytes], seat: str, marks: list[Mark]) -> None:
    """Keeps what a seat tells."""
    assert program.stdout is not None
    for line in program.stdout:
        if line.startswith(b"{"):
            told = json.loads(line)
            marks.append(Mark(seat, told["what"], told["at"]))


# ------------------------------------------------------------------ the controller alone


def answer(view: View) -> Intent | None:
    """The smallest play, and the simplest answer to all else."""
    match view.ask:
        case AskSit():
            return Intent(view.number, "sit")
        case AskReady() if not view.places[view.seat].ready:
            return Intent(view.number, "ready")
        case AskDigits():
            return Intent(view.number, "decline")
        case AskGive():
            return Intent(view.number, "keep")
        case AskPlay() if isinstance(view.round, SeatView):
            play = chinpok.minimal(view.round)
            if play is None:
                return Intent(view.number, "pass")
            return Intent(view.number, "play", play.cards, play.reading)
    return None


class Clients:
    """Four lines to the controller. One at a time sends; what comes is decoded only when all four
    views are there, so that nothing but the controller is timed."""

    def __init__(self, run: Path) -> None:
        self.found: list[float] = []
        self._lines = {self._opened(socket_path(run, seat)): seat for seat in Seat}
        self._rest = dict.fromkeys(Seat, b"")

    def _opened(self, path: Path) -> socket.socket:
        end = time.monotonic() + PATIENCE_SECONDS
        while not path.exists() and time.monotonic() < end:
            time.sleep(0.05)
        line = socket.socket(socket.AF_UNIX)
        line.connect(str(path))
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, struct.pack("ll", 2, 0))
        line.sendall(encode_up(Hello(PROTOCOL, "benchmark")))
        return line

    def received(self, seconds: float) -> list[tuple[Seat, bytes]]:
        """The whole lines that come within some time, or sooner if any comes."""
        ready, _, _ = select.select(list(self._lines), [], [], seconds)
        return [each for line in ready for each in self._whole(line, line.recv(MOST))]

    def _whole(self, line: socket.socket, came: bytes) -> list[tuple[Seat, bytes]]:
        seat = self._lines[line]
        *whole, self._rest[seat] = (self._rest[seat] + came).split(b"\n")
        return [(seat, each) for each in whole]

    def beat(self) -> None:
        """A sign of life from each."""
        for line in self._lines:
            line.sendall(encode_up(Beat()))

    def send(self, seat: Seat, intent: Intent) -> list[tuple[Seat, bytes]]:
        """Sends an intent. A play or a pass is timed until the last seat has its view; all that is
        done here meanwhile is to wait for one after the other. What waited on the lines before is
        no answer: it is read first."""
        found = self.waiting()
        line = next(each for each, of in self._lines.items() if of is seat)
        raw = encode_up(intent)
        if intent.act not in ("play", "pass"):
            line.sendall(raw)
            return found
        came: list[bytes] = []
        begun = time.perf_counter()
        line.sendall(raw)
        try:
            for each in self._lines:
                came.append(each.recv(MOST))
        except BlockingIOError:
            pass  # not all are told anything
        took = (time.perf_counter() - begun) * 1e3
        lines = zip(self._lines, came, strict=False)
        answers = [each for line, raw in lines for each in self._whole(line, raw)]
        if len({seat for seat, raw in answers if VIEW in raw}) == len(Seat):
            self.found.append(took)
        return [*found, *answers]

    def waiting(self) -> list[tuple[Seat, bytes]]:
        """The whole lines that have come already."""
        found: list[tuple[Seat, bytes]] = []
        while came := self.received(0):
            found += came
        return found

    def close(self) -> None:
        """Hangs up."""
        for line in self._lines:
            line.close()


def controller(here: Path, touches: int) -> list[float]:
    """Plays through bare sockets until there are enough intents; ms from each to four views."""
    clients = Clients(here / "run")
    newest: dict[Seat, View] = {}
    end = time.monotonic() + PATIENCE_SECONDS
    beaten = 0.0
    while len(clients.found) < touches and time.monotonic() < end:
        if time.monotonic() - beaten > 1:
            clients.beat()
            beaten = time.monotonic()
        came = clients.received(0.2)
        while came:
            views = [(seat, decode_down(raw)) for seat, raw in came if VIEW in raw]
            newest |= {seat: view for seat, view in views if isinstance(view, View)}
            asked = ((seat, answer(view)) for seat, view in newest.items())
            seat, intent = next((each for each in asked if each[1]), (Seat.E, None))
            if intent is None:
                break
            time.sleep(PAUSE_SECONDS)
            came = clients.waiting()  # a newer view may ask for something else
            if not came:
                del newest[seat]
                came = clients.send(seat, intent)
    return clients.found


def floor(here: Path, touches: int) -> list[float]:
    """As `controller`, of a program that decides nothing."""
    run = here / "run"
    run.mkdir(parents=True)
    program = subprocess.Popen([sys.executable, "-m", "benchmarks.floor", str(run)])
    try:
        clients = Clients(run)
        end = time.monotonic() + PATIENCE_SECONDS
        while len(clients.found) < touches and time.monotonic() < end:
            time.sleep(PAUSE_SECONDS)
            clients.send(Seat(len(clients.found) % len(Seat)), Intent(0, "pass"))
    finally:
        stop([program])
    return clients.found


# ------------------------------------------------------------------ both


def table(here: Path) -> subprocess.Popen[bytes]:
    """A controller that waits for four people."""
    here.mkdir(exist_ok=True)
    config = here / "table.toml"
    config.write_text(CONFIG.format(here=here, house_after=0))
    return subprocess.Popen(
        [sys.executable, "-m", "table_firmware", "run", "--config", str(config)]
    )


def stop(programs: Sequence[subprocess.Popen[bytes]]) -> None:
    """Ends them all."""
    for each in programs:
        each.terminate()
    for each in programs:
        each.wait(20)


def main() -> None:
    """Measures and tells."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--touches", type=int, default=300)
    parser.add_argument("--size", default="1280x800")
    given = parser.parse_args()
    found: dict[str, list[float]] = {"controller": [], "floor": []}
    with tempfile.TemporaryDirectory() as home:
        for turn in range(TURNS):
            bare = Path(home) / f"bare-{turn}"
            program = table(bare)
            try:
                found["controller"] += controller(bare, -(-given.touches // TURNS))
            finally:
                stop([program])
            found["floor"] += floor(Path(home) / f"floor-{turn}", -(-given.touches // TURNS))
        shown = screens(Path(home) / "shown", given.size, given.touches)
    print(json.dumps({name: summary(times) for name, times in found.items()} | {"screens": shown}))


if __name__ == "__main__":
    main()
