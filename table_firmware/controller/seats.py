"""Four Unix sockets, one a seat: `seat-E.sock` … `seat-S.sock` in the run directory.

The kernel keeps one seat from another: each socket belongs to its seat's system user, and the
peer's user is asked for again on connecting. A seat has a slot for the latest view, not a queue,
so a slow screen never holds up the table; and it has one message in the inbox at a time, so a
talkative one never floods it.
"""

import asyncio
import os
import socket
import struct
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from table_firmware.controller.inbox import (
    Heard,
    Linked,
    SeatMessage,
    Tended,
    Unlinked,
    Wanted,
    Wished,
)
from table_firmware.rules.cards import Seat
from table_firmware.wire.codec import MAX_LINE, BadLine, decode_up, encode_down
from table_firmware.wire.messages import (
    PROTOCOL,
    Farewell,
    Hello,
    Intent,
    Keep,
    Recall,
    Refused,
    Service,
    Tend,
    View,
    Wishes,
)

HELLO_SECONDS: Final = 5.0
"""A connection that has not said hello by then is closed."""
FAREWELL_SECONDS: Final = 0.5
MOST_STRANGERS: Final = 8
"""Connections to one seat's socket that have not said hello yet; more are closed at once, so that
no seat uses up the files that the table may open."""

SLOTS: Final = ("refused", "wishes", "view", "service")
"""What is held for a slow screen, one line each, in the order in which they are written."""

Deliver = Callable[[SeatMessage], Awaitable[None]]
"""Puts a message into the inbox and returns when it has been dealt with."""


@dataclass(frozen=True, slots=True)
class Access:
    """Who may open a seat's socket: `uid` of the peer (None: anyone who can reach the file) and
    `gid` the group of the file (None: left as it is)."""

    uid: int | None = None
    gid: int | None = None


def socket_path(run: Path, seat: Seat) -> Path:
    """Where the socket of `seat` lies."""
    return run / f"seat-{seat.name}.sock"


