"""What a player of 跑胡子 waits for who has nothing to do."""

from table_firmware.rules.claiming import View as TileView
from ui_kiosk.speech import seat_text
from ui_kiosk.text import text


def waiting(hand: TileView, say: str) -> str:
    """What the clock runs to, or who has to discard."""
    if hand.phase == "opening":
        return text(say, "tiles.opening")
    if hand.phase == "discard" and hand.turn is not None:
        return text(say, "tiles.wait", seat=seat_text(say, hand.turn))
    if hand.open is not None and hand.open.kind == "liang":
        return text(say, "tiles.liang_dealer" if hand.seat == hand.dealer else "tiles.liang_wait")
    return text(say, "tiles.thrown" if thrown(hand) else "tiles.time")


def thrown(hand: TileView) -> bool:
    """Whether the open tile is the own discard: it is for the others."""
    open_ = hand.open
    return open_ is not None and open_.kind == "discard" and open_.seat == hand.seat
