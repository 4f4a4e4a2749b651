"""A program that answers lines on a Unix socket, and the other that asks: one line up, one down."""

import contextlib
import socket
import socketserver
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Final

REPLY_SECONDS: Final = 5.0


def ask(path: Path, line: str) -> str:
    """The answer of whoever listens at `path`; OSError if nobody does."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as link:
        link.settimeout(REPLY_SECONDS)
        link.connect(str(path))
        link.sendall(line.encode() + b"\n")
        with link.makefile(encoding="utf-8") as replies:
            reply = replies.readline().strip()
    if not reply:
        raise OSError("it closed without an answer")
    return reply


class Listener(socketserver.ThreadingUnixStreamServer):
    """Answers lines on a Unix socket, each connection in its own thread, until closed."""

    daemon_threads = True
    block_on_close = False

    def __init__(self, path: Path, answer: Callable[[str], str]) -> None:
        super().__init__(str(path), _Conversation)
        self.answer = answer
        self.talking: set[socket.socket] = set()
        self._path = path
        self._thread = threading.Thread(
            target=self.serve_forever, args=(0.05,), name=f"answering {path.name}", daemon=True
        )
        self._thread.start()

    def close(self) -> None:
        """End every conversation and remove the socket; a second call does nothing."""
        if not self._thread.is_alive():
            return
        self.shutdown()
        self._thread.join()
        self.server_close()
        for link in tuple(self.talking):
            with contextlib.suppress(OSError):
                link.shutdown(socket.SHUT_RDWR)
        self._path.unlink(missing_ok=True)


class _Conversation(socketserver.StreamRequestHandler):
    server: Listener

    def handle(self) -> None:
        """Answer lines until the other side goes."""
        self.server.talking.add(self.request)
        try:
            for line in self.rfile:
                self.wfile.write(self.server.answer(line.decode(errors="replace")).encode() + b"\n")
        except OSError:
            pass
        finally:
            self.server.talking.discard(self.request)


def listen(path: Path, answer: Callable[[str], str]) -> Listener:
    """Listen at `path`, for our own user, in place of a dead program's socket. OSError if it
    cannot be had."""
    if path.is_socket() and not _answers(path):
        path.unlink()
    listener = Listener(path, answer)
    path.chmod(0o600)
    return listener


def _answers(path: Path) -> bool:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        try:
            probe.connect(str(path))
        except OSError:
            return False
    return True
