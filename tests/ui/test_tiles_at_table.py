"""A hand of 跑胡子 by touch: four panes in one window, a real table behind them."""

import asyncio
import time  # noqa: TID251
from pathlib import Path

import pytest
from glass import Glass

from table_firmware.rules.cards import Seat
from table_firmware.rules.claiming import AskClaim, AskDiscard, Discard
from table_firmware.rules.games import paohuzi
from table_firmware.wire.messages import View
from tests.system.running import Table
from ui_kiosk.app import TableApp
from ui_kiosk.choice import laid_out
from ui_kiosk.model_tiles import TilesBody
from ui_kiosk.rounds import tiles_of
from ui_kiosk.screens.seat import SeatScreen
from ui_kiosk.screens.tiles import TilesScreen
from ui_kiosk.widgets.button import TouchButton
from ui_kiosk.window import Glass as Window

SIZE = (1920, 1080)
SETTINGS = """
[match]
game = "paohuzi"
mode = "P4"
[timers]
house = 0
claim = 3
result = 120
"""
MOST = 400.0
"""Seconds for a hand: each tile lies open for three."""


class Player:
    """One pane, and fingers on it."""

    def __init__(self, seat: Seat, screen: SeatScreen, glass: Glass) -> None:
        self.seat, self.screen, self.glass = seat, screen, glass
        self._answered = -1
        self.watched = False

    @property
    def view(self) -> View | None:
        return self.screen.view

    def act(self) -> None:
        """What this player does now, once for each view."""
        view = self.view
        if view is None or view.number == self._answered:
            return
        self._answered = view.number
        match view.stage:
            case "lobby":
                self.touch("sit") or self.touch("ready")
            case "digits":
                self.touch("decline")
            case "round":
                self._play(view)

    def _play(self, view: View) -> None:
        table = self.screen.screen
        assert isinstance(table, TilesScreen)
        match view.ask:
            case AskClaim(hu, peng, chi) if not view.answered:
                if chi and not hu and not peng:
                    self._eat(table)
                else:
                    self.touch("claim:hu") or self.touch("claim:peng")
            case AskDiscard():
                self._discard(view, table)
        body = self.screen.model.body if self.screen.model else None
        self.watched |= isinstance(body, TilesBody) and bool(body.watching) and not body.cards

    def _eat(self, table: TilesScreen) -> None:
        if self.touch("chi:0"):
            return
        self.touch("panel:chi")
        self.glass.settle(4)
        self.tap(*table.eating.children[0].to_window(*table.eating.children[0].center))

    def _discard(self, view: View, table: TilesScreen) -> None:
        hand = tiles_of(view)
        assert hand is not None
        chosen = paohuzi.choose(hand)
        assert isinstance(chosen, Discard)
        shown = laid_out(view, self.screen.local)
        index = max(at for at, (slot, _) in enumerate(shown) if slot[0] == chosen.tile)
        x, y, wide, high = table.hand.spot(index)
        self.tap(*table.hand.to_window(x + wide / 2, y + high / 8))
        self.touch("discard")

    def touch(self, act: str) -> bool:
        for each in self.screen.screen.walk(restrict=True):  # type: ignore[union-attr]
            if isinstance(each, TouchButton) and each.live and each.model and each.model.act == act:
                self.tap(*each.to_window(*each.center))
                return True
        return False

    def tap(self, x: float, y: float) -> None:
        self.glass.tap(x, y)


@pytest.mark.soak
def test_a_hand_is_played_by_touch_in_four_panes(glass: Glass, tmp_path: Path) -> None:
    table = Table(tmp_path, SETTINGS)
    screens = [SeatScreen() for _ in Seat]
    app = TableApp(list(Seat), table.run, screens, Window(SIZE), idle_seconds=0)
    glass.show(app.build(), SIZE)
    players = [Player(*each, glass) for each in zip(Seat, screens, strict=True)]
    try:
        asyncio.run(_played(app, players))
    finally:
        assert table.stop() == 0
    results = {hand.result for p in players if p.view and (hand := tiles_of(p.view))}
    assert len(results) == 1
    assert None not in results
    assert [p.watched for p in players] == [False, False, False, True]


async def _played(app: TableApp, players: list[Player]) -> None:
    lines = [asyncio.create_task(app.listen(seat)) for seat in Seat]
    end = time.monotonic() + MOST
    while not all(p.view and p.view.stage == "hand_result" for p in players):
        assert time.monotonic() < end, [p.view and p.view.stage for p in players]
        players[0].glass.frame()
        await asyncio.sleep(0.005)
        for player in players:
            player.act()
    for line in lines:
        line.cancel()
