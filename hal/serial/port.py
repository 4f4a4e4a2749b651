"""Serial ports: the door to pyserial, and the thread that keeps one link alive.

A port that fails is closed and opened again, for ever and quietly; a port that stays silent is
opened anew too, because some adapters hang. This module is one of the doors through which time
enters (architecture).
"""

import contextlib
import errno
import os
import select
import termios
import threading
import time  # noqa: TID251
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Final

import serial  # noqa: TID251

from hal.serial.duty import Health, Loss
from hal.serial.session import Session

PORT_ERRORS: Final = (serial.SerialException, OSError, termios.error)
"""All that pyserial raises when a port goes away: termios.error is no OSError."""
REOPEN_SECONDS: Final = 0.25
HUNG_SECONDS: Final = 5.0
"""Longer than a microcontroller takes to start when opening its port resets it."""
LONGEST_WAIT: Final = 0.1
WRITE_SECONDS: Final = 0.2
FAREWELL_SECONDS: Final = 0.3


def open_port(path: Path, baud: int, timeout: float) -> serial.Serial:
    """The port, for us alone; reads wait for `timeout` seconds at most. Raises PORT_ERRORS."""
    return serial.Serial(
        str(path), baud, timeout=timeout, write_timeout=WRITE_SECONDS, exclusive=True
    )


def trouble(path: Path, error: BaseException) -> Loss:
    """What an error of the port means."""
    number = getattr(error, "errno", None)
    if number in (errno.EACCES, errno.EPERM):
        return Loss("TBL-212", f"{path} may not be opened")
    if number in (errno.EAGAIN, errno.EBUSY):
        return Loss("TBL-213", f"{path} is in use by another program")
    if number == errno.ENOENT:
        return Loss("TBL-211", f"there is no port {path}")
    return Loss("TBL-211", f"{path}: {error}")


def session_number() -> int:
    """A number that no earlier start of the table had; not 0, and nothing secret."""
    return (time.monotonic_ns() ^ os.getpid() << 40) >> 10 & 0xFFFFFFFE | 1


def wait_for_boards(links: Iterable["Link"], seconds: float) -> None:
    """Return when all have answered, or after so many seconds."""
    deadline = time.monotonic() + seconds
    for link in links:
        link.wait_for_board(deadline)


class Link:
    """One board at one port, served by a thread of its own."""

    def __init__(
        self,
        path: Path,
        baud: int,
        session: Session,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.path = path
        self._baud = baud
        self._session = session
        self._clock = clock
        self._lock = threading.Lock()
        self._changed = threading.Condition(self._lock)
        self._stop = threading.Event()
        self._woken, self._wake = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
        self._port: serial.Serial | None = None
        self._opened_at = 0.0
        self._defect: Exception | None = None
        self._thread = threading.Thread(target=self._run, name=f"link {path}", daemon=True)

    def open(self) -> Loss | None:
        """Try the port once, then keep the link alive until `close`. What stood in the way."""
        problem = self._open()
        self._thread.start()
        return problem

    def wait_for_board(self, deadline: float) -> None:
        """Return when the board has answered, or at that time."""
        with self._changed:
            while not self._session.answers(self._clock()):
                left = deadline - self._clock()
                if left <= 0 or not self._changed.wait(left):
                    return

    def read(self) -> Mapping[str, bool] | Loss:
        """The levels now, or why there are none. Raises whatever ended the thread: a defect."""
        if self._defect:
            raise self._defect
        with self._lock:
            return self._session.read(self._clock())

    def loss(self) -> Loss | None:
        """Why the board is lost, if it is; the user of the link then takes it for lost."""
        with self._lock:
            return self._session.loss(self._clock())

    def light(self, lamps: Mapping[str, float]) -> None:
        """Set lamps; sent until the board has obeyed."""
        with self._lock:
            self._session.light(lamps, self._clock())
        with contextlib.suppress(BlockingIOError):  # full: it wakes up anyway
            os.write(self._wake, b"!")

    @property
    def answers(self) -> bool:
        """Whether the board is there; asking changes nothing."""
        with self._lock:
            return self._session.answers(self._clock())

    @property
    def doubtful(self) -> bool:
        """Whether the line was damaged just now, so that a level may be late by it."""
        with self._lock:
            return self._session.doubtful(self._clock())

    @property
    def is_open(self) -> bool:
        """Whether the port is open, whoever is there."""
        return self._port is not None

    @property
    def proven(self) -> bool:
        """Whether the board has obeyed the latest setting of its lamps."""
        with self._lock:
            return self._session.proven

    @property
    def health(self) -> Health:
        """The counters of the link, for the technician."""
        return self._session.health

    def close(self, dark: Mapping[str, float]) -> None:
        """Set the lamps a last time, wait a moment for it, and let the port go."""
        if self._stop.is_set():
            return
        self.light(dark)
        deadline = self._clock() + FAREWELL_SECONDS
        with self._changed:
            while self._port and not self._session.proven and self._clock() < deadline:
                self._changed.wait(deadline - self._clock())
        self._stop.set()
        if self._thread.ident is not None:
            self._thread.join()
        os.close(self._woken)
        os.close(self._wake)

    # -------------------------------------------------------------- the thread

    def _run(self) -> None:
        try:
            self._serve()
        except Exception as defect:  # must reach the scanner, whatever it is
            self._defect = defect
        self._drop(Loss("TBL-211", "closed"))

    def _serve(self) -> None:
        while not self._stop.is_set():
            port = self._port
            if port is None:
                self._stop.wait(REOPEN_SECONDS)
                self._open()
                continue
            try:
                self._turn(port)
            except PORT_ERRORS as error:
                self._drop(trouble(self.path, error))

    def _turn(self, port: serial.Serial) -> None:
        with self._lock:
            now = self._clock()
            out = self._session.outgoing(now)
            wait = min(max(self._session.deadline() - now, 0.0), LONGEST_WAIT)
            hung = min(now - self._opened_at, self._session.silent_for(now)) > HUNG_SECONDS
        if hung:
            self._drop(Loss("TBL-211", f"{self.path} is open but silent"))
            return
        if out:
            port.write(out)
            return
        received = self._await(port, wait)
        with self._changed:
            self._session.received(received, self._clock())
            self._changed.notify_all()

    def _await(self, port: serial.Serial, wait: float) -> bytes:
        ready, _, _ = select.select([port.fileno(), self._woken], [], [], wait)
        if self._woken in ready:
            os.read(self._woken, 64)
        if port.fileno() in ready:
            # One byte at least: a port that hung up is ready and gives none, which raises.
            return port.read(max(1, port.in_waiting))
        return b""

    def _open(self) -> Loss | None:
        try:
            port = open_port(self.path, self._baud, 0)
        except PORT_ERRORS as error:
            problem = trouble(self.path, error)
            with self._lock:
                self._session.closed(problem)
            return problem
        with self._lock:
            self._opened_at = self._clock()
            self._session.opened(self._opened_at)
            self._port = port
        return None

    def _drop(self, why: Loss) -> None:
        with self._changed:
            port, self._port = self._port, None
            self._session.closed(why)
            self._changed.notify_all()
        if port is not None:
            with contextlib.suppress(*PORT_ERRORS):
                port.close()
