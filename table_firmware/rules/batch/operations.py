"""Questions to the rules, one JSON object a line (protocol `rules-batch`).

`answer` never raises: what is malformed is answered with `bad-request` and the field's name.
"""

import json
import math
from collections.abc import Callable, Mapping
from typing import Any, Final

from table_firmware.rules import combinations
from table_firmware.rules.batch.fields import BadRequest, Fields
from table_firmware.rules.batch.readings import reading_out
from table_firmware.rules.batch.records import hand_records, result, result_out, standing_out
from table_firmware.rules.batch.rounds import round_out
from table_firmware.rules.games import GAMES
from table_firmware.rules.match import MODES, rank
from table_firmware.rules.round import Combination, Reading

LINE_LIMIT: Final = 64 * 1024
"""Bytes in a line, its end not counted."""


def answer(line: str) -> str:
    """The answer to one line, without a line end."""
    try:
        fields = _parse(line)
    except BadRequest as error:
        return _write(_refusal(error))
    reply: dict[str, Any] = {"id": fields["id"]} if "id" in fields else {}
    try:
        reply |= _operate(Fields(fields))
    except BadRequest as error:
        reply |= _refusal(error)
    return _write(reply)


def _parse(line: str) -> dict[str, Any]:
    if len(line.rstrip("\r\n").encode("utf-8", "surrogatepass")) > LINE_LIMIT:
        raise BadRequest("line", "longer than 64 KiB")
    try:
        fields = json.loads(line, parse_constant=_no_constant)
    except (ValueError, RecursionError):
        raise BadRequest("line", "not JSON") from None
    if not isinstance(fields, dict):
        raise BadRequest("line", "not an object")
    if not _can_return(fields.get("id")):
        raise BadRequest("id", "not a string, a number, true, false or null")
    return fields


def _no_constant(name: str) -> float:
    raise ValueError(name)


def _can_return(given: object) -> bool:
    if isinstance(given, float):
        return math.isfinite(given)
    return given is None or isinstance(given, str | int)


def _refusal(error: BadRequest) -> dict[str, Any]:
    return {"error": {"code": "bad-request", "message": str(error)}}


def _write(reply: Mapping[str, Any]) -> str:
    return json.dumps(reply, separators=(",", ":"))


def _operate(fields: Fields) -> dict[str, Any]:
    fields.text("op")
    game = fields.one_of("game", GAMES)
    if game == "chinpok":
        return OPERATIONS[fields.one_of("op", OPERATIONS)](fields)
    # Whoever asks of ChinPok does not wait for the other games.
    if game == "paohuzi":
        from table_firmware.rules.batch import claiming

        return claiming.operate(fields)
    from table_firmware.rules.batch import laying

    return laying.operate(fields)


# ------------------------------------------------------------------ combinations


def _classify(fields: Fields) -> dict[str, Any]:
    readings = combinations.classify(fields.cards("cards"), fields.trump())
    plain = [reading_out(reading) for reading in readings]
    return {"readings": plain, "default": plain[0] if plain else None}


def _beats(fields: Fields) -> dict[str, Any]:
    trump = fields.trump()
    lefts = combinations.classify(fields.cards("left"), trump)
    right = _right(fields, trump)
    best = next((left for left in lefts if combinations.beats(left, right)), None)
    return {"beats": best is not None, "reading": reading_out(best) if best else None}


def _right(fields: Fields, trump: str) -> Reading:
    readings = combinations.classify(fields.cards("right"), trump)
    if not readings:
        raise BadRequest("right", "not a combination")
    named = fields.reading("right_reading")
    if named is None:
        return readings[0]
    if named not in readings:
        raise BadRequest("right_reading", "not a reading of right")
    return named


def _plays(fields: Fields) -> dict[str, Any]:
    trump, hand, to_beat = fields.trump(), fields.cards("hand"), fields.to_beat()
    listed = fields.flag("list", True)
    number, by_type, pure = combinations.count(hand, trump, to_beat)
    reply: dict[str, Any] = {"count": number, "by_type": by_type, "pure": pure}
    if listed:
        plays = combinations.plays(hand, trump, to_beat)
        reply["plays"] = [_play_out(play) for play in plays]
    return reply


def _minimal(fields: Fields) -> dict[str, Any]:
    trump, hand = fields.trump(), fields.cards("hand")
    play = combinations.minimal(hand, trump, fields.to_beat())
    return {"play": _play_out(play) if play else None}


def _play_out(play: Combination) -> dict[str, Any]:
    return {"cards": sorted(play.cards), "reading": reading_out(play.reading)}


# ------------------------------------------------------------------ scores and ranking


def _score(fields: Fields) -> dict[str, Any]:
    return result_out(result(fields))


def _rank(fields: Fields) -> dict[str, Any]:
    mode = fields.one_of("mode", MODES)
    hands = hand_records(fields, MODES[mode].individual)
    return {"ranking": [standing_out(line) for line in rank(mode, hands)]}


OPERATIONS: Final[Mapping[str, Callable[[Fields], dict[str, Any]]]] = {
    "classify": _classify,
    "beats": _beats,
    "plays": _plays,
    "minimal": _minimal,
    "score": _score,
    "rank": _rank,
    "round": round_out,
}
"""Every operation of the protocol, by name."""
