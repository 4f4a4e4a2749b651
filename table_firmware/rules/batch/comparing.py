"""Comparing players of 跑胡子, in a match and in the duplicate format.

`rank` takes a `mode` and `hands`, each with its `seats`, `winner` (null: 荒庄) and `loss`, what
each of the others loses; or the `scores` of a duplicate event, each with `deal`, `table`, `seat`,
`player`, `raw` and perhaps `millis`. `points` takes the `raw` scores of all who held the same seat
with the same tiles, and tells the MP of each and the `most` there were.
"""

from fractions import Fraction
from typing import Any, Final

from table_firmware.rules import duplicate
from table_firmware.rules.batch.fields import Fields
from table_firmware.rules.batch.records import hand_records, standing_out
from table_firmware.rules.cards import Seat
from table_firmware.rules.games import paohuzi
from table_firmware.rules.games.paohuzi import Options, score
from table_firmware.rules.round import HandResult

MOST_TABLES: Final = 1000
"""Who held the same seat with the same tiles: as many as there are tables."""


def points(fields: Fields, _options: Options) -> dict[str, Any]:
    """The answer to a `points` request."""
    raws = fields.items("raw")
    if not 1 <= len(raws) <= MOST_TABLES or any(type(raw) is not int for raw in raws):
        raise fields.bad("raw", f"not a list of 1 to {MOST_TABLES} whole numbers")
    return {"points": list(duplicate.points(raws)), "most": 2 * (len(raws) - 1)}


def rank(fields: Fields, options: Options) -> dict[str, Any]:
    """The answer to a `rank` request."""
    if "scores" in fields:
        return _rank_duplicate(fields)
    mode = fields.one_of("mode", paohuzi.modes(options))
    hands = hand_records(fields, True, _hand, paohuzi.PLAYERS)
    return {"ranking": [standing_out(line) for line in paohuzi.rank(options, mode, hands)]}


def _hand(fields: Fields) -> HandResult:
    """The winner has what both others lose; after 荒庄 nobody has anything (2.3 steps 9, 10)."""
    winner = None
    if fields.plain.get("winner") is not None:
        winner = Seat[fields.one_of("winner", "ENW")]
    loss = 0 if winner is None else fields.number("loss", range(1, 10**6))
    return score.of_three(winner, loss)


def _rank_duplicate(fields: Fields) -> dict[str, Any]:
    scores = tuple(_duplicate_score(inner) for inner in fields.inners("scores"))
    places = [(one.deal, one.table, one.seat) for one in scores]
    players = [(one.deal, one.player) for one in scores]
    if len(set(places)) < len(places) or len(set(players)) < len(players):
        raise fields.bad("scores", "a seat or a player twice in one deal")
    return {"ranking": [_line_out(line) for line in duplicate.ranking(scores)]}


def _duplicate_score(fields: Fields) -> duplicate.Score:
    return duplicate.Score(
        deal=fields.number("deal", range(10**6)),
        table=fields.number("table", range(10**6)),
        seat=Seat[fields.one_of("seat", "ENW")],
        player=fields.text("player"),
        raw=fields.number("raw", range(-(10**6), 10**6)),
        millis=fields.number("millis", range(10**9)) if "millis" in fields else 0,
    )


def _line_out(line: duplicate.Line) -> dict[str, Any]:
    """Rates are exact: numerator and denominator."""
    return {
        "player": line.player,
        "rank": line.rank,
        "rate": _fraction_out(line.rate),
        "opponents": _fraction_out(line.opponents),
        "raw": line.raw,
        "millis": line.millis,
    }


def _fraction_out(rate: Fraction | None) -> list[int] | None:
    return None if rate is None else [rate.numerator, rate.denominator]
