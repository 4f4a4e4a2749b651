"""Chapter 5 of 000: the modes."""

from collections import Counter
from collections.abc import Callable
from itertools import combinations

import pytest

from table_firmware.rules.cards import PAIRS, Seat
from table_firmware.rules.match import MODES, rank, running, seating
from tests.clauses.match import hand
from tests.controller.desk import Desk

E, N, W, S = Seat


def test_25_the_modes_differ_in_partners_hands_rotation_and_unit() -> None:
    edition = {key: mode for key, mode in MODES.items() if not (mode.levels or mode.points)}
    facts = {k: (m.hands, m.individual, m.rotates, m.adults) for k, m in edition.items()}
    assert facts == {
        "1A": (1, True, False, False),
        "1B": (1, False, False, False),
        "2": (4, False, False, False),
        "3": (12, True, True, True),
        "4": (12, False, False, True),
    }


def test_26_1_the_short_game_is_one_hand() -> None:
    assert MODES["1A"].hands == MODES["1B"].hands == 1


def test_26_2_in_1a_each_is_ranked_alone_and_in_1b_each_pair() -> None:
    one = [hand("ESW", {"N": 4})]
    assert [line.who for line in rank("1A", one)] == [("A",), ("B",), ("C",), ("D",)]
    assert [line.who for line in rank("1B", one)] == [("A", "C"), ("B", "D")]


@pytest.mark.parametrize("mode", ["1A", "1B"])
def test_26_3_one_hand_is_led_by_the_drawn_seat_and_nobody_moves(mode: str) -> None:
    assert {tuple(seating(mode, 1).items())} == {tuple(seating("2", 1).items())}


@pytest.mark.parametrize("mode", ["1A", "1B"])
def test_26_4_a_single_hand_is_never_ranked(new_desk: Callable[..., Desk], mode: str) -> None:
    desk = new_desk(house_after=0, mode=mode)
    desk.seat_guests(*Seat)
    desk.wait(0)
    (match,) = (entry for entry, _ in desk.entries if entry.k == "match")
    assert (match.d["mode"], match.d["ranked"]) == (mode, 0)


def test_27_1_the_short_match_has_fixed_partners() -> None:
    assert len({tuple(seating("2", h).items()) for h in range(1, 5)}) == 1


def test_27_2_it_has_four_hands_and_counts_for_pairs(played: Desk) -> None:
    assert played.kinds().count("hand_end") == 4
    ranking = next(entry.d["ranking"] for entry, _ in played.entries if entry.k == "match_end")
    assert [len(line["who"]) for line in ranking] == [2, 2]


def test_27_3_hands_won_come_before_points() -> None:
    played = [hand("NEW", {"S": 27}) for _ in range(3)] + [hand("EW", {"S": 27, "N": 27})]
    first, second = rank("2", played)
    assert (first.who, first.wins) == (("B", "D"), 3)
    assert first.tenths < second.tenths


def test_28_1_everybody_partners_everybody_in_four_hands() -> None:
    together: Counter[frozenset[str]] = Counter()
    for number in range(1, 13):
        seats = seating("3", number)
        together.update(frozenset(seats[seat] for seat in pair) for pair in PAIRS.values())
    assert together == dict.fromkeys(map(frozenset, combinations("ABCD", 2)), 4)


def test_28_2_twelve_hands_are_counted_by_person() -> None:
    twelve = [hand("EW", {"S": 1, "N": 2}, seating("3", h)) for h in range(1, 13)]
    assert running("3", twelve) == {line.who[0]: line.tenths for line in rank("3", twelve)}


@pytest.mark.parametrize(("number", "places"), [(1, "ABCD"), (5, "ADBC"), (9, "ACDB")])
def test_28_3_east_stays_and_the_others_move_on_after_four_hands(number: int, places: str) -> None:
    for h in range(number, number + 4):
        seats = seating("3", h)
        assert "".join(seats[Seat[name]] for name in "ESWN") == places


@pytest.mark.slow
def test_28_4_people_move_by_themselves_between_hands(new_desk: Callable[..., Desk]) -> None:
    desk = new_desk(house=100, result=1_000)
    desk.to_round(S, mode="3")
    desk.want(S, "manage")
    desk.wait_until(lambda: "seating" in desk.kinds())
    desk.wait_until(lambda: desk.stage == "round")
    assert desk.view(S).places[W].player == "B"
    own = desk.view(W).round
    assert own is not None
    assert len(own.hand) == 27
    assert desk.view(W).places[W].managed  # the person and his state have moved, not his chair


def test_29_1_the_long_match_has_fixed_partners() -> None:
    assert len({tuple(seating("4", h).items()) for h in range(1, 13)}) == 1


def test_29_2_it_has_twelve_hands() -> None:
    assert MODES["4"].hands == 12


def test_29_3_it_differs_from_the_short_one_in_hands_alone() -> None:
    four = [hand("EW", {"S": 8, "N": 5}), hand("NES", {"W": 12}), hand("NEW", {"S": 5})]
    assert rank("4", four) == rank("2", four)
