"""A level counts when it has held still."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from hal.debounce import Contact, fresh, settled

SETTLE = 0.02
readings = st.lists(
    st.tuples(st.floats(min_value=0.0, max_value=0.1), st.booleans()), min_size=1, max_size=60
)


def contacts(steps: list[tuple[float, bool]]) -> list[tuple[float, Contact]]:
    now, contact = 0.0, fresh(False, 0.0)
    seen = [(now, contact)]
    for pause, raw in steps:
        now += pause
        contact = settled(contact, raw, now, SETTLE)
        seen.append((now, contact))
    return seen


def test_a_first_reading_counts_at_once() -> None:
    assert fresh(True, 3.0).level


def test_a_level_counts_once_it_has_held_for_the_settling_time() -> None:
    contact = settled(fresh(False, 0.0), True, 1.0, SETTLE)
    assert not contact.level
    assert not settled(contact, True, 1.019, SETTLE).level
    assert settled(contact, True, 1.021, SETTLE).level


def test_a_bounce_starts_the_settling_time_again() -> None:
    contact = fresh(False, 0.0)
    for now, raw in ((1.0, True), (1.01, False), (1.015, True), (1.03, True)):
        contact = settled(contact, raw, now, SETTLE)
    assert not contact.level
    assert settled(contact, True, 1.036, SETTLE).level


@given(readings)
def test_a_level_never_changes_without_the_settling_time_of_one_raw_level(
    steps: list[tuple[float, bool]],
) -> None:
    for (_, before), (now, after) in pairwise(contacts(steps)):
        if after.level != before.level:
            assert after.level == after.raw
            assert now - after.since >= SETTLE


@given(readings, st.booleans())
def test_any_history_followed_by_stillness_ends_at_the_raw_level(
    steps: list[tuple[float, bool]], raw: bool
) -> None:
    now, contact = contacts(steps)[-1]
    contact = settled(contact, raw, now + 0.001, SETTLE)
    assert settled(contact, raw, now + 0.001 + 2 * SETTLE, SETTLE).level == raw


@given(readings)
def test_a_contact_that_reads_as_it_counts_is_the_same_object_again(
    steps: list[tuple[float, bool]],
) -> None:
    now, contact = contacts([*steps, (1.0, True), (1.0, True)])[-1]
    assert settled(contact, True, now + 5.0, SETTLE) is contact
