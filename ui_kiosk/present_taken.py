"""What a player reads for whom the table plays, and beside it how he takes his hand back."""

from table_firmware.wire.messages import View
from ui_kiosk import present_tiles
from ui_kiosk.local import Local, paused
from ui_kiosk.model_parts import Button, Taken
from ui_kiosk.present_partners import warning
from ui_kiosk.press import may
from ui_kiosk.rounds import cards_of
from ui_kiosk.text import text


def taken(view: View, local: Local) -> Taken | None:
    """None where he plays himself, or nothing is played."""
    if view.stage != "round" or paused(view) or not view.places[view.seat].managed:
        return None
    if view.round is None or view.round.phase == "over" or not present_tiles.takes_part(view):
        return None
    say, hand = local.language, cards_of(view)
    if hand is not None and view.seat in hand.out:
        return None
    warned = warning(hand, say) if hand is not None else ""
    return Taken(
        "\n".join(filter(None, (text(say, "play.managed"), warned))),
        Button("unmanage", text(say, "button.unmanage"), may(view, local, "unmanage"), "main"),
    )
