"""Four players at one panel: real records of their fingers, all at once."""

import asyncio
import os
import time  # noqa: TID251
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import pytest
from glass import Glass
from kivy.base import EventLoop
from test_pane import CARDS, SIZE, TableTop
from test_touch import REPORT, Record, at, finger, records, slot

from table_firmware.controller.scribe import CURRENT
from table_firmware.rules.cards import Seat
from table_firmware.rules.round import AskGive, AskPlay
from tests.system.running import Table, journal, told
from ui_kiosk.app import TableApp
from ui_kiosk.choice import laid_out
from ui_kiosk.local import slots_of
from ui_kiosk.press import open_hints
from ui_kiosk.screens.seat import SeatScreen
from ui_kiosk.screens.table import TableScreen
from ui_kiosk.touch import Calibration, SeatTouch
from ui_kiosk.widgets.button import TouchButton
from ui_kiosk.window import Glass as Window

FINE = 65_535
Spot = tuple[float, float]


class Fingers:
    """A panel over the whole window, by its records: the finger of each seat in a slot of its
    own, and what all of them do at one moment in one report."""

    def __init__(self, glass: Glass, path: Path) -> None:
        os.mkfifo(path)
        self.glass = glass
        self.fd = os.open(path, os.O_RDWR)
        self.provider = SeatTouch(path, Calibration((0, FINE), (0, FINE)))
        EventLoop.add_input_provider(self.provider)
        while not self.provider.connected:
            glass.frame()

    def lay(self, spots: Mapping[Seat, Spot]) -> None:
        self._write((slot(seat), finger(seat + 1), *self._at(spots[seat])) for seat in spots)

    def draw(self, spots: Mapping[Seat, Spot]) -> None:
        self._write((slot(seat), *self._at(spots[seat])) for seat in spots)

    def lift(self, seats: Iterable[Seat]) -> None:
        self._write((slot(seat), finger(-1)) for seat in seats)

    def tap(self, spots: Mapping[Seat, Spot]) -> None:
        self.lay(spots)
        self.lift(spots)

    def close(self) -> None:
        self.provider.stop()
        EventLoop.remove_input_provider(self.provider)
        os.close(self.fd)

    def _at(self, spot: Spot) -> tuple[Record, Record]:
        window = self.glass.window
        return at(round(FINE * spot[0] / window.width), round(FINE * (1 - spot[1] / window.height)))

    def _write(self, parts: Iterable[tuple[Record, ...]]) -> None:
        os.write(self.fd, records(*(record for part in parts for record in part), REPORT))
        for _ in range(2):
            self.glass.frame()


@pytest.fixture
def fingers(glass: Glass, tmp_path: Path) -> Iterator[Fingers]:
    found = Fingers(glass, tmp_path / "panel")
    yield found
    found.close()


def test_four_fingers_of_one_report_touch_a_card_of_each_player(
    glass: Glass, fingers: Fingers
) -> None:
    table = TableTop(glass)
    for index in range(len(CARDS)):
        fingers.tap({seat: table.corner(seat, (index + seat) % len(CARDS)) for seat in Seat})
    assert table.touched == {
        seat: [(index + seat) % len(CARDS) for index in range(len(CARDS))] for seat in Seat
    }


def test_four_strokes_of_the_same_reports_select_for_each_player_his_own(
    glass: Glass, fingers: Fingers
) -> None:
    table = TableTop(glass)
    fingers.lay({seat: table.corner(seat, 0) for seat in Seat})
    for index in range(1, 6):
        fingers.draw({seat: table.corner(seat, min(index, seat + 2)) for seat in Seat})
    fingers.lift(reversed(Seat))
    assert table.touched == {seat: list(range(seat + 3)) for seat in Seat}


# ------------------------------------------------------------------ a whole match

SETTINGS = """
[match]
mode = "1A"
[timers]
house = 0
play = 0
exchange = 25
digits = 120
result = 120
match_result = 120
"""
MOST = 400.0
"""Seconds for a match of one hand, with some hundred turns."""


