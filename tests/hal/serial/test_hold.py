"""Every press is shown for as long as the scanner needs, whatever the times of the readings."""

from hypothesis import given, settings
from hypothesis import strategies as st

from hal.debounce import fresh, settled
from hal.serial.hold import LONGEST_LINE, Held

SETTLE = 0.02


def counted(held: Held, gaps: list[float], lag: list[float]) -> list[bool]:
    """What the scanner's debounce makes of these readings; it takes its time before each one."""
    now = 10.0
    contact = fresh(held.read(now), now)
    levels = []
    for gap, late in zip(gaps, lag, strict=True):
        now += gap
        after = settled(contact, held.read(now + late), now, SETTLE)
        if after.level != contact.level:
            levels.append(after.level)
        contact = after
        now += late
    return levels


@settings(deadline=None)
@given(
    st.integers(0, 12),
    st.lists(st.tuples(st.floats(0.001, 0.2), st.floats(0, 0.2)), min_size=1, max_size=12),
)
def test_every_level_is_counted_once_and_in_order_however_unsteady_the_scans(
    presses: int, scans: list[tuple[float, float]]
) -> None:
    held = Held(False, SETTLE)
    for _ in range(presses):
        held.push(True)
        held.push(False)
    gaps, lag = [gap for gap, _ in scans] * 10, [late for _, late in scans] * 10
    steady = [0.005] * 200
    assert counted(held, gaps + steady, lag + [0.0] * 200) == [True, False] * presses


def test_a_level_that_is_known_already_changes_nothing() -> None:
    held = Held(False, SETTLE)
    held.push(False)
    held.push(True)
    held.push(True)
    assert counted(held, [0.005] * 50, [0.0] * 50) == [True]


def test_a_press_in_flight_when_the_reader_lost_sight_is_shown_anew() -> None:
    held = Held(False, SETTLE)
    held.push(True)
    assert [held.read(1.0), held.read(1.005), held.read(1.010)] == [False, True, True]
    held.rewind()
    assert counted(held, [0.005] * 50, [0.0] * 50) == [True]


def test_a_press_that_was_counted_is_not_shown_again() -> None:
    held = Held(False, SETTLE)
    held.push(True)
    assert counted(held, [0.005] * 50, [0.0] * 50) == [True]
    held.rewind()
    assert held.read(2.0)
    assert counted(held, [0.005] * 50, [0.0] * 50) == []


def test_an_input_that_needs_no_holding_shows_its_latest_level() -> None:
    held = Held(False, 0.0)
    for level in (True, False, True):
        held.push(level)
    assert held.read(1.0)
    held.rewind()
    assert held.read(1.0)


def test_a_mad_contact_fills_the_line_and_no_more_and_ends_where_it_stands() -> None:
    held = Held(False, SETTLE)
    for n in range(501):
        held.push(n % 2 == 0)
    levels = counted(held, [0.005] * 3000, [0.0] * 3000)
    assert LONGEST_LINE - 2 <= len(levels) <= LONGEST_LINE
    assert levels[-1]
