"""How contacts bounce, counted while somebody watches. Pure.

A bounce is a run of flips of the raw level with no more than `QUIET` between them; its length is
the time from the first flip to the last. A clean press is a run of length 0.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Final

QUIET: Final = 0.05
"""Seconds of peace after which a contact has settled."""
STEPS: Final = (0, 1, 2, 5, 10, 20, 50)
"""Milliseconds: the bins of the histogram begin here."""


@dataclass(frozen=True, slots=True)
class Bounces:
    """Of one contact: the last raw level and when it began, the start of a bounce that goes on,
    and how many bounces ended in each bin of `STEPS`; longest and last in milliseconds."""

    raw: bool | None = None
    began: float | None = None
    flipped: float = 0.0
    counts: tuple[int, ...] = (0,) * len(STEPS)
    longest: int = 0
    last: int = 0

    @property
    def settled(self) -> int:
        """How many changes of level were seen to their end."""
        return sum(self.counts)

    def text(self) -> str:
        """The bins that are not empty: `0 ms: 3, 5 ms: 1`."""
        return ", ".join(
            f"{step} ms: {count}" for step, count in zip(STEPS, self.counts, strict=True) if count
        )


def watched(bounces: Bounces, raw: bool, now: float) -> Bounces:
    """The count after one more reading at `now` (seconds)."""
    if bounces.began is not None and now - bounces.flipped > QUIET:
        bounces = _ended(bounces, bounces.began)
    if bounces.raw is None or raw == bounces.raw:
        return bounces if bounces.raw == raw else replace(bounces, raw=raw)
    began = now if bounces.began is None else bounces.began
    return replace(bounces, raw=raw, began=began, flipped=now)


def unjudged(bounces: Bounces, raw: bool) -> Bounces:
    """The count where the time of a reading says nothing of the contact, because what carries its
    levels was damaged: a bounce that goes on is of no account."""
    return replace(bounces, raw=raw, began=None)


def bin_of(milliseconds: int) -> int:
    """Which bin of `STEPS` a bounce of this length falls into."""
    return max(i for i, step in enumerate(STEPS) if step <= milliseconds)


def _ended(bounces: Bounces, began: float) -> Bounces:
    milliseconds = round(1000 * (bounces.flipped - began))
    at = bin_of(milliseconds)
    counts = tuple(count + (i == at) for i, count in enumerate(bounces.counts))
    longest = max(bounces.longest, milliseconds)
    return replace(bounces, began=None, counts=counts, longest=longest, last=milliseconds)


def watch_all(
    seen: Mapping[str, Bounces],
    levels: Mapping[str, bool],
    now: float,
    doubtful: Collection[str] = (),
) -> dict[str, Bounces]:
    """The counts of all roles after one more reading. doubtful: roles to be left `unjudged`."""

    def after(role: str, raw: bool) -> Bounces:
        before = seen.get(role, Bounces())
        return unjudged(before, raw) if role in doubtful else watched(before, raw, now)

    return {**seen, **{role: after(role, raw) for role, raw in levels.items()}}


def ended(before: Mapping[str, Bounces], after: Mapping[str, Bounces]) -> dict[str, int]:
    """The roles of which a bounce has ended between two readings, and its milliseconds."""
    seen = ((role, bounces, before.get(role)) for role, bounces in after.items())
    return {role: now.last for role, now, was in seen if was and was.settled < now.settled}
