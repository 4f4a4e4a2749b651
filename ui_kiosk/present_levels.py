"""Results of 升级 (001 §10): levels in the place of points."""

from collections.abc import Iterable

from table_firmware.rules.cards import PAIRS, Seat, pair_of
from table_firmware.rules.round import HandResult
from table_firmware.rules.upgrade import FAILURES, Levels
from table_firmware.wire.messages import View
from ui_kiosk.model import TableRow
from ui_kiosk.present_people import named, own
from ui_kiosk.speech import level_text, pair_text, place_text
from ui_kiosk.text import text


def head(say: str) -> tuple[str, ...]:
    """Of the table of seats; every second column stays empty."""
    return _spread(text(say, f"result.{key}") for key in ("seat", "place", "leftovers"))


def seat_rows(view: View, result: HandResult, say: str) -> tuple[TableRow, ...]:
    """Who came in when, and with how many cards left."""
    order = sorted(Seat, key=lambda seat: (result.place[seat], seat))
    return tuple(_seat_row(view, result, seat, say) for seat in order)


def pair_rows(view: View, levels: Levels, say: str) -> tuple[TableRow, ...]:
    """The level of each pair, whose is played next, and hands at A without passing it."""
    return tuple(
        TableRow(
            (
                pair_text(say, pair),
                text(say, "result.level"),
                level_text(levels.level[number]),
                _part(levels, number, say),
                _failed(levels.failures[number], say),
            ),
            pair == pair_of(view.seat),
        )
        for number, pair in enumerate(PAIRS)
    )


def level_of(view: View, levels: Levels, player: str, say: str) -> str:
    """How far the pair has come that this player belongs to; he never changes seats."""
    at = next(seat for seat in Seat if view.places[seat].player == player)
    number = list(PAIRS).index(pair_of(at))
    if levels.won == number:
        return text(say, "result.passed_a")
    return level_text(levels.level[number])


def _spread(cells: Iterable[str]) -> tuple[str, ...]:
    return tuple(cell for each in cells for cell in (each, ""))


def _seat_row(view: View, result: HandResult, seat: Seat, say: str) -> TableRow:
    mine = own(view, seat)
    name = named(view, seat, say)
    return TableRow(
        _spread((name, place_text(say, result.place[seat]), str(result.left[seat]))), mine
    )


def _part(levels: Levels, number: int, say: str) -> str:
    if levels.won is not None:
        return text(say, "result.passed_a") if levels.won == number else ""
    return text(say, "result.plays_level") if levels.playing == number else ""


def _failed(count: int, say: str) -> str:
    return text(say, "result.failures", count=count, most=FAILURES) if count else ""
