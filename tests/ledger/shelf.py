"""A small web server that keeps objects, and fails as it is told to; and the certificates of it.

It is a real server on a real socket. `faults` are taken one a request; afterwards it works.
"""

import socket
import ssl
import struct
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta  # noqa: TID251
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import ip_address
from pathlib import Path
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

HOST = "127.0.0.1"
STRANGE = ("captive", "moved", "garbage", "drip", "slow body", "go on", "mangled")
ANSWER = (
    b"HTTP/1.1 200 OK\r\nContent-Type: application/octet-stream\r\nTransfer-Encoding: chunked\r\n"
    b"\r\n8\r\nnonsense\r\n2\r\nOK\r\n0\r\n\r\n"
)
PAGE = b"<html><body>Sign in to the network of the hotel</body></html>"


@dataclass
class Shelf:
    """What the server keeps. writable_once: it knows `If-None-Match`. token: what it wants to be
    shown. keeps: DELETE is refused. lie: what it gives in the place of an object.
    mangle: what becomes of its answer on the way."""

    objects: dict[str, bytes] = field(default_factory=dict)
    faults: deque[str] = field(default_factory=deque)
    writable_once: bool = True
    keeps: bool = False
    token: str = ""
    lie: Callable[[bytes], bytes] = bytes
    mangle: Callable[[bytes], bytes] = bytes
    asked: list[tuple[str, str]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)
    gone: threading.Event = field(default_factory=threading.Event)

    def next_fault(self) -> str:
        with self.lock:
            return self.faults.popleft() if self.faults else ""


class Cut(Exception):
    """The connection ends here."""


