"""A table, its seats and what passes between them, as processes and sockets."""

import json
import os
import signal
import socket
import subprocess
import sys
import time  # noqa: TID251
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from threading import Condition, Thread
from typing import Any

from table_firmware.controller.seats import socket_path
from table_firmware.ledger.journal import read_frames
from table_firmware.rules.cards import Seat
from table_firmware.wire.codec import decode_down, encode_up
from table_firmware.wire.messages import Intent, Refused, View

ROOT = Path(__file__).resolve().parents[2]
SOON = 90.0
"""Seconds; far more than anything takes, even on a machine that is busy with much else."""
RESTARTED = 0.3
"""Seconds until a seat whose program has ended is started again, as its unit says."""


def tablectl(*words: str, **options: Any) -> "subprocess.Popen[str]":
    """The program, started; text on its pipes."""
    command = [sys.executable, "-m", "table_firmware", *words]
    environment = {**options.pop("env", os.environ), "PYTHONPATH": str(ROOT)}
    return subprocess.Popen(command, text=True, env=environment, **options)


def told(*words: str, **options: Any) -> "subprocess.CompletedProcess[str]":
    """The program, run to its end."""
    command = [sys.executable, "-m", "table_firmware", *words]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    given = {"capture_output": True, "text": True, "env": environment, "timeout": SOON, **options}
    return subprocess.run(command, check=False, **given)


def journal(state: Path) -> list[dict[str, Any]]:
    """The entries that are durable so far, read beside the table that writes them."""
    with suppress(FileNotFoundError):
        bodies, _ = read_frames((state / "journal" / "00000000").read_bytes())
        return [json.loads(body) for body in bodies]
    return []


def wait_for(holds: Callable[[], Any], what: str, most: float = SOON) -> None:
    end = time.monotonic() + most
    while not holds():
        assert time.monotonic() < end, f"it never came: {what}"
        time.sleep(0.02)


class Table:
    """A controller in folders of its own; `ready` is when it last said that it was."""

    def __init__(self, folder: Path, settings: str) -> None:
        self.run, self.state = folder / "run", folder / "state"
        self.log = folder / "controller.log"
        self._config = folder / "table.toml"
        self._config.write_text(
            f'[table]\nstate = "{self.state}"\nrun = "{self.run}"\n{settings}', "utf-8"
        )
        self._news = folder / "news"
        self.start()

    def start(self) -> None:
        """Start it and wait until it is ready."""
        self._news.unlink(missing_ok=True)
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as news, self.log.open("ab") as log:
            news.bind(str(self._news))
            news.settimeout(SOON)
            environment = {**os.environ, "NOTIFY_SOCKET": str(self._news)}
            words = ("run", "--config", str(self._config))
            self.process = tablectl(*words, env=environment, stderr=log)
            while not news.recv(4096).startswith(b"READY=1"):
                pass
        self.ready = time.monotonic()

    def kill(self) -> None:
        """As a power cut would, for the process."""
        self.process.kill()
        self.process.wait(SOON)

    def stop(self) -> int:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        return self.process.wait(SOON)


class Ear:
    """Stands between one seat's program and the table: hears all, and can speak for the seat."""

    def __init__(self, table_run: Path, seat_run: Path, seat: Seat) -> None:
        self.view: View | None = None
        self.refused: Refused | None = None
        self.links = 0
        self._table = socket_path(table_run, seat)
        self._up: socket.socket | None = None
        self._heard = Condition()
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(socket_path(seat_run, seat)))
        self._listener.listen()
        Thread(target=self._serve, daemon=True).start()

    def until(self, holds: Callable[[View], object], what: str = "", most: float = SOON) -> View:
        """The latest view, once it is so."""
        with self._heard:
            met = self._heard.wait_for(lambda: self.view is not None and holds(self.view), most)
            assert met, f"it never came: {what}; last was {self.view}"
            assert self.view is not None
            return self.view

    def until_refused(self) -> Refused:
        with self._heard:
            assert self._heard.wait_for(lambda: self.refused is not None, SOON)
            assert self.refused is not None
            return self.refused

    def speak(self, intent: Intent) -> None:
        """Say something in the seat's name."""
        assert self._up is not None
        self.refused = None
        self._up.sendall(encode_up(intent))

    def close(self) -> None:
        self._listener.close()

    def _serve(self) -> None:
        with suppress(OSError):  # closed
            while True:
                down, _ = self._listener.accept()
                Thread(target=self._join, args=(down,), daemon=True).start()

    def _join(self, down: socket.socket) -> None:
        up = socket.socket(socket.AF_UNIX)
        with down, up, suppress(OSError):
            up.connect(str(self._table))
            self._up = up
            self.links += 1
            Thread(target=_pour, args=(down, up), daemon=True).start()
            with up.makefile("rb") as lines:
                for line in lines:
                    down.sendall(line)
                    self._hear(line)
        with self._heard:
            self.view = None

    def _hear(self, line: bytes) -> None:
        with self._heard:
            match decode_down(line):
                case View() as view:
                    self.view = view
                case Refused() as refused:
                    self.refused = refused
            self._heard.notify_all()


def _pour(source: socket.socket, target: socket.socket) -> None:
    with suppress(OSError):
        while some := source.recv(65536):
            target.sendall(some)
        target.shutdown(socket.SHUT_RDWR)


def plain(environment: Mapping[str, str], **more: str) -> dict[str, str]:
    """An environment with more in it."""
    return {**environment, **more}


def computed(pid: int) -> float:
    """Seconds that the processors have worked for this program until now, all threads together."""
    after_name = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, after_name[11:13])) / os.sysconf("SC_CLK_TCK")
