from collections.abc import Sequence
from itertools import pairwise

import pytest
from glass import Glass
from hypothesis import given
from hypothesis import strategies as st
from kivy.uix.widget import Widget

from table_firmware.rules.cards import Card
from ui_kiosk.widgets.atlas import TWO_COLOURS, Palette
from ui_kiosk.widgets.card_row import CardRow
from ui_kiosk.widgets.fan import (
    INDEX_HEIGHT,
    INDEX_WIDTH,
    LEAST_STEP,
    ONE_ROW,
    WIDE_STEP,
    CardFace,
    Fan,
    fan,
    least_step,
    row,
)

GROUPS = st.lists(st.integers(0, 15), min_size=1, max_size=27).map(sorted)
WIDTHS = st.integers(480, 1900)
HEIGHTS = st.integers(150, 600)
ROUNDING = 2
PAPER_GREY = 200
"""What is darker is ink."""


def rows(laid: Fan) -> list[list[float]]:
    heights = sorted({spot.y for spot in laid.spots}, reverse=True)
    return [[spot.x for spot in laid.spots if spot.y == y] for y in heights]


@given(GROUPS, WIDTHS, HEIGHTS)
def test_every_card_lies_inside_the_area_even_when_raised(
    groups: Sequence[int], width: int, height: int
) -> None:
    laid = fan(groups, width, height)
    for spot in laid.spots:
        assert spot.x >= -ROUNDING
        assert spot.x + laid.card[0] <= width + ROUNDING
        assert spot.y >= -ROUNDING
        assert spot.y + laid.card[1] + laid.rise <= height + ROUNDING


@given(GROUPS, WIDTHS, HEIGHTS)
def test_no_card_covers_the_index_corner_of_another(
    groups: Sequence[int], width: int, height: int
) -> None:
    laid = fan(groups, width, height)
    card = laid.card[0]
    for places in rows(laid):
        for left, right in pairwise(places):
            assert right - left >= card * INDEX_WIDTH - ROUNDING
    for back, front in pairwise(sorted({spot.y for spot in laid.spots}, reverse=True)):
        assert back - (front + laid.rise) >= card * INDEX_HEIGHT - ROUNDING


@given(GROUPS, GROUPS, WIDTHS, HEIGHTS)
def test_a_card_keeps_its_size_while_a_hand_is_played(
    before: Sequence[int], after: Sequence[int], width: int, height: int
) -> None:
    assert fan(before, width, height).card == fan(after, width, height).card


@given(GROUPS, WIDTHS, HEIGHTS, st.data())
def test_the_index_corner_of_a_card_touches_that_card(
    groups: Sequence[int], width: int, height: int, data: st.DataObject
) -> None:
    laid = fan(groups, width, height)
    raised = data.draw(st.lists(st.booleans(), min_size=len(groups), max_size=len(groups)))
    index = data.draw(st.integers(0, len(groups) - 1))
    spot = laid.spots[index]
    top = spot.y + laid.card[1] + (laid.rise if raised[index] else 0)
    corner = laid.card[0] * 0.3
    assert laid.at(spot.x + corner, top - corner, raised) == index


def test_a_touch_beside_the_cards_touches_none() -> None:
    laid = fan([1, 2, 3], 1240, 330)
    assert laid.at(5, 5, [False] * 3) is None


@given(GROUPS)
def test_equal_cards_lie_in_one_row_if_both_rows_have_room_for_them(groups: Sequence[int]) -> None:
    """A pair with one card at the right end and the other below at the left is easily missed."""
    upper = len(rows(fan(groups, 1240, 330))[0])
    count = len(groups)
    breaks = [at for at in range(1, count) if groups[at - 1] != groups[at]]
    if count <= ONE_ROW:
        assert upper == count
    elif any(at <= ONE_ROW >= count - at for at in breaks):
        assert upper in breaks
        assert (
            abs(upper - count / 2)
            <= min(abs(at - count / 2) for at in breaks if at <= ONE_ROW >= count - at) + 0.5
        )


@pytest.mark.parametrize(
    ("groups", "upper"),
    [
        ([*range(13), 13, 13, *range(14, 26)], 13),
        ([*range(12), 12, 12, 12, *range(13, 25)], 14),
        ([0] * 15 + [1] * 12, 15),
        ([0] * 27, 14),
    ],
)
def test_rows_break_between_two_groups(groups: list[int], upper: int) -> None:
    assert len(rows(fan(groups, 1240, 330))[0]) == upper


def test_cards_of_one_number_stand_closer_together() -> None:
    places = rows(fan([9, 9, 8, 8] * 6, 1240, 330))[0]
    assert places[1] - places[0] < places[2] - places[1]


@pytest.mark.parametrize(("halign", "first"), [("left", 0), ("right", 1000 - 3 * 73 - 8)])
def test_a_row_lies_where_it_is_told(halign: str, first: int) -> None:
    assert row((LEAST_STEP,) * 3, 1000, 100, halign).spots[0].x == pytest.approx(first, abs=2)


@given(
    st.lists(st.sampled_from([LEAST_STEP, WIDE_STEP, INDEX_WIDTH]), max_size=40).map(tuple),
    st.integers(100, 900),
    st.integers(30, 200),
)
def test_a_row_lies_inside_its_area_and_each_card_shows_its_rank(
    steps: tuple[float, ...], width: int, height: int
) -> None:
    laid = row(steps, width, height)
    assert laid.card[0] <= width
    assert laid.card[1] <= height + 1
    assert len(laid.spots) == len(steps)
    assert all(spot.x >= -1 and spot.x + laid.card[0] <= width + 1 for spot in laid.spots)
    for step, (spot, after) in zip(steps, pairwise(laid.spots), strict=False):
        assert after.y < spot.y or after.x - spot.x >= step * laid.card[0] - 1


@pytest.mark.parametrize("palette", [TWO_COLOURS, TWO_COLOURS._replace(language="en")])
@pytest.mark.parametrize("width", [24, 40, 64, 96, 112])
def test_what_of_a_covered_card_shows_is_its_whole_rank(
    glass: Glass, palette: Palette, width: int
) -> None:
    root = Widget()
    glass.show(root, (200, 200))
    shown = CardRow(halign="left", palette=palette, pos=(0, 0), size=(width, 1.4 * width))
    root.add_widget(shown)
    for card in ("ST", "BJ", "S8", "H3"):
        face = CardFace(Card(card))
        shown.show((face,))
        picture, edge = glass.seen(), width * least_step(face) + 1
        x, y, wide, high = shown.extent
        assert wide == width
        top = picture.height - y - high
        box = tuple(map(round, (x + edge, top + 0.08 * wide, x + 0.85 * wide, top + 0.42 * wide)))
        greys = picture.convert("L").crop(box).tobytes()  # type: ignore[arg-type]
        assert min(greys) > PAPER_GREY, card