class Desk(BaseHTTPRequestHandler):
    """One request."""

    server: "Server"
    timeout = 5

    def log_message(self, *_: Any) -> None:
        pass

    def handle(self) -> None:
        with suppress(Cut, OSError):
            super().handle()

    def do_GET(self) -> None:
        self.serve()

    def do_PUT(self) -> None:
        self.serve()

    def do_DELETE(self) -> None:
        self.serve()

    def serve(self) -> None:
        shelf = self.server.shelf
        with shelf.lock:
            shelf.asked.append((self.command, self.path))
            shelf.headers.append(dict(self.headers.items()))
        fault = shelf.next_fault()
        length = int(self.headers.get("Content-Length") or 0)
        if fault in ("cut body", "keep half") and self.command == "PUT":
            half = self.rfile.read(length // 2)
            if fault == "keep half" and self.path not in shelf.objects:
                shelf.objects[self.path] = half
            self.cut()
        body = self.rfile.read(length)
        if fault == "cut":
            self.cut()
        if fault in STRANGE or fault.isdecimal():
            self.misbehave(fault)
            return
        if fault == "swallow" and self.command == "PUT":
            self.answer(200)
            return
        status, content = self.obey(body)
        if fault == "lost answer":
            self.cut()
        if fault == "late 500":
            status, content = 500, b""
        if fault == "half chunk" and status == 200:
            start = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
            self.wfile.write(start + b"%x\r\n" % len(content) + content[: len(content) // 2])
            return
        self.answer(status, content, half=fault == "half answer")
        if fault == "twice":
            self.answer(status, content)

    def obey(self, body: bytes) -> tuple[int, bytes]:
        shelf, path = self.server.shelf, self.path
        if shelf.token and self.headers.get("Authorization") != f"Bearer {shelf.token}":
            return 401, b""
        with shelf.lock:
            if self.command == "GET":
                there = shelf.objects.get(path)
                return (404, b"no") if there is None else (200, shelf.lie(there))
            if self.command == "DELETE":
                if shelf.keeps:
                    return 403, b""
                shelf.objects.pop(path, None)
                return 204, b""
            new = self.headers.get("If-None-Match") == "*" and shelf.writable_once
            if new and path in shelf.objects:
                return 412, b""
            shelf.objects[path] = body
            return 201, b""

    def answer(self, status: int, content: bytes = b"", half: bool = False) -> None:
        self.send_response(status)
        self.send_header("Content-Type", "application/octet-stream")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content[: len(content) // 2] if half else content)

    def misbehave(self, fault: str) -> None:
        match fault:
            case "captive":
                self.send_response(200)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.end_headers()
                self.wfile.write(PAGE)
            case "moved":
                self.send_response(302)
                self.send_header("Location", "http://127.0.0.1:9/elsewhere")
                self.end_headers()
            case "garbage":
                self.wfile.write(b"\0\xff\r\n\r\nSSH-2.0-nobody\r\n" * 3)
            case "drip":
                self.drip(b"HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\n" + b"." * 9999)
            case "slow body":
                self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\n")
                self.drip(b"." * 9999)
            case "go on":
                while not self.server.shelf.gone.is_set():
                    self.wfile.write(b"HTTP/1.1 100 Continue\r\n\r\n")
            case "mangled":
                self.wfile.write(self.server.shelf.mangle(ANSWER))
            case _:
                self.answer(int(fault))

    def drip(self, content: bytes) -> None:
        """A byte at a time, until nobody listens any more."""
        for at in range(len(content)):
            self.wfile.write(content[at : at + 1])
            self.wfile.flush()
            if self.server.shelf.gone.wait(0.02):
                return

    def cut(self) -> None:
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.connection.close()
        raise Cut


class Server(ThreadingHTTPServer):
    """The server; `tls` wraps what it accepts, in the thread of the request."""

    daemon_threads = True

    def __init__(self, shelf: Shelf, tls: ssl.SSLContext | None) -> None:
        super().__init__((HOST, 0), Desk)
        self.shelf, self.tls = shelf, tls

    def finish_request(self, request: Any, client_address: Any) -> None:
        if self.tls is None:
            super().finish_request(request, client_address)
            return
        with suppress(OSError), self.tls.wrap_socket(request, server_side=True) as line:
            super().finish_request(line, client_address)

    def handle_error(self, *_: Any) -> None:
        """What a client does to us is no matter."""


@contextmanager
def serving(shelf: Shelf, tls: ssl.SSLContext | None = None) -> Iterator[int]:
    """The port of a server that runs as long."""
    with Server(shelf, tls) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield server.server_address[1]
        finally:
            shelf.gone.set()
            server.shutdown()
            thread.join()


# ------------------------------------------------------------------ certificates

NOW = datetime.now(UTC)
DAY = timedelta(days=1)
Key = ec.EllipticCurvePrivateKey


@dataclass
class Authority:
    """Somebody who certifies servers, such as the league."""

    folder: Path
    name: str = "league"
    first: datetime = NOW - 30 * DAY
    last: datetime = NOW + 30 * DAY

    def __post_init__(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.certificate = certificate(self.name, self.key, self, (self.first, self.last), ca=True)
        self.pem = self.folder / f"{self.name}.pem"
        self.pem.write_bytes(self.certificate.public_bytes(Encoding.PEM))

    def server(
        self,
        host: str = HOST,
        first: datetime = NOW - DAY,
        last: datetime = NOW + DAY,
    ) -> ssl.SSLContext:
        """What a server of that name needs."""
        key = ec.generate_private_key(ec.SECP256R1())
        shown = certificate(host, key, self, (first, last), ca=False)
        file = self.folder / f"{self.name}-{len(list(self.folder.iterdir()))}.server"
        private = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        file.write_bytes(shown.public_bytes(Encoding.PEM) + private)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(file)
        return context


def certificate(
    name: str, key: Key, by: Authority, dates: tuple[datetime, datetime], ca: bool
) -> x509.Certificate:
    draft = (
        x509.CertificateBuilder()
        .subject_name(called(name))
        .issuer_name(called(by.name))
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(dates[0])
        .not_valid_after(dates[1])
        .add_extension(x509.BasicConstraints(ca=ca, path_length=None), critical=True)
    )
    if not ca:
        draft = draft.add_extension(x509.SubjectAlternativeName(names(name)), critical=False)
    return draft.sign(by.key, hashes.SHA256())


def called(name: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])


def names(host: str) -> Iterable[x509.GeneralName]:
    with suppress(ValueError):
        return [x509.IPAddress(ip_address(host))]
    return [x509.DNSName(host)]
