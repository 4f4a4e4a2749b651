"""The same deals at several tables (`deal1` §12), from organiser to ranking, on real files."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from table_firmware.cli import main
from table_firmware.config.play import Guard
from table_firmware.controller.shelf import EventRefused, Shelf
from table_firmware.fairness.entropy import os_random
from table_firmware.fairness.receipts import SeatReceipt, from_digits
from table_firmware.ledger.audit import audit
from table_firmware.ledger.organised import event_of
from table_firmware.ledger.sealing import sealing_key
from table_firmware.rules.cards import Seat
from table_firmware.rules.games import GAMES
from table_firmware.rules.match import MODES
from tests.controller.club import EVENT, FAST, Club, leave_to_house, manage, play, to_round
from tests.controller.desk import QUICK, Desk
from tests.controller.test_whole_match import RealDesk
from tests.ledger.eventful import organise

pytestmark = pytest.mark.slow

E, N, W, S = Seat


def test_an_event_at_three_tables_is_merged_and_audited(
    club: Club, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tables = [club.table(number) for number in (1, 2, 3)]
    assert club.seal(*map(club.note, tables)) == 0
    tables = [play(club.load(desk)) for desk in tables]
    exports = [str(desk.state / "exports/current") for desk in tables]
    before = [club.verify(desk) for desk in tables]
    assert [report.verdict for report in before if not report.ok] == []
    assert all("not closed yet" in report.remarks[-1] for report in before)
    assert {report.hands for report in before} == {0}
    assert club.close() == 0
    after = [club.verify(desk) for desk in tables]
    assert [(report.hands, report.remarks) for report in after] == [(1, ())] * 3
    capsys.readouterr()
    out = ["--event", str(club.public), "--out", str(tmp_path / "results")]
    assert main(["event", "merge", *exports, *out]) == 0
    shown = capsys.readouterr().out
    assert "club.example/table-1.simulated#1A" in shown
    found = json.loads((tmp_path / "results/results.json").read_text())
    assert len(found["ranking"]) == 12
    assert len(found["deals"]) == 12
    assert main(["event", "movement", str(tmp_path / "results/results.json")]) == 0
    assert "table 3" in capsys.readouterr().out


def kinds(desk: Desk) -> list[str]:
    return [kind for kind in desk.kinds() if kind != "seat"]


def test_the_match_after_it_is_the_tables_own_again(club: Club) -> None:
    desk = club.ready()
    desk.link(*Seat)
    view = desk.view(E)
    assert (view.event, len(view.commitment), view.modes) == (EVENT, 26, ("1A",))
    desk = play(desk)
    assert {"batch", "contrib", "reveal"}.isdisjoint(desk.kinds())
    view = desk.view(E)
    assert (view.event, view.commitment, view.mode) == ("", "", FAST.mode)
    desk.begin(E)
    assert desk.kinds()[desk.kinds().index("batch") - 1] == "match"
    assert desk.kinds().count("event") == 1
    assert not list((desk.state / "event").iterdir())


def test_the_same_deals_in_turn_at_one_table_are_withheld_until_the_end(club: Club) -> None:
    desk = club.load(play(club.ready()))
    desk.link(*Seat)
    desk.wait_until(lambda: desk.table.in_lobby, most=600_000)
    to_round(desk)
    manage(desk)
    desk.wait_until(lambda: desk.kinds().count("batch_end") == 2, most=600_000)
    told = [entry.d["sitting"] for entry in desk.log.entries() if entry.k == "event"]
    assert told == [1, 2]
    assert not [entry for entry in desk.log.entries() if entry.k == "reveal"]
    assert club.close() == 0
    report = club.verify(desk)
    assert report.ok, report.verdict
    assert [(each.number, each.ruled) for each in report.sittings] == [(1, 1), (2, 1)]


def test_whatever_is_exported_before_the_end_tells_no_deck(club: Club) -> None:
    desk = play(club.ready())
    folders = (desk.state / "exports", desk.state / "receipts", club.public, club.place / "stick")
    written = [path.read_bytes() for each in folders for path in each.rglob("*") if path.is_file()]
    assert club.close() == 0
    _, closed = event_of(club.public)
    assert closed is not None
    assert closed.secrets is not None
    for _, s in closed.secrets:
        assert not [raw for raw in written if s in raw or s.hex().encode() in raw]
    assert not list(club.event.rglob("*.vault"))


@pytest.mark.soak
@pytest.mark.parametrize("game", [key for key in GAMES if key != "chinpok"])
def test_any_game_is_played_as_an_event(tmp_path: Path, game: str) -> None:
    """At a table whose own game is another one, partners who move after the deal among them."""
    club = Club(tmp_path)
    mode = GAMES[game].modes(GAMES[game].options({}))[0]
    assert club.create(mode, game=game) == 0
    desk = play(club.ready())
    assert club.close() == 0
    report = club.verify(desk)
    assert report.ok, report.verdict
    (sitting,) = report.sittings
    assert (sitting.ruled, sitting.unruled) == (MODES[mode].hands, 0)
    assert desk.view(E).game == "chinpok/1"


# ------------------------------------------------------------------ receipts


def test_a_player_takes_his_cards_home_under_the_events_commitment(tmp_path: Path) -> None:
    club = Club(tmp_path)
    assert club.create("2") == 0
    desk = club.ready(QUICK)
    to_round(desk)
    manage(desk)
    desk.wait_until(lambda: desk.stage == "hand_result", most=600_000)
    shown = desk.view(E).receipts
    assert shown is not None
    receipt = from_digits(shown["seat"])
    assert isinstance(receipt, SeatReceipt)
    assert receipt.hand.header.origin == EVENT
    assert desk.view(N).receipts != shown
    desk.wait_until(lambda: desk.table.in_lobby, most=600_000)
    assert club.close() == 0
    report = club.verify(desk, [shown["seat"]])
    assert report.ok, report.verdict
    policy = (desk.state / "policy").read_text()
    alone = audit(desk.state / "exports/current", policy, [shown["seat"]])
    assert alone.refusal is not None
    commit = (club.public / "receipts/commit.txt").read_text().strip()
    assert club.verify(desk, [commit]).ok


# ------------------------------------------------------------------ refused


def shelf(desk: RealDesk) -> Shelf:
    return Shelf(desk.state, desk.log, sealing_key(desk.state, os_random))


def test_only_its_own_event_is_loaded_and_only_between_matches(club: Club) -> None:
    one, two = club.table(1), club.table(2)
    assert club.seal(club.note(one), club.note(two)) == 0
    for file, code in (
        (club.file(two), "event-refused"),
        (club.place / "t1.note", "event-refused"),
    ):
        with pytest.raises(EventRefused) as refused:
            shelf(one).put(file, FAST)
        assert refused.value.code == code
    assert not (one.state / "event").exists()
    one.link(*Seat)
    one.wait_until(lambda: one.stage == "round", most=600_000)
    assert not shelf(one).drop()
    with pytest.raises(EventRefused) as refused:
        shelf(one).put(club.file(one), FAST)
    assert refused.value.code == "event-not-now"


def test_an_event_that_waits_is_replaced_only_after_it_was_dropped(club: Club) -> None:
    desk = club.ready()
    with pytest.raises(EventRefused) as refused:
        shelf(desk).put(club.file(desk), FAST)
    assert refused.value.code == "event-not-now"
    assert shelf(desk).drop()
    assert shelf(desk).loaded() is None
    assert shelf(desk).put(club.file(desk), FAST).sitting == 1
    leave_to_house(desk)
    with pytest.raises(EventRefused) as refused:
        shelf(desk).drop()
    assert refused.value.code == "event-not-now"


def test_minors_do_not_play_an_event_of_a_mode_for_adults(tmp_path: Path) -> None:
    club = Club(tmp_path)
    assert club.create("4") == 0
    desk = club.table(1)
    assert club.seal(club.note(desk)) == 0
    with pytest.raises(EventRefused) as refused:
        shelf(desk).put(club.file(desk), replace(FAST, guard=Guard(minors=True)))
    assert refused.value.code == "event-not-here"


def test_an_event_of_a_mode_whose_hands_depend_on_each_other_is_not_loaded(tmp_path: Path) -> None:
    club = Club(tmp_path)
    organise(club.event, "U", EVENT, options={"upgrade_mode": True})
    desk = club.table(1)
    assert club.seal(club.note(desk)) == 0
    with pytest.raises(EventRefused) as refused:
        shelf(desk).put(club.file(desk), FAST)
    assert refused.value.code == "event-mode"
