"""Time and memory of a seat's screen in a real window without a display (`make bench` has more).

`python -m benchmarks.frames [--size 1280x800] [--threads N]` prints one JSON object:
frame: milliseconds of a frame while a play comes in over 27 cards, wall and CPU of all threads;
show: milliseconds from a view to its picture; idle: CPU as a part of one core; pss: MiB.
"""

import argparse
import json
import os
import sys
import tempfile
import time  # noqa: TID251
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from statistics import quantiles
from typing import Any

from table_firmware.wire.messages import View

ROOT = Path(__file__).resolve().parents[1]
FRAMES = 150
SHOWN = 40
IDLE_SECONDS = 6.0


def memory() -> float:
    """The proportional set size of this process in MiB."""
    lines = Path("/proc/self/smaps_rollup").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1024


def measured(step: Callable[[], Any]) -> tuple[float, float]:
    """Wall and CPU time of a step in ms."""
    wall, cpu = time.perf_counter(), time.process_time()
    step()
    return (time.perf_counter() - wall) * 1e3, (time.process_time() - cpu) * 1e3


def summary(times: list[float]) -> dict[str, float]:
    """Median and 95th percentile."""
    cut = quantiles(times, n=20)
    return {"p50": round(cut[9], 1), "p95": round(cut[18], 1)}


def both(times: list[tuple[float, float]]) -> dict[str, dict[str, float]]:
    """Wall and CPU apart."""
    return {"wall": summary([w for w, _ in times]), "cpu": summary([c for _, c in times])}


def run(size: tuple[int, int]) -> dict[str, object]:
    """All measurements of one window."""
    from chinpok_views import ANSWER, LEAD, playing, table
    from kivy.base import EventLoop
    from kivy.clock import Clock

    from table_firmware.rules.cards import Seat
    from table_firmware.rules.round import Move
    from ui_kiosk.fonts import register
    from ui_kiosk.frugal import spare
    from ui_kiosk.regions import regions
    from ui_kiosk.screens.seat import SeatScreen
    from ui_kiosk.theme import FELT
    from ui_kiosk.widgets.pane import Pane

    register()
    EventLoop.ensure_window()
    window = EventLoop.window
    window.size = size
    window.clearcolor = FELT
    EventLoop.start()
    spare(window)  # else the work of one frame would be counted with a later one
    screen = SeatScreen()
    pane = Pane(screen, 300)
    pane.place(regions((Seat.E,), *size, False)[0])
    window.add_widget(pane)
    Clock._max_fps = 0
    lead, answer = Move(Seat.W, LEAD), Move(Seat.N, ANSWER)
    states = [playing(table(trick=trick)) for trick in ((lead,), (lead, answer))]
    shown = []
    for number in range(SHOWN):
        view = replace(states[number % 2], number=number)
        shown.append(measured(partial(_show, screen, view)))
    frames: list[tuple[float, float]] = []
    while len(frames) < FRAMES:
        screen.show(replace(states[len(frames) % 2], number=SHOWN + len(frames)))
        EventLoop.idle()
        for _ in range(3):
            window.canvas.ask_update()
            frames.append(measured(EventLoop.idle))
    return {
        "size": "x".join(map(str, size)),
        "frame": both(frames),
        "show": both(shown[4:]),
        "pss": round(memory(), 1),
    }


def _show(screen: Any, view: View) -> None:
    from kivy.base import EventLoop

    screen.show(view)
    EventLoop.idle()


def main() -> None:
    """Measures in this process."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", default="1280x800")
    parser.add_argument("--threads", help="threads of the software renderer")
    given = parser.parse_args()
    os.environ["SDL_VIDEODRIVER"] = "offscreen"
    if given.threads is not None:
        os.environ["LP_NUM_THREADS"] = given.threads
    wide, high = map(int, given.size.split("x"))
    sys.path.insert(0, str(ROOT / "tests" / "ui"))
    from ui_kiosk import window

    with tempfile.TemporaryDirectory() as home:
        window.prepare(window.Glass((wide, high), touch=Path(os.devnull)), Path(home))
        print(json.dumps(run((wide, high))))


if __name__ == "__main__":
    main()
