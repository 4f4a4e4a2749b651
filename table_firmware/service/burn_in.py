"""Hours of everything: all checks, a match of house players, all checks, and so on; what was seen
is summed up, so that the report of a day is as long as that of a minute."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from table_firmware.plural import singular
from table_firmware.service.checks import LEVELS, Check, Level

Tell = Callable[[str], None]


@dataclass(slots=True)
class Seen:
    """One check over all rounds: how often at each level, its codes, and the range of each
    number."""

    levels: dict[Level, int] = field(default_factory=dict)
    codes: set[str] = field(default_factory=set)
    ranges: dict[str, tuple[float, float]] = field(default_factory=dict)

    def add(self, check: Check) -> None:
        """One more finding."""
        self.levels[check.level] = self.levels.get(check.level, 0) + 1
        self.codes |= {check.code} - {""}
        for name, value in check.values.items():
            if isinstance(value, int | float):
                low, high = self.ranges.get(name, (value, value))
                self.ranges[name] = (min(low, value), max(high, value))

    def plain(self) -> Mapping[str, Any]:
        """For the report; numbers to three places."""
        ranges = sorted(self.ranges.items())
        return {
            "levels": self.levels,
            "codes": sorted(self.codes),
            "ranges": {name: [round(low, 3), round(high, 3)] for name, (low, high) in ranges},
        }


@dataclass(slots=True)
class Tally:
    """All that was seen. seconds: how long it took. matches: played and verified; failed: not."""

    seen: dict[str, Seen] = field(default_factory=dict)
    rounds: int = 0
    matches: int = 0
    failed: int = 0
    seconds: float = 0.0
    stopped: bool = False

    def add(self, checks: Iterable[Check]) -> None:
        """The findings of one look."""
        for check in checks:
            self.seen.setdefault(f"{check.name} {check.part}".strip(), Seen()).add(check)

    @property
    def level(self) -> Level:
        """The worst that was seen; a match that failed is a fault."""
        if self.failed:
            return "fault"
        levels = {level for seen in self.seen.values() for level in seen.levels}
        return max(levels, key=LEVELS.index, default="ok")

    def plain(self) -> Mapping[str, Any]:
        """For the report."""
        return {
            "rounds": self.rounds,
            "matches": self.matches,
            "failed": self.failed,
            "seconds": round(self.seconds),
            "stopped": self.stopped,
            "level": self.level,
            "checks": {name: seen.plain() for name, seen in sorted(self.seen.items())},
        }


def burn_in(
    seconds: float,
    look: Callable[[], Iterable[Check]],
    match: Callable[[], bool],
    now: Callable[[], float],
    tell: Tell,
) -> Tally:
    """Go on for so many seconds, one round at least. match: plays one and verifies its records.
    Whoever interrupts it gets what was seen until then."""
    tally, begun = Tally(), now()
    try:
        while not tally.rounds or now() - begun < seconds:
            tally.add(look())
            played = match()
            tally.matches += played
            tally.failed += not played
            tally.rounds += 1
            tell(_progress(tally, now() - begun, seconds))
        tally.add(look())
    except KeyboardInterrupt:
        tally.stopped = True
    tally.seconds = now() - begun
    return tally


def _progress(tally: Tally, passed: float, whole: float) -> str:
    share = min(100, round(100 * passed / whole)) if whole else 100
    return singular(
        f"{share} %：{tally.rounds} 次循环，{tally.matches} 轮牌，{tally.failed} 次失败"
        f" / {tally.rounds} rounds, {tally.matches} matches, {tally.failed} failed"
        f" [{tally.level}]"
    )
