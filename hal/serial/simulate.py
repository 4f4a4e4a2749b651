"""A seat board without hardware: the reference peer on a pseudo terminal, in a process of its own.

`tablectl board simulate PATH` makes PATH a link to the terminal and takes commands line by line;
each is answered by one line, `ok …` or `no …`. The line can be made as bad as wanted.
"""

import contextlib
import os
import re
import select
import sys
import time  # noqa: TID251
import tty
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from hal.board import ROLES
from hal.noise import SimulatedNoise
from hal.serial.messages import SEAT, TABLE
from hal.serial.peer import Peer
from hal.serial.wire import NONE, Faults, Wire

CHANNELS: Final = {TABLE: ROLES, SEAT: ("seat", "button", "service")}
LAMPS: Final = {TABLE: 0x0F, SEAT: 0x01}
LONGEST_WAIT: Final = 0.1
TERMINALS: Final = "/dev/pts/"
NUMBER: Final = re.compile(r"-?[0-9]{1,9}(?:\.[0-9]{1,9})?")
FAULTS: Final = ("lose", "repeat", "flip", "insert", "delay", "delay_for")
HELP: Final = (
    "on INPUT | off INPUT | press INPUT [SECONDS] | lamps | status | "
    "lose|repeat|flip|insert|delay RATE | delay_for SECONDS | mute | speak | reset [torn] | "
    "unplug | plug | help | quit"
)
USAGE: Final = "tablectl board simulate PATH [kind=table|seat] [baud=N] [seed=WORD] [lose=RATE] …"


class BadCommand(Exception):
    """A line that is not understood; the text says what is."""


class PathTaken(BadCommand):
    """Something is at the path that no simulated board made; it stays as it is."""


class Simulated:
    """A board at `path`. `baud` paces the bytes (0: no pace); `now` is the start, in seconds."""

    def __init__(
        self,
        path: Path,
        now: float,
        kind: int = TABLE,
        baud: int = 0,
        faults: Faults = NONE,
        seed: str = "seed",
    ) -> None:
        self._path = path
        self._kind = kind
        noise = SimulatedNoise(seed.encode())

        def chance() -> float:
            return int.from_bytes(noise.read(4), "big") / 2**32

        self._in = Wire(chance, baud, faults)
        self._out = Wire(chance, baud, faults)
        self._muted = False
        self._releases: list[tuple[float, int]] = []
        self._pty: tuple[int, int] | None = None
        # A board takes its boot number from chance or from a counter in its memory.
        self._boot = int.from_bytes(noise.read(3), "big") ^ time.monotonic_ns() & 0xFFFFFF
        self._peer = self._start(0, now)
        self.plug()

    def _start(self, levels: int, now: float) -> Peer:
        self._boot = self._boot + 1 & 0xFFFFFFFF
        inputs = (1 << len(CHANNELS[self._kind])) - 1
        return Peer(self._boot, now, self._kind, inputs, LAMPS[self._kind], levels, "simulated 1")

    # -------------------------------------------------------------- the port

    @property
    def port(self) -> int | None:
        """The descriptor to wait for; None while unplugged."""
        return self._pty[0] if self._pty else None

    def plug(self) -> None:
        """A new terminal, with the link at the path led to it."""
        if self._pty:
            return
        if not _is_free(self._path):
            raise PathTaken(f"{self._path}: 已存在 / exists already")
        # The near end stays open with us too: else the terminal hangs up whenever nobody reads.
        self._pty = os.openpty()
        tty.setraw(self._pty[1])
        os.set_blocking(self._pty[0], False)
        beside = self._path.with_name(f"{self._path.name}.{os.getpid()}")
        beside.symlink_to(os.ttyname(self._pty[1]))
        try:
            beside.rename(self._path)
        except OSError:
            beside.unlink()
            raise

    def unplug(self) -> None:
        """The terminal hangs up and the link is gone."""
        if self._pty:
            if _target(self._path) == os.ttyname(self._pty[1]):
                self._path.unlink()
            for end in self._pty:
                os.close(end)
            self._pty = None
            self._in.cut()
            self._out.cut()

    def turn(self, now: float) -> float:
        """Move what is due; when the next turn is due at the latest."""
        for _, channel in [press for press in self._releases if press[0] <= now]:
            self._peer.set(channel, False, now)
        self._releases = [press for press in self._releases if press[0] > now]
        self._listen(now)
        self._peer.received(self._in.arrived(now), now)
        out = self._peer.outgoing(now)
        if not self._muted and self._pty:
            self._out.send(out, now)
        self._speak(now)
        dues = [self._peer.deadline(), *(press[0] for press in self._releases)]
        dues += [due for wire in (self._in, self._out) if (due := wire.deadline()) is not None]
        return min(dues)

    def _listen(self, now: float) -> None:
        if self._pty:
            with contextlib.suppress(BlockingIOError):
                self._in.send(os.read(self._pty[0], 4096), now)

    def _speak(self, now: float) -> None:
        data = self._out.arrived(now)
        if data and self._pty:
            # Nobody reads and the buffer is full: so a real line drops it.
            with contextlib.suppress(BlockingIOError):
                os.write(self._pty[0], data)

    # -------------------------------------------------------------- commands

    def command(self, line: str, now: float) -> str:
        """Obey one line; the answer. Raises BadCommand."""
        match line.split():
            case [("on" | "off") as verb, name]:
                self._peer.set(self._channel(name), verb == "on", now)
            case ["press", name, *seconds] if len(seconds) <= 1:
                self._press(self._channel(name), _number(*seconds or ["0.1"]), now)
            case [fault, value] if fault in FAULTS:
                faults = replace(self._in.faults, **{fault: _fault(fault, value)})
                self._in.faults = self._out.faults = faults
            case [("mute" | "speak") as verb]:
                self._muted = verb == "mute"
            case ["reset"]:
                self._peer = self._start(self._peer.levels, now)
            case ["reset", "torn"]:
                self._tear(now)
            case ["unplug"]:
                self.unplug()
            case ["plug"]:
                self.plug()
            case [("lamps" | "status" | "help") as what]:
                return self._tell(what)
            case _:
                raise BadCommand(HELP)
        return ""

    def _press(self, channel: int, seconds: float, now: float) -> None:
        self._peer.set(channel, True, now)
        self._releases.append((now + seconds, channel))

    def _tear(self, now: float) -> None:
        # Half a frame, and the board starts anew in the middle of it.
        half = self._peer.torn()
        self._out.send(half, now)
        self._peer = self._start(self._peer.levels, now)

    def _channel(self, name: str) -> int:
        names = CHANNELS[self._kind]
        if name not in names:
            raise BadCommand(f"inputs: {' '.join(names)}")
        return names.index(name)

    def _tell(self, what: str) -> str:
        if what == "help":
            return HELP
        lamps = " ".join(str(level) for level in self._peer.lamps)
        if what == "lamps":
            return lamps
        names = CHANNELS[self._kind]
        on = [name for at, name in enumerate(names) if self._peer.levels >> at & 1]
        waiting = self._peer.unacknowledged
        return f"boot {self._boot:08x} on {','.join(on) or '-'} lamps {lamps} waiting {waiting}"


