"""Calls for the staff, and the pauses that the table agrees to, as each `call` entry says them.

Every such entry carries the whole of it, so the last one is enough to stand where the table stood;
and each act leads to one state only, so the auditor follows it exactly.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from table_firmware.ledger.entries import Entry
from table_firmware.ledger.report import demand
from table_firmware.ledger.upkeep import SUSPENDED

FROZEN: Final = SUSPENDED - {"call"}
"""Kinds that cannot stand in the log during a pause."""


@dataclass(frozen=True, slots=True)
class Call:
    """seats: from which the staff are called. on: the table has agreed to a pause, and play is
    suspended. agreed: the seats that have agreed to the pause, or, while it lasts, to its end."""

    seats: tuple[str, ...] = ()
    on: bool = False
    agreed: tuple[str, ...] = ()

    def fields(self, act: str, seat: str) -> dict[str, Any]:
        """The fields of the entry that leads here. seat: whose act it is, empty = the table's."""
        return {
            "act": act,
            "seat": seat,
            "on": int(self.on),
            "seats": list(self.seats),
            "agreed": list(self.agreed),
        }


def call_of(d: Mapping[str, Any]) -> Call:
    """Where a `call` entry leads."""
    return Call(tuple(d["seats"]), bool(d["on"]), tuple(d["agreed"]))


def led(now: Call, act: str, seat: str) -> Call | None:
    """Where an act leads; None if it cannot come now.

    `call` and `withdraw` (of a seat), `agree` (of a seat: to the pause, or to its end), `begin`
    and `end` (of the pause, by the table).
    """
    match act:
        case "call" if seat and seat not in now.seats and not now.on:
            agreed = now.agreed if seat in now.agreed else (*now.agreed, seat)
            return Call((*now.seats, seat), False, agreed)
        case "withdraw" if seat in now.seats and not now.on:
            left = tuple(each for each in now.seats if each != seat)
            agreed = tuple(each for each in now.agreed if each != seat) if left else ()
            return Call(left, False, agreed)
        case "agree" if seat and now.seats and seat not in now.agreed:
            return replace(now, agreed=(*now.agreed, seat))
        case "begin" if now.seats and not now.on and not seat:
            return Call(now.seats, True)
        case "end" if now.on and not seat:
            return Call()
    return None


def over_match(now: Call) -> Call:
    """What a new match leaves of it: the call, not what was agreed to before."""
    return replace(now, agreed=())


@dataclass(slots=True)
class Calls:
    """Follows the log for the auditor. Feed it every entry.

    times: how often the staff were called; pauses: how often play was suspended for it.
    """

    now: Call = Call()
    times: int = 0
    pauses: int = 0

    def follow(self, entry: Entry) -> None:
        """Refusal V12 if this entry cannot come during, or without, a call or a pause."""
        where = f"entry {entry.i}"
        if entry.k != "call":
            free = not self.now.on or entry.k not in FROZEN
            demand(free, "V12", where, f"{entry.k} while play is paused")
            if entry.k == "match":
                self.now = over_match(self.now)
            return
        right = led(self.now, entry.d["act"], entry.d["seat"]) == call_of(entry.d)
        demand(right, "V12", where, "not what this act of a call leads to")
        self.times += entry.d["act"] == "call"
        self.pauses += entry.d["act"] == "begin"
        self.now = call_of(entry.d)

    def remarks(self) -> list[str]:
        """What people should know who rely on the log."""
        found = [f"the staff were called: {self.times}"] if self.times else []
        if self.pauses:
            found.append(f"play was paused by consent of the table: {self.pauses}")
        return [*found, "play is paused"] if self.now.on else found
