"""双扣 laid out for tests: made-up hands, and what cards are."""

from typing import Any

from table_firmware.rules.cards import FACE_NUMBER, Card, Seat, cards
from table_firmware.rules.dealing import Deal
from table_firmware.rules.game import Game
from table_firmware.rules.games.shuangkou import baibian
from table_firmware.rules.games.shuangkou.readings import WILDS, readings
from tests.laying_games import hands, opened

E, N, W, S = Seat
BIG, BOTH, NONE = WILDS["big"], WILDS["both"], WILDS["none"]
SOME = hands(E="D5 D3", N="DK D6 D8", W="C9 C4", S="H3 H4")


def opening(
    given: dict[str, Any] | None = None, game: Game = baibian, start: Seat = E, **by_seat: str
) -> Any:
    """A made-up hand: no seat has the called face, so `start` leads."""
    held = hands(**by_seat) if by_seat else SOME
    return opened(game, Deal(held, {"start": start, "flip": FACE_NUMBER["C2"]}), given)


def types(text: str, wilds: tuple[Card, ...] = BIG) -> list[tuple[str, int]]:
    return [(one.type, one.key) for one in readings(cards(text), wilds)]
