"""The thread that waits for the disk, one work after the other, and what the loop does meanwhile.

A new entry lies in its file long before the disk has it. From then on the loop goes on with it: it
folds the entry, finds what follows, and makes the views; `durable` returns when these may be sent.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Final, TypeVar

from table_firmware.controller.scribe import Scribe, Written
from table_firmware.controller.steps import Draft
from table_firmware.ledger.entries import SIGNED

PATIENCE_SECONDS: Final = 0.3
"""Whoever waits longer is told."""
BRIEFLY: Final = 0.01
"""Seconds for which the loop itself stands still for the disk, which is quicker than to be woken
by it; a disk that takes longer is waited for beside everything else."""
Answer = TypeVar("Answer")


class Writer:
    """Works in the order in which they are given: the end of one is the end of all before."""

    def __init__(self, scribe: Scribe, late: Callable[[], None]) -> None:
        """late: is called whenever something is waited for longer than patience lasts."""
        self._scribe, self._late = scribe, late
        self._thread = ThreadPoolExecutor(1, "writer")
        self._unsure: list[Future[Written]] = []

    async def write(self, work: Callable[[], Answer]) -> Answer:
        """What this work gives. It is done only after all that was appended is durable."""
        await self.durable()
        return await self._patiently(self._thread.submit(work))

    async def append(self, draft: Draft) -> Written:
        """The new entry; it may not be durable before `durable` has returned. One with a
        checkpoint is, and so is one that a disk took long to take."""
        placed: SimpleQueue[Written] = SimpleQueue()
        writing = self._thread.submit(self._scribe.append, draft, placed.put)
        self._unsure.append(writing)
        if draft.kind not in SIGNED:
            with suppress(Empty):
                return placed.get(timeout=BRIEFLY)
        return await self._patiently(writing)

    async def durable(self) -> None:
        """Return when all that was appended is durable; raise what kept it from being so."""
        while self._unsure:
            writing = self._unsure.pop(0)
            try:
                writing.result(timeout=BRIEFLY)
            except TimeoutError:
                await self._patiently(writing)

    def close(self) -> None:
        """Return when the last work is done."""
        self._thread.shutdown()

    async def _patiently(self, writing: Future[Answer]) -> Answer:
        late = asyncio.get_running_loop().call_later(PATIENCE_SECONDS, self._late)
        try:
            return await asyncio.wrap_future(writing)
        finally:
            late.cancel()
