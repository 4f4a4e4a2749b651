"""Memory and idle time of a whole table: the controller and four seats, each a real process.

`python -m benchmarks.table [--seconds N] [--size 1280x800]` prints one JSON object: MiB of PSS and
part of a core in percent, by process, in the lobby where nothing happens; with `--play` at a
table where four house players play. `alone`: MiB of all together if nobody else had their
libraries open (only told to root).
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time  # noqa: TID251
from pathlib import Path

from benchmarks.pages import alone

SETTLE_SECONDS = 12.0
CONFIG = """\
[table]
origin = "benchmark.simulated"
state = "{here}/state"
run = "{here}/run"

[match]
house_after = {house_after}

[timers]
house = 1
draw = 1
show = 5
result = 3

[noise]
source = "simulated"

[board]
name = "sim"
"""


def pss(pid: int) -> float:
    """Proportional set size in MiB."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1024


def ticks(pid: int) -> int:
    """CPU time of a process in ticks."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])


def started(here: Path, size: str, house_after: int) -> dict[str, subprocess.Popen[bytes]]:
    """The controller and a seat for each side of the table."""
    config = here / "table.toml"
    config.write_text(CONFIG.format(here=here, house_after=house_after))
    table = [sys.executable, "-m", "table_firmware", "run", "--config", str(config)]
    found = {"controller": subprocess.Popen(table)}
    for seat in "ENWS":
        given = ["--seats", seat, "--run", str(here / "run"), "--size", size]
        given += ["--touch", str(here / "no-panel")]
        env = os.environ | {"SDL_VIDEODRIVER": "offscreen", "KIVY_HOME": str(here / f"kivy-{seat}")}
        found[seat] = subprocess.Popen([sys.executable, "-m", "ui_kiosk", *given], env=env)
    return found


def measured(processes: dict[str, subprocess.Popen[bytes]], seconds: float) -> dict[str, object]:
    """What they use while nothing happens."""
    time.sleep(SETTLE_SECONDS)
    before = {name: ticks(each.pid) for name, each in processes.items()}
    time.sleep(seconds)
    rate = os.sysconf("SC_CLK_TCK") * seconds / 100
    idle = {n: round((ticks(p.pid) - before[n]) / rate, 2) for n, p in processes.items()}
    mib = {name: round(pss(each.pid), 1) for name, each in processes.items()}
    found = {"idle_percent": idle, "pss": mib, "pss_together": round(sum(mib.values()), 1)}
    once = alone(each.pid for each in processes.values())
    return found if once is None else found | {"alone": round(once, 1)}


def main() -> None:
    """Starts a table, measures it, ends it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--size", default="1280x800")
    parser.add_argument("--play", action="store_true")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as home:
        processes = started(Path(home), given.size, int(given.play))
        try:
            print(json.dumps(measured(processes, given.seconds)))
        finally:
            for each in processes.values():
                each.terminate()
            for each in processes.values():
                each.wait(20)


if __name__ == "__main__":
    main()
