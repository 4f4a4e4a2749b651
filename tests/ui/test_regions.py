from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table_firmware.rules.cards import Seat
from ui_kiosk.regions import regions

ALL = tuple(Seat)


@given(st.integers(200, 4000), st.integers(200, 4000), st.booleans())
def test_four_regions_share_the_window_without_overlap(
    width: int, height: int, upright: bool
) -> None:
    found = regions(ALL, width, height, upright)
    for one in found:
        assert one.x >= 0
        assert one.x + one.width <= width + 1
        assert one.y >= 0
        assert one.y + one.height <= height + 1
        assert one.width * one.height == pytest.approx(width * height / 4, rel=0.02)
    for one, other in combinations(found, 2):
        across = min(one.x + one.width, other.x + other.width) - max(one.x, other.x)
        along = min(one.y + one.height, other.y + other.height) - max(one.y, other.y)
        assert across <= 1 or along <= 1


def test_one_seat_has_the_whole_window_and_is_not_turned() -> None:
    (only,) = regions([Seat.N], 1280, 800)
    assert (only.x, only.y, *only.inner, only.angle) == (0, 0, 1280, 800, 0)


def test_every_player_sees_a_wide_screen_on_a_wide_table() -> None:
    for one in regions(ALL, 1920, 1080):
        wide, high = one.inner
        assert 1.5 < wide / high < 2.5


def test_each_is_turned_towards_its_own_edge() -> None:
    angles = {one.seat: one.angle for one in regions(ALL, 1920, 1080)}
    assert angles == {Seat.S: 0, Seat.E: 90, Seat.N: 180, Seat.W: 270}
    assert {one.angle for one in regions(ALL, 1920, 1080, upright=True)} == {0}
