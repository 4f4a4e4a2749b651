"""The results of several tables, merged: who held the same cards is compared."""

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from table_firmware.event_report import (
    PRELIMINARY,
    Results,
    encode,
    names_form,
    page,
    read_names,
    read_ranking,
    remarks,
    text,
)
from table_firmware.ledger.events import Event, Played, Sitting
from table_firmware.ledger.merging import Merged, NamesRefused, Player, merged
from table_firmware.rules.cards import Seat
from table_firmware.rules.duplicate import ranking
from table_firmware.rules.games import GAMES
from table_firmware.rules.round import HandResult
from tests.ledger.eventful import organise, public

CHINPOK = GAMES["chinpok"]
ROUND = {Seat.E: "A", Seat.N: "D", Seat.W: "C", Seat.S: "B"}


@pytest.fixture(scope="module")
def events(tmp_path_factory: pytest.TempPathFactory) -> list[Event]:
    place = tmp_path_factory.mktemp("events")
    origins = ("club.example/1/simulated", "club.example/2/simulated")
    for number, origin in enumerate(origins):
        organise(place / str(number), origin=origin)
    return [public(place / str(number)) for number in range(2)]


def sitting(
    event: Event, *tenths: tuple[int, int, int, int], mode: str = "1A", number: int = 1
) -> Sitting:
    """One whose hands gave each seat so many tenths."""
    played = [
        Played(h, ROUND, ROUND, of(each), {Seat.E: 1_000 * (h + 1)})
        for h, each in enumerate(tenths)
    ]
    return Sitting(event.origin, event.b, number, CHINPOK, mode, True, played, ended=True)


def rates(found: Merged, *names: str) -> list[float]:
    lines = {line.player: line for line in ranking(found.scores)}
    return [float(lines[name].rate or 0) for name in names]


def of(tenths: tuple[int, int, int, int]) -> HandResult:
    east, north, west, south = tenths
    return HandResult((1, 2, 3, 4), (0,) * 4, tenths, (east + west, north + south), "EW", False)


def test_each_is_compared_with_those_who_held_the_same_cards(events: list[Event]) -> None:
    tables = [
        ("t1", [sitting(events[0], (30, 10, 20, 0))]),
        ("t2", [sitting(events[0], (10, 30, 20, 5))]),
    ]
    found = merged(events[:1], tables, {})
    assert {(score.deal, score.table) for score in found.scores} == {(0, 0), (0, 1)}
    lines = {line.player: line for line in ranking(found.scores)}
    assert rates(found, "t1#1A", "t2#1A", "t1#1C", "t2#1C") == [1, 0, 0.5, 0.5]
    assert (lines["t1#1A"].raw, lines["t1#1A"].millis) == (30, 1_000)
    assert len(found.players) == 8


def test_two_rounds_at_the_same_tables_are_one_ranking_of_people(events: list[Event]) -> None:
    tables = [
        ("t1", [sitting(events[0], (30, 10, 20, 0)), sitting(events[1], (0, 0, 0, 0))]),
        ("t2", [sitting(events[0], (10, 30, 20, 5)), sitting(events[1], (10, 10, 10, 10))]),
    ]
    ann, ben = "安 Ann", "Ben"
    names = {
        Player(events[0].origin, "t1", 1, "A"): ann,
        Player(events[1].origin, "t2", 1, "D"): ann,
        Player(events[0].origin, "t2", 1, "A"): ben,
        Player(events[1].origin, "t1", 1, "D"): ben,
    }
    found = merged(events, tables, names)
    assert {score.deal for score in found.scores} == {0, 1}
    lines = {line.player: line for line in ranking(found.scores)}
    assert rates(found, ann, ben) == [1, 0]
    assert (lines[ann].raw, lines[ben].raw) == (40, 10)


def test_a_table_in_turn_is_as_good_as_two(events: list[Event]) -> None:
    own = [sitting(events[0], (30, 0, 0, 0)), sitting(events[0], (10, 0, 0, 0), number=2)]
    found = merged(events[:1], [("t1", own)], {})
    assert rates(found, "t1#1A", "t1#2A") == [1, 0]


