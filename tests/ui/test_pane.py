from collections.abc import Callable, Sequence
from typing import Any

import pytest
from glass import Glass
from kivy.clock import Clock
from kivy.graphics import Color, Rectangle
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from table_firmware.rules.cards import Seat, cards
from table_firmware.wire.messages import Intent
from ui_kiosk.regions import regions
from ui_kiosk.widgets.dimmer import DRIFT, Dimmer
from ui_kiosk.widgets.fan import CardFace
from ui_kiosk.widgets.hand import HandView
from ui_kiosk.widgets.pane import Pane

SIZE = (1920, 1080)
CARDS = [CardFace(card) for card in cards("BJ S7 SA HK DQ CJ HT S9")]


class HandScreen(Widget):  # type: ignore[misc]
    """A screen that is a hand at the lower edge, before the player."""

    send: Callable[[Intent], None]

    def __init__(self) -> None:
        super().__init__()
        self.touched: list[int] = []
        self.hand = HandView(self.touched.extend)
        self.add_widget(self.hand)
        self.hand.show(CARDS)
        with self.canvas.before:
            Color(0.05, 0.25, 0.2)
            self.felt = Rectangle()
        self.bind(size=self._fit)

    def _fit(self, _: Any, size: Sequence[float]) -> None:
        self.hand.pos, self.hand.size = (10, 10), (size[0] - 20, 200)
        self.felt.pos, self.felt.size = (4, 4), (size[0] - 8, size[1] - 8)

    def corner(self, index: int) -> tuple[float, float]:
        x, y, width, height = self.hand.spot(index)
        return x + width * 0.3, y + height - width * 0.3


class TableTop:
    """Four turned panes in one window."""

    def __init__(self, glass: Glass, seats: Sequence[Seat] = tuple(Seat), idle: float = 0) -> None:
        self.glass = glass
        self.screens = {seat: HandScreen() for seat in seats}
        self.panes = {seat: Pane(screen, idle) for seat, screen in self.screens.items()}
        root = FloatLayout()
        for region in regions(seats, *SIZE):
            self.panes[region.seat].place(region)
            root.add_widget(self.panes[region.seat])
        glass.show(root, SIZE)

    def corner(self, seat: Seat, index: int) -> tuple[float, float]:
        """Where a card's index lies in the window."""
        x, y = self.panes[seat].to_parent(*self.screens[seat].corner(index))
        return float(x), float(y)

    @property
    def touched(self) -> dict[Seat, list[int]]:
        return {seat: screen.touched for seat, screen in self.screens.items()}


@pytest.mark.slow
@pytest.mark.parametrize("seat", Seat)
def test_a_tap_in_a_turned_pane_touches_that_card_of_that_seat(glass: Glass, seat: Seat) -> None:
    table = TableTop(glass)
    for index in range(len(CARDS)):
        glass.tap(*table.corner(seat, index))
    nobody: dict[Seat, list[int]] = {other: [] for other in Seat}
    assert table.touched == nobody | {seat: list(range(len(CARDS)))}


def test_four_players_swipe_at_once(glass: Glass) -> None:
    table = TableTop(glass)
    fingers = {seat: glass.down(*table.corner(seat, 0)) for seat in Seat}
    for index in range(1, 5):
        for seat, finger in fingers.items():
            glass.move(finger, *table.corner(seat, min(index, seat + 1)))
    for finger in fingers.values():
        glass.up(finger)
    assert table.touched == {seat: list(range(seat + 2)) for seat in Seat}


def test_a_stroke_that_leaves_its_pane_touches_nobody_elses_cards(glass: Glass) -> None:
    table = TableTop(glass)
    finger = glass.down(*table.corner(Seat.S, 7))
    glass.move(finger, *table.corner(Seat.E, 3))
    glass.up(finger)
    assert table.touched[Seat.E] == []


