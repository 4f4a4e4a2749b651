"""The only door through which time enters: everything else is handed a number."""

import time  # noqa: TID251
from pathlib import Path
from typing import Any, Final

SYNCHRONISED: Final = Path("/run/systemd/timesync/synchronized")
RTC: Final = Path("/dev/rtc0")


def now() -> int:
    """Milliseconds since the machine started, sleep included; it never goes back."""
    return time.clock_gettime_ns(time.CLOCK_BOOTTIME) // 1_000_000


def beacon_round(genesis: int, period: int) -> int:
    """The round of a public beacon that is drawn next but one: nobody can know it yet. genesis:
    when round 1 was drawn, in seconds since 1970; period: seconds between two rounds."""
    return max(0, int(time.time()) - genesis) // period + 3


def claim(synchronised: Path = SYNCHRONISED, rtc: Path = RTC) -> dict[str, Any]:
    """What the table believes the time of day to be, and how far to trust it: the fields of a
    `clock` entry, in milliseconds. No check of the log depends on it (`tlog1` §4)."""
    known = {"ntp": (synchronised, 1_000), "rtc": (rtc, 600_000)}
    src, unc = next(
        ((name, unc) for name, (sign, unc) in known.items() if sign.exists()),
        ("manual", 86_400_000),
    )
    return {"unix": time.time_ns() // 1_000_000, "src": src, "unc": unc}


def seconds() -> float:
    """Seconds that never go back, to time something by."""
    return time.monotonic()


def unix() -> float:
    """Seconds since 1970, as far as the clock of the day is right."""
    return time.time()


def date(at: float) -> str:
    """A time of `unix` as `2026-01-31 12:00:00Z`, for reports."""
    return time.strftime("%Y-%m-%d %H:%M:%SZ", time.gmtime(at))


def wait(span: float) -> None:
    """Do nothing for so many seconds."""
    time.sleep(span)
