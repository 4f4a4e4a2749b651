"""What an operator prints of the matches in an export."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from table_firmware.cli import main
from table_firmware.ledger.audit import audit
from table_firmware.ledger.calls import Call, led
from table_firmware.ledger.entries import Entry
from table_firmware.ledger.fields import check_fields
from table_firmware.ledger.sheets import TOLD, Incident, Sheet, Sheets
from table_firmware.match_sheet import UNFINISHED, page, text, told
from table_firmware.rules.cards import Seat
from table_firmware.rules.game import Game
from table_firmware.rules.games import GAMES
from table_firmware.rules.match import MODES
from tests.ledger.forgery import at, judged, plain
from tests.ledger.scripted import ORIGIN, Table, Whole
from ui_kiosk.text import text as said

Fact = tuple[str, dict[str, Any]]
MATCH: dict[str, Any] = {
    "match": "m7",
    "game": "chinpok/1",
    "mode": "2",
    "seats": {"E": "guest", "N": "house", "W": "planner", "S": "<pid>"},
    "options": {},
    "ranked": 1,
}
CLOCK = {"unix": 1_700_000_000_000, "src": "ntp", "unc": 1}


def dated(at: float) -> str:
    return f"at {at}"


def followed(*facts: Fact) -> list[Sheet]:
    """The sheets of a log with these entries, one every second."""
    follower = Sheets()
    for i, (kind, d) in enumerate(facts):
        follower.follow(Entry(1, i, kind, 1000 * i, d))
    return follower.found


def of_export(folder: Path, policy: str) -> list[Sheet]:
    """The sheets of an export that holds."""
    follower = Sheets()
    assert audit(folder, policy, follow=follower.follow).ok
    return follower.found


@pytest.mark.slow
def test_the_hands_of_a_sheet_add_up_to_the_ranking_that_was_ruled_again(bare: Whole) -> None:
    (sheet,) = of_export(bare.folder, bare.policy)
    (ruled,) = audit(bare.folder, bare.policy).rankings
    assert sheet.ranking == ruled.standings
    assert sheet.over
    for line in sheet.ranking:
        assert sum(hand.tenths[who] for hand in sheet.hands for who in line.who) == line.tenths
    assert [hand.number for hand in sheet.hands] == list(range(1, len(sheet.hands) + 1))
    assert sheet.unix is None


def test_who_has_moved_has_his_points_where_he_sits() -> None:
    places = {"E": "D", "N": "A", "W": "B", "S": "C"}
    seating = {"h": 0, "places": places}
    ended = {"position_tenths": [4, 3, 2, 1], "place": [1, 2, 3, 4]}
    (sheet,) = followed(("match", MATCH), ("seating", seating), ("hand", {}), ("hand_end", ended))
    assert sheet.hands[0].tenths == {"D": 4, "A": 3, "B": 2, "C": 1}
    assert sheet.hands[0].place == {"D": 1, "A": 2, "B": 3, "C": 4}


def test_calls_and_pauses_stand_on_the_sheet_with_the_hand_and_the_player(
    new_table: Callable[..., Table], tmp_path: Path
) -> None:
    table = new_table("table")
    table.begin_match("1B")
    table.commit(1)
    table.contribute()

    def calling() -> None:
        now = Call()
        for act, _, seat in (each.partition(" ") for each in ("call E", "agree S", "begin")):
            now = led(now, act, seat) or now
            table.put("call", now.fields(act, seat))
        table.put("call", Call().fields("end", ""))

    table.play_out(0, table.deal(0), None, acts=9, pause=(5, calling))
    folder = table.export(tmp_path / "out")
    (sheet,) = of_export(folder, table.policy())
    seats = {each.what: each.player for each in sheet.incidents}
    assert seats == {"call": "A", "agree": "B", "begin": "", "end": ""}
    assert {each.hand for each in sheet.incidents} == {1}
    assert not sheet.over


def test_whatever_else_interrupts_play_stands_there_and_what_does_not_is_left_out() -> None:
    changes = ("lost", "linked", "managed", "returned", "sat", "left")
    seats: list[Fact] = [("seat", {"seat": "N", "change": change}) for change in changes]
    services: list[Fact] = [("service", {"act": act}) for act in ("begin", "mute", "end")]
    void: Fact = ("void", {"h": 0, "reason": "abnormal", "os": ""})
    for kind, d in [*seats, void]:
        check_fields(kind, d)
    facts: list[Fact] = [*seats, ("match", MATCH), ("hand", {}), *seats, *services, void]
    (sheet,) = followed(*facts)
    assert [(each.kind, each.what) for each in sheet.incidents] == [
        *(("seat", change) for change in changes if change in TOLD),
        ("service", "begin"),
        ("service", "end"),
        ("void", "abnormal"),
    ]
    assert all(told(each) for each in sheet.incidents)


def test_a_match_is_dated_by_the_clock_of_its_own_run_alone() -> None:
    after = [sheet.unix for sheet in followed(("clock", CLOCK), ("boot", {}), ("match", MATCH))]
    (sheet,) = followed(("clock", CLOCK), ("hand", {}), ("match", MATCH))
    assert after == [None]
    assert sheet.unix == 1_700_000_002


def test_nothing_of_the_time_between_two_matches_is_on_a_sheet() -> None:
    end: Fact = ("match_end", {"ranking": []})
    lost: Fact = ("seat", {"seat": "E", "change": "lost"})
    first, second = followed(("match", MATCH), end, lost, ("match", MATCH), lost)
    assert first.over
    assert first.incidents == []
    assert second.incidents == [Incident(0, "seat", "lost", "A")]


def test_a_page_escapes_what_a_log_says_and_holds_all_that_the_text_holds() -> None:
    (sheet,) = found = followed(
        ("clock", CLOCK), ("match", MATCH), ("call", {"act": "call", "seat": "S"})
    )
    written = page(found, "a<b>", ["<verdict>"], "now", dated)
    assert "<pid>" not in written
    assert "&lt;pid&gt;" in written
    assert "a&lt;b&gt;" in written
    assert "&lt;verdict&gt;" in written
    assert UNFINISHED in written
    lines = list(text(found, dated))
    assert UNFINISHED in lines
    plain = re.sub("<[^>]*>", "", written).replace("&lt;", "<").replace("&gt;", ">")
    assert all(line in plain for line in lines)
    assert told(sheet.incidents[0]) in lines
    assert re.findall("([A-D]) ___", written) == ["A", "B"]  # the people, to sign it
    assert "A（东 East）" in written
    assert "娱乐产品" in written


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_game_and_mode_are_called_on_a_sheet_what_the_screens_call_them(
    game: Game, mode: str
) -> None:
    for ranked in (0, 1):
        found = followed(("match", {**MATCH, "game": game.VERSION, "mode": mode, "ranked": ranked}))
        title = list(text(found, dated))[1]
        for language in ("zh", "en"):
            name = said(language, f"game.{game.KEY}"), said(language, f"mode.{mode}")
            assert " · ".join(name) in title
        assert game.VERSION not in title
        assert (" · ranked" in title) == bool(ranked)
        assert title in re.sub("<[^>]*>", "", page(found, "a", [], "now", dated))


def test_a_game_that_is_not_listed_is_on_a_sheet_by_its_key() -> None:
    found = followed(("match", {**MATCH, "game": "fifth/1"}))
    assert "fifth · " in list(text(found, dated))[1]


@pytest.mark.slow
def test_an_audit_hands_on_each_entry_once_and_none_that_it_refuses(
    bare: Whole, tmp_path: Path
) -> None:
    passed: list[Entry] = []
    assert audit(bare.folder, bare.policy, follow=passed.append).ok
    assert [entry.i for entry in passed] == list(range(bare.table.log.size))
    entries = plain(bare.table)
    false = at(entries, "hand_end", 1)
    false["m"] = 0
    assert judged(bare, tmp_path / "forged", entries).refusal is not None
    passed.clear()
    audit(tmp_path / "forged", bare.policy, follow=passed.append)
    assert [entry.i for entry in passed] == list(range(false["i"]))


@pytest.mark.slow
def test_the_sheet_of_an_export_that_holds_is_written_to_print(
    bare: Whole, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "sheet.html"
    assert main(["log", "sheet", str(bare.folder), "--html", str(out)]) == 0
    said = capsys.readouterr().out
    assert "verified · 已验证" in said
    assert ORIGIN in out.read_text("utf-8")
    assert main(["log", "sheet", str(bare.folder), "--html", str(out)]) == 1  # never replaced
    for line in of_export(bare.folder, bare.policy)[0].ranking:
        assert f"{line.tenths / 10:.1f}" in said
        assert f"<td>{line.tenths / 10:.1f}</td>" in out.read_text("utf-8")


@pytest.mark.slow
def test_an_export_that_does_not_hold_has_no_sheet(
    new_table: Callable[..., Table], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = new_table("table", quick=True)
    table.play_match("1B")
    folder = table.export(tmp_path / "out")
    (folder / "log" / "checkpoint").write_bytes(b"")
    out = tmp_path / "sheet.html"
    assert main(["log", "sheet", str(folder), "--html", str(out)]) == 1
    assert "refused · 未通过" in capsys.readouterr().out
    assert not out.exists()


@pytest.mark.slow
def test_why_a_sheet_cannot_be_made_is_said_with_a_code(
    bare: Whole, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["log", "sheet", str(tmp_path / "none")]) == 1
    assert main(["log", "sheet", str(bare.folder), "--policy", str(tmp_path / "none")]) == 2
    assert main(["log", "sheet", str(bare.folder), "--html", str(tmp_path / "no" / "x.html")]) == 1
    assert len(re.findall(r"TBL-\d+", capsys.readouterr().err)) == 3


def test_every_seat_of_a_match_is_on_its_sheet() -> None:
    (sheet,) = followed(("match", MATCH))
    assert sorted(sheet.who) == ["A", "B", "C", "D"]
    assert len(sheet.who) == len(Seat)
