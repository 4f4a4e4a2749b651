"""The panel of all cards played in this hand, trick by trick."""

from table_firmware.rules.cards import Seat
from table_firmware.rules.round import Combination, Move, Reading, SeatView
from table_firmware.rules.sense import Sense
from table_firmware.wire.messages import View
from ui_kiosk.choice import sense_of
from ui_kiosk.local import Local
from ui_kiosk.model_parts import Button
from ui_kiosk.model_table import PlayedLine, PlayedPanel, PlayedTrick
from ui_kiosk.present_head import panel_head
from ui_kiosk.present_laid import laid_out
from ui_kiosk.speech import seat_text
from ui_kiosk.text import text
from ui_kiosk.tricks import UNKNOWN, Trick, tricks


def count(hand: SeatView) -> int:
    """How many cards have been played."""
    return sum(len(move.play.cards) for move in hand.played if move.play is not None)


def panel(view: View, hand: SeatView, local: Local) -> PlayedPanel | None:
    """None while it is closed."""
    if local.panel != "played":
        return None
    say, sense = local.language, sense_of(view, hand)

    def beats(play: Combination, standing: Reading) -> bool:
        return play.reading in sense.readings(play.cards, standing)

    found = tuple(_trick(each, hand, sense, say) for each in tricks(hand, beats))
    return PlayedPanel(
        head=panel_head(view, local, text(say, "played.title", n=count(hand))),
        empty=text(say, "played.none") if not found else "",
        tricks=found,
        earlier=Button("earlier", text(say, "played.earlier")),
        later=Button("later", text(say, "played.later")),
    )


def _trick(trick: Trick, hand: SeatView, sense: Sense, say: str) -> PlayedTrick:
    last = trick.winner is None and trick.first == trick.last == hand.trick_number
    now = text(say, "played.now") if last and hand.phase == "play" else ""
    return PlayedTrick(
        title=_title(trick, say),
        caught=text(say, "played.caught") if trick.caught else "",
        told=_won(trick.winner, say) or now,
        moves=tuple(_move(move, hand, sense, say) for move in trick.moves),
        now=bool(now),
    )


def _title(trick: Trick, say: str) -> str:
    if trick.first == UNKNOWN:
        return ""
    if trick.first < trick.last:
        return text(say, "played.several", first=trick.first, last=trick.last)
    return text(say, "top.trick", trick=trick.first)


def _won(winner: Seat | None, say: str) -> str:
    return "" if winner is None else text(say, "played.won", seat=seat_text(say, winner))


def _move(move: Move, hand: SeatView, sense: Sense, say: str) -> PlayedLine:
    name = seat_text(say, move.seat)
    if move.play is None:
        return PlayedLine(f"{name}\n{text(say, 'state.passed')}", ())
    return PlayedLine(name, laid_out(hand.trump, sense, move.play))
