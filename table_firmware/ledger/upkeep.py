"""What a technician has done to the table, as each `service` entry says it, and its order.

Every such entry carries the whole of it, so the last one is enough to stand where the table stood.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from table_firmware.ledger.entries import Entry
from table_firmware.ledger.report import Refusal, demand

SUSPENDED: Final = frozenset(
    {
        *("match", "batch", "event", "contrib", "hand", "draw", "deal", "act", "hand_end"),
        *("reveal", "reveal_sealed", "seating", "match_end", "batch_end", "seat", "call"),
    }
)
"""Kinds that cannot stand in the log while the table is in service: play is suspended."""


@dataclass(frozen=True, slots=True)
class Upkeep:
    """on: the table is in service, and play suspended. seat: whose screen the technician uses,
    empty while none does. muted: roles of contacts that count for nothing. tries: wrong ones of
    the PIN since the last right one, by the seat; under "" those of a log that did not tell them
    apart. panels: the touch panel of a seat, by its path, where it is not the usual one."""

    on: bool = False
    seat: str = ""
    muted: tuple[str, ...] = ()
    tries: Mapping[str, int] = field(default_factory=dict)
    panels: Mapping[str, str] = field(default_factory=dict)

    @property
    def failed(self) -> int:
        """All wrong tries in a row."""
        return sum(self.tries.values())

    def one_more(self, seat: str) -> "Upkeep":
        """After another wrong try at a seat."""
        return replace(self, tries={**self.tries, seat: self.tries.get(seat, 0) + 1})

    def fields(self, act: str, by: str) -> dict[str, Any]:
        """The fields of the entry that leads here."""
        return {
            "act": act,
            "by": by,
            "on": int(self.on),
            "seat": self.seat,
            "muted": list(self.muted),
            "failed": self.failed,
            "tries": dict(self.tries),
            "panels": dict(self.panels),
        }


def upkeep_of(d: Mapping[str, Any]) -> Upkeep:
    """Where a `service` entry leads."""
    untold = {"": d["failed"]} if d["failed"] else {}
    tries = d.get("tries", untold)
    return Upkeep(bool(d["on"]), d["seat"], tuple(d["muted"]), tries, d["panels"])


@dataclass(slots=True)
class Suspension:
    """Follows the log for the auditor. Feed it every entry.

    times: how often play was suspended; tries: wrong tries of the PIN.
    """

    now: Upkeep = Upkeep()
    times: int = 0
    tries: int = 0

    def follow(self, entry: Entry) -> None:
        """Refusal V12 if this entry cannot come while the table is, or is not, in service."""
        where = f"entry {entry.i}"
        if entry.k != "service":
            free = not self.now.on or entry.k not in SUSPENDED
            demand(free, "V12", where, f"{entry.k} while the table is in service")
            return
        told = upkeep_of(entry.d)
        led = _led(self.now, told, entry.d["act"], entry.d["by"], where)
        same = led == told and told.failed == entry.d["failed"]
        demand(same, "V12", where, "not what this act of service leads to")
        self.times += entry.d["act"] == "begin"
        self.tries += entry.d["act"] == "refused"
        self.now = told

    def remarks(self) -> list[str]:
        """What people should know who rely on the log."""
        found = [f"play was suspended for service: {self.times}"] if self.times else []
        if self.tries:
            found.append(f"wrong tries of the service PIN: {self.tries}")
        return [*found, "the table is in service"] if self.now.on else found


def _led(now: Upkeep, told: Upkeep, act: str, by: str, where: str) -> Upkeep:
    """Where an act leads, as far as it can be known; what it chose itself is taken from `told`."""
    forgiven = {} if by == "pin" else now.tries
    match act:
        case "begin" if not now.on:
            return replace(now, on=True, seat=told.seat, tries=forgiven)
        case "move" if now.on:
            return replace(now, seat=told.seat, tries=forgiven)
        case "end" if now.on:
            return replace(now, on=False, seat="")
        case "refused" if told in map(now.one_more, told.tries):
            return told
        case "mute" if set(told.muted) > set(now.muted):
            return replace(now, muted=told.muted)
        case "unmute" if set(told.muted) < set(now.muted):
            return replace(now, muted=told.muted)
        case "panels" if now.on:
            return replace(now, panels=told.panels)
        case "noise" if now.on:
            return now
    raise Refusal("V12", where, f"{act} cannot come now")
