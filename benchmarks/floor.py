"""The least that any table of this shape takes here: one that decides nothing and knows nothing.

`python -m benchmarks.floor RUN` listens where a controller would. To whatever a seat says but its
hello it writes as much to the disk as an entry has, in a thread, waits until that is durable, and
sends every seat a line as long as a view.
"""

import asyncio
import os
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

from table_firmware.controller.seats import socket_path
from table_firmware.rules.cards import Seat

ENTRY: Final = bytes(600)
VIEW: Final = b'{"kind":"view","nothing":"' + b"." * 4_200 + b'"}\n'
HELLO: Final = b'"kind":"hello"'


async def serve(run: Path, keep: Callable[[], None]) -> None:
    """Answer for ever."""
    thread = ThreadPoolExecutor(1)
    writers: list[asyncio.StreamWriter] = []

    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writers.append(writer)
        while line := await reader.readline():
            if HELLO in line:
                continue
            thread.submit(keep).result()
            for each in writers:
                each.write(VIEW)

    servers = [await asyncio.start_unix_server(talk, socket_path(run, seat)) for seat in Seat]
    await asyncio.gather(*(server.serve_forever() for server in servers))


def main() -> None:
    """Until it is told to end."""
    run = Path(sys.argv[1])
    disk = os.open(run / "log", os.O_WRONLY | os.O_APPEND | os.O_CREAT)

    def keep() -> None:
        os.write(disk, ENTRY)
        os.fdatasync(disk)

    asyncio.run(serve(run, keep))


if __name__ == "__main__":
    main()