def _is_free(path: Path) -> bool:
    """Nothing is there, or a link that a simulated board made and left behind."""
    return _target(path).startswith(TERMINALS) or not os.path.lexists(path)


def _target(path: Path) -> str:
    """Where a link leads, empty if it is none."""
    return str(path.readlink()) if path.is_symlink() else ""


def _number(text: str) -> float:
    if not NUMBER.fullmatch(text):
        raise BadCommand(HELP)
    return float(text)


def _fault(fault: str, text: str) -> float:
    """A rate from 0 to 1, or the seconds of a delay."""
    number = _number(text)
    if number < 0 or (number > 1 and fault != "delay_for"):
        most = "seconds from 0" if fault == "delay_for" else "0 to 1"
        raise BadCommand(f"{fault}={text}: {most}")
    return number


def simulate(
    board: Simulated,
    commands: int = 0,
    say: Callable[[str], object] = lambda text: print(text, flush=True),
    clock: Callable[[], float] = time.monotonic,
) -> None:
    """Run until `quit` or the end of the commands, which come from a file descriptor."""
    say(f"ok {HELP}")
    pending = b""
    while True:
        wait = min(max(board.turn(clock()) - clock(), 0.0), LONGEST_WAIT)
        watched = [commands] if board.port is None else [commands, board.port]
        ready, _, _ = select.select(watched, [], [], wait)
        if commands not in ready:
            continue
        data = os.read(commands, 4096)
        *lines, pending = (pending + data).split(b"\n")
        for line in lines:
            if line.strip() == b"quit":
                data = b""
                break
            say(_answer(board, line.decode("utf-8", "replace"), clock()))
        if not data:
            board.unplug()
            return


def _answer(board: Simulated, line: str, now: float) -> str:
    try:
        return f"ok {board.command(line, now)}".rstrip()
    except BadCommand as bad:
        return f"no {bad}"


def main(
    words: Sequence[str],
    refused: Callable[[str, str], str] = lambda code, detail: f"{code}: {detail}",
) -> int:
    """`tablectl board simulate …`; the exit status. refused: tells in full of a fault, by its
    code and what happened."""
    try:
        board = _from_words(words)
    except PathTaken as taken:
        print(refused("TBL-802", str(taken)), file=sys.stderr)
        return 1
    except (BadCommand, OSError) as bad:
        print(f"{USAGE}\n{refused('TBL-827', str(bad))}", file=sys.stderr)
        return 1
    with contextlib.suppress(KeyboardInterrupt):
        simulate(board)
    board.unplug()
    return 0


def _from_words(words: Sequence[str]) -> Simulated:
    path, *rest = words or [""]
    given = dict(word.partition("=")[::2] for word in rest)
    kinds = {"table": TABLE, "seat": SEAT}
    kind = given.pop("kind", "table")
    baud = _number(given.pop("baud", "0"))
    seed = given.pop("seed", "seed")
    if not path or kind not in kinds or baud < 0 or set(given) - set(FAULTS):
        raise BadCommand("无法理解 / not understood")
    faults = Faults(**{fault: _fault(fault, value) for fault, value in given.items()})
    return Simulated(Path(path), time.monotonic(), kinds[kind], int(baud), faults, seed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
