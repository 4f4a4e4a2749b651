"""Whether a contact behaves as hands and chairs do, or chatters or sticks. Pure.

A seat sensor stuck at vacated looks like an empty chair; only the people at the table know better,
so only a level that is on for too long is called stuck.
"""

from dataclasses import dataclass, replace
from typing import Final, Literal

Fault = Literal["", "chatters", "sticks"]


@dataclass(frozen=True, slots=True)
class Limits:
    """What is still healthy: at most `flips` changes of the raw level in `window` seconds, and on
    for at most `longest` seconds. A chattering contact is well after `quiet` seconds of peace."""

    longest: float
    flips: int = 40
    window: float = 2.0
    quiet: float = 10.0


LIMITS: Final = {
    "seat": Limits(longest=12 * 3600.0),
    "button": Limits(longest=60.0),
    "service": Limits(longest=120.0),
}
"""By the first word of the role."""


@dataclass(frozen=True, slots=True)
class Watch:
    """What was seen of one contact: its raw level since when, the times of its latest flips
    within the window, and the fault it has now (empty: well)."""

    raw: bool
    since: float
    flips: tuple[float, ...] = ()
    fault: Fault = ""


def observed(watch: Watch, raw: bool, now: float, limits: Limits) -> Watch:
    """The watch after one more reading at `now` (seconds)."""
    if raw != watch.raw:
        recent = tuple(t for t in watch.flips if now - t < limits.window)[-limits.flips :]
        watch = replace(watch, raw=raw, since=now, flips=(*recent, now))
    fault = _fault(watch, now, limits)
    return watch if fault == watch.fault else replace(watch, fault=fault)


def _fault(watch: Watch, now: float, limits: Limits) -> Fault:
    calm = now - watch.since
    if watch.fault == "chatters" and calm < limits.quiet:
        return "chatters"
    if len(watch.flips) > limits.flips and calm < limits.window:
        return "chatters"
    return "sticks" if watch.raw and calm >= limits.longest else ""


def limits_of(role: str) -> Limits:
    """The limits of a role. Raises KeyError for a role of no known kind."""
    return LIMITS[role.partition("_")[0]]
