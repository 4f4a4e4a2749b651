"""Own groups: cards carried to another place stay together, and 理牌 comes back to them."""

from collections import Counter
from dataclasses import replace

import pytest
from chinpok_views import HAND, playing, table
from glass import Glass
from hypothesis import given, settings
from hypothesis import strategies as st
from kivy.clock import Clock

from table_firmware.rules.cards import cards
from table_firmware.wire.messages import View
from tests.examples import about
from tests.laid import laid
from ui_kiosk.choice import arranged, sense_of
from ui_kiosk.local import ORDERS, Groups, Local, orders, renewed, slots
from ui_kiosk.model_parts import Slot
from ui_kiosk.press import dropped, press, tapped
from ui_kiosk.screens.seat import SeatScreen
from ui_kiosk.screens.table import TableScreen
from ui_kiosk.widgets.fan import fan
from ui_kiosk.widgets.hand import HELD_SECONDS

VIEW = playing(table(hand=HAND))


def groups(view: View, local: Local) -> Groups:
    """The cards as they lie, in their groups."""
    hand = laid(view.round)
    found: dict[int, list[Slot]] = {}
    for slot, number in arranged(hand.hand, sense_of(view, hand), local.order, local.own):
        found.setdefault(number, []).append(slot)
    return tuple(tuple(group) for group in found.values())


def faces(view: View, local: Local) -> str:
    return " ".join("".join(card for card, _ in group) for group in groups(view, local))


SMALL = playing(table(hand=cards("S3 S4 H4 D5 C6"), trump="2"))


def test_cards_that_are_carried_stand_together_where_they_are_put_down() -> None:
    local = tapped(SMALL, Local(), [(cards("S4")[0], 0)])
    assert faces(SMALL, local) == "C6 D5 S4H4 S3"
    local = dropped(SMALL, local, (cards("C6")[0], 0), 3)
    assert faces(SMALL, local) == "D5 C6S4 H4 S3"
    assert local.selected == frozenset()
    local = dropped(SMALL, local, (cards("S3")[0], 0), 0)
    assert faces(SMALL, local) == "S3 D5 C6S4 H4"
    local = dropped(SMALL, local, (cards("D5")[0], 0), 5)
    assert faces(SMALL, local) == "S3 C6S4 H4 D5"


def test_sorting_goes_through_all_orders_and_back_to_the_own_one() -> None:
    local, seen = dropped(SMALL, Local(), (cards("S3")[0], 0), 0), []
    for _ in range(4):
        local, _none = press(SMALL, local, "sort")
        seen.append(local.order)
    assert seen == [*ORDERS, "own"]
    assert orders(Local()) == ORDERS


def test_groups_stay_while_cards_are_played_and_go_with_the_hand() -> None:
    before = playing(table(hand=cards("S4 S4 H4 D5 D5"), trump="2"))
    four, five = cards("S4 D5")
    local = dropped(before, tapped(before, Local(), [(four, 1)]), (five, 0), 5)
    assert faces(before, local) == "D5 S4H4 D5S4"
    local = tapped(before, local, [(five, 0)])
    after = playing(table(hand=cards("S4 S4 H4 D5"), trump="2"), number=8)
    left = renewed(local, before, after)
    assert faces(after, left) == "D5 S4H4 S4"
    received = playing(table(hand=cards("S4 S4 H4 D5 SK"), trump="2"), number=9)
    assert faces(received, renewed(left, after, received)) == "D5 S4H4 S4 SK"
    following = replace(playing(table(hand=HAND)), number=10, hand=3)
    assert renewed(left, after, following).order == "rank"
    assert renewed(left, after, following).own == ()


@settings(max_examples=about(30), deadline=None)
@given(st.lists(st.tuples(st.integers(0, 26), st.sets(st.integers(0, 26)), st.integers(0, 27))))
def test_no_card_is_ever_lost_or_doubled(
    moves: list[tuple[int, set[int], int]],
) -> None:
    local, mine = Local(), slots(HAND)
    for card, others, gap in moves:
        local = tapped(VIEW, local, [mine[k] for k in others])
        local = dropped(VIEW, local, mine[card], gap)
        lying = [slot for group in groups(VIEW, local) for slot in group]
        assert Counter(lying) == Counter(mine)
        (together,) = (g for g in groups(VIEW, local) if mine[card] in g)
        assert set(together) == {mine[card]} | {mine[k] for k in others}


def test_a_gap_is_found_in_the_row_of_the_finger() -> None:
    laid = fan([0] * 20, 1200, 300)
    wide, high = laid.card
    assert laid.gap(-5, 1e4) == (0, laid.spots[0])
    assert laid.gap(1e4, 1e4)[0] == 10
    assert laid.gap(1e4, 1e4)[1].x > laid.spots[9].x
    assert laid.gap(-5, 0) == (10, laid.spots[10])
    assert laid.gap(1e4, 0)[0] == 20
    third = laid.spots[12]
    assert laid.gap(third.x + wide / 2, third.y + high / 3)[0] == 13
    assert fan([], 100, 100).gap(0, 0)[0] == 0


def held(glass: Glass) -> None:
    end = Clock.get_boottime() + HELD_SECONDS + 0.05
    while Clock.get_boottime() < end:
        glass.frame()


@pytest.mark.slow
def test_a_finger_that_rests_and_pulls_up_carries_and_a_quick_one_selects(glass: Glass) -> None:
    screen = SeatScreen()
    glass.show(screen)
    screen.show(VIEW)
    glass.settle()
    assert isinstance(screen.screen, TableScreen)
    hand = screen.screen.hand

    def corner(index: int) -> tuple[float, float]:
        x, y, _, high = hand.spot(index)
        return x + 8, y + high - 8

    glass.tap(*corner(22))
    last = screen.local.selected
    finger = glass.down(*corner(26))
    held(glass)
    glass.move(finger, corner(26)[0], corner(26)[1] + 60)
    glass.move(finger, hand.x + 1, hand.top - 20)
    glass.picture("grouping-zh-1280x800")
    glass.up(finger)
    assert screen.local.order == "own"
    first = set(screen.local.own[0])
    assert len(first) == 2
    assert last < first
    finger = glass.down(*corner(16))
    glass.move(finger, corner(16)[0], corner(16)[1] + 60)
    glass.up(finger)
    finger = glass.down(*corner(18))
    held(glass)
    glass.move(finger, *corner(20))
    glass.up(finger)
    assert set(screen.local.own[0]) == first
    assert len(screen.local.selected) == 5, "two of the quick pull, three of the sweep"
