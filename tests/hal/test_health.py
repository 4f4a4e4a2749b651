"""A contact that chatters or sticks is noticed; one that works is left alone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hal.board import ROLES
from hal.health import Limits, Watch, limits_of, observed

LIMITS = Limits(longest=60.0, flips=4, window=2.0, quiet=10.0)


def after(flips: int, apart: float) -> tuple[Watch, float]:
    """A watch after so many flips, and the time of the last."""
    watch, now, raw = Watch(False, 0.0), 0.0, False
    for _ in range(flips):
        now, raw = now + apart, not raw
        watch = observed(watch, raw, now, LIMITS)
    return watch, now


def test_a_few_flips_are_well() -> None:
    assert after(4, 0.01)[0].fault == ""


def test_more_flips_than_allowed_in_the_window_chatter() -> None:
    assert after(5, 0.01)[0].fault == "chatters"


def test_many_flips_slowly_are_well() -> None:
    assert after(200, 0.6)[0].fault == ""


def test_a_chattering_contact_is_well_again_after_enough_quiet() -> None:
    watch, now = after(6, 0.01)
    watch = observed(watch, watch.raw, now + 9.9, LIMITS)
    assert watch.fault == "chatters"
    assert observed(watch, watch.raw, now + 10.1, LIMITS).fault == ""


def test_a_slow_flip_does_not_end_the_chattering() -> None:
    watch, now = after(6, 0.01)
    assert observed(watch, not watch.raw, now + 9.0, LIMITS).fault == "chatters"


def test_a_level_that_is_on_for_too_long_sticks_until_it_goes() -> None:
    watch = observed(Watch(True, 0.0), True, 59.9, LIMITS)
    assert watch.fault == ""
    watch = observed(watch, True, 60.0, LIMITS)
    assert watch.fault == "sticks"
    assert observed(watch, False, 61.0, LIMITS).fault == ""


def test_a_level_that_is_off_for_ever_is_well() -> None:
    assert observed(Watch(False, 0.0), False, 1e9, LIMITS).fault == ""


def test_every_role_has_limits_and_a_seat_may_be_taken_all_day() -> None:
    assert all(limits_of(role).longest >= 60.0 for role in ROLES)
    assert limits_of("seat_E").longest > limits_of("button_E").longest
    with pytest.raises(KeyError):
        limits_of("lamp_E")


@given(st.lists(st.tuples(st.floats(min_value=0.0, max_value=100.0), st.booleans()), max_size=80))
def test_no_more_flips_are_remembered_than_judge_the_contact(
    steps: list[tuple[float, bool]],
) -> None:
    watch, now = Watch(False, 0.0), 0.0
    for pause, raw in steps:
        now += pause
        watch = observed(watch, raw, now, LIMITS)
        assert len(watch.flips) <= LIMITS.flips + 1
        assert list(watch.flips) == sorted(watch.flips)