@pytest.mark.parametrize("seat", Seat)
def test_the_hand_lies_before_its_player(glass: Glass, seat: Seat) -> None:
    table = TableTop(glass)
    for index in range(len(CARDS)):
        x, y = table.corner(seat, index)
        from_edge = {Seat.S: y, Seat.N: SIZE[1] - y, Seat.E: SIZE[0] - x, Seat.W: x}
        assert from_edge[seat] < 250


def test_the_touch_that_wakes_a_dark_screen_does_nothing_else(glass: Glass) -> None:
    table = TableTop(glass, [Seat.E], idle=0.01)
    dimmer = table.panes[Seat.E].dimmer
    wait(glass, lambda: dimmer.dark)
    finger = glass.down(*table.corner(Seat.E, 0))
    assert not dimmer.dark
    glass.move(finger, *table.corner(Seat.E, 3))
    glass.up(finger)
    assert table.touched == {Seat.E: []}


def test_no_finger_of_the_hand_that_wakes_a_dark_screen_does_anything(glass: Glass) -> None:
    table = TableTop(glass, [Seat.E], idle=0.5)
    dimmer = table.panes[Seat.E].dimmer
    wait(glass, lambda: dimmer.dark)
    fingers = [glass.down(*table.corner(Seat.E, index)) for index in range(3)]
    for finger in fingers:
        glass.up(finger)
    assert table.touched == {Seat.E: []}
    glass.tap(*table.corner(Seat.E, 1))
    assert table.touched == {Seat.E: [1]}


def test_the_touch_after_the_waking_one_counts(glass: Glass) -> None:
    table = TableTop(glass, [Seat.E], idle=0.5)
    dimmer = table.panes[Seat.E].dimmer
    wait(glass, lambda: dimmer.dark)
    glass.tap(*table.corner(Seat.E, 0))
    glass.tap(*table.corner(Seat.E, 1))
    assert table.touched == {Seat.E: [1]}


def test_each_seat_dims_by_itself(glass: Glass) -> None:
    table = TableTop(glass, idle=0.3)
    for seat in Seat:
        wait(glass, lambda seat=seat: table.panes[seat].dimmer.dark)  # type: ignore[misc]
    glass.tap(*table.corner(Seat.N, 0))
    dark = {seat for seat in Seat if table.panes[seat].dimmer.dark}
    assert dark == set(Seat) - {Seat.N}


def test_a_dark_picture_wanders_so_that_nothing_burns_in(glass: Glass) -> None:
    seen: list[tuple[int, int]] = []
    dimmer = Dimmer(0.01, lambda right, up: seen.append((right, up)), 0.01)
    glass.show(dimmer)
    wait(glass, lambda: len(seen) >= len(DRIFT))
    assert set(seen[: len(DRIFT)]) == set(DRIFT)
    dimmer.wake()
    assert seen[-1] == (0, 0)


@pytest.mark.parametrize("seat", Seat)
def test_a_picture_that_has_wandered_is_back_in_its_place_on_waking(
    glass: Glass, seat: Seat
) -> None:
    table = TableTop(glass)
    pane = table.panes[seat]
    at = table.corner(seat, 0)
    pane._shift(8, 4)
    moved = table.corner(seat, 0)
    assert sorted(abs(a - b) for a, b in zip(at, moved, strict=True)) == pytest.approx([4, 8])
    pane._shift(0, 0)
    assert table.corner(seat, 0) == pytest.approx(at)


def test_a_screen_that_is_told_something_wakes_up(glass: Glass) -> None:
    table = TableTop(glass, [Seat.E], idle=0.01)
    dimmer = table.panes[Seat.E].dimmer
    wait(glass, lambda: dimmer.dark)
    dimmer.wake()
    assert not dimmer.dark


@pytest.mark.slow
def test_picture_of_a_table_top(glass: Glass) -> None:
    """Not judged here: made to be looked at."""
    TableTop(glass)
    assert glass.picture("table-top").stat().st_size > 10_000


def wait(glass: Glass, done: Callable[[], bool]) -> None:
    end = Clock.get_boottime() + 5
    while not done():
        glass.frame()
        assert Clock.get_boottime() < end