def test_pairs_are_compared_where_pairs_are_ranked(events: list[Event]) -> None:
    tables = [
        ("t1", [sitting(events[0], (30, 10, 20, 0), mode="1B")]),
        ("t2", [sitting(events[0], (10, 30, 20, 5), mode="1B")]),
    ]
    names = {Player(events[0].origin, "t1", 1, letter): letter.lower() for letter in "ABCD"}
    found = merged(events[:1], tables, names)
    lines = {line.player: line for line in ranking(found.scores)}
    assert set(lines) == {"a / c", "b / d", "t2#1A / t2#1C", "t2#1B / t2#1D"}
    assert lines["a / c"].raw == 50
    assert rates(found, "a / c") == [1]


def test_who_moved_after_the_deal_is_compared_by_the_cards_he_was_dealt(
    events: list[Event],
) -> None:
    moved = {Seat.E: "D", Seat.N: "A", Seat.W: "C", Seat.S: "B"}
    own = sitting(events[0])
    own.played = [Played(0, ROUND, moved, of((1, 2, 3, 4)), {Seat.N: 500})]
    found = merged(events[:1], [("t1", [own])], {})
    scores = {score.player: score for score in found.scores}
    assert (scores["t1#1A"].seat, scores["t1#1A"].raw, scores["t1#1A"].millis) == (0, 2, 500)
    assert (scores["t1#1D"].seat, scores["t1#1D"].raw) == (1, 1)


def test_what_did_not_end_and_what_is_of_another_event_does_not_count(
    events: list[Event],
) -> None:
    half = sitting(events[0], (1, 1, 1, 1))
    half.ended = False
    found = merged(events[:1], [("t1", [half, sitting(events[1], (1, 1, 1, 1))])], {})
    assert (found.scores, found.players, found.left_out) == ((), (), (("t1", half),))


def player(event: Event, table: str, letter: str, number: int = 1) -> Player:
    return Player(event.origin, table, number, letter)


Named = tuple[str, int, str, str]


@pytest.mark.parametrize("mode", ["1A", "1B"])
@pytest.mark.parametrize(
    "named",
    [
        [("t1", 1, "A", "Ann"), ("t1", 1, "B", "Ann")],
        [("t1", 1, "A", "Ann"), ("t1", 1, "C", "Ann")],
        [("t1", 1, "A", "Ann"), ("t1", 2, "A", "Ann")],
        [("t1", 1, "A", "Ann"), ("t2", 1, "D", "Ann")],
        [("t1", 1, "A", "t2#1C")],
    ],
)
def test_nobody_is_compared_with_himself(
    events: list[Event], named: Sequence[Named], mode: str
) -> None:
    """One name at a table, in two sittings, at two tables, or that of a stranger."""
    names = {player(events[0], table, letter, n): name for table, n, letter, name in named}
    even = (1, 1, 1, 1)
    tables = [
        ("t1", [sitting(events[0], even, mode=mode, number=number) for number in (1, 2)]),
        ("t2", [sitting(events[0], even, mode=mode)]),
    ]
    with pytest.raises(NamesRefused, match=re.escape(named[0][3])) as refused:
        merged(events[:1], tables, names)
    for each in names:
        assert str(each) in str(refused.value)


@pytest.mark.parametrize("other", ["ann", "ANN", "Ａnn", "Ａｎｎ"])
def test_one_name_in_two_spellings_is_refused(events: list[Event], other: str) -> None:
    """In one event it would be compared with itself, in two it would be two people."""
    tables = [(at, [sitting(each, (1, 1, 1, 1)) for each in events]) for at in ("t1", "t2")]
    for at in (player(events[0], "t2", "D"), player(events[1], "t1", "A")):
        with pytest.raises(NamesRefused, match=f"Ann, {other}|{other}, Ann") as refused:
            merged(events, tables, {player(events[0], "t1", "A"): "Ann", at: other})
        assert str(at) in str(refused.value)
    apart = {player(events[0], "t1", "A"): "Ann", player(events[0], "t2", "A"): "Anne"}
    assert len(merged(events, tables, apart).players) == 16


