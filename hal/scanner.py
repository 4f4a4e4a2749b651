"""Reads a board two hundred times a second in a thread of its own and reports what changed.

`Scan` is the pure part: one step at a given time. `Scanner` is the thread around it; all calls to
the board come from it. This module is one of the doors through which time enters (architecture).
"""

import threading
import time  # noqa: TID251
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from hal.board import Board, BoardLost
from hal.bounce import Bounces, ended, watch_all
from hal.debounce import Contact, fresh, settled
from hal.health import Watch, limits_of, observed

SCANS_A_SECOND: Final = 200
RETRY_SECONDS: Final = 0.5
SETTLE: Final = {"seat": 0.25, "button": 0.02, "service": 0.05}
"""Seconds until a level counts, by the first word of the role: people fidget, fingers do not."""


@dataclass(frozen=True, slots=True)
class Found:
    """The board answers, for the first time or again; `levels` of the roles that are new."""

    levels: Mapping[str, bool]


@dataclass(frozen=True, slots=True)
class Changed:
    """A role has a new debounced level."""

    role: str
    level: bool


@dataclass(frozen=True, slots=True)
class Lost:
    """The board does not answer; it is tried again every half second. Sent once a loss.

    `roles` are those that are lost by it. A board of parts loses and finds them one by one.
    """

    code: str
    detail: str
    roles: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Ailing:
    """A contact `chatters` or `sticks`, or is well again (`fault` empty)."""

    role: str
    fault: str


@dataclass(frozen=True, slots=True)
class Bounced:
    """A contact has changed its level and now stands still: how long it flipped, 0 if it is good.
    For the technician; it is no change of its own."""

    role: str
    milliseconds: int


@dataclass(frozen=True, slots=True)
class Ended:
    """The scanner itself failed and has stopped: a defect, not a loose cable."""

    detail: str


Report = Found | Changed | Lost | Ailing | Bounced | Ended


