"""`make bench`: the figures of the rules core as a table and as JSON.

python -m benchmarks [--rounds N] [--only TEXT] [--json FILE] [--plot FILE] [--compiled]
"""

import argparse
import json
import platform
import sys
from pathlib import Path

from benchmarks import compiled, growth
from benchmarks.fresh import fresh
from benchmarks.rows import rows
from benchmarks.stopwatch import Tally, measure


def main() -> None:
    """Measure, print, and write what is asked for."""
    given = _arguments()
    if given.compiled and not compiled.running():
        sys.exit(compiled.run(sys.argv[1:]))
    if given.plot:
        given.plot.write_text(growth.plot(given.rounds))
        return
    tallies, loop = measure([row for row in rows() if given.only in row.name], given.rounds)
    figures = {
        "python": platform.python_version(),
        "compiled": compiled.running(),
        "loop_ns": loop,
        "rows": [_row(tally, loop) for tally in tallies],
        "fresh": fresh(),
    }
    _table(figures)
    text = json.dumps(figures, indent=2, ensure_ascii=False)
    print(text)
    if given.json:
        given.json.write_text(text + "\n")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make bench ARGS=…", description=__doc__)
    parser.add_argument("--rounds", type=int, default=7, help="how often each case is timed")
    parser.add_argument("--only", default="", help="rows whose name holds this text")
    parser.add_argument("--json", type=Path, help="write the figures there as well")
    parser.add_argument("--plot", type=Path, help="draw time against hand size there instead")
    parser.add_argument("--compiled", action="store_true", help="compile the core with mypyc first")
    return parser.parse_args()


def _row(tally: Tally, loop: float) -> dict[str, object]:
    row = tally.row
    limits = ((tally.median, row.target), (tally.p95, row.target_p95))
    return {
        "name": row.name,
        "median_us": round(tally.median, 3),
        "p95_us": round(tally.p95, 3),
        "loops": round(tally.median * 1000 / loop, 1),
        "target_us": row.target,
        "target_p95_us": row.target_p95,
        "met": all(limit is None or found <= limit for found, limit in limits),
    }


def _table(figures: dict[str, object]) -> None:
    line = "{:42} {:>10} {:>10} {:>9} {:>8} {:>8}  {}".format
    print(line("µs", "median", "p95", "loops", "target", "p95", ""))
    rows = figures["rows"]
    assert isinstance(rows, list)
    for row in rows:
        targets = (row["target_us"] or "", row["target_p95_us"] or "")
        mark = "" if row["target_us"] is None else "met" if row["met"] else "NOT MET"
        print(line(row["name"], row["median_us"], row["p95_us"], row["loops"], *targets, mark))
    found = figures["fresh"]
    assert isinstance(found, dict)
    print(
        f"import {found['import_ms']:.1f} ms, of it the standard library"
        f" {found['standard_library_ms']:.1f} ms; memory {found['memory_mb']:.1f} MB;"
        f" depends on {found['dependencies'] or 'nothing'}"
    )
    print(f"one loop step {figures['loop_ns']:.1f} ns on Python {figures['python']}\n")


if __name__ == "__main__":
    main()
