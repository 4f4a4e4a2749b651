"""Tells systemd how the table is: `READY=1`, `WATCHDOG=1`, `STATUS=…`, `STOPPING=1`.

Outside systemd (`NOTIFY_SOCKET` not set) every call does nothing.
"""

import os
import socket
from collections.abc import Mapping
from contextlib import suppress


class Watchdog:
    """One connection to systemd's notification socket."""

    def __init__(self, environ: Mapping[str, str] = os.environ) -> None:
        self._path = environ.get("NOTIFY_SOCKET", "")
        self._microseconds = int(environ.get("WATCHDOG_USEC", "0"))

    @property
    def seconds(self) -> float:
        """How often to call `alive`: half of what systemd allows, 0 = never."""
        return self._microseconds / 2_000_000

    def ready(self, status: str) -> None:
        """The table is open."""
        self._tell(f"READY=1\nSTATUS={status}")

    def alive(self) -> None:
        """The loop still turns."""
        self._tell("WATCHDOG=1")

    def status(self, text: str) -> None:
        """One line for `systemctl status`."""
        self._tell(f"STATUS={text}")

    def stopping(self, reason: str) -> None:
        """The table is about to end."""
        self._tell(f"STOPPING=1\nSTATUS={reason}")

    def _tell(self, text: str) -> None:
        if not self._path:
            return
        # A leading @ means an abstract socket, whose name begins with a zero byte.
        path = "\0" + self._path[1:] if self._path.startswith("@") else self._path
        # Nobody may be listening, or not fast enough: the table goes on without being heard.
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sock, suppress(OSError):
            sock.setblocking(False)
            sock.sendto(text.encode(), path)
