"""The seat's end of its line to the controller. Knows no Kivy.

The line is opened again for ever, quietly: a controller that restarts sends a full view on
connecting, so there is nothing to catch up with.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from table_firmware.rules.cards import Seat
from table_firmware.wire.codec import MAX_LINE, BadLine, decode_down, encode_up
from table_firmware.wire.messages import PROTOCOL, Beat, Down, Farewell, Hello, Up

BEAT_SECONDS: Final = 1.0
RETRY_SECONDS: Final = 0.25
UNWANTED_SECONDS: Final = 5.0
"""How long to stay away when the controller has closed the line on purpose."""
UNWANTED: Final = frozenset({"replaced", "protocol", "not-yours"})


def socket_path(run: Path, seat: Seat) -> Path:
    """Where the controller listens for a seat."""
    return run / f"seat-{seat.name}.sock"


@dataclass(frozen=True, slots=True)
class Lost:
    """The line is down; said once for each time, and first of all if nobody answers at start."""


class Link:
    """One seat's line. `messages` keeps it open; `send` puts an intent on it."""

    def __init__(
        self,
        path: Path,
        program: str,
        beat_seconds: float = BEAT_SECONDS,
        retry_seconds: float = RETRY_SECONDS,
        unwanted_seconds: float = UNWANTED_SECONDS,
    ) -> None:
        self._path = path
        self._program = program
        self._beat_seconds = beat_seconds
        self._retry_seconds = retry_seconds
        self._unwanted_seconds = unwanted_seconds
        self._writer: asyncio.StreamWriter | None = None

    @property
    def up(self) -> bool:
        """True while a connection is open."""
        return self._writer is not None and not self._writer.is_closing()

    def send(self, intent: Up) -> None:
        """Sends an intent; while the line is down it is dropped, for it was made on a dead view."""
        self._write(intent)

    async def messages(self) -> AsyncIterator[Down | Lost]:
        """All that the controller says, and `Lost` between; never ends by itself."""
        lost = False
        while True:
            pause = self._retry_seconds
            async for message in self._connection():
                lost = False
                if isinstance(message, Farewell) and message.code in UNWANTED:
                    pause = self._unwanted_seconds
                yield message
            if not lost:
                lost = True
                yield Lost()
            await asyncio.sleep(pause)

    async def _connection(self) -> AsyncIterator[Down]:
        """What comes over one connection, until it breaks."""
        try:
            reader, writer = await asyncio.open_unix_connection(self._path, limit=MAX_LINE)
        except OSError:
            return
        self._writer = writer
        self._write(Hello(PROTOCOL, self._program))
        beating = asyncio.create_task(self._beat())
        try:
            while True:
                yield decode_down(await reader.readuntil(b"\n"))
        except (OSError, EOFError, BadLine, asyncio.LimitOverrunError):
            return
        finally:
            self._writer = None
            beating.cancel()
            writer.close()
            with suppress(asyncio.CancelledError):
                await beating

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(self._beat_seconds)
            self._write(Beat())

    def _write(self, message: Up) -> None:
        if self._writer is not None and self.up:
            self._writer.write(encode_up(message))
