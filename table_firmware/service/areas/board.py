"""Buttons, lamps, sensors and the serial link, from what a board or the running table says."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from hal.bounce import Bounces
from table_firmware.service.checks import Check, Values, coded

LONG_BOUNCE: Final = 20
"""Milliseconds: longer than a good button, shorter than what counts as a press."""
SLOW_ANSWER: Final = 0.1
"""Seconds for an order and its report."""
BAD_SHARE: Final = 0.01
"""Share of frames that may be bad or lost before the cable is to be looked at."""


@dataclass(frozen=True, slots=True)
class Contact:
    """A role as it reads now. line: the pin or channel it is wired to. fault: `chatters`,
    `sticks` or empty. bounces: None if nobody watched."""

    role: str
    level: bool
    line: str = ""
    fault: str = ""
    bounces: Bounces | None = None


@dataclass(frozen=True, slots=True)
class LinkState:
    """One serial link: its port, whether a board answers, its counters (`hal.serial.duty`)."""

    port: str
    answers: bool
    firmware: str = ""
    boots: int = 0
    reports: int = 0
    changes: int = 0
    repeats: int = 0
    gaps: int = 0
    resends: int = 0
    lost: int = 0
    bad: int = 0
    round_trip: float = 0.0
    longest_round_trip: float = 0.0

    @property
    def damaged(self) -> bool:
        """Whether too much of what is said on it does not arrive."""
        # A damaged answer counts twice: as a bad frame, and as an order without its answer.
        return max(self.bad, self.lost) > max(2, BAD_SHARE * self.reports)


@dataclass(frozen=True, slots=True)
class BoardState:
    """All that is known of a board. missing: roles that do not answer; code, detail: why.
    lamps: brightness where it is known."""

    name: str
    contacts: Sequence[Contact] = ()
    lamps: Sequence[str] = ()
    lines: Mapping[str, str] = field(default_factory=dict)
    missing: Sequence[str] = ()
    code: str = ""
    detail: str = ""
    links: Sequence[LinkState] = ()

    @property
    def roles(self) -> frozenset[str]:
        """All its inputs, whether they answer now or not."""
        return frozenset((*(each.role for each in self.contacts), *self.missing))


def checks(state: BoardState) -> list[Check]:
    """All about a board."""
    damaged = [link.port for link in state.links if link.damaged]
    return [
        presence(state),
        *(contact(each, each.line.partition(" in ")[0] in damaged) for each in state.contacts),
        *(lamp(each, state.lines.get(each, "")) for each in state.lamps),
        *([link(each) for each in state.links] or [Check("link.counters", "info", "none")]),
    ]


def presence(state: BoardState) -> Check:
    """Whether it answers."""
    name = "board.presence"
    if state.code:
        return coded(
            name,
            "fault",
            "lost",
            state.code,
            {
                "board": state.name,
                "detail": state.detail,
                "missing": ", ".join(state.missing) or "-",
            },
        )
    values: Values = {"board": state.name, "roles": len(state.contacts), "lamps": len(state.lamps)}
    return Check(name, "info" if state.name == "sim" else "ok", "there", values=values)


def refused(board: str, code: str, detail: str) -> Check:
    """It could not be opened."""
    values: Values = {"board": board, "detail": detail, "missing": "-"}
    return coded("board.presence", "fault", "lost", code, values)


def held(board: str) -> Check:
    """A running table has the board and does not tell about it."""
    return Check("board.presence", "info", "held", values={"board": board})


def contact(found: Contact, damaged: bool = False) -> Check:
    """The level of one role, and how it bounced while it was watched. damaged: the serial line
    that it is read by is, so that it tells nothing of how the contact bounces."""
    name = "board.contact"
    bounces = found.bounces or Bounces()
    values: Values = {
        "line": found.line or "-",
        "level": int(found.level),
        "presses": bounces.settled,
        "longest": bounces.longest,
        "histogram": bounces.text() or "-",
    }
    if found.fault:
        return coded(name, "warning", "seen", found.fault, values, found.role)
    if damaged:
        return Check(name, "info", "unsure", part=found.role, values=values)
    if bounces.longest >= LONG_BOUNCE:
        return coded(name, "warning", "seen", "bounces", values, found.role)
    said = "level" if found.bounces is None else "seen"
    return Check(name, "ok", said, part=found.role, values=values)


def lamp(role: str, line: str = "") -> Check:
    """A lamp that can be tried."""
    return Check("board.lamp", "ok", "there", part=role, values={"line": line or "-"})


def link(state: LinkState) -> Check:
    """The counters of a serial link."""
    name = "link.counters"
    values: Values = {
        "firmware": state.firmware or "-",
        "boots": state.boots,
        "reports": state.reports,
        "bad": state.bad,
        "lost": state.lost,
        "resends": state.resends,
        "gaps": state.gaps,
        "round_trip": 1000 * state.round_trip,
        "longest": 1000 * state.longest_round_trip,
    }
    if not state.answers:
        return coded(name, "fault", "counted", "seat-board-missing", values, state.port)
    if state.damaged:
        return coded(name, "warning", "counted", "link-bad", values, state.port)
    if state.round_trip > SLOW_ANSWER:
        return coded(name, "warning", "counted", "link-slow", values, state.port)
    return Check(name, "ok", "counted", part=state.port, values=values)
