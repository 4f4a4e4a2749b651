"""Events in the log of a table, against the log of the event (`deal1` §12; V12 to V15)."""

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table_firmware.fairness.deal import NOTHING, Contribution, deal_hand
from table_firmware.fairness.receipts import CommitReceipt, Receipt, seat_receipt, to_digits
from table_firmware.ledger.audit import audit
from table_firmware.ledger.bindings import receipt_root
from table_firmware.ledger.entries import Entry, decode
from table_firmware.ledger.events import Event
from table_firmware.ledger.organised import event_of, read_event
from table_firmware.ledger.report import Refusal
from table_firmware.ledger.survey import survey
from table_firmware.ledger.thinking import Thinking
from table_firmware.rules.cards import Seat
from tests.ledger.eventful import (
    Spring,
    at_event,
    judged,
    leaves_of,
    play,
)
from tests.ledger.forgery import (
    Entries,
    nibble,
)
from tests.ledger.scripted import CHINPOK, ORIGIN, Table, failed

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
