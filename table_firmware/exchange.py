"""One question to a web server, and its answer, within one deadline.

Every question has a connection of its own: an answer that comes twice or late can never be taken
for the answer to something else. Nothing is followed to another address.
"""

import errno
import io
import socket
import ssl
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection, IncompleteRead
from typing import Final
from urllib.parse import SplitResult, urlsplit

from table_firmware.controller import clock
from table_firmware.tls import Trust, Untrusted

_PORTS: Final = {"http": 80, "https": 443}
_ODD: Final = " ?#@\\%"


@dataclass(frozen=True, slots=True)
class Address:
    """A place at a web server. path: without a slash at the end."""

    secure: bool
    host: str
    port: int
    path: str

    def __str__(self) -> str:
        """The same for every way to write it."""
        scheme = "https" if self.secure else "http"
        port = "" if self.port == _PORTS[scheme] else f":{self.port}"
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{scheme}://{host}{port}{self.path}"


def parse_address(text: str) -> Address:
    """The address in `http(s)://HOST[:PORT][/PATH]`; ValueError for anything else. What is wrong
    is not repeated: it may hold a password."""
    plain = text.isascii() and text.isprintable() and not set(text) & set(_ODD)
    parts = urlsplit(text if plain else "")
    if parts.scheme not in _PORTS or not parts.hostname:
        raise ValueError("应为 / expected: http(s)://HOST[:PORT][/PATH]")
    path = parts.path.rstrip("/")
    return Address(parts.scheme == "https", parts.hostname, _port(parts), path)


def _port(parts: SplitResult) -> int:
    return _PORTS[parts.scheme] if parts.port is None else parts.port


@dataclass(frozen=True, slots=True)
class Limits:
    """How patient an upload is; seconds. connect: until somebody answers the call. answer: until
    the answer is whole, beside a second for each `rate` bytes that go or come. tries: of a
    question before the run ends. pause: the longest before the second try; it doubles up to
    `longest`."""

    connect: float = 10.0
    answer: float = 30.0
    rate: int = 32_768
    tries: int = 4
    pause: float = 1.0
    longest: float = 30.0


PATIENT: Final = Limits()


@dataclass(frozen=True, slots=True)
class Answer:
    """What a server said. kind: its Content-Type."""

    status: int
    kind: str
    content: bytes


@dataclass(frozen=True, slots=True)
class Question:
    """What a server is asked. most: bytes of the answer that are read."""

    method: str
    path: str
    headers: Mapping[str, str]
    body: bytes | None = None
    most: int = 0


class _Line:
    """A connection on which every wait counts against one deadline: of a server that sends a
    byte a second, each byte comes in time."""

    def __init__(self, line: socket.socket, end: float) -> None:
        self._line, self._end = line, end

    def sendall(self, content: bytes) -> None:
        """Send everything."""
        self._line.settimeout(_left(self._end))
        self._line.sendall(content)

    def makefile(self, _mode: str) -> io.BufferedReader:
        """What is read from it."""
        return io.BufferedReader(_Reading(self._line, self._end))

    def close(self) -> None:
        """Left to whoever opened it: the answer is still to be read."""


class _Reading(io.RawIOBase):
    def __init__(self, line: socket.socket, end: float) -> None:
        self._line, self._end = line, end

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: "memoryview[int]") -> int:  # type: ignore[override]
        self._line.settimeout(_left(self._end))
        return self._line.recv_into(buffer)


def ask(address: Address, question: Question, trust: Trust | None, limits: Limits) -> Answer:
    """The answer. OSError or http.client.HTTPException if there is none in time, or only a part;
    Untrusted if the server is not the one that is pinned. trust: for a secure address."""
    size = len(question.body or b"") + question.most
    end = clock.seconds() + limits.answer + size / limits.rate
    with _called(address, trust, limits, end) as line:
        connection = HTTPConnection(address.host, address.port)
        connection.sock = line
        headers = {**question.headers, "Connection": "close"}
        connection.request(question.method, question.path, question.body, headers)
        response = connection.getresponse()
        content = response.read(question.most) if question.most else b""
        kept = min(response.length or 0, question.most - len(content))
        if kept > 0:
            raise IncompleteRead(content, kept)
        return Answer(response.status, response.headers.get_content_type(), content)


@contextmanager
def _called(address: Address, trust: Trust | None, limits: Limits, end: float) -> Iterator[_Line]:
    """A connection to the server, closed at the end."""
    place = (address.host, address.port)
    with socket.create_connection(place, limits.connect) as plain:
        plain.settimeout(_left(end))
        if trust is None:
            yield _Line(plain, end)
            return
        with _secured(plain, address.host, trust) as line:
            trust.check_dates(line.getpeercert(binary_form=True))
            yield _Line(line, end)


def _secured(plain: socket.socket, host: str, trust: Trust) -> ssl.SSLSocket:
    try:
        return trust.context.wrap_socket(plain, server_hostname=host)
    except ssl.SSLEOFError:
        raise  # it hung up: that is no sign of another server
    except ssl.SSLCertVerificationError as error:
        raise Untrusted(error.verify_message) from None
    except ssl.SSLError as error:
        raise Untrusted(error.reason or str(error)) from None


def _left(end: float) -> float:
    left = end - clock.seconds()
    if left <= 0:
        raise TimeoutError(errno.ETIMEDOUT, "太慢 / too slow")
    return left
