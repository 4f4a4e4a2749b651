"""The thread that waits for the disk, one work after the other, and what the loop does meanwhile.

A new entry lies in its file long before the disk has it. From then on the loop goes on with it: it
folds the entry, finds what follows, and makes the views; `durable` returns when these may be sent.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, Final, Generic, TypeVar

from table_firmware.controller.scribe import Scribe, Written
from table_firmware.controller.steps import Draft
from table_firmware.ledger.entries import SIGNED

PATIENCE_SECONDS: Final = 0.3
"""Whoever waits longer is told."""
BRIEFLY: Final = 0.01
"""Seconds for which the loop itself stands still for the disk, which is quicker than to be woken
by it; a disk that takes longer is waited for beside everything else."""
Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class _Failed:
    """How a work ended that gave no answer."""

    error: BaseException


class _Work(Generic[Answer]):
    """Something for the thread to do, and how it ended. Of the ways in which one thread waits for
    another a bare queue is the quickest, and every play waits twice."""

    def __init__(self, make: Callable[[], Answer]) -> None:
        self._make = make
        self._ended: SimpleQueue[Answer | _Failed] = SimpleQueue()

    def do(self) -> None:
        """In the thread."""
        try:
            self._ended.put(self._make())
        except BaseException as error:  # whatever it is, the loop is to end with it
            self._ended.put(_Failed(error))

    def answer(self, timeout: float | None = None) -> Answer:
        """What it gave, once; raises what kept it from that, and Empty if nothing has come within
        `timeout` seconds."""
        ended = self._ended.get(timeout=timeout)
        if isinstance(ended, _Failed):
            raise ended.error
        return ended


class Writer:
    """Works in the order in which they are given: the end of one is the end of all before."""

    def __init__(self, scribe: Scribe, late: Callable[[], None]) -> None:
        """late: is called whenever something is waited for longer than patience lasts."""
        self._scribe, self._late = scribe, late
        self._works: SimpleQueue[_Work[Any] | None] = SimpleQueue()
        self._unsure: list[_Work[Written]] = []
        self._thread = Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    async def write(self, make: Callable[[], Answer]) -> Answer:
        """What this work gives. It is done only after all that was appended is durable."""
        await self.durable()
        return await self._patiently(self._begin(make))

    async def append(self, draft: Draft) -> Written:
        """The new entry; it may not be durable before `durable` has returned. One with a
        checkpoint is, and so is one that a disk took long to take."""
        placed: SimpleQueue[Written] = SimpleQueue()
        writing = self._begin(lambda: self._scribe.append(draft, placed.put))
        self._unsure.append(writing)
        if draft.kind not in SIGNED:
            with suppress(Empty):
                return placed.get(timeout=BRIEFLY)
        self._unsure.remove(writing)
        return await self._patiently(writing)

    async def durable(self) -> None:
        """Return when all that was appended is durable; raise what kept it from being so."""
        while self._unsure:
            writing = self._unsure.pop(0)
            try:
                writing.answer(BRIEFLY)
            except Empty:
                await self._patiently(writing)

    def close(self) -> None:
        """Return when the last work is done."""
        self._works.put(None)
        self._thread.join()

    def _begin(self, make: Callable[[], Answer]) -> _Work[Answer]:
        work = _Work(make)
        self._works.put(work)
        return work

    def _run(self) -> None:
        while work := self._works.get():
            work.do()

    async def _patiently(self, work: _Work[Answer]) -> Answer:
        loop = asyncio.get_running_loop()
        late = loop.call_later(PATIENCE_SECONDS, self._late)
        try:
            return await loop.run_in_executor(None, work.answer)
        finally:
            late.cancel()
