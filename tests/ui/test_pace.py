"""Sixty frames a second while something happens, next to nothing while not."""

import asyncio
import weakref

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kivy.clock import Clock

from ui_kiosk.pace import FRAME_SECONDS, LINGER_SECONDS, QUIET_SECONDS, Pace, pause
from ui_kiosk.sweep import Broom

TIMES = st.floats(0, 100)


def test_after_a_touch_frames_follow_each_other_at_sixty_a_second() -> None:
    assert pause(10.0, 10.0, 0.0, 9.9, ()) == pytest.approx(FRAME_SECONDS)


def test_a_touch_after_a_rest_waits_for_nothing() -> None:
    assert pause(10.0, 9.9, 0.05, 10.0, ()) <= 0


def test_a_screen_at_rest_looks_four_times_a_second() -> None:
    assert pause(10.0, 10.0, 0.0, 5.0, ()) == pytest.approx(QUIET_SECONDS)


def test_what_is_scheduled_is_done_in_time() -> None:
    assert pause(10.0, 10.0, 0.0, 5.0, (10.1, 10.2)) == pytest.approx(0.1)


def test_a_movement_leaves_others_half_of_the_time() -> None:
    assert pause(10.03, 10.0, 0.03, 9.9, ()) == pytest.approx(0.03)


def test_a_touch_and_a_view_do_not_wait_for_a_movement_to_make_room() -> None:
    assert pause(10.03, 10.0, 0.03, 10.01, ()) <= 0


@given(TIMES, TIMES, TIMES, TIMES, st.lists(TIMES))
def test_no_sleep_is_longer_than_the_rest_and_none_makes_more_than_sixty_frames(
    last: float, later: float, busy: float, woken: float, due: list[float]
) -> None:
    now = last + later
    end = now + pause(now, last, busy, min(woken, last - 1), due)
    assert last + FRAME_SECONDS - 1e-6 <= end <= last + QUIET_SECONDS + 1e-6


def test_a_wake_ends_a_sleep() -> None:
    async def woken() -> float:
        pace = Pace(Clock)
        try:
            await pace.idle()
            pace._woken -= 2 * LINGER_SECONDS
            begun = Clock.time()
            asyncio.get_running_loop().call_later(0.02, pace.wake)
            return float(await pace.idle() - begun)
        finally:
            del Clock.async_idle

    assert asyncio.run(woken()) < QUIET_SECONDS / 2


def test_memory_is_swept_once_in_each_rest_and_not_while_somebody_plays() -> None:
    async def sweeps() -> list[int]:
        seen, swept = [], []
        pace = Pace(Clock, lambda: swept.append(1))
        try:
            await pace.idle()
            for _ in range(2):
                pace.wake()
                await pace.idle()
                await pace.idle()
                seen.append(len(swept))
                pace._woken -= 2 * LINGER_SECONDS
                await pace.idle()
                await pace.idle()
                seen.append(len(swept))
            return seen
        finally:
            del Clock.async_idle

    assert asyncio.run(sweeps()) == [0, 1, 1, 2]


class Ring:
    """Refers to itself."""

    def __init__(self) -> None:
        self.me = self


def test_a_sweep_takes_what_only_refers_to_itself() -> None:
    ring = Ring()
    left = weakref.ref(ring)
    del ring
    Broom()()
    assert left() is None


@pytest.mark.parametrize("steps", range(4))
def test_a_screen_ends_even_if_it_is_woken_just_then(steps: int) -> None:
    async def ended() -> bool:
        pace = Pace(Clock)
        try:
            await pace.idle()
            pace._woken -= 2 * LINGER_SECONDS
            sleeping = asyncio.create_task(pace.idle())
            for _ in range(4):
                await asyncio.sleep(0)
            pace.wake()
            for _ in range(steps):
                await asyncio.sleep(0)
            sleeping.cancel()
            await asyncio.wait([sleeping])
            return sleeping.cancelled() or steps > 1  # by then the frame has begun
        finally:
            del Clock.async_idle

    assert asyncio.run(ended())
