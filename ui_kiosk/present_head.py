"""The head of every panel over the table: whose turn it is meanwhile, and the way back."""

from collections.abc import Mapping
from typing import Final

from table_firmware.rules.claiming import AskClaim, AskDiscard
from table_firmware.rules.claiming import View as TileView
from table_firmware.rules.games.paohuzi.tiles import PLAYERS
from table_firmware.rules.round import AskCut, AskDigits, AskGive, AskPlay, SeatView
from table_firmware.wire.messages import View
from ui_kiosk import present_call
from ui_kiosk.local import Local, hidden, paused
from ui_kiosk.model_parts import Button, PanelHead
from ui_kiosk.present_stood_in import late
from ui_kiosk.present_tile_turn import waiting
from ui_kiosk.present_turn import caught
from ui_kiosk.speech import seat_text
from ui_kiosk.text import text

BACK: Final[Mapping[type, str]] = {
    AskPlay: "head.to_play",
    AskGive: "head.to_give",
    AskDiscard: "head.to_discard",
}
"""What the player goes back to by closing the panel, where he is waited for."""


def panel_head(view: View | None, local: Local, title: str, tone: str = "main") -> PanelHead:
    """The head of an open panel. tone: of its way out while nobody waits for this player."""
    turn, meant = _told(view, local) if view is not None else ("", "plain")
    mine = meant == "turn"
    key = BACK.get(type(view.ask), "button.close") if mine and view is not None else "button.close"
    close = Button("close", text(local.language, key), tone="main" if mine else tone)
    return PanelHead(title, turn, meant, close)


def _told(view: View, local: Local) -> tuple[str, str]:
    """Who is waited for, unless his time has just been over and it is another's turn."""
    turn, meant = _turn(view, local)
    told = late(view, local) if meant != "turn" else ""
    return (told, "alert") if told else (turn, meant)


def _turn(view: View, local: Local) -> tuple[str, str]:
    """Who is waited for, and how it is meant: `turn` if it is this player."""
    say = local.language
    if paused(view):
        return present_call.message(view, say).partition("\n")[0], "alert"
    match view.ask:
        case AskDigits():
            return text(say, "digits.title"), "turn"
        case AskCut():
            return text(say, "head.your_turn"), "turn"
    match view.round:
        case SeatView() as hand if view.stage == "round":
            return _card_turn(view, hand, say)
        case TileView() as hand if view.stage == "round":
            return _tile_turn(view, hand, local)
    return "", "plain"


def _card_turn(view: View, hand: SeatView, say: str) -> tuple[str, str]:
    if view.places[view.seat].managed and hand.turn == view.seat:
        return text(say, "play.managed"), "alert"
    if isinstance(view.ask, AskGive | AskPlay):
        return text(say, "head.your_turn"), "turn"
    if hand.turn is None:
        return "", "plain"
    key = "play.caught" if caught(hand) else "play.wait"
    return text(say, key, seat=seat_text(say, hand.turn)), "plain"


def _tile_turn(view: View, hand: TileView, local: Local) -> tuple[str, str]:
    """Of a tile that may be claimed no more is said than under the panel."""
    say = local.language
    if view.places[view.seat].managed and hand.turn == view.seat:
        return text(say, "play.managed"), "alert"
    match view.ask:
        case AskDiscard():
            return text(say, "head.your_turn"), "turn"
        case AskClaim() as ask if not view.answered:
            if hidden(view, local):
                return text(say, "tiles.look"), "plain"
            if ask.hu or ask.peng or ask.chi:
                return text(say, "tiles.may"), "turn"
    idle = view.seat in PLAYERS and hand.phase != "over" and not view.answered
    return waiting(hand, say) if idle else "", "plain"
