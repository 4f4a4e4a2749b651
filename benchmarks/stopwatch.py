"""Measuring on a machine that has other work: process time, best of several rounds, interleaved.

In each round every case of every row is timed once, and a calibration loop before each row. What
a case costs is its best round; a row is the median and the 95th percentile over its cases.
"""

import time  # noqa: TID251  # a benchmark is about time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import Any

CALIBRATION_LOOPS = 20_000


@dataclass(frozen=True, slots=True)
class Row:
    """One operation. `cases` are the arguments of single calls; each is repeated `times` times at
    a stretch. Targets are in microseconds, None where there is none."""

    name: str
    call: Callable[..., Any]
    cases: Sequence[tuple[Any, ...]]
    times: int = 1
    target: float | None = None
    target_p95: float | None = None


@dataclass(slots=True)
class Tally:
    """The best time of each case so far, and of the calibration loop, in microseconds."""

    row: Row
    best: list[float] = field(default_factory=list)

    def add(self, found: list[float]) -> None:
        """Take in another round."""
        self.best = list(map(min, self.best, found)) if self.best else found

    @property
    def median(self) -> float:
        """Over the cases."""
        return median(self.best)

    @property
    def p95(self) -> float:
        """Over the cases."""
        return sorted(self.best)[int(len(self.best) * 0.95)]


def measure(rows: Sequence[Row], rounds: int) -> tuple[list[Tally], float]:
    """The tally of each row, and the calibration loop in nanoseconds a step."""
    tallies = [Tally(row) for row in rows]
    loops: list[float] = []
    for _ in range(rounds):
        for tally in tallies:
            loops.append(_calibration())
            tally.add([_once(tally.row, case) for case in tally.row.cases])
    return tallies, min(loops)


def _once(row: Row, case: tuple[Any, ...]) -> float:
    call, times = row.call, range(row.times)
    begin = time.process_time_ns()
    for _ in times:
        call(*case)
    return (time.process_time_ns() - begin) / 1000 / row.times


def _calibration() -> float:
    """A plain loop that adds numbers: what the interpreter makes of this machine just now."""
    total = 0
    begin = time.process_time_ns()
    for number in range(CALIBRATION_LOOPS):
        total += number
    return (time.process_time_ns() - begin) / CALIBRATION_LOOPS
