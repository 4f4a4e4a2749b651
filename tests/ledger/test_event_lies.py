"""Lies about an event in the log of a table and in that of the organiser, and what finds them."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from table_firmware.fairness.deal import Header, mix
from table_firmware.ledger.course import Course
from table_firmware.ledger.entries import decode
from table_firmware.ledger.notes import Checkpoint, parse_note
from table_firmware.ledger.organised import event_of
from table_firmware.ledger.records import batch_header, by_seat
from table_firmware.ledger.report import Refusal
from table_firmware.ledger.tree import Tree, leaf_hash
from tests.ledger.eventful import (
    EVENT,
    Spring,
    at_event,
    entries_of,
    judged,
    organise,
    play,
)
from tests.ledger.forgery import (
    Entries,
    as_leaf,
    at,
    double,
    drop,
    insert,
    moved,
    nibble,
    put,
    renumbered,
)
from tests.ledger.lies_of_play import ACT_LIES
from tests.ledger.scripted import ORIGIN, Table, failed

Edit = Callable[[Entries], Any]

# ------------------------------------------------------------------ a table that lies


def other_digits(entries: Entries) -> Entries:
    """Other contributions, and the K that follows from them."""
    d = at(entries, "event")["d"]
    d["seats"]["E"] = {"mode": 1, "data": b"271828".hex()}
    return remixed(entries)


def remixed(entries: Entries) -> Entries:
    d = at(entries, "event")["d"]
    d["K"] = mix(bytes.fromhex(d["B"]), by_seat(d["seats"])).hex()
    return entries


def other_commitment(entries: Entries) -> Entries:
    return remixed(nibble("event", "B")(entries))


def header(**changes: Any) -> Edit:
    def edit(entries: Entries) -> Entries:
        d = at(entries, "event")["d"]
        was = batch_header(d["BH"])
        place = (was.bid, was.prev_size, was.prev_root)
        new = replace(Header(was.origin, was.game, *place, was.n), **changes)
        d["BH"], d["origin"] = new.bh.hex(), changes.get("origin", d["origin"])
        return entries

    return edit


def renamed(origin: str, noise: str) -> Edit:
    def edit(entries: Entries) -> Entries:
        header(origin=origin)(entries)
        at(entries, "event")["d"]["noise"] = noise
        return entries

    return edit


def another_history(entries: Entries) -> Entries:
    d = at(entries, "event")["d"]
    note = parse_note(bytes.fromhex(d["checkpoint"]))
    text = Checkpoint(EVENT, 3, bytes(32)).text()
    d["checkpoint"] = replace(note, text=text).encode().hex()
    return entries


def cut(entries: Entries) -> Entries:
    at(entries, "hand")["d"]["cuts"]["E"] = {"mode": 1, "data": b"7".hex()}
    return entries


VOID = {"k": "void", "d": {"h": 0, "reason": "x", "os": ""}}
OPENED = {"k": "event_open", "d": {"game": "chinpok/1", "mode": "1A", "options": {}}}
REVEAL = {
    "k": "reveal",
    "d": {"h": 0, "S": "00" * 96, "hw": "00" * 320, "os": "00" * 64},
}

LIES: dict[str, tuple[Edit, str]] = {
    "no event": (drop("event"), "V12"),
    "the event twice": (double("event"), "V12"),
    "the event after the deal": (moved("event", "act"), "V12"),
    "another sitting": (put("event", "sitting", 2), "V12"),
    "a reveal at the table": (insert("match_end", REVEAL), "V12"),
    "a played hand becomes void": (insert("match_end", VOID), "V12"),
    "contributions of the table's own": (insert("hand", {"k": "contrib", "d": {}}), "V12"),
    "the log of an event at a table": (insert("match", OPENED), "V12"),
    "an event after a match": (insert("epoch_end", OPENED), "V12"),
    "other contributions": (
        put("event", "seats", {s: {"mode": 0, "data": ""} for s in "ENWS"}),
        "V13",
    ),
    "another K": (nibble("event", "K"), "V13"),
    "a deck that was cut": (cut, "V13"),
    "A": (nibble("draw", "A"), "V13"),
    "another deck": (nibble("deal", "E"), "V13"),
    "a header that is none": (put("event", "BH", "00"), "V13"),
    "other contributions, with their K": (other_digits, "V15"),
    "another commitment of the event": (other_commitment, "V15"),
    "another batch of the event": (header(bid=bytes(16)), "V15"),
    "another name": (put("event", "origin", "club.example/x/simulated"), "V15"),
    "another game": (header(game="chinpok/2"), "V15"),
    "another number of hands": (header(n=4), "V15"),
    "another source of noise": (put("event", "noise", "simulated-2"), "V15"),
    "simulated noise and a name that hides it": (renamed("club.example/x", "simulated"), "V15"),
    "another mode": (put("match", "mode", "1B"), "V15"),
    "other options": (put("match", "options", {"lead_rule": "seat_by_seat"}), "V15"),
    "a checkpoint that is none": (put("event", "checkpoint", "00"), "V15"),
    "a checkpoint of another history": (another_history, "V15"),
    **{name: (edit, "V13") for name, edit in ACT_LIES.items()},
}


@pytest.mark.slow
@pytest.mark.parametrize("lie", LIES)
def test_a_lie_about_an_event_is_found(spring: Spring, tmp_path: Path, lie: str) -> None:
    edit, check = LIES[lie]

    def edited(entries: Entries) -> Entries:
        if lie == "contributions of the table's own":
            d = at(entries, "event")["d"]
            return insert("hand", {"k": "contrib", "d": {"seats": d["seats"], "K": d["K"]}})(
                entries
            )
        return renumbered(edit(entries))

    report = judged(spring.table, tmp_path / "out", [spring.closed], edited)
    assert report.refusal is not None, lie
    assert report.refusal.check == check, report.verdict


def test_the_deals_of_another_event_are_not_those_of_this_one(
    spring: Spring, tmp_path: Path
) -> None:
    """It names one event, and plays the deals of another."""
    table = Table(tmp_path / "state", quick=True)
    told = at_event(spring.table)["d"]
    play(table, spring.other)

    def edit(entries: Entries) -> Entries:
        at(entries, "event")["d"] = told
        return entries

    assert failed(judged(table, tmp_path / "out", [spring.closed], edit)) == "V13"
    assert failed(judged(table, tmp_path / "bare", [], edit)) == "V13"  # T already


def test_the_checkpoint_of_another_event_is_none_of_this_one(
    spring: Spring, tmp_path: Path
) -> None:
    note = spring.other.checkpoint.hex()
    lied = put("event", "checkpoint", note)
    assert failed(judged(spring.table, tmp_path / "out", [], lied)) == "V15"


def test_a_table_cannot_have_seen_more_of_an_event_than_there_is(
    spring: Spring, tmp_path: Path
) -> None:
    lied = put("event", "checkpoint", spring.closed.checkpoint.hex())
    assert judged(spring.table, tmp_path / "late", [spring.closed], lied).ok
    assert failed(judged(spring.table, tmp_path / "out", [spring.open], lied)) == "V15"


def test_the_same_sitting_twice_is_found(spring: Spring, tmp_path: Path) -> None:
    table = Table(tmp_path / "state", quick=True)
    play(table, spring.loaded)
    play(table, spring.loaded)
    assert failed(judged(table, tmp_path / "out", [spring.closed])) == "V12"


def test_what_can_be_told_without_the_events_log_is_told(spring: Spring, tmp_path: Path) -> None:
    for name in ("another K", "another game", "a deck that was cut", "other contributions"):
        edit, check = LIES[name]
        assert failed(judged(spring.table, tmp_path / name, [], edit)) == check


# ------------------------------------------------------------------ an organiser that lies


def followed(leaves: Iterable[bytes], origin: str = EVENT) -> None:
    course, tree = Course(origin, frozenset()), Tree()
    for leaf in leaves:
        course.follow(decode(leaf), tree)
        tree.append(leaf_hash(leaf))


MATCH = {
    "k": "match",
    "d": {
        "match": "m",
        "game": "chinpok/1",
        "mode": "1A",
        "options": {},
        "ranked": 0,
        "seats": dict.fromkeys("ENWS", "guest"),
    },
}
HAND = {
    "k": "hand",
    "d": {"h": 0, "cuts": {s: {"mode": 0, "data": ""} for s in "ENWS"}, "T": "00" * 32},
}


def within(entries: Entries) -> Entries:
    batch, given = at(entries, "batch")["d"], at(entries, "contrib")["d"]
    told = {name: batch[name] for name in ("BH", "B", "noise")}
    d = {**told, **given, "origin": EVENT, "checkpoint": "00", "sitting": 1}
    return insert("batch", {"k": "event", "d": d})(entries)


OWN_LIES: dict[str, tuple[Edit, str]] = {
    "the event is opened twice": (double("event_open"), "V12"),
    "a match among it": (insert("batch", MATCH), "V12"),
    "a match after it": (lambda e: [*e, {**e[-1], **MATCH, "i": len(e)}], "V12"),
    "a hand": (insert("reveal", HAND), "V12"),
    "a ranking": (insert("reveal", {"k": "match_end", "d": {"ranking": []}}), "V12"),
    "an event within the event": (within, "V12"),
    "a second batch": (double("batch"), "V12"),
    "revealed hand by hand": (put("batch", "reveal_at", "hand"), "V12"),
    "a hand is not revealed": (drop("reveal"), "V12"),
    "a rule that nobody knows": (put("event_open", "game", "poker/1"), "V13"),
    "a mode that nobody knows": (put("event_open", "mode", "9"), "V13"),
    "a mode that is not offered": (put("event_open", "mode", "U"), "V13"),
    "an option that nobody knows": (put("event_open", "options", {"x": 1}), "V13"),
    "another S": (nibble("reveal", "S"), "V14"),
}


@pytest.mark.parametrize("lie", OWN_LIES)
def test_a_lie_of_an_organiser_is_found(spring: Spring, lie: str) -> None:
    edit, check = OWN_LIES[lie]
    with pytest.raises(Refusal) as refusal:
        followed(map(as_leaf, edit(entries_of(spring.folder))))
    assert refusal.value.check == check, str(refusal.value)


def test_an_event_commits_to_all_hands_of_its_mode_at_once(tmp_path: Path) -> None:
    table = Table(tmp_path / "state")
    table.put("event_open", {"game": "chinpok/1", "mode": "2", "options": {}})
    table.commit(1, "match")
    with pytest.raises(Refusal, match="not one batch with all hands"):
        followed(table.log.leaves(), ORIGIN)


def test_the_log_of_an_event_is_verified_like_any_other(spring: Spring, tmp_path: Path) -> None:
    report, _ = event_of(spring.folder / "public")
    assert [check.status for check in report.checks] == ["ok"] * 15
    assert not [line for line in report.remarks if "not closed" in line]
    organise(tmp_path / "event")
    report, _ = event_of(tmp_path / "event/public")
    assert "the event is not closed: its decks are withheld" in report.remarks
