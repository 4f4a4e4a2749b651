"""Boards on serial lines: one microcontroller a seat, or one for the whole table.

`docs/serial-protocol.md` says what they speak. A press that begins and ends between two readings
is not lost: its levels are shown one after the other, each for as long as the scanner needs to
count it (`hal.serial.hold`).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from hal.board import LAMPS, ROLES, SEATS, BoardLost, BoardRefused, checked_lamps
from hal.scanner import SETTLE
from hal.serial.duty import Duty, Loss
from hal.serial.messages import SEAT, TABLE
from hal.serial.port import Link, session_number, wait_for_boards
from hal.serial.session import Session

BAUD: Final = 115200
FIRST_ANSWER_SECONDS: Final = 1.0
HELD: Final = {"button": SETTLE["button"], "service": SETTLE["service"], "seat": 0.0}
REFUSED: Final = {
    "TBL-212": "put the user into the group dialout and install the udev rules (deploy/install.sh)",
    "TBL-213": "stop the other program (a terminal, ModemManager, a second table)",
}


@dataclass(frozen=True, slots=True)
class Line:
    """One port and what the board there is for."""

    port: Path
    duty: Duty


def open_board(settings: Mapping[str, object], _run: Path) -> "SerialBoard":
    """Open the ports as the section `[board]` says. Raises BoardRefused."""
    baud = settings.get("baud", BAUD)
    if type(baud) is not int or not 57600 <= baud <= 3_000_000:
        raise _bad(f"baud = {baud!r} cannot be", "give 115200, or leave it out")
    return SerialBoard(lines(settings), baud)


def lines(settings: Mapping[str, object]) -> tuple[Line, ...]:
    """The lines that the section `[board]` describes. Raises BoardRefused."""
    unknown = sorted(set(settings) - {"name", "port", "ports", "baud", "roles", "service"})
    if unknown:
        raise _bad(f"there is no setting {unknown[0]!r}", "remove it")
    if ("port" in settings) == ("ports" in settings):
        raise _bad("it needs port or ports", "give port for one board, [board.ports] for several")
    wanted = _wanted(settings.get("roles"))
    if "port" in settings:
        if "service" in settings:
            raise _bad("service names a seat's board", "remove it: the one board has it")
        return (Line(_path(settings["port"], "port"), _table_duty(wanted)),)
    ports = _ports(settings["ports"])
    service = settings.get("service")
    if service is not None and service not in ports:
        raise _bad(f"service = {service!r} has no port", "name one of the seats in [board.ports]")
    return tuple(
        Line(path, _seat_duty(seat, seat == service, wanted)) for seat, path in ports.items()
    )


def _wanted(roles: object) -> frozenset[str]:
    known = (*ROLES, *LAMPS)
    if roles is None:
        return frozenset(known)
    if not isinstance(roles, list) or not roles:
        raise _bad("roles is not a list", "list the roles that the boards have, or leave it out")
    for role in roles:
        if role not in known:
            raise _bad(f"no role is called {role!r}", "see docs/hardware.md for the roles")
    return frozenset(roles)


def _ports(table: object) -> dict[str, Path]:
    if not isinstance(table, Mapping) or not table:
        raise _bad("no ports are given", "write one line a seat in [board.ports]")
    taken: dict[Path, str] = {}
    for seat, value in table.items():
        if seat not in SEATS:
            raise _bad(f"no seat is called {seat!r}", f"choose from: {', '.join(SEATS)}")
        path = _path(value, str(seat))
        if path in taken:
            raise _bad(f"{taken[path]} and {seat} are both on {path}", "give each its own port")
        taken[path] = str(seat)
    return {seat: path for path, seat in taken.items()}


def _path(value: object, key: str) -> Path:
    if not isinstance(value, str) or not value.startswith("/") or "\0" in value:
        raise _bad(f"{key} = {value!r} is no port", "give a path such as /dev/table/seat-E")
    return Path(value)


def _table_duty(wanted: frozenset[str]) -> Duty:
    inputs = {at: role for at, role in enumerate(ROLES) if role in wanted}
    lamps = {lamp: at for at, lamp in enumerate(LAMPS) if lamp in wanted}
    return _duty(TABLE, inputs, lamps)


def _seat_duty(seat: str, service: bool, wanted: frozenset[str]) -> Duty:
    named = {0: f"seat_{seat}", 1: f"button_{seat}"} | ({2: "service"} if service else {})
    inputs = {at: role for at, role in named.items() if role in wanted}
    lamp = f"lamp_{seat}"
    return _duty(SEAT, inputs, {lamp: 0} if lamp in wanted else {})


def _duty(kind: int, inputs: Mapping[int, str], lamps: Mapping[str, int]) -> Duty:
    settle = {role: HELD[role.partition("_")[0]] for role in inputs.values()}
    return Duty(kind, inputs, lamps, settle)


def _bad(detail: str, remedy: str) -> BoardRefused:
    return BoardRefused("TBL-202", f"[board]: {detail}", remedy)


class SerialBoard:
    """The boards at these lines, read as one.

    Opening waits a second at most for them to answer. A port that is forbidden or taken is
    refused (BoardRefused); one that is not there yet is lost, and found when it comes.
    """

    name = "serial_io"

    def __init__(self, lines: tuple[Line, ...], baud: int = BAUD) -> None:
        number = session_number()
        self._links = {
            Link(line.port, baud, Session(number, line.duty)): line.duty for line in lines
        }
        self.roles = tuple(r for duty in self._links.values() for r in duty.inputs.values())
        self.lamps = tuple(lamp for duty in self._links.values() for lamp in duty.lamps)
        for link in self._links:
            problem = link.open()
            if problem and problem.code in REFUSED:
                self.close()
                raise BoardRefused(problem.code, problem.detail, REFUSED[problem.code])
        wait_for_boards(self._links, FIRST_ANSWER_SECONDS)

    def read(self) -> Mapping[str, bool]:
        """See `hal.board.Board.read`; `BoardLost.levels` has what the other boards sense."""
        levels: dict[str, bool] = {}
        losses: list[Loss] = []
        for link in self._links:
            match link.read():
                case Loss() as loss:
                    losses.append(Loss(loss.code, f"{link.path}: {loss.detail}"))
                case found:
                    levels.update(found)
        if losses:
            raise BoardLost(losses[0].code, "; ".join(loss.detail for loss in losses), levels)
        return levels

    def light(self, lamps: Mapping[str, float]) -> None:
        """See `hal.board.Board.light`; lamps of a board that is lost are passed over."""
        checked_lamps(lamps, self.lamps)
        there = [link for link in self._links if link.loss() is None]
        if not there:
            raise BoardLost("TBL-201", "no seat board answers")
        for link in there:
            link.light({lamp: lamps[lamp] for lamp in self._links[link].lamps if lamp in lamps})

    @property
    def lines(self) -> Mapping[str, str]:
        """The port and channel of each role and lamp, as `/dev/table/seat-E in 1`."""
        found: dict[str, str] = {}
        for link, duty in self._links.items():
            found |= {role: f"{link.path} in {at}" for at, role in duty.inputs.items()}
            found |= {lamp: f"{link.path} lamp {at}" for lamp, at in duty.lamps.items()}
        return found

    @property
    def doubtful(self) -> frozenset[str]:
        """The roles whose line was damaged just now: how they bounce is not to be judged."""
        duties = self._links.items()
        return frozenset(r for link, duty in duties if link.doubtful for r in duty.inputs.values())

    @property
    def links(self) -> tuple[Link, ...]:
        """The links, for the technician: each has its `path`, `answers` and `health`."""
        return tuple(self._links)

    def close(self) -> None:
        """Lamps dark, ports given back."""
        for link, duty in self._links.items():
            link.close(dict.fromkeys(duty.lamps, 0.0))