def test_names_that_wait_for_another_event_are_not_held_against_these(
    events: list[Event],
) -> None:
    tables = [("t1", [sitting(events[0], (1, 1, 1, 1))])]
    named = {player(events[0], "t1", "A"): "Ann", player(events[1], "t1", "A"): "ann"}
    assert merged(events[:1], tables, named).unused == (player(events[1], "t1", "A"),)


def test_a_pair_is_the_same_pair_whoever_of_them_has_the_first_letter(events: list[Event]) -> None:
    tables = [("t1", [sitting(each, (1, 1, 1, 1), mode="1B") for each in events])]
    names = {
        player(events[0], "t1", "A"): "Ann",
        player(events[0], "t1", "C"): "Ben",
        player(events[1], "t1", "A"): "Ben",
        player(events[1], "t1", "C"): "Ann",
    }
    found = merged(events, tables, names)
    assert [score.deal for score in found.scores if score.player == "Ann / Ben"] == [0, 1]


def test_strangers_of_two_events_are_not_one_player(events: list[Event]) -> None:
    tables = [("t1", [sitting(each, (1, 1, 1, 1)) for each in events])]
    found = merged(events, tables, {})
    assert len({score.player for score in found.scores}) == 8


@pytest.mark.parametrize(
    ("table", "number", "letter"), [("t9", 1, "A"), ("t1", 3, "A"), ("t1", 1, "E")]
)
def test_a_name_for_nobody_is_refused(
    events: list[Event], table: str, number: int, letter: str
) -> None:
    half = sitting(events[0], number=2)
    half.ended = False
    tables = [("t1", [sitting(events[0], (1, 1, 1, 1)), half])]
    stray = player(events[0], table, letter, number)
    with pytest.raises(NamesRefused, match=str(stray)):
        merged(events[:1], tables, {stray: "Ann"})
    waiting = {player(events[0], "t1", "A", 2): "Ann", player(events[1], table, letter): "Ben"}
    assert set(merged(events[:1], tables, waiting).unused) == set(waiting)


def test_it_is_said_which_tables_count_and_which_do_not(events: list[Event]) -> None:
    half = sitting(events[0], number=2)
    half.ended = False
    tables = [
        ("t1", [sitting(events[0], (1, 1, 1, 1)), half]),
        ("t2", [sitting(events[1], (1, 1, 1, 1))]),
        ("t3", []),
    ]
    named = {player(events[1], "t2", "A"): "Ann"}
    found = merged(events[:1], tables, named)
    said = "\n".join(remarks(found))
    assert "sittings: t1 #1\n" in said
    assert f"left out: t1 #2, {events[0].origin}\n" in said
    assert "none of this: t2\n" in said
    assert "none of this: t3\n" in said
    assert f"not used: {events[1].origin} t2 1 A" in said
    shown = page(Results([], [], found), "ab" * 32, "2026-11-30")
    assert all(line in shown for line in said.splitlines())


def test_it_is_said_who_was_no_person(events: list[Event]) -> None:
    """Whoever held the same cards is compared with house players as with anybody."""
    own = replace(sitting(events[0], (1, 1, 1, 1)), house=("B", "D"))
    tables = [("t1", [own]), ("t2", [sitting(events[0], (1, 1, 1, 1))])]
    said = [line for line in remarks(merged(events[:1], tables, {})) if "house players" in line]
    assert len(said) == 1
    assert said[0].endswith(f": t1 #1, {events[0].origin}: B D")


# ------------------------------------------------------------------ on paper


