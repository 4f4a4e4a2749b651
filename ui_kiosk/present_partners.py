"""What games have on their screens whose partners are found by a card: the draw, the change of
places, what is known of the hand, and how its result is made up.
"""

from collections.abc import Mapping
from typing import Final

from table_firmware.rules.cards import FACES, PAIRS, Seat, pair_of
from table_firmware.rules.match import MODES
from table_firmware.rules.round import Fact, HandResult, SeatView
from table_firmware.wire.messages import View
from ui_kiosk.local import housed
from ui_kiosk.model import DrawBody, TableRow
from ui_kiosk.present_moves import leaving, moved_from
from ui_kiosk.present_people import named, own
from ui_kiosk.speech import (
    face_sign,
    face_text,
    family,
    pair_text,
    place_text,
    points_text,
    seat_text,
)
from ui_kiosk.text import text
from ui_kiosk.widgets.fan import CardFace

COLUMNS: Final = {
    "shuangkou": ("contribution", "multiplier"),
    "sanchazi": ("captured", "good_news"),
}
"""The facts of a seat that the result of a hand shows, by family of games; others show none."""

CLOCKWISE: Final = frozenset({"sanchazi"})


def known(game: str) -> bool:
    """Whether the game is one of these."""
    return family(game) in COLUMNS


# ------------------------------------------------------------------ before a hand


def draw(view: View, say: str) -> DrawBody:
    """What is drawn before the deal: the called face, or the place of the card to be flipped."""
    draws = view.draws or {}
    start = seat_text(say, Seat(draws["start"])) if "start" in draws else ""
    if "flip" in draws:
        face = FACES[draws["flip"]]
        shown: tuple[CardFace, ...] = (CardFace(face),)
        big = face_sign(face)
        told = text(say, "draw.called_text", card=face_text(say, face))
        word = text(say, "draw.called")
    else:
        flips = _flipped(draws)
        shown = tuple(CardFace(None) for _ in flips)
        big = " · ".join(map(str, flips))
        word, told = text(say, "draw.flip"), text(say, "draw.flip_text")
    return DrawBody(
        trump_word=word,
        trump=big,
        shown=shown,
        shown_text=told,
        leader_word=text(say, "draw.start"),
        leader=text(say, "draw.from_seat", seat=start),
        note=text(say, "draw.partners_note"),
        digits="",
    )


def _flipped(draws: Mapping[str, int]) -> tuple[int, ...]:
    """Which cards of the deal are flipped, from 1, the first flip first (SC-29): the second is
    drawn among those that the first leaves."""
    first, other = draws.get("flip1", 0), draws.get("flip2", 0)
    return first + 1, other + 1 + (other >= first)


def move(view: View, say: str) -> DrawBody:
    """Where people go after the deal, before any card is shown."""
    partner = seat_text(say, view.seat.partner)
    return DrawBody(
        trump_word=leaving(view.seat, _goes_to(view), say),
        trump="",
        shown=tuple(CardFace(face) for _, face in view.open),
        shown_text=text(say, "move.open", cards=_holders(view, say)),
        leader_word=text(say, "seat.partner"),
        leader=text(say, "move.partner", seat=partner),
        note="",
        digits="",
    )


def _goes_to(view: View) -> Seat:
    """The new seat of who has sat here."""
    return Seat(view.came_from.index(view.seat)) if view.seat in view.came_from else view.seat


def coming(view: View, say: str) -> str:
    """Whether who sits here stays, or who shall come; a house player need not be asked."""
    came = view.came_from[view.seat] if view.came_from else view.seat
    if came == view.seat:
        return text(say, "move.stay")
    if housed(view):
        return text(say, "move.house")
    return text(say, "move.go", seat=seat_text(say, came), here=seat_text(say, view.seat))


def _holders(view: View, say: str) -> str:
    """The open cards with the seats at which they were dealt, as the walk names people."""
    came = view.came_from or tuple(Seat)
    told = (f"{face_text(say, face)} {moved_from(came[seat], say)}" for seat, face in view.open)
    return " · ".join(told)


