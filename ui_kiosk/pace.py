"""When the next picture is due: at once after a touch or a view, else as seldom as may be.

Kivy's own loop looks sixty times a second whether anything has happened, on each of four seats.
"""

import asyncio
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any, Final

FRAME_SECONDS: Final = 1 / 60
QUIET_SECONDS: Final = 0.25
"""The longest sleep: a panel that was plugged in again is found this soon."""
LINGER_SECONDS: Final = 0.5
"""So long after a touch or a view the loop stays quick: its answer and the next touch follow."""
SHARE: Final = 2
"""A frame that only goes on with a movement is begun this many times as long after the last one
as that one took: where the processor draws, the seats that have not shown their answer yet come
first."""


def pause(now: float, last: float, busy: float, woken: float, due: Iterable[float]) -> float:
    """Seconds to sleep before the next frame; not positive: none.

    now, last and woken: this moment, the last frame, the last `wake`, in seconds. busy: how long
    the last frame took. due: when what is scheduled will be due.
    """
    if woken >= last:
        return 0.0
    frame = last + max(FRAME_SECONDS, min(SHARE * busy, QUIET_SECONDS))
    if now - woken < LINGER_SECONDS:
        return frame - now
    return max(frame, min((*due, last + QUIET_SECONDS))) - now


def _nothing() -> None:
    """A rest is a rest."""


class Pace:
    """Takes the place of the idle part of Kivy's clock. resting: called once when a rest begins."""

    def __init__(self, clock: Any, resting: Callable[[], None] = _nothing) -> None:
        self._clock = clock
        self._resting = resting
        self._rested = False
        self._woken = clock.time()
        self._busy = 0.0
        self._event = asyncio.Event()
        clock.async_idle = self.idle

    def wake(self) -> None:
        """Something has happened: the next frame is due now, sixty a second follow for a while."""
        self._woken = self._clock.time()
        self._rested = False
        self._event.set()

    async def idle(self) -> float:
        """Sleeps until a frame is due; the time then, as Kivy's clock wants it."""
        self._busy = self._clock.time() - self._clock._last_tick
        self._event.clear()
        await asyncio.sleep(0)
        while (left := self._pause()) > 0:
            if not self._rested and self._clock.time() - self._woken > LINGER_SECONDS:
                self._rested = True
                self._resting()
                continue
            with suppress(TimeoutError):
                async with asyncio.timeout(left):  # `wait_for` may lose that the screen ends
                    await self._event.wait()
            if self._event.is_set():
                self._event.clear()
                await asyncio.sleep(max(0.0, self._pause()))
                break
        return self._ticked()

    def _pause(self) -> float:
        clock = self._clock
        due = (event._last_dt + event.timeout for event in clock.get_events())
        return pause(clock.time(), clock._last_tick, self._busy, self._woken, due)

    def _ticked(self) -> float:
        clock = self._clock
        now: float = clock.time()
        clock._dt, clock._last_tick = now - clock._last_tick, now
        return now
