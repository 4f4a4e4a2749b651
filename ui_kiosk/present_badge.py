"""The seats around the table: who sits there, what he holds and what he is doing."""

from typing import Final

from table_firmware.rules.cards import Seat
from table_firmware.wire.messages import Place, View
from ui_kiosk import present_partners, present_tiles, present_turn
from ui_kiosk.local import housed
from ui_kiosk.model_parts import Badge
from ui_kiosk.present_people import who
from ui_kiosk.rounds import cards_of, tiles_of
from ui_kiosk.speech import family, seat_text, side_of
from ui_kiosk.text import coded, text

PAUSES: Final = frozenset({"lobby", "hand_result", "match_result"})
"""Where people are waited for to be ready."""
UNKNOWN_YET: Final = frozenset({"lobby", "digits", "cut", "draw"})
"""Before the deal nobody knows whom the cards make partners."""


def badge(view: View, say: str, seat: Seat) -> Badge:
    """A seat as it is seen from the own one."""
    side = _side(view, seat)
    place = view.places[seat]
    status, tone = _status(view, say, seat, place)
    table = cards_of(view)
    count = table.counts[seat] if table is not None and view.stage == "round" else None
    out = table is not None and seat in table.out
    missed = place.who in ("guest", "member") and not place.linked
    return Badge(
        seat=seat,
        side=side,
        name=seat_text(say, seat),
        relation=_relation(view, say, seat, side),
        who=who(view, seat, say),
        cards=_held(view, seat, None if out else count, say),
        status=status,
        tone=tone,
        friend=side == "bottom" or (side == "top" and not _strangers(view)),
        turn=_turn(view) == seat,
        gone=text(say, f"state.{'left' if place.away else 'lost'}") if missed else "",
        back=text(say, "state.back"),
        calls=text(say, "call.badge") if _calls(view, seat) else "",
    )


def _strangers(view: View) -> bool:
    """Nobody has a partner, or knows him yet."""
    found_later = present_partners.known(view.game) and view.stage in UNKNOWN_YET
    return found_later or present_tiles.plays(view.game)


def _turn(view: View) -> Seat | None:
    """Who is waited for alone; a tile that may be claimed lies there for all."""
    if view.round is None or view.stage != "round":
        return None
    tiles = tiles_of(view)
    return view.round.turn if tiles is None or tiles.phase == "discard" else None


def _relation(view: View, say: str, seat: Seat, side: str) -> str:
    """Who it is to the own player; of the own seat who has taken it."""
    if side == "bottom" and housed(view):
        return coded(say, "who", view.places[seat].who)
    if present_tiles.plays(view.game):
        return present_tiles.relation(view.seat, seat, say)
    relation = {"bottom": "me", "right": "right", "top": "partner", "left": "left"}[side]
    if side == "top" and _strangers(view):
        relation = "opposite"
    if family(view.game) in present_partners.CLOCKWISE and side in ("right", "left"):
        relation = f"clockwise_{side}"
    return text(say, f"seat.{relation}")


def _calls(view: View, seat: Seat) -> bool:
    return view.call is not None and seat in view.call.seats


def _side(view: View, seat: Seat) -> str:
    tiled = view.stage == "round" and tiles_of(view) is not None
    return present_tiles.side(view.seat, seat) if tiled else side_of(view.seat, seat)


def _held(view: View, seat: Seat, count: int | None, say: str) -> str:
    """How many cards a seat holds, and what else all know of it."""
    hand, tiles = cards_of(view), tiles_of(view)
    if tiles is not None and view.stage == "round":
        return present_tiles.count_text(tiles, say, seat)
    cards = text(say, "state.cards", n=count) if count else ""
    note = present_partners.seat_note(hand, seat, say) if hand is not None else ""
    return " ".join(filter(None, (cards, note)))


def _status(view: View, say: str, seat: Seat, place: Place) -> tuple[str, str]:
    if _calls(view, seat):
        return text(say, "call.badge"), "bad"
    found = _doing(view, say, seat) if view.stage == "round" else None
    if found is not None and found[1] == "good":
        return found
    if place.away:
        return text(say, "state.left"), "bad"
    if place.who in ("guest", "member") and not place.linked:
        return text(say, "state.lost"), "bad"
    if place.managed:
        return text(say, "state.managed"), "bad"
    if found is not None:
        return found
    if view.stage in PAUSES and place.who != "empty":
        key, tone = ("ready", "good") if place.ready else ("waiting", "plain")
        return text(say, f"state.{key}"), tone
    return "", "plain"


def _doing(view: View, say: str, seat: Seat) -> tuple[str, str] | None:
    tiles = tiles_of(view)
    if tiles is not None:
        return present_tiles.seat_status(tiles, say, seat)
    return present_turn.seat_status(view, say, seat)
