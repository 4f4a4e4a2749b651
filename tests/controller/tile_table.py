"""A table of 跑胡子 for the tests: who sits there, and how far it has come."""

from collections.abc import Callable
from dataclasses import replace

from table_firmware.config.play import Play
from table_firmware.rules.cards import Card, Seat
from table_firmware.rules.claiming import AskClaim, View
from table_firmware.rules.round import AskDigits
from tests.controller.desk import QUICK, Desk

PLAYERS = (Seat.E, Seat.N, Seat.W)
MODES = ("P4", "P8", "P12")
TIMERS = replace(QUICK.timers, claim=1_000)
PAOHUZI: Play = replace(QUICK, game="paohuzi", mode="P4", modes=MODES, timers=TIMERS)
WINDOW = PAOHUZI.timers.claim


def shown(desk: Desk, seat: Seat) -> View:
    hand = desk.view(seat).round
    assert isinstance(hand, View)
    return hand


def to_window(desk: Desk, *guests: Seat, watcher: bool = False) -> Desk:
    """Guests at these seats, house players at the others, up to the 亮张."""
    if watcher:
        desk.link(Seat.S)
        assert desk.want(Seat.S, "sit") is None
    desk.seat_guests(*guests, ready=False)
    assert desk.want(guests[0], "house") is None
    for seat in guests:
        desk.want(seat, "ready")
    desk.wait(0)
    for seat in guests:
        assert desk.want(seat, "digits", value="314159") is None
    if watcher:
        assert isinstance(desk.view(Seat.S).ask, AskDigits)
        assert desk.want(Seat.S, "digits", value="271828") is None
    desk.wait_until(lambda: desk.stage == "round" and desk.phase == "claim")
    return desk


def closing(desk: Desk) -> None:
    """Up to the moment before the window closes."""
    clock = desk.view(Seat.E).clock
    assert clock is not None
    desk.wait(clock.left_ms - 1)


def until(desk: Desk, holds: Callable[[], bool]) -> None:
    """Discards run into their time, windows pass, until it holds."""
    while not holds():
        assert desk.stage == "round"
        desk.wait(100)


def offered(desk: Desk, seat: Seat) -> AskClaim | None:
    """What the seat is offered beside nothing."""
    ask = desk.view(seat).ask
    return ask if isinstance(ask, AskClaim) and (ask.peng or ask.chi) and not ask.pao else None


def claimable(desk: Desk) -> tuple[Seat, str, list[Card]]:
    """Goes on to a tile that somebody may take: who, and what he may claim."""
    until(desk, lambda: any(offered(desk, seat) for seat in PLAYERS))
    seat = next(seat for seat in PLAYERS if offered(desk, seat))
    ask = offered(desk, seat)
    assert ask is not None
    laid = [] if ask.peng else [card for group in ask.chi[0] for card in group]
    return seat, "peng" if ask.peng else "chi", laid
