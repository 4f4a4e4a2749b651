"""What the tests of the areas share: a check in brief, and a clock that goes by itself."""

from collections.abc import Callable, Iterator
from itertools import count

from table_firmware.service.areas.source import Machine
from table_firmware.service.checks import Check

Computer = Callable[..., Machine]


def brief(check: Check) -> tuple[str, str, str]:
    """Level, what is said and code of a check that is told in both languages."""
    assert check.found("zh")
    assert check.found("en")
    return check.level, check.said, check.code


def ticking(spans: Iterator[float]) -> Callable[[], float]:
    """A clock that goes on by each span between two looks in turn, and stands still else."""
    looks, time = count(), [0.0]

    def now() -> float:
        if next(looks) % 2:
            time[0] += next(spans)
        return time[0]

    return now
