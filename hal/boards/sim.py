"""A simulated board: contacts and lamps in memory, driven by lines over a Unix socket.

Another terminal plays the people at the table (`tablectl board sit E`). Nothing here asks the
time: a press lasts a number of scans, so tests move it by reading. All seats start vacated.
"""

import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Final

from hal.board import LAMPS, ROLES, SEATS, BoardLost, BoardRefused, checked_lamps
from hal.boards.sim_socket import board_command, listen

__all__ = ["BadCommand", "SimBoard", "board_command", "open_board"]

PRESS_SCANS: Final = 20
"""How many scans a `press` lasts: a tenth of a second at 200 scans a second."""
BOUNCE_SCANS: Final = 6

HELP: Final = (
    "sit SEAT | leave SEAT | press SEAT|service | hold [SEAT|service] | release [SEAT|service] | "
    "bounce ROLE [SCANS] | lamps | status | unplug | plug | help"
)


class BadCommand(Exception):
    """A line that the simulated board does not understand; the text says why."""


def open_board(settings: Mapping[str, object], run: Path) -> "SimBoard":
    """Open the simulated board on `run`/board.sock. Raises BoardRefused."""
    unknown = sorted(set(settings) - {"name", "noise"})
    if unknown:
        raise BoardRefused(
            "TBL-202", f"the simulated board has no setting {unknown[0]!r}", "remove it"
        )
    return SimBoard(run / "board.sock")


class SimBoard:
    """A board without hardware. Raises BoardRefused when its socket cannot be had."""

    name = "sim"
    roles = ROLES
    lamps = LAMPS
    lines: Mapping[str, str] = MappingProxyType({})

    def __init__(self, path: Path) -> None:
        self._lock = threading.Lock()
        self._levels = dict.fromkeys(ROLES, False)
        self._pressed: dict[str, int] = {}
        self._bouncing: dict[str, int] = {}
        self._lit = dict.fromkeys(LAMPS, 0.0)
        self._plugged = True
        self._server = listen(path, self._answer)

    def read(self) -> Mapping[str, bool]:
        """Levels now; one call is one scan of the running presses and bounces."""
        with self._lock:
            self._require_plug()
            levels = {role: self._level(role) for role in ROLES}
            _count_down(self._pressed)
            _count_down(self._bouncing)
            return levels

    def light(self, lamps: Mapping[str, float]) -> None:
        """Set lamps; see `hal.board.Board.light`."""
        with self._lock:
            self._require_plug()
            self._lit.update(checked_lamps(lamps, LAMPS))

    def close(self) -> None:
        """Lamps dark, socket gone."""
        with self._lock:
            self._lit = dict.fromkeys(LAMPS, 0.0)
        self._server.close()

    def command(self, line: str) -> str:
        """Obey one line and give the answer, one line too. Raises BadCommand."""
        words = line.split()
        if not words:
            raise BadCommand(HELP)
        with self._lock:
            return self._obey(words[0], words[1:])

    def _answer(self, line: str) -> str:
        try:
            return f"ok {self.command(line)}".rstrip()
        except BadCommand as bad:
            return f"no {bad}"

    def _obey(self, verb: str, rest: list[str]) -> str:
        match verb, rest:
            case (("sit" | "leave"), [seat]):
                self._levels[f"seat_{_named(seat, SEATS)}"] = verb == "sit"
            case "press", [what]:
                self._pressed[_button(what)] = PRESS_SCANS
            case (("hold" | "release"), [*what]) if len(what) <= 1:
                self._levels[_button(*what or ["service"])] = verb == "hold"
            case "bounce", [role, *scans] if len(scans) <= 1:
                self._bouncing[_named(role, ROLES)] = _count(*scans or [str(BOUNCE_SCANS)])
            case (("unplug" | "plug"), []):
                self._plug(verb == "plug")
            case (("lamps" | "status" | "help"), []):
                return self._tell(verb)
            case _:
                raise BadCommand(HELP)
        return ""

    def _tell(self, what: str) -> str:
        if what == "help":
            return HELP
        lamps = " ".join(f"{lamp}={level:g}" for lamp, level in self._lit.items())
        if what == "lamps":
            return lamps
        levels = " ".join(f"{role}={self._level(role):d}" for role in ROLES)
        return f"{'plugged' if self._plugged else 'unplugged'} {levels} {lamps}"

    def _level(self, role: str) -> bool:
        flipped = self._bouncing.get(role, 0) % 2 == 1
        return (self._levels[role] or role in self._pressed) != flipped

    def _plug(self, plugged: bool) -> None:
        # A board that lost its power comes back dark.
        if not plugged:
            self._lit = dict.fromkeys(LAMPS, 0.0)
        self._plugged = plugged

    def _require_plug(self) -> None:
        if not self._plugged:
            raise BoardLost("TBL-201", "the simulated board is unplugged")


def _button(what: str) -> str:
    named = _named(what, (*SEATS, "service"))
    return named if named == "service" else f"button_{named}"


def _named(word: str, names: Sequence[str]) -> str:
    """One of the names; whoever has typed another is told which there are."""
    if word not in names:
        raise BadCommand(f"没有 {word[:20]!r}，可选 / no {word[:20]!r}, but {' '.join(names)}")
    return word


def _count(text: str) -> int:
    if not text.isascii() or not text.isdigit():
        raise BadCommand(HELP)
    return int(text)


def _count_down(left: dict[str, int]) -> None:
    for role in tuple(left):
        left[role] -= 1
        if left[role] <= 0:
            del left[role]
