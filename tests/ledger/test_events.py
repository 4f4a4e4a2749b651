"""Events in the log of a table, against the log of the event (`deal1` §12; V12 to V15)."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table_firmware.fairness.deal import NOTHING, Contribution, Header, deal_hand, mix
from table_firmware.fairness.receipts import CommitReceipt, Receipt, seat_receipt, to_digits
from table_firmware.ledger.audit import audit
from table_firmware.ledger.bindings import receipt_root
from table_firmware.ledger.course import Course
from table_firmware.ledger.entries import Entry, decode
from table_firmware.ledger.events import Event
from table_firmware.ledger.notes import Checkpoint, parse_note
from table_firmware.ledger.organised import event_of, read_event
from table_firmware.ledger.records import batch_header, by_seat
from table_firmware.ledger.report import Refusal
from table_firmware.ledger.survey import survey
from table_firmware.ledger.thinking import Thinking
from table_firmware.ledger.tree import Tree, leaf_hash
from table_firmware.rules.cards import Seat
from tests.ledger.eventful import (
    EVENT,
    close,
    entries_of,
    judged,
    leaves_of,
    organise,
    play,
    public,
    with_secrets,
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
from tests.ledger.lies import ACT_LIES
from tests.ledger.scripted import CHINPOK, ORIGIN, Table, failed

Edit = Callable[[Entries], Any]


@dataclass
class Spring:
    """An event: as its tables have it, as it was published, and once it is closed; and a table
    that has played it once."""

    folder: Path
    loaded: Event
    open: Event
    closed: Event
    other: Event
    table: Table


@pytest.fixture(scope="module")
def spring(tmp_path_factory: pytest.TempPathFactory) -> Spring:
    place = tmp_path_factory.mktemp("spring")
    batch = organise(place / "event")
    before = public(place / "event")
    close(place / "event")
    loaded = with_secrets(before, batch)
    table = Table(place / "table", quick=True)
    play(table, loaded)
    deals = organise(place / "other", origin="club.example/autumn/simulated")
    other = with_secrets(public(place / "other"), deals)
    return Spring(place / "event", loaded, before, public(place / "event"), other, table)


# ------------------------------------------------------------------ a table that keeps to it


def test_with_the_closed_log_every_hand_is_dealt_and_ruled_again(
    spring: Spring, tmp_path: Path
) -> None:
    report = judged(spring.table, tmp_path / "out", [spring.other, spring.closed])
    assert report.ok, report.verdict
    assert (report.hands, report.matches) == (1, 1)
    (sitting,) = report.sittings
    assert (sitting.number, sitting.ended, sitting.ruled, sitting.unruled) == (1, True, 1, 0)
    assert not [line for line in report.remarks if "event" in line]


@pytest.mark.parametrize("house", ["", "NS", "W"])
def test_it_is_known_which_players_were_no_people(
    spring: Spring, tmp_path: Path, house: str
) -> None:
    seats = {seat: "planner" if seat in house else "guest" for seat in "ENWS"}

    def edit(entries: Entries) -> Entries:
        for entry in entries:
            if entry["k"] == "match":
                entry["d"]["seats"] = seats
        return entries

    report = judged(spring.table, tmp_path / "out", [spring.open], edit)
    assert report.ok, report.verdict
    (sitting,) = report.sittings
    letters = {"E": "A", "S": "B", "W": "C", "N": "D"}
    assert sitting.house == tuple(sorted(letters[seat] for seat in house))


def test_what_could_not_be_checked_is_said(spring: Spring, tmp_path: Path) -> None:
    for name, events, said in (
        ("none", [], "without its log 1 hand was not dealt and ruled again"),
        ("open", [spring.open], "not closed yet, 1 hand was"),
    ):
        report = judged(spring.table, tmp_path / name, events)
        assert report.ok, report.verdict
        assert report.hands == 0
        assert any(said in line for line in report.remarks)


def test_the_same_table_may_play_it_again_and_says_so(spring: Spring, tmp_path: Path) -> None:
    table = Table(tmp_path / "state", quick=True)
    for sitting in (1, 2):
        play(table, spring.loaded, sitting)
    report = judged(table, tmp_path / "out", [spring.closed])
    assert report.ok, report.verdict
    assert [each.number for each in report.sittings] == [1, 2]
    assert report.hands == 2


def test_a_hand_that_was_void_is_ruled_as_far_as_it_went(spring: Spring, tmp_path: Path) -> None:
    table = Table(tmp_path / "state", quick=True)
    play(table, spring.loaded, void=True)
    report = judged(table, tmp_path / "out", [spring.closed])
    assert report.ok, report.verdict
    assert (report.hands, report.sittings[0].ruled, report.sittings[0].played) == (0, 1, [])
    lied = judged(table, tmp_path / "lie", [spring.closed], nibble("deal", "E"))
    assert failed(lied) == "V13"


def test_the_survey_knows_the_deals_in_play(spring: Spring, tmp_path: Path) -> None:
    table = Table(tmp_path / "state", quick=True)
    table.begin_match("1A")
    table.put("event", at_event(spring.table)["d"])
    table.log.close()
    found = survey(table.state, ORIGIN)
    assert found is not None
    assert found.batch == (spring.loaded.header.bid.hex(), spring.loaded.b.hex())


# ------------------------------------------------------------------ a table that lies


def at_event(table: Table) -> dict[str, Any]:
    found = next(entry for entry in table.log.entries() if entry.k == "event")
    return {"k": "event", "d": dict(found.d)}


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


# ------------------------------------------------------------------ reading an event


def test_an_event_is_read_by_the_policy_that_names_it_or_by_its_own_key(spring: Spring) -> None:
    own = (spring.folder / "state/policy").read_text()
    report, event = event_of(spring.folder / "public", own)
    assert event is not None
    assert not report.remarks
    for policy in (spring.table.policy(), None):
        report, event = event_of(spring.folder / "public", policy)
        assert event is not None
        assert any("key taken from the export" in line for line in report.remarks)
    report, event = event_of(spring.folder / "public", "no policy")
    assert (report.ok, event) == (False, None)


def test_the_export_of_a_table_is_no_event(spring: Spring, tmp_path: Path) -> None:
    report, event = event_of(spring.table.export(tmp_path / "out", {}))
    assert (report.ok, event) == (True, None)


def test_an_event_is_read_as_a_strangers(spring: Spring) -> None:
    event, leaves = spring.closed, leaves_of(spring.folder)
    note = event.checkpoint
    assert read_event(event.identity, note, leaves).b == event.b
    assert spring.open.batch is None
    for wrong, check in (
        ((spring.other.identity, note, leaves), "V2"),
        ((event.identity, note, [*leaves[:2], *leaves[3:]]), "V4"),
        ((event.identity, note, leaves[:-1]), "V5"),
    ):
        with pytest.raises(Refusal) as refusal:
            read_event(*wrong)
        assert refusal.value.check == check


# ------------------------------------------------------------------ receipts


def test_a_receipt_of_an_event_is_held_against_its_log_and_the_hand(
    spring: Spring, tmp_path: Path
) -> None:
    event, table = spring.loaded, spring.table
    root = receipt_root(event.checkpoint)
    commit = CommitReceipt(event.header, event.r, root)
    assert event.batch is not None
    dealt = deal_hand(event.batch, event.k, 0, NOTHING, CHINPOK.DEALING)
    cards = seat_receipt(event.batch, event.contributions, 0, NOTHING, dealt, Seat.W, root)
    judged(table, tmp_path / "out", [])

    def verdict(receipt: Receipt, *events: Event) -> str:
        report = audit(tmp_path / "out", table.policy(), [to_digits(receipt)], events=events)
        return "" if report.ok else failed(report)

    assert verdict(commit, spring.closed) == ""
    assert verdict(cards, spring.closed) == ""
    assert verdict(cards, spring.open) == ""
    early = replace(root, size=event.header.prev_size, root=event.tree.root(event.header.prev_size))
    for lied in (
        replace(commit, checkpoint=replace(root, signature=bytes(64))),
        replace(commit, checkpoint=replace(root, key_id=bytes(4))),
        replace(commit, checkpoint=replace(root, size=root.size + 900)),
        replace(commit, checkpoint=early),
    ):
        assert verdict(lied, spring.closed) == "V8"
    assert verdict(replace(commit, r=bytes(32)), spring.closed) == "V15"
    assert verdict(commit) == "V8"  # signed by nobody who is known


def test_a_receipt_of_an_event_that_is_not_known_cannot_be_held_against_anything(
    spring: Spring, tmp_path: Path
) -> None:
    """Signed by the table itself, which has no business to."""
    table = spring.table
    judged(table, tmp_path / "out", [])
    size = max(int(path.name) for path in (tmp_path / "out/log/checkpoints").iterdir())
    root = receipt_root((tmp_path / f"out/log/checkpoints/{size}").read_bytes())
    receipt = CommitReceipt(spring.open.header, spring.open.r, root)
    report = audit(tmp_path / "out", table.policy(), [to_digits(receipt)])
    assert failed(report) == "V15"
    assert "give --event" in report.verdict


# ------------------------------------------------------------------ thinking


def act(m: int, seat: str = "", by: str = "player", kind: str = "pass") -> Entry:
    action = {"kind": kind, "by": by, **({"seat": seat} if seat else {})}
    return Entry(1, 0, "act", m, {"h": 0, "action": action, "events": []})


def suspended(kind: str, on: int, m: int) -> Entry:
    return Entry(1, 0, kind, m, {"on": on})


def test_people_are_timed_from_the_act_before_without_pauses() -> None:
    thinking = Thinking()
    for entry in (
        Entry(1, 0, "deal", 1_000, {}),
        act(3_000, "E"),
        act(4_000, by="system"),
        suspended("call", 1, 5_000),
        suspended("service", 1, 6_000),
        suspended("call", 0, 9_000),
        suspended("service", 0, 10_000),
        suspended("service", 0, 10_500),
        act(12_000, "N"),
        act(13_000, "W", "managed"),
        Entry(2, 0, "boot", 100, {}),
        act(1_100, "E", "timeout"),
    ):
        thinking.follow(entry)
    assert thinking.millis == {Seat.E: 3_000, Seat.N: 3_000}


@given(st.lists(st.tuples(st.sampled_from("ENW"), st.booleans(), st.integers(1, 9_000))))
def test_who_claims_an_open_tile_thinks_no_longer_than_who_does_not(
    acts: list[tuple[str, bool, int]],
) -> None:
    """The time of a window is everybody's; a discard after it is timed from its end."""
    thinking, m, own = Thinking(), 0, Counter[Seat]()
    thinking.follow(Entry(1, 0, "deal", 0, {}))
    for seat, claims, took in acts:
        m += took
        thinking.follow(act(m, seat, kind="claim" if claims else "discard"))
        own[Seat[seat]] += 0 if claims else took
    assert thinking.millis == {seat: took for seat, took in own.items() if took}


def test_each_hand_is_timed_anew(spring: Spring) -> None:
    thinking = Thinking()
    for leaf in spring.table.log.leaves():
        thinking.follow(decode(leaf))
    assert thinking.millis
    thinking.follow(Entry(9, 0, "deal", 1_000, {}))
    assert thinking.millis == {}


def test_nothing_is_contributed_by_a_seat_that_is_empty(spring: Spring) -> None:
    assert spring.closed.contributions[1:] == (Contribution(),) * 3
