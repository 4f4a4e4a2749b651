"""Modes, rotation, the next leader, and ranking (000 ch. 5, §20, §36, §40.4)."""

from collections import Counter
from itertools import combinations, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table_firmware.rules.cards import PAIRS, Seat
from table_firmware.rules.games.chinpok.scoring import VOID, score
from table_firmware.rules.match import (
    MODES,
    PLAYERS,
    HandRecord,
    Standing,
    next_leader,
    rank,
    running,
    seating,
)
from table_firmware.rules.round import HandResult

FIRST_SEATS = seating("2", 1)

ORDERS = [tuple(map(Seat, order)) for order in permutations(range(4))]


def hand(
    out: str, left: dict[str, int], seats: dict[Seat, str] = FIRST_SEATS, away: str = ""
) -> HandRecord:
    counts = [left.get(seat.name, 0) for seat in Seat]
    return HandRecord(seats, score([Seat[name] for name in out], counts), tuple(away))


EDITION = [key for key, mode in MODES.items() if not (mode.levels or mode.points)]


@st.composite
def hands(draw: st.DrawFn, mode: str) -> HandRecord:
    number = draw(st.integers(1, MODES[mode].hands))
    order = draw(st.sampled_from(ORDERS))
    partners_first = order[0].partner == order[1]
    out = order[: 2 if partners_first else 3]
    left = [0 if seat in out else draw(st.integers(1, 27)) for seat in Seat]
    return HandRecord(seating(mode, number), score(out, left))


def test_each_mode_has_its_hands_and_its_unit() -> None:
    assert {key: (mode.hands, mode.individual) for key, mode in MODES.items()} == {
        "1A": (1, True),
        "1B": (1, False),
        "2": (4, False),
        "3": (12, True),
        "4": (12, False),
        "U": (64, False),
        "P4": (4, True),
        "P8": (8, True),
        "P12": (12, True),
    }


def test_minors_are_kept_from_the_modes_that_rank() -> None:
    assert [key for key, mode in MODES.items() if mode.adults] == ["3", "4"]


@pytest.mark.parametrize("mode", ["1A", "1B", "2", "4", "U"])
def test_seats_stay_where_no_rotation_is_said(mode: str) -> None:
    assert all(seating(mode, number) == FIRST_SEATS for number in range(1, MODES[mode].hands + 1))
    assert FIRST_SEATS == {Seat.E: "A", Seat.S: "B", Seat.W: "C", Seat.N: "D"}


@pytest.mark.parametrize(
    ("number", "east_south_west_north"),
    [(1, "ABCD"), (4, "ABCD"), (5, "ADBC"), (8, "ADBC"), (9, "ACDB"), (12, "ACDB")],
)
def test_the_seats_of_mode_3_move_after_hands_4_and_8(
    number: int, east_south_west_north: str
) -> None:
    seats = seating("3", number)
    assert "".join(seats[Seat[name]] for name in "ESWN") == east_south_west_north


def test_south_goes_west_west_north_and_north_south() -> None:
    for number in (5, 9):
        before, after = seating("3", number - 1), seating("3", number)
        assert after[Seat.E] == before[Seat.E]
        assert after[Seat.W] == before[Seat.S]
        assert after[Seat.N] == before[Seat.W]
        assert after[Seat.S] == before[Seat.N]


def test_every_player_partners_each_other_player_in_four_hands() -> None:
    partners: Counter[frozenset[str]] = Counter()
    for number in range(1, 13):
        seats = seating("3", number)
        partners.update(frozenset(seats[seat] for seat in pair) for pair in PAIRS.values())
    assert partners == dict.fromkeys(map(frozenset, combinations(PLAYERS, 2)), 4)


def test_the_first_of_the_last_hand_leads() -> None:
    last = hand("NEW", {"S": 3})
    assert next_leader(last, FIRST_SEATS) == Seat.N


def test_the_leader_is_the_person_wherever_he_now_sits() -> None:
    last = hand("SEN", {"W": 3}, seating("3", 4))
    assert last.seats[Seat.S] == "B"
    assert next_leader(last, seating("3", 5)) == Seat.W


@pytest.mark.parametrize("last", [None, HandRecord(FIRST_SEATS, VOID)])
def test_the_drawn_seat_leads_first_and_after_a_void_hand(last: HandRecord | None) -> None:
    assert next_leader(last, FIRST_SEATS) is None


def test_running_points_are_by_pair_or_by_person() -> None:
    two = [hand("EW", {"S": 8, "N": 5}), hand("NEW", {"S": 5})]
    assert running("2", two) == {"EW": 64 + 34, "NS": -13 + 35}
    assert running("3", two) == {"A": 34 + 24, "B": -8 + 5, "C": 30 + 10, "D": -5 + 30}
    assert running("2", []) == {"EW": 0, "NS": 0}


def test_a_match_without_a_hand_has_no_ranking() -> None:
    assert rank("2", []) == ()


def test_more_hands_won_outrank_more_points() -> None:
    played = [hand("NES", {"W": 1}) for _ in range(3)] + [hand("EW", {"S": 27, "N": 27})]
    played[:3] = [hand("NEW", {"S": 27}) for _ in range(3)]
    first, second = rank("2", played)
    assert (first.who, first.rank, first.wins) == (("B", "D"), 1, 3)
    assert (second.who, second.rank, second.wins) == (("A", "C"), 2, 1)
    assert first.tenths < second.tenths


def test_equal_wins_are_decided_by_points() -> None:
    first, second = rank("2", [hand("EW", {"S": 8, "N": 5}), hand("NES", {"W": 12})])
    assert (first.who, second.who) == (("A", "C"), ("B", "D"))
    assert first.wins == second.wins


