"""Every lie about how a hand was played and what it counted, for the log of a table."""

from collections import Counter
from collections.abc import Callable
from itertools import takewhile
from typing import Any

from table_firmware.ledger.records import said_result
from table_firmware.rules.match import HandRecord, Standing, rank, seating
from table_firmware.rules.notation import to_plain
from tests.ledger.forgery import (
    Entries,
    at,
    renumbered,
)


def acts(entries: Entries, kind: str) -> Entries:
    return [e for e in entries if e["k"] == "act" and e["d"]["action"]["kind"] == kind]


def played(entries: Entries) -> dict[str, Any]:
    """The first act in which cards were laid."""
    return next(e for e in entries if e["k"] == "act" and e["d"]["events"][0]["kind"] == "played")


def other_card(entries: Entries) -> Entries:
    event = played(entries)["d"]["events"][0]
    event["cards"][0] = "S2" if event["cards"][0] != "S2" else "S3"
    return entries


def not_asked(entries: Entries) -> Entries:
    seats = {"E": "N", "N": "W", "W": "S", "S": "E"}
    action = played(entries)["d"]["action"]
    action["seat"] = seats[action["seat"]]
    return entries


def said_by_another(entries: Entries) -> Entries:
    played(entries)["d"]["action"]["by"] = "player"
    return entries


def unknown_action(entries: Entries) -> Entries:
    at(entries, "act")["d"]["action"]["kind"] = "peek"
    return entries


def malformed_action(entries: Entries) -> Entries:
    acts(entries, "proceed")[0]["d"]["action"]["seat"] = "E"
    return entries


def seatless_gift(entries: Entries) -> Entries:
    acts(entries, "give")[0]["d"]["action"]["seat"] = {}
    return entries


def open_gift(entries: Entries) -> Entries:
    acts(entries, "give")[0]["d"]["action"]["cards"] = ["S7"]
    return entries


def other_gift(entries: Entries) -> Entries:
    """A card that East cannot have given: North and South held both of it. (The same card from
    both sides moves nothing, so a card that he could have given may rule the same.)"""
    events = (e for act in entries if act["k"] == "act" for e in act["d"]["events"])
    hand = takewhile(lambda event: event["kind"] != "hand_ended", events)
    laid = [e["cards"] for e in hand if e["kind"] == "played" and e["seat"] in ("N", "S")]
    held = Counter(card for cards in laid for card in cards)
    card = next(card for card, copies in held.items() if copies == 2)
    exchanged(entries)["EW"] = [card, card]
    return entries


def malformed_exchange(entries: Entries) -> Entries:
    exchanged(entries)["EW"] = 5
    return entries


def exchanged(entries: Entries) -> dict[str, Any]:
    events = (e for entry in entries if entry["k"] == "act" for e in entry["d"]["events"])
    found: dict[str, Any] = next(e for e in events if e["kind"] == "exchanged")
    return found


def p_for_nothing(entries: Entries) -> Entries:
    acts(entries, "proceed")[0]["d"]["p"] = "00" * 32
    return entries


def p_missing(entries: Entries) -> Entries:
    del acts(entries, "give")[0]["d"]["p"]
    return entries


def forgotten_act(entries: Entries) -> Entries:
    entries.remove(played(entries))
    return renumbered(entries)


def ended_early(entries: Entries) -> Entries:
    last = [e for e in entries if e["k"] == "act" and e["d"]["h"] == 0][-1]
    entries.remove(last)
    return renumbered(entries)


def ended_in_the_lead(entries: Entries) -> Entries:
    """Whoever leads after two of the four hands has won; the others are revealed as unused."""
    left = [e for e in entries if e["d"].get("h", 0) >= 2]
    kept = [e for e in entries if e not in left or e["k"] == "reveal"]
    for entry in (e for e in left if e["k"] == "reveal"):
        entry["d"]["unused"] = 1
    ends = [e["d"] for e in kept if e["k"] == "hand_end"]
    records = [HandRecord(seating("2", h), said_result(d)) for h, d in enumerate(ends, start=1)]
    ranking = [to_plain(Standing, line) for line in rank("2", records)]
    at(kept, "match_end")["d"]["ranking"] = ranking
    at(kept, "batch_end")["d"] |= {"played": 2, "unused": 3}
    return renumbered(kept)


def better_result(entries: Entries) -> Entries:
    tenths = at(entries, "hand_end")["d"]["position_tenths"]
    tenths[0] += 10
    return entries


def better_rank(entries: Entries) -> Entries:
    ranking = at(entries, "match_end")["d"]["ranking"]
    ranking[0]["tenths"] += 1
    return entries


def malformed_rank(entries: Entries) -> Entries:
    at(entries, "match_end")["d"]["ranking"][0]["rank"] = "first"
    return entries


def richer_though_away(entries: Entries) -> Entries:
    ranking = at(entries, "match_end")["d"]["ranking"]
    ranking[0] |= {"unfinished": True, "rank": 0, "tenths": 999}
    return entries


def ranked_practice(entries: Entries) -> Entries:
    d = at(entries, "match")["d"]
    d["seats"]["N"], d["ranked"] = "house", 1
    return entries


def ranked_planner(entries: Entries) -> Entries:
    d = at(entries, "match")["d"]
    d["seats"], d["ranked"] = dict.fromkeys("ENWS", "planner"), 1
    return entries


def played_by_the_house(entries: Entries) -> Entries:
    """Nobody at this table plans."""
    at(entries, "act")["d"]["action"]["by"] = "house"
    return entries


def ranked_training(entries: Entries) -> Entries:
    d = at(entries, "match")["d"]
    d["seats"] = dict.fromkeys("ENWS", "guest")
    d["options"] = {"lead_rule": "seat_by_seat"}
    d["ranked"] = 1
    return entries


ACT_LIES: dict[str, Callable[[Entries], Any]] = {
    "a card that was not there": other_card,
    "another one acted": said_by_another,
    "an act is left out": forgotten_act,
    "the result": better_result,
    "the ranking": better_rank,
}
"""Lies about how a hand was played (V13)."""
