"""What stands on a covered hand."""

from table_firmware.rules.cards import Seat
from table_firmware.rules.match import HOUSE_PLAYERS, MODES
from table_firmware.wire.messages import View
from ui_kiosk import present_partners
from ui_kiosk.local import Local, cover, housed
from ui_kiosk.present_people import who
from ui_kiosk.speech import seat_text
from ui_kiosk.text import text


def covered(view: View, local: Local) -> str:
    """How to look at the cards, or why nobody does."""
    say = local.language
    if not housed(view):
        return text(say, f"cover.{cover(view, local)}")
    people = _people(view, say) if _moves(view) else ""
    return text(say, "cover.moved", people=people) if people else text(say, "cover.house")


def _moves(view: View) -> bool:
    """Whether seats are changed within the match: a house player may have come to this one, and
    who sat here looks for his own."""
    mode = MODES.get(view.mode)
    return present_partners.known(view.game) or (mode is not None and mode.rotates)


def _people(view: View, say: str) -> str:
    """Of several their letters do: they have no room for more."""
    seats = [
        seat
        for seat, place in zip(Seat, view.places, strict=False)
        if place.who not in ("empty", *HOUSE_PLAYERS)
    ]
    return text(say, "play.comma").join(
        text(
            say,
            "cover.sits",
            who=view.places[seat].player if len(seats) > 1 else who(view, seat, say),
            seat=seat_text(say, seat),
        )
        for seat in seats
    )
