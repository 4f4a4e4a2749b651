"""三叉子 laid out for tests: made-up hands, and what cards are."""

from typing import Any

from table_firmware.rules.cards import Seat, cards
from table_firmware.rules.dealing import Deal
from table_firmware.rules.games import sanchazi
from table_firmware.rules.games.sanchazi.readings import readings
from table_firmware.rules.round import Reading
from tests.laying_games import hands, opened

E, N, W, S = Seat
"""Clockwise: E S W N."""

SOME = hands(E="D5 D3", S="DK D6 D8", W="C9 C4", N="H3 H4")


def opening(given: dict[str, Any] | None = None, leader: Seat = E, **by_seat: str) -> Any:
    """A made-up hand that a seat leads, in which nobody moves."""
    held = hands(**by_seat) if by_seat else SOME
    return opened(sanchazi, Deal(held, {"start": 0, "flip1": 0, "flip2": 1}, leader), given)


def types(text: str) -> list[tuple[str, int]]:
    return [(one.type, one.key) for one in readings(cards(text))]


def one(text: str) -> Reading:
    (found,) = readings(cards(text))
    return found
