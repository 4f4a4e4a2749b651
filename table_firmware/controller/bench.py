"""What a technician has before him: live contacts, lamps he has lit, panels he is matching, what
the last checks found. None of it outlives the process but what `ledger.upkeep` keeps.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from hal.bounce import STEPS, bin_of
from table_firmware.rules.cards import Seat
from table_firmware.wire.messages import Contact, Finding, Lamp, Service

MOST_FINDINGS: Final = 24
"""More would not fit into one line of the wire in two languages."""
LEVELS: Final = ("fault", "warning", "info", "ok")


@dataclass(frozen=True, slots=True)
class Fitting:
    """What the board has: inputs and lamps by role, and the raw line of each that is known.
    areas: what can be examined."""

    roles: tuple[str, ...] = ()
    lamps: tuple[str, ...] = ()
    lines: Mapping[str, str] = field(default_factory=dict)
    areas: tuple[str, ...] = ()


@dataclass(slots=True)
class Bench:
    """Only the functions of `controller.service` change it. testing: the random source is being
    tested again. matching: panels are being matched; matched: by the seat whose screen was
    touched, in the order E, N, W, S."""

    fitting: Fitting = Fitting()
    contacts: dict[str, Contact] = field(default_factory=dict)
    lit: set[str] = field(default_factory=set)
    busy: str = ""
    findings: tuple[Finding, ...] = ()
    testing: bool = False
    matching: bool = False
    matched: dict[Seat, str] = field(default_factory=dict)
    told: set[tuple[str, str]] = field(default_factory=set)

    def begin(self) -> None:
        """A new service: what was found in the last one is of no account."""
        self.lit.clear()
        self.told.clear()
        self.find(())
        self.matching = False
        self.matched.clear()
        for role, contact in self.contacts.items():
            self.contacts[role] = replace(contact, changes=0, bounces=(), longest=0)

    @property
    def touch(self) -> Seat | None:
        """The seat whose screen is to be touched next."""
        left = (seat for seat in Seat if seat not in self.matched)
        return next(left, None) if self.matching else None

    def feel(self, role: str, level: bool | None) -> None:
        """A contact has a level, or none while its board is silent."""
        before = self.contacts.get(role, Contact(role, level=bool(level), known=False))
        if level is None:
            self.contacts[role] = replace(before, known=False)
            return
        changes = before.changes + (before.known and level != before.level)
        self.contacts[role] = replace(before, level=level, changes=changes, known=True)

    def bounce(self, role: str, milliseconds: int) -> None:
        """A contact has changed its level, and bounced for so long."""
        before = self.contacts.get(role, Contact(role, level=False, known=False))
        counts = list(before.bounces or (0,) * len(STEPS))
        counts[bin_of(milliseconds)] += 1
        longest = max(before.longest, milliseconds)
        self.contacts[role] = replace(before, bounces=tuple(counts), longest=longest)

    def ail(self, role: str, fault: str, only: str = "") -> bool:
        """A contact ails, or is well again; whether that is news: each fault is told once, until
        the technician has looked at it. only: of this fault."""
        before = self.contacts.get(role, Contact(role, level=False, known=False))
        if only and before.fault != only:
            return False
        self.contacts[role] = replace(before, fault=fault)
        news = bool(fault) and (role, fault) not in self.told
        self.told.add((role, fault))
        return news

    def find(self, findings: tuple[Finding, ...]) -> None:
        """The checks of an area are made; the worst come first if there are too many."""
        worst = sorted(findings, key=lambda finding: LEVELS.index(finding.level))
        self.findings = findings if len(findings) <= MOST_FINDINGS else (*worst[:MOST_FINDINGS],)
        self.busy, self.testing = "", False

    def shown(self, muted: tuple[str, ...], panels: Mapping[str, str], fault: str) -> Service:
        """As the technician's screen shows it. fault: of the random source."""
        fitting = self.fitting
        roles = dict.fromkeys((*fitting.roles, *self.contacts))
        unknown = {role: Contact(role, level=False, known=False) for role in roles}
        return Service(
            contacts=tuple(
                replace(contact, line=fitting.lines.get(role, ""), muted=role in muted)
                for role, contact in (unknown | self.contacts).items()
            ),
            lamps=tuple(
                Lamp(role, fitting.lines.get(role, ""), role in self.lit) for role in fitting.lamps
            ),
            areas=fitting.areas,
            busy=self.busy,
            findings=self.findings,
            steps=STEPS,
            fault=fault,
            panels={Seat[seat]: path for seat, path in panels.items()},
            matched=dict(self.matched),
        )
