"""Both ends of a serial link on a simulated line, in virtual time, under the real scanner."""

import random  # noqa: TID251
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from hal.board import LAMPS, BoardLost
from hal.boards.serial_io import lines
from hal.scanner import Changed, Report, Scan
from hal.serial.duty import Loss
from hal.serial.messages import TABLE, Hello
from hal.serial.peer import Peer
from hal.serial.session import Session
from hal.serial.wire import NONE, Faults, Wire

TICK = 0.001
SCAN = 0.005
FIRST_SCAN = 0.05
"""The scanner starts when the board has been opened, which waits for it to answer."""
FITTING = Hello(5, 7, 1, 1, 0, 0x1FF, 0x0F, 0, 0, "board 3")
"""What a board says of itself that fits the table."""
DUTY = lines({"name": "serial_io", "port": "/dev/seat-board"})[0].duty
ROLE_OF = DUTY.inputs
CHANNEL_OF = {role: channel for channel, role in ROLE_OF.items()}


class VirtualBoard:
    """A session as the scanner's board, at the rig's time."""

    name = "virtual"
    roles = tuple(ROLE_OF.values())
    lamps = LAMPS
    lines: Mapping[str, str] = MappingProxyType({})

    def __init__(self, rig: "Rig") -> None:
        self._rig = rig

    def read(self) -> Mapping[str, bool]:
        found = self._rig.session.read(self._rig.now)
        if isinstance(found, Loss):
            raise BoardLost(found.code, found.detail)
        return found

    def light(self, lamps: Mapping[str, float]) -> None:
        if loss := self._rig.session.loss(self._rig.now):
            raise BoardLost(loss.code, loss.detail)
        self._rig.session.light(lamps, self._rig.now)

    @property
    def doubtful(self) -> frozenset[str]:
        doubt = self._rig.session.doubtful(self._rig.now)
        return frozenset(self.roles) if doubt else frozenset()

    def close(self) -> None:
        pass


@dataclass
class Rig:
    """`run` moves everything; `reports` is what the scanner said."""

    seed: int = 0
    baud: int = 115200
    now: float = 50.0
    boot: int = 7
    reports: list[tuple[float, Report]] = field(default_factory=list)
    plugged: bool = True

    def __post_init__(self) -> None:
        rng = random.Random(self.seed)
        self.down = Wire(rng.random, self.baud)
        self.up = Wire(rng.random, self.baud)
        self.session = Session(1234, DUTY)
        self.peer = Peer(self.boot, self.now, TABLE)
        self.scan = Scan(VirtualBoard(self))
        self.session.opened(self.now)
        self._next_scan = self.now + FIRST_SCAN

    def spoil(self, faults: Faults = NONE) -> None:
        self.down.faults = self.up.faults = faults

    def run(self, seconds: float, tick: float = TICK) -> None:
        end = self.now + seconds
        while self.now < end:
            self.now += tick
            self.step()

    def step(self) -> None:
        """Whatever is due now at both ends."""
        now = self.now
        self.peer.received(self.down.arrived(now), now)
        out = self.peer.outgoing(now)
        if self.plugged:
            self.up.send(out, now)
            self.session.received(self.up.arrived(now), now)
            self.down.send(self.session.outgoing(now), now)
        if now >= self._next_scan:
            self._next_scan = now + SCAN
            self.reports += [(now, report) for report in self.scan.step(now)]

    def set(self, role: str, level: bool) -> None:
        self.peer.set(CHANNEL_OF[role], level, self.now)

    def press(self, role: str, seconds: float = 0.005) -> None:
        self.set(role, True)
        self.run(seconds)
        self.set(role, False)

    def unplug(self) -> None:
        self.plugged = False
        self.up.cut()
        self.down.cut()
        self.session.closed(Loss("TBL-211", "unplugged"))

    def plug(self) -> None:
        self.plugged = True
        self.session.opened(self.now)

    def reset(self, torn: bool = False) -> None:
        """The board starts anew, if wanted in the middle of a frame."""
        if torn:
            self.up.send(self.peer.torn(), self.now)
        self.boot += 1
        self.peer = Peer(self.boot, self.now, TABLE, levels=self.peer.levels)

    def changes(self, role: str) -> list[bool]:
        """The debounced levels of a role, as reported."""
        return [
            report.level
            for _, report in self.reports
            if isinstance(report, Changed) and report.role == role
        ]

    @property
    def agrees(self) -> bool:
        """Whether the table sees the board as it is."""
        found = self.session.read(self.now)
        return not isinstance(found, Loss) and all(
            level == bool(self.peer.levels >> CHANNEL_OF[role] & 1) for role, level in found.items()
        )
