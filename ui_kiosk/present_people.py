"""Who is meant on a screen by "you"."""

from table_firmware.rules.cards import Seat
from table_firmware.wire.messages import View
from ui_kiosk.local import housed
from ui_kiosk.speech import seat_text
from ui_kiosk.text import coded, text


def own(view: View, seat: Seat) -> bool:
    """Whether the player before this screen sits at a seat: nobody is before it where the table
    plays."""
    return seat == view.seat and not housed(view)


def named(view: View, seat: Seat, say: str) -> str:
    """A seat by name, the own one marked."""
    return seat_text(say, seat) + (text(say, "result.you") if own(view, seat) else "")


def who(view: View, seat: Seat, say: str) -> str:
    """Who sits at a seat, with his letter in the match."""
    place = view.places[seat]
    return f"{coded(say, 'who', place.who)} {place.player}".strip()
