"""The simulated seat board in a process of its own, so that its end is a real hang-up."""

import subprocess
import sys
import time  # noqa: TID251
from collections.abc import Callable
from pathlib import Path

from hal.board import LAMPS, SEATS, BoardLost
from hal.boards.serial_io import SerialBoard, open_board

CHECKOUT = Path(__file__).parents[1]


class PeerProcess:
    """`hal.serial.simulate` at `path`; `words` are its options, such as kind=seat."""

    def __init__(self, path: Path, *words: str) -> None:
        self.path = path
        self._process = subprocess.Popen(
            [sys.executable, "-m", "hal.serial.simulate", str(path), *words],
            cwd=CHECKOUT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._line().startswith("ok")

    def ask(self, command: str) -> str:
        """What it answers, without the `ok`."""
        assert self._process.stdin
        self._process.stdin.write(f"{command}\n")
        self._process.stdin.flush()
        word, _, rest = self._line().partition(" ")
        assert word == "ok", rest
        return rest

    def kill(self) -> None:
        """As when the cable is pulled: no farewell, and the port is gone. A link left behind would
        soon lead to the next terminal of that number, which is another test's."""
        self._process.kill()
        self._end()
        self.path.unlink(missing_ok=True)

    def close(self) -> None:
        """End it in good order."""
        if self._process.returncode is None:
            assert self._process.stdin
            self._process.stdin.close()
            self._process.wait(10)
            self._end()

    def _end(self) -> None:
        self._process.wait(10)
        for stream in (self._process.stdin, self._process.stdout):
            assert stream
            stream.close()

    def _line(self) -> str:
        assert self._process.stdout
        return self._process.stdout.readline().strip()


def until(holds: Callable[[], bool], seconds: float = 60.0) -> float:
    """Wait for what takes a moment on a line; how long it took, in seconds."""
    start = time.monotonic()
    while not holds():
        assert time.monotonic() < start + seconds
        time.sleep(0.005)
    return time.monotonic() - start


class SerialWorld:
    """A serial board and what it is connected to: one board for the table, or (`split`) one a
    seat, with the service button at West's. `put` and `lit` wait for the line."""

    def __init__(self, folder: Path, split: bool = False) -> None:
        self._split = split
        parts = SEATS if split else ("table",)
        options = ["kind=seat"] if split else []
        self.peers = {part: PeerProcess(folder / part, *options) for part in parts}
        self._lost = False
        self.board = self._open(folder)

    def _open(self, folder: Path) -> SerialBoard:
        if not self._split:
            return open_board({"name": "serial_io", "port": str(folder / "table")}, folder)
        ports = {seat: str(folder / seat) for seat in self.peers}
        return open_board({"name": "serial_io", "ports": ports, "service": "W"}, folder)

    def _at(self, role: str) -> tuple[PeerProcess, str]:
        kind, _, seat = role.partition("_")
        return (self.peers[seat or "W"], kind) if self._split else (self.peers["table"], role)

    def put(self, role: str, on: bool) -> None:
        """Move a contact; while the board is there, wait until it reads so."""
        peer, name = self._at(role)
        peer.ask(f"{'on' if on else 'off'} {name}")
        if not self._lost:
            until(lambda: self.board.read()[role] is on)

    def lit(self, lamp: str) -> bool:
        """Whether the board has the lamp on, once it has obeyed."""
        peer, _ = self._at(lamp)
        until(lambda: self._lost or all(link.proven for link in self.board.links))
        place = 0 if self._split else LAMPS.index(lamp)
        return peer.ask("lamps").split()[place] == "255"

    def lose(self) -> None:
        """Every port hangs up; return when the board is lost."""
        for peer in self.peers.values():
            peer.ask("unplug")
        self._lost = True
        until(lambda: self.lost() == set(self.board.roles))

    def restore(self) -> None:
        """Every port is back; return when the boards have answered."""
        for peer in self.peers.values():
            peer.ask("plug")
        self._lost = False
        until(lambda: all(link.answers for link in self.board.links))

    def lost(self) -> set[str]:
        """The roles that cannot be read now."""
        try:
            self.board.read()
        except BoardLost as loss:
            return set(self.board.roles) - set(loss.levels)
        return set()

    def end(self) -> None:
        """End the processes."""
        self.board.close()
        for peer in self.peers.values():
            peer.close()