class Counted(SeatScreen):
    """Counts what it was touched for."""

    touches = 0

    def press(self, act: str) -> None:
        self.touches += 1
        super().press(act)

    def toggle(self, indices: Iterable[int]) -> None:
        self.touches += 1
        super().toggle(indices)


def wanted(screen: SeatScreen) -> Spot | None:
    """Where this player touches now: what is asked of him, card by card."""
    view = screen.view
    if view is None or screen.local.sent >= view.number:
        return None
    ready = view.places[view.seat].ready
    match view.stage, view.ask:
        case "lobby", _:
            return button(screen, "sit") or (None if ready else button(screen, "ready"))
        case "digits", _:
            return button(screen, "decline")
        case "round", AskGive():
            return button(screen, "keep")
        case "round", AskPlay():
            return card(screen) or button(screen, "play") or button(screen, "pass")
        case "hand_result", _:
            return None if ready else button(screen, "ready")
    return None


def card(screen: SeatScreen) -> Spot | None:
    """The next card of the smallest play that is not selected yet."""
    view, table = screen.view, screen.screen
    assert view is not None
    plays = open_hints(view)
    if not plays or not isinstance(table, TableScreen):
        return None
    missing = slots_of(plays[0].cards) - screen.local.selected
    for index, (each, _) in enumerate(laid_out(view, screen.local)):
        if each in missing:
            x, y, wide, high = table.hand.spot(index)
            return in_window(table.hand, x + wide * 0.2, y + high - wide * 0.3)
    return None


def button(screen: SeatScreen, act: str) -> Spot | None:
    for each in screen.screen.walk(restrict=True):  # type: ignore[union-attr]
        if isinstance(each, TouchButton) and each.live and each.model and each.model.act == act:
            return in_window(each, *each.center)
    return None


def in_window(widget: TouchButton, x: float, y: float) -> Spot:
    across, along = widget.to_window(x, y)
    return float(across), float(along)


@pytest.mark.soak
def test_a_whole_match_is_played_by_four_players_who_touch_at_once(
    glass: Glass, fingers: Fingers, tmp_path: Path
) -> None:
    table = Table(tmp_path, SETTINGS)
    screens = {seat: Counted() for seat in Seat}
    app = TableApp(list(Seat), table.run, list(screens.values()), Window(SIZE), idle_seconds=0)
    glass.show(app.build(), SIZE)
    try:
        given, together = asyncio.run(_played(app, screens, fingers))
    finally:
        assert table.stop() == 0
    assert {seat: screen.touches for seat, screen in screens.items()} == given
    assert together > 2
    acts = [entry["d"]["action"] for entry in journal(table.state) if entry["k"] == "act"]
    assert {act["by"] for act in acts if act["kind"] in ("play", "pass")} == {"player"}
    export = table.state / "exports" / CURRENT
    verified = told("log", "verify", str(export), "--policy", str(table.state / "policy"))
    assert verified.returncode == 0, verified.stdout


async def _played(
    app: TableApp, screens: Mapping[Seat, SeatScreen], fingers: Fingers
) -> tuple[Mapping[Seat, int], int]:
    """How often each has touched, and how often several at once, until the match is over."""
    lines = [asyncio.create_task(app.listen(seat)) for seat in Seat]
    end = time.monotonic() + MOST
    given, together = Counter(dict.fromkeys(Seat, 0)), 0
    while not all(s.view and s.view.stage == "match_result" for s in screens.values()):
        assert time.monotonic() < end, [s.view and s.view.stage for s in screens.values()]
        found = {seat: wanted(screen) for seat, screen in screens.items()}
        spots = {seat: spot for seat, spot in found.items() if spot is not None}
        fingers.tap(spots)
        given.update(spots.keys())
        together += len(spots) > 1
        await asyncio.sleep(0.005)
        fingers.glass.frame()  # what has come is shown before anybody touches
    for line in lines:
        line.cancel()
    return given, together
