"""How the log becomes the `Record`: one entry at a time.

Past matches fold without their secrets; then `Hand.state` stays None.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from table_firmware.controller.match_folding import fold_in_match
from table_firmware.controller.record import Chair, Match, Record
from table_firmware.fairness.deal import Batch
from table_firmware.ledger.calls import call_of, over_match
from table_firmware.ledger.entries import Entry
from table_firmware.ledger.survey import DISCARDED
from table_firmware.ledger.upkeep import upkeep_of
from table_firmware.rules.cards import Seat
from table_firmware.rules.games import by_version
from table_firmware.rules.match import seating

CLEARED: Final = "cleared"


def fold(
    record: Record, entry: Entry, secrets: Batch | None, private: Mapping[str, Any] | None
) -> Record:
    """The record after one more entry.

    secrets: those of the batch in play, to deal its hands again. private: what the `p` of an
    `act` stands for.
    """
    record = replace(record, size=entry.i + 1)
    match entry.k:
        case "seat":
            return _fold_seat(record, Seat[entry.d["seat"]], entry.d["change"])
        case "match":
            return _fold_match(record, entry.d)
        case "act":
            record = _count_timeouts(record, entry.d["action"])
        case "service" | "call":
            return _fold_standing(record, entry)
        case "rng_fault" if entry.d["cause"] != DISCARDED:
            return replace(record, noise_fault=entry.d["cause"])
        case "config" | "batch" if _in_use(entry):
            record = replace(record, noise_fault="")
    match = record.match
    if match is None:
        return record
    if entry.k == "seating":
        return _fold_seating(record, match, entry.d)
    if entry.k == "batch_end" and match.over:
        chairs = tuple(replace(chair, managed=False, timeouts=0) for chair in record.chairs)
        record = replace(record, chairs=chairs)
    return replace(record, match=fold_in_match(record, match, entry, secrets, private))


def _in_use(entry: Entry) -> bool:
    """Whether the random source is in use from this entry on, or was: no batch is drawn from one
    that is not (ADR 12)."""
    return entry.k == "batch" or entry.d["changes"].get("noise_fault") == CLEARED


# ------------------------------------------------------------------ seats


def _put(chairs: tuple[Chair, ...], seat: Seat, chair: Chair) -> tuple[Chair, ...]:
    """The chairs with another one at `seat`."""
    return (*chairs[:seat], chair, *chairs[seat + 1 :])


def _fold_seat(record: Record, seat: Seat, change: str) -> Record:
    chair = record.chairs[seat]
    match change:
        case "sat":
            chair = Chair("guest")
        case "left":
            chair = Chair()
        case "linked":
            chair = replace(chair, lost=False)
        case "lost":
            chair = replace(chair, lost=True)
            record = replace(record, match=_noting_away(record.match, seat))
        case "managed":
            chair = replace(chair, managed=True, timeouts=0)
        case "returned":
            chair = replace(chair, managed=False, timeouts=0)
    return replace(record, chairs=_put(record.chairs, seat, chair))


def _noting_away(match: Match | None, seat: Seat) -> Match | None:
    if match is None or match.hand is None or not match.hand.dealt or match.hand.ended:
        return match
    return replace(match, hand=replace(match.hand, away=match.hand.away | {seat}))


def _fold_standing(record: Record, entry: Entry) -> Record:
    if entry.k == "call":
        return replace(record, call=call_of(entry.d))
    return replace(record, upkeep=upkeep_of(entry.d))


def _count_timeouts(record: Record, action: Mapping[str, Any]) -> Record:
    if action["by"] not in ("player", "timeout") or "seat" not in action:
        return record
    seat = Seat[action["seat"]]
    chair = record.chairs[seat]
    count = chair.timeouts + 1 if action["by"] == "timeout" else 0
    if count == chair.timeouts:
        return record
    return replace(record, chairs=_put(record.chairs, seat, replace(chair, timeouts=count)))


def _fold_seating(record: Record, match: Match, d: Mapping[str, Any]) -> Record:
    """People change chairs; a screen that is lost stays where it is. Within a hand its seats are
    the new ones from here on."""
    places = {Seat[seat]: player for seat, player in d["places"].items()}
    was = {player: seat for seat, player in match.places.items()}
    hand = match.hand
    if hand is not None and hand.moves is not None:
        came_from = tuple(was[places[seat]] for seat in Seat)
        match = replace(match, hand=replace(hand, moves=None, came_from=came_from))
    before = {player: record.chairs[seat] for seat, player in match.places.items()}
    chairs = tuple(replace(before[places[seat]], lost=record.chairs[seat].lost) for seat in Seat)
    return replace(record, chairs=chairs, match=replace(match, places=places))


# ------------------------------------------------------------------ the match


def _fold_match(record: Record, d: Mapping[str, Any]) -> Record:
    game = by_version(d["game"])
    assert game is not None, "a log of rules that this program does not have"
    match = Match(d["match"], game, d["mode"], game.options(d["options"]), seating(d["mode"], 1))
    chairs = tuple(
        replace(chair, who=d["seats"][seat.name], managed=False, timeouts=0)
        for seat, chair in zip(Seat, record.chairs, strict=True)
    )
    return replace(record, chairs=chairs, match=match, call=over_match(record.call))