def line_key(line: Standing, *names: str) -> tuple[int, ...]:
    return tuple(getattr(line, name) for name in names)


def test_persons_with_equal_points_are_decided_by_second_places() -> None:
    lines = rank("1A", [hand("ESW", {"N": 4})])
    assert [line.who for line in lines] == [("A",), ("B",), ("C",), ("D",)]
    assert [line.rank for line in lines] == [1, 2, 3, 4]
    assert lines[1].tenths == lines[2].tenths == 20
    assert (lines[1].seconds, lines[2].seconds) == (1, 0)


def test_persons_are_not_compared_by_hands_won() -> None:
    lines = rank("1A", [hand("ESN", {"W": 14})])
    assert [line.who for line in lines] == [("A",), ("B",), ("D",), ("C",)]
    assert lines[3].wins == 1


def test_full_equality_is_an_equal_rank() -> None:
    lines = rank("4", [hand("EW", {"S": 8, "N": 5}), hand("SN", {"E": 8, "W": 5})])
    assert [(line.who, line.rank) for line in lines] == [(("A", "C"), 1), (("B", "D"), 1)]


def test_equal_in_all_else_fewer_cards_left_are_better() -> None:
    result = HandResult((1, 4, 2, 4), (0, 5, 0, 3), (34, -4, 30, -4), (64, -8), "EW", True)
    lines = rank("1A", [HandRecord(FIRST_SEATS, result)])
    assert [(line.who, line.left) for line in lines[2:]] == [(("B",), 3), (("D",), 5)]
    mirrored = HandResult((4, 1, 4, 2), (4, 0, 2, 0), (-4, 34, -4, 30), (-8, 64), "NS", True)
    lines = rank("4", [HandRecord(FIRST_SEATS, result), HandRecord(FIRST_SEATS, mirrored)])
    assert [(line.who, line.left) for line in lines] == [(("A", "C"), 6), (("B", "D"), 8)]


def test_the_rank_after_an_equal_one_counts_both() -> None:
    mirrored = [hand("EW", {"S": 5, "N": 5})]
    lines = rank("1A", mirrored)
    assert [(line.who, line.rank) for line in lines] == [
        (("A",), 1),
        (("C",), 2),
        (("B",), 3),
        (("D",), 3),
    ]


def test_three_disconnected_hands_are_unfinished_and_two_are_not() -> None:
    twice = [hand("EW", {"S": 5, "N": 5}, away="A")] * 2 + [hand("EW", {"S": 5, "N": 6})]
    assert not any(line.unfinished for line in rank("3", twice))
    thrice = [hand("EW", {"S": 5, "N": 5}, away="A")] * 3
    lines = rank("3", thrice)
    assert [(line.who, line.rank, line.unfinished) for line in lines] == [
        (("C",), 1, False),
        (("B",), 2, False),
        (("D",), 2, False),
        (("A",), 0, True),
    ]
    assert lines[3].tenths == 3 * 34


def test_a_pair_is_unfinished_with_one_of_its_players() -> None:
    lines = rank("4", [hand("EW", {"S": 5, "N": 5}, away="A")] * 3)
    assert [(line.who, line.rank) for line in lines] == [(("B", "D"), 1), (("A", "C"), 0)]


def test_the_limit_of_disconnected_hands_can_be_set() -> None:
    lines = rank("4", [hand("EW", {"S": 5, "N": 5}, away="A")], unfinished_limit=0)
    assert [line.unfinished for line in lines] == [False, True]


def test_a_void_hand_counts_for_nobody() -> None:
    lines = rank("2", [HandRecord(FIRST_SEATS, VOID)])
    assert [line_key(line, "rank", "wins", "tenths", "firsts", "seconds", "left") for line in lines]
    assert lines == (
        Standing(("A", "C"), 1, 0, 0, 0, 0, 0),
        Standing(("B", "D"), 1, 0, 0, 0, 0, 0),
    )


def expected_order(line: Standing, individual: bool) -> tuple[int, ...]:
    names = ("tenths", "firsts", "seconds")
    wins = () if individual else (line.wins,)
    return (*wins, *line_key(line, *names), -line.left)


@pytest.mark.parametrize("mode", EDITION)
@given(st.data())
def test_every_ranking_is_in_the_order_of_the_clause(mode: str, data: st.DataObject) -> None:
    played = data.draw(st.lists(hands(mode), min_size=1, max_size=12))
    individual = MODES[mode].individual
    if not individual:
        assert MODES[mode].rotates is False
    lines = rank(mode, played)
    keys = [expected_order(line, individual) for line in lines]
    assert keys == sorted(keys, reverse=True)
    for at, line in enumerate(lines):
        assert line.rank == 1 + sum(key > keys[at] for key in keys)
    assert sum(line.tenths for line in lines) == sum(
        sum(record.result.position_tenths) for record in played
    )
    assert sum(line.firsts for line in lines) == len(played)


@pytest.mark.parametrize("mode", EDITION)
@given(st.data())
def test_running_points_end_as_the_ranking_has_them(mode: str, data: st.DataObject) -> None:
    played = data.draw(st.lists(hands(mode), min_size=1, max_size=12))
    totals = running(mode, played)
    lines = rank(mode, played)
    assert sorted(totals.values()) == sorted(line.tenths for line in lines)


def test_people_sit_still_for_four_hands_and_then_move() -> None:
    orders = ["".join(seating("3", h)[Seat[name]] for name in "ESWN") for h in range(1, 13)]
    assert orders == ["ABCD"] * 4 + ["ADBC"] * 4 + ["ACDB"] * 4
