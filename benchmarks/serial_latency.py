"""How fast a serial seat board is: line times, latency of a press, and changes a second.

    python -m benchmarks.serial_latency [--real]

The first part is computed in virtual time on a simulated line at 115200 baud, byte by byte, so
that it is the same on every machine; `--real` measures on a terminal of this one as well.
"""

import random  # noqa: TID251
import sys
import tempfile
import time  # noqa: TID251
from collections.abc import Sequence
from pathlib import Path

from hal.boards.serial_io import open_board
from hal.scanner import Changed, Report, Scanner
from hal.serial.codec import encode
from hal.serial.messages import PENDING, Call, Change, Hello, Message, Order, pack
from hal.serial.messages import Report as Sensed
from hal.serial.wire import BITS_A_BYTE, Faults
from tests.serial_process import PeerProcess, until
from tests.serial_rig import Rig

BAUD = 115200
TICK = 0.0001
PRESSES = 400


def main(words: Sequence[str]) -> None:
    """Print the figures of `docs/serial-protocol.md`."""
    line_times()
    for name, faults in (
        ("good line", Faults()),
        ("0.1 % of bytes lost and 0.1 % flipped", Faults(lose=0.001, flip=0.001)),
        ("1 % of bytes lost and 1 % flipped", Faults(lose=0.01, flip=0.01)),
    ):
        latency(name, faults)
    throughput()
    if "--real" in words:
        real()


def line_times() -> None:
    """How long each frame is on the line."""
    busy = tuple(Change(n % 9, True) for n in range(PENDING))
    frames: dict[str, Message] = {
        "call": Call(1 << 31, 1),
        "hello, longest name": Hello(1, 1, 1, 1, 0, 1, 1, 0, 0, "n" * 24),
        "order": Order(1, 1, 1, bytes(4)),
        "report, heartbeat": Sensed(1, 1, 1, 1),
        "report, one change": Sensed(1, 1, 1, 1, busy[:1]),
        f"report, {PENDING} changes": Sensed(1, 1, 1, 1, busy),
    }
    for name, message in frames.items():
        size = len(encode(pack(message)))
        print(f"{name:22} {size:3} bytes {size * BITS_A_BYTE / BAUD * 1000:6.2f} ms")


def latency(name: str, faults: Faults) -> None:
    """From a contact's settled change to the table, and to the scanner's report."""
    rng = random.Random(5)
    rig = Rig(seed=5, baud=BAUD)
    rig.run(0.1, TICK)
    rig.spoil(faults)
    arrived, reported = [], []
    for n in range(PRESSES):
        rig.run(0.1 + rng.random() * 0.2, TICK)
        pressed, known, seen = rig.now, rig.session.health.changes, len(rig.reports)
        rig.set("button_E", n % 2 == 0)
        while rig.session.health.changes == known:
            rig.run(TICK, TICK)
        arrived.append(rig.now - pressed)
        while not any(isinstance(report, Changed) for _, report in rig.reports[seen:]):
            rig.run(TICK, TICK)
        reported.append(rig.now - pressed)
    show(f"{name}: to the table", arrived)
    show(f"{name}: counted by the scanner", reported)


def throughput() -> None:
    """Changes a second that get through before the board has to forget any."""
    best = 0
    for rate in range(200, 6001, 200):
        rig = Rig(baud=BAUD)
        rig.run(0.1, TICK)
        start = rig.now
        for n in range(2 * rate):
            rig.set("seat_E", n % 2 == 0)
            while rig.now < start + (n + 1) / rate:
                rig.run(TICK, TICK)
        rig.run(0.5, TICK)
        if rig.session.health.gaps or rig.session.health.changes < 2 * rate:
            break
        best = rate
    print(f"sustained for 2 s without a gap: {best} changes a second")


def real() -> None:
    """On a terminal of this machine, the board in another process, its bytes paced."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "table"
        peer = PeerProcess(path, f"baud={BAUD}")
        board = open_board({"name": "serial_io", "port": str(path)}, Path(folder))
        reports: list[tuple[float, Report]] = []
        scanner = Scanner(board, lambda report: reports.append((time.monotonic(), report)))
        scanner.start()
        until(lambda: bool(reports))
        times = []
        for n in range(100):
            time.sleep(0.02 + n % 7 / 100)
            start, seen = time.monotonic(), len(reports)
            peer.ask("on button_E" if n % 2 == 0 else "off button_E")
            until(lambda seen=seen: len(reports) > seen)  # type: ignore[misc]
            times.append(reports[-1][0] - start)
        show("terminal: counted by the scanner", times)
        print(f"longest round trip {board.links[0].health.longest_round_trip * 1000:.1f} ms")
        scanner.close()
        peer.close()


def show(name: str, seconds: list[float]) -> None:
    """The middle, the 99th of a hundred, and the worst."""
    ordered = [1000 * s for s in sorted(seconds)]
    p50, p99 = (ordered[int(len(ordered) * share)] for share in (0.5, 0.99))
    print(f"{name:70} p50 {p50:6.1f}  p99 {p99:6.1f}  max {ordered[-1]:6.1f} ms")


if __name__ == "__main__":
    main(sys.argv[1:])