# ------------------------------------------------------------------ in a hand


def chip(hand: SeatView, say: str) -> tuple[str, str]:
    """The called card for the line at the top, with its name; empty where none was called."""
    faces = {face for _, face in hand.open}
    if len(faces) != 1 or len(hand.open) < 2:
        return "", ""
    face = next(iter(faces))
    return text(say, "draw.called"), face_sign(face)


def seat_note(hand: SeatView, seat: Seat, say: str) -> str:
    """What all know of a seat: what it has contributed, or the points it has captured."""
    for fact in hand.facts:
        if fact.name in ("contribution", "captured") and fact.numbers[seat]:
            return text(say, f"fact.{fact.name}", n=fact.numbers[seat])
    return ""


def trick_note(hand: SeatView, say: str) -> str:
    """The points that lie in the trick."""
    for fact in hand.facts:
        if fact.name == "trick" and fact.numbers[0]:
            return text(say, "fact.trick", n=fact.numbers[0])
    return ""


def warning(hand: SeatView, say: str) -> str:
    """When the own player will have left, if the system goes on to act for him (SC-20)."""
    for fact in hand.facts:
        if fact.name == "left_after" and fact.numbers[hand.seat]:
            return text(say, "fact.left_after", n=fact.numbers[hand.seat])
    return ""


# ------------------------------------------------------------------ the result


def winner(result: HandResult, game: str, say: str) -> str:
    """Who has won, and by what; or who has left."""
    if "escape" in result.marks:
        gone = Seat(result.position_tenths.index(min(result.position_tenths)))
        return text(say, "result.escape", seat=seat_text(say, gone))
    if not result.winner:
        return text(say, "result.nobody")
    won = text(say, "result.winner", pair=pair_text(say, result.winner))
    first = Seat(result.place.index(1))
    by = text(say, f"result.{family(game)}_{result.place[first.partner]}")
    return f"{won} · {by}" if by else won


def tables(
    view: View, result: HandResult, say: str
) -> tuple[tuple[str, ...], tuple[TableRow, ...], tuple[TableRow, ...]]:
    """The head and rows of the seats, and the rows of the pairs."""
    columns = COLUMNS.get(family(view.game), ())
    head = tuple(
        text(say, f"result.{key}") for key in ("seat", "place", *columns, "cards_left", "points")
    )
    order = sorted(Seat, key=lambda seat: (result.place[seat], seat))
    rows = tuple(_row(view, result, seat, columns, say) for seat in order)
    return head, rows, _pairs(view, result, say)


def _row(
    view: View, result: HandResult, seat: Seat, columns: tuple[str, ...], say: str
) -> TableRow:
    place, mine = result.place[seat], own(view, seat)
    told = (_fact(result, name) for name in columns)
    return TableRow(
        (
            named(view, seat, say),
            place_text(say, place),
            *(str(fact.numbers[seat]) if fact else "-" for fact in told),
            str(result.left[seat]),
            points_text(result.position_tenths[seat], MODES[view.mode].points),
        ),
        mine,
    )


def _pairs(view: View, result: HandResult, say: str) -> tuple[TableRow, ...]:
    """What each side counts, where the game counts by sides."""
    counted, kou = _fact(result, "points"), _fact(result, "kou")
    if counted is None or kou is not None:
        return ()
    return tuple(
        TableRow(
            (pair_text(say, pair), text(say, "result.counted"), str(counted.numbers[number])),
            pair == pair_of(view.seat),
        )
        for number, pair in enumerate(PAIRS)
    )


def why(result: HandResult, say: str) -> str:
    """Why a side counts other points than it has captured (SC-04 to SC-06); empty if none does."""
    counted, captured = _fact(result, "points"), _fact(result, "captured")
    if counted is None or captured is None:
        return ""
    won = tuple(sum(captured.numbers[seat] for seat in pair) for pair in PAIRS.values())
    return text(say, "result.counted_why") if counted.numbers != won else ""


def _fact(result: HandResult, name: str) -> Fact | None:
    return next((fact for fact in result.facts if fact.name == name), None)