class Scan:
    """What is known of a board between two readings."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._contacts: dict[str, Contact] = {}
        self._watches: dict[str, Watch] = {}
        self._lost_at: float | None = None
        self._gone: frozenset[str] = frozenset()
        self._wanted: dict[str, float] = {}
        self._shown: dict[str, float] = {}
        self.levels: Mapping[str, bool] = {}
        """As last read, undebounced; a role that is lost is not among them."""
        self.bounces: Mapping[str, Bounces] = {}
        self.loss: BoardLost | None = None
        """Why roles are lost, while some are."""

    @property
    def ailing(self) -> Mapping[str, str]:
        """The contacts that chatter or stick now."""
        watches = tuple(self._watches.items())
        return {role: watch.fault for role, watch in watches if watch.fault}

    def want(self, lamps: Mapping[str, float]) -> None:
        """Lamps as they shall be; set at the next step, and again when a lost board returns."""
        known = {lamp: level for lamp, level in lamps.items() if lamp in self._board.lamps}
        self._wanted = {**self._wanted, **known}

    def step(self, now: float) -> tuple[Report, ...]:
        """Read once at `now` (seconds, monotonic) and say what follows."""
        if self._lost_at is not None and now - self._lost_at < RETRY_SECONDS:
            return ()
        try:
            levels, loss = self._read()
            self._light()
        except BoardLost as lost:
            return self._lose(lost, now)
        self.levels, self.loss = levels, loss
        # Only boards at the end of a line have doubts.
        doubtful: frozenset[str] = getattr(self._board, "doubtful", frozenset())
        before, self.bounces = self.bounces, watch_all(self.bounces, levels, now, doubtful)
        stood = tuple(Bounced(role, ms) for role, ms in ended(before, self.bounces).items())
        gone = self._miss(levels, loss)
        return (*gone, *self._see(levels, now), *stood)

    def _read(self) -> tuple[Mapping[str, bool], BoardLost | None]:
        try:
            return self._board.read(), None
        except BoardLost as loss:
            if not loss.levels:
                raise
            return loss.levels, loss

    def _miss(self, levels: Mapping[str, bool], loss: BoardLost | None) -> tuple[Report, ...]:
        gone = tuple(role for role in self._board.roles if role not in levels)
        news = tuple(role for role in gone if role not in self._gone)
        self._contacts = {r: contact for r, contact in self._contacts.items() if r in levels}
        self._gone = frozenset(gone)
        return (Lost(loss.code, loss.detail, news),) if loss and news else ()

    def _see(self, levels: Mapping[str, bool], now: float) -> tuple[Report, ...]:
        new = {role: raw for role, raw in levels.items() if role not in self._contacts}
        found = self._find(new, now) if new else ()
        known = [(role, raw) for role, raw in levels.items() if role not in new]
        return (*found, *(r for role, raw in known for r in self._look(role, raw, now)))

    def _light(self) -> None:
        # One look at the attribute: `want` replaces it from another thread.
        wanted = self._wanted
        changed = {lamp: level for lamp, level in wanted.items() if self._shown.get(lamp) != level}
        if changed:
            self._board.light(changed)
            self._shown = wanted

    def _lose(self, loss: BoardLost, now: float) -> tuple[Report, ...]:
        first = self._lost_at is None
        self._lost_at = now
        self.levels, self.loss = {}, loss
        self._shown = {}
        self._contacts = {}
        news = tuple(role for role in self._board.roles if role not in self._gone)
        self._gone = frozenset(self._board.roles)
        return (Lost(loss.code, loss.detail, news),) if first else ()

    def _find(self, levels: Mapping[str, bool], now: float) -> tuple[Report, ...]:
        well = tuple(
            Ailing(role, "")
            for role, watch in self._watches.items()
            if watch.fault and role in levels
        )
        self._lost_at = None
        self._shown = {}
        self._contacts |= {role: fresh(raw, now) for role, raw in levels.items()}
        self._watches |= {role: Watch(raw, now) for role, raw in levels.items()}
        return (Found(dict(levels)), *well)

    def _look(self, role: str, raw: bool, now: float) -> list[Report]:
        kind = role.partition("_")[0]
        before, watched = self._contacts[role], self._watches[role]
        contact = self._contacts[role] = settled(before, raw, now, SETTLE[kind])
        watch = self._watches[role] = observed(watched, raw, now, limits_of(role))
        reports: list[Report] = []
        if contact.level != before.level:
            reports.append(Changed(role, contact.level))
        if watch.fault != watched.fault:
            reports.append(Ailing(role, watch.fault))
        return reports


class Scanner:
    """The thread. `tell` is called in it, with one report at a time, and must not block."""

    def __init__(
        self, board: Board, tell: Callable[[Report], None], clock: Callable[[], float] | None = None
    ) -> None:
        self.board = board
        self.scan = Scan(board)
        """To look at from other threads; only this one's thread steps it."""
        self._tell = tell
        self._clock = clock or time.monotonic
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="board scanner", daemon=True)

    def start(self) -> None:
        """Begin to scan; the first report is `Found` or `Lost`."""
        self._thread.start()

    def light(self, lamps: Mapping[str, float]) -> None:
        """Set lamps to a brightness of 0 to 1, from one other thread.

        Lamps that this board does not have are passed over.
        """
        self.scan.want(lamps)

    def close(self) -> None:
        """Stop scanning and close the board."""
        self._stop.set()
        if self._thread.ident is not None:
            self._thread.join()
        self.board.close()

    def _run(self) -> None:
        try:
            while not self._stop.is_set():
                due = self._clock() + 1 / SCANS_A_SECOND
                for report in self.scan.step(self._clock()):
                    self._tell(report)
                self._stop.wait(max(0.0, due - self._clock()))
        except Exception as defect:  # must reach the controller, whatever it is
            self._tell(Ended(f"{type(defect).__name__}: {defect}"))