@dataclass(slots=True, eq=False)
class _Line:
    """One connection: its streams and what is waiting to be written."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    slots: dict[str, bytes] = field(default_factory=dict)
    waiting: asyncio.Event = field(default_factory=asyncio.Event)

    def put(self, slot: str, line: bytes) -> None:
        """Write it at once, or have it wait in its slot, in the place of an earlier one, for a
        screen that has not taken what was written before."""
        if self.slots or self.writer.transport.get_write_buffer_size():
            self.slots[slot] = line
            self.waiting.set()
        else:
            self.writer.write(line)

    async def write(self) -> None:
        """Write whatever waits in the slots until the connection breaks."""
        while True:
            await self.waiting.wait()
            await self.writer.drain()
            lines = [self.slots[slot] for slot in SLOTS if slot in self.slots]
            self.slots.clear()
            self.waiting.clear()
            self.writer.write(b"".join(lines))

    async def farewell(self, code: str) -> None:
        """Say why, and close; a peer that does not listen is not waited for."""
        with suppress(OSError, TimeoutError):
            self.writer.write(encode_down(Farewell(code)))
            async with asyncio.timeout(FAREWELL_SECONDS):
                await self.writer.drain()
        self.writer.close()


class Seats:
    """The sockets of the four seats and their present connections."""

    def __init__(self, run: Path, access: Mapping[Seat, Access], deliver: Deliver) -> None:
        self._run = run
        self._access = access
        self._deliver = deliver
        self._lines: dict[Seat, _Line] = {}
        self._servers: list[asyncio.Server] = []
        self._talks: set[asyncio.Task[None]] = set()
        self._strangers = dict.fromkeys(Seat, 0)

    async def open(self) -> None:
        """Make the sockets (mode 0660) and listen; OSError if that is impossible."""
        for seat in Seat:
            self._servers.append(await self._listen(seat))

    async def close(self, code: str = "stopping") -> None:
        """Say farewell to every seat and remove the sockets."""
        for server in self._servers:
            server.close()
        lines = list(self._lines.values())
        self._lines.clear()
        await asyncio.gather(*(line.farewell(code) for line in lines))
        for task in self._talks:
            task.cancel()
        await asyncio.gather(*self._talks, return_exceptions=True)
        for seat in Seat:
            socket_path(self._run, seat).unlink(missing_ok=True)

    def encode(self, views: Mapping[Seat, View]) -> dict[Seat, bytes]:
        """The views of the seats that are there, as lines for `show`: all are made before the
        first screen wakes and wants the processor."""
        return {seat: encode_down(views[seat]) for seat in views if seat in self._lines}

    def show(self, views: Mapping[Seat, bytes]) -> None:
        """Send each seat its view; an earlier one not yet written is dropped."""
        for seat, view in views.items():
            if line := self._lines.get(seat):
                line.put("view", view)
        os.sched_yield()  # who is told wakes on this processor, and draws while we tidy up

    def serve(self, seat: Seat, service: Service) -> None:
        """Put what the technician sees into the slot of his seat."""
        if line := self._lines.get(seat):
            line.put("service", encode_down(service))

    def suit(self, seat: Seat, wishes: Wishes) -> None:
        """Tell the seat how its member wants his screen."""
        if line := self._lines.get(seat):
            line.put("wishes", encode_down(wishes))

    def refuse(self, seat: Seat, refused: Refused) -> None:
        """Tell the seat that its intent was refused."""
        if line := self._lines.get(seat):
            line.put("refused", encode_down(refused))

    async def _listen(self, seat: Seat) -> asyncio.Server:
        path = socket_path(self._run, seat)
        path.unlink(missing_ok=True)
        sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        sock.setblocking(False)
        sock.bind(str(path))
        path.chmod(0o660)  # before listening: nobody can connect until the mode is right
        gid = self._access.get(seat, Access()).gid
        if gid is not None:
            os.chown(path, -1, gid)

        async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await self._welcome(seat, _Line(reader, writer))

        return await asyncio.start_unix_server(talk, sock=sock, limit=MAX_LINE)

    async def _welcome(self, seat: Seat, line: _Line) -> None:
        if self._strangers[seat] >= MOST_STRANGERS:
            line.writer.close()
            return
        task = asyncio.current_task()
        assert task is not None
        self._talks.add(task)
        try:
            self._strangers[seat] += 1
            try:
                code = await self._greeting_fault(seat, line)
            finally:
                self._strangers[seat] -= 1
            if code:
                await line.farewell(code)
            else:
                await self._talk(seat, line)
        except asyncio.CancelledError:
            pass  # the table is stopping; asyncio would log a cancelled talk as an error
        finally:
            line.writer.close()
            self._talks.discard(task)

    async def _greeting_fault(self, seat: Seat, line: _Line) -> str:
        allowed = self._access.get(seat, Access()).uid
        if allowed is not None and _peer_uid(line.writer) != allowed:
            return "not-yours"
        try:
            async with asyncio.timeout(HELLO_SECONDS):  # `wait_for` may lose that the table stops
                hello = decode_up(await _read(line.reader))
        except (BadLine, OSError, EOFError, TimeoutError):
            return "bad-line"
        if not isinstance(hello, Hello):
            return "bad-line"
        return "" if hello.protocol == PROTOCOL else "protocol"

    async def _talk(self, seat: Seat, line: _Line) -> None:
        earlier = self._lines.pop(seat, None)
        self._lines[seat] = line
        if earlier:
            await earlier.farewell("replaced")
        await self._deliver(Linked(seat))
        writing = asyncio.create_task(line.write())
        listening = asyncio.create_task(self._listen_to(seat, line))
        try:
            await asyncio.wait((writing, listening), return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (writing, listening):
                task.cancel()
            await asyncio.gather(writing, listening, return_exceptions=True)
            if self._lines.get(seat) is line:
                del self._lines[seat]
                await self._deliver(Unlinked(seat))

    async def _listen_to(self, seat: Seat, line: _Line) -> None:
        try:
            while True:
                match decode_up(await _read(line.reader)):
                    case Intent() as intent:
                        await self._deliver(Wanted(seat, intent))
                    case Tend() as tend:
                        await self._deliver(Tended(seat, tend))
                    case Recall() | Keep() as wish:
                        await self._deliver(Wished(seat, wish))
                    case _:
                        await self._deliver(Heard(seat))
        except BadLine:
            await line.farewell("bad-line")
        except (OSError, EOFError):
            return


async def _read(reader: asyncio.StreamReader) -> bytes:
    """A whole line. EOFError at the end, `BadLine` if it is too long."""
    try:
        return await reader.readuntil(b"\n")
    except asyncio.LimitOverrunError:
        raise BadLine("line too long") from None


def _peer_uid(writer: asyncio.StreamWriter) -> int:
    sock = writer.get_extra_info("socket")
    raw = sock.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i"))
    return int(struct.unpack("3i", raw)[1])