def results(events: Sequence[Event]) -> Results:
    half = sitting(events[0], number=2)
    half.ended = False
    tables = [
        ("t1", [sitting(events[0], (30, 10, 20, 0)), half]),
        ("t2", [sitting(events[0], (10, 30, 20, 5))]),
    ]
    names = {Player(events[0].origin, "t1", 1, "A"): "<安>"}
    return Results([events[0].origin], ["verified"], merged(events[:1], tables, names))


def test_the_results_are_told_as_text_as_json_and_as_a_page(events: list[Event]) -> None:
    found = results(events)
    lines = list(text(found))
    assert any("not finished" in line for line in lines)
    assert any(" · <安> · 100.00 %" in line for line in lines)
    assert read_ranking(encode(found).encode())[1] == 4
    assert "<安>" in read_ranking(encode(found).encode())[0]
    shown = page(found, "ab" * 32, "2026-11-30")
    assert "&lt;安&gt;" in shown
    assert "<安>" not in shown


def test_who_was_compared_with_nobody_has_no_rate(events: list[Event]) -> None:
    alone = merged(events, [("t1", [sitting(events[0], (1, 2, 3, 4))])], {})
    shown = list(text(Results([], [], alone)))[-1]
    assert " · - · - · " in shown
    assert shown.startswith("— · ")


def test_names_are_read_from_the_form_that_was_filled_in(events: list[Event]) -> None:
    players = results(events).merged.players
    form = names_form(players)
    assert read_names(form) == {}
    filled = form.replace(f"{players[0]} \n", f"{players[0]} 王 小明\n")
    assert read_names("\ufeff" + filled) == {players[0]: "王 小明"}
    assert read_names(filled.replace("王 小明", " 王   小明 ")) == {players[0]: "王 小明"}
    assert read_names(filled.replace("王 小明", "A/B")) == {players[0]: "A/B"}


@pytest.mark.parametrize(
    "line",
    [
        "a b c",
        "a b x A name",
        "a b 1 A " + "n" * 61,
        "a b 1 A x\x07",
        "a b\x1b 1 A x",
        "a\x1b b 1 A x",
        "e t 1 A x\ne t 1 A y",
        "e t 1 A x / y",
        "e t 1 A / y",
        "e t 1 A x /",
    ],
)
def test_a_file_of_names_that_is_none_is_refused_with_its_line(line: str) -> None:
    with pytest.raises(ValueError, match="line"):
        read_names(line)


def ranked(**changes: Any) -> bytes:
    good = {"ranking": [{"player": "Ann"}, {"player": "Ben"}], "seats": 2}
    return json.dumps({**good, **changes}).encode()


def test_results_that_are_preliminary_say_so_everywhere(events: list[Event]) -> None:
    made = results(events)
    assert read_ranking(encode(made).encode())[2] is False
    assert PRELIMINARY not in page(made, "", "")
    early = replace(made, preliminary=True)
    assert PRELIMINARY in list(text(early))
    assert PRELIMINARY in page(early, "", "")
    assert read_ranking(encode(early).encode())[2] is True


@pytest.mark.parametrize(
    "raw",
    [
        *(ranked(seats=seats) for seats in (0, 1, 5, -1, True, 2.0, "3", None)),
        *(ranked(preliminary=each) for each in (0, "", None)),
        ranked(ranking=[{"player": 1}]),
        ranked(ranking=[{"player": ""}]),
        ranked(ranking=[{"player": "a\x1b[2J"}]),
        ranked(ranking=[{"player": "a"}, {"player": "a"}]),
        ranked(ranking={"player": "a"}),
        ranked(ranking=["player"]),
        b"[" * 100_000,
        b'{"ranking": ' + b"[" * 100_000,
        *(b"[]", b"{", b"{}", b"1", b"\xff", b"9" * 10_000),
    ],
)
def test_a_file_of_results_that_is_none_is_refused(raw: bytes) -> None:
    assert read_ranking(ranked()) == (["Ann", "Ben"], 2, False)
    with pytest.raises((ValueError, KeyError, TypeError)):
        read_ranking(raw)
