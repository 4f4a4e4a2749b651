"""Chapter 6 of 000: points, winners, rankings. All in tenths."""

from itertools import pairwise

import pytest

from table_firmware.rules.cards import Seat
from table_firmware.rules.games.chinpok.scoring import BASE, REWARD
from table_firmware.rules.match import MODES, HandRecord, rank, running
from table_firmware.rules.round import HandResult
from tests.clauses.match import FIRST_SEATS, hand, result

E, N, W, S = Seat

SHAPES = {
    "double down": result("EW", {"S": 8, "N": 5}),
    "first and third": result("ESW", {"N": 12}),
    "first and last": result("NEW", {"S": 5}),
}


def test_30_1_points_are_base_and_reward_less_the_cards_left() -> None:
    for shape in SHAPES.values():
        for seat in Seat:
            mine, other = shape.place[seat], shape.place[seat.partner]
            pair = REWARD.get((min(mine, other), max(mine, other)), (0, 0))
            reward = pair[0] if mine < other else pair[1]
            left = shape.left[seat] if mine == 4 else 0
            expected = BASE[mine] + (reward if mine != other else 0) - left
            assert shape.position_tenths[seat] == expected


def test_30_2_a_card_left_costs_a_tenth() -> None:
    costs = [result("NEW", {"S": n}).position_tenths[S] for n in range(1, 28)]
    assert [one - other for one, other in pairwise(costs)] == [1] * 26


def test_30_3_a_result_has_no_other_numbers_than_these() -> None:
    assert set(HandResult.__dataclass_fields__) == {
        "place",
        "left",
        "position_tenths",
        "pair_tenths",
        "winner",
        "double_down",
        "marks",
        "facts",
    }
    assert result("NEW", {"S": 5}).facts == ()


def test_30_4_all_four_seats_have_the_lowest_tier() -> None:
    turned = {"E": "N", "N": "W", "W": "S", "S": "E"}
    for out, left in (("EW", {"S": 8, "N": 5}), ("ESW", {"N": 12}), ("NEW", {"S": 5})):
        again = result("".join(turned[s] for s in out), {turned[s]: n for s, n in left.items()})
        points = result(out, left).position_tenths
        assert [again.position_tenths[Seat[turned[s.name]]] for s in Seat] == list(points)


def test_31_1_places_are_worth_three_two_one_and_nothing() -> None:
    assert BASE[1:] == (30, 20, 10, 0)


def test_31_2_at_double_down_both_losers_begin_with_nothing() -> None:
    assert result("EW", {"S": 8, "N": 5}).position_tenths == (34, -5, 30, -8)


def test_32_1_the_reward_is_read_from_the_places_of_the_pair() -> None:
    assert REWARD == {(1, 2): (4, 10), (1, 3): (2, 10), (1, 4): (0, 10), (2, 3): (4, 0)}


def test_32_2_a_pair_that_is_not_in_the_table_has_no_reward() -> None:
    assert result("ESW", {"N": 12}).position_tenths[S] == 20  # second, with a partner who is last
    assert result("EW", {"S": 0, "N": 0}).pair_tenths[1] == 0


def test_32_3_the_pair_with_the_first_wins() -> None:
    assert [shape.winner for shape in SHAPES.values()] == ["EW", "EW", "NS"]


def test_32_4_there_is_one_tier_and_no_other_can_be_set() -> None:
    assert len(REWARD) == 4


def test_33_1_one_person_no_fines() -> None:
    assert SHAPES["first and last"].position_tenths == (24, 30, 10, 5)


def test_33_2_only_the_last_has_cards_left_to_pay_for() -> None:
    for n in range(1, 28):
        points = result("ESW", {"N": n}).position_tenths
        assert points == (32, -n, 20, 20)


def test_33_3_the_charge_has_no_limit_but_the_27_cards() -> None:
    assert result("EW", {"S": 27, "N": 27}).position_tenths == (34, -27, 30, -27)


def test_33_4_points_may_be_negative_and_each_loser_pays_for_himself() -> None:
    points = result("EW", {"S": 8, "N": 15}).position_tenths
    assert (points[S], points[N]) == (-8, -15)


@pytest.mark.parametrize(
    ("out", "left", "points"),
    [
        ("ESW", {"N": 1}, (32, -1, 20, 20)),
        ("NEW", {"S": 6}, (24, 30, 10, 4)),
        ("NEW", {"S": 7}, (24, 30, 10, 3)),
    ],
)
def test_33_5_worked_examples(
    out: str, left: dict[str, int], points: tuple[int, int, int, int]
) -> None:
    assert result(out, left).position_tenths == points


def test_34_1_a_pair_has_what_its_two_have() -> None:
    for shape in SHAPES.values():
        points = shape.position_tenths
        assert shape.pair_tenths == (points[E] + points[W], points[N] + points[S])


@pytest.mark.parametrize("n", [1, 13, 27])
def test_34_2_the_three_shapes(n: int) -> None:
    assert result("EW", {"S": n, "N": 3}).pair_tenths == (64, -n - 3)
    assert result("ESW", {"N": n}).pair_tenths == (52, 20 - n)
    assert result("NEW", {"S": n}).pair_tenths == (34, 40 - n)


def test_34_3_the_steps_are_64_52_and_40() -> None:
    shapes = (result("EW", {}), result("ESW", {}), result("ESN", {}))
    assert [shape.pair_tenths[0] for shape in shapes] == [64, 52, 40]


def test_34_4_a_pair_may_fall_below_nothing() -> None:
    assert result("EW", {"S": 27, "N": 27}).pair_tenths == (64, -54)


@pytest.mark.parametrize(
    ("out", "left", "position", "pairs"),
    [
        ("SN", {"E": 8, "W": 15}, {"S": 34, "N": 30, "E": -8, "W": -15}, (-23, 64)),
        ("ESW", {"N": 12}, {"E": 32, "W": 20, "S": 20, "N": -12}, (52, 8)),
        ("NEW", {"S": 5}, {"N": 30, "S": 5, "E": 24, "W": 10}, (34, 35)),
        ("NEW", {"S": 14}, {"N": 30, "S": -4, "E": 24, "W": 10}, (34, 26)),
    ],
)
def test_34_5_the_four_examples(
    out: str, left: dict[str, int], position: dict[str, int], pairs: tuple[int, int]
) -> None:
    found = result(out, left)
    assert {seat.name: found.position_tenths[seat] for seat in Seat} == position
    assert found.pair_tenths == pairs


def test_35_1_the_first_wins_for_his_pair_whatever_the_points() -> None:
    found = result("NEW", {"S": 14})
    assert (found.winner, found.pair_tenths) == ("NS", (34, 26))


def test_35_2_points_do_not_decide_who_has_won_a_hand() -> None:
    lines = rank("2", [hand("NEW", {"S": 14})])
    assert [(line.who, line.wins) for line in lines] == [(("B", "D"), 1), (("A", "C"), 0)]


def test_35_3_from_seven_cards_on_the_winners_have_fewer_points() -> None:
    for n in range(1, 28):
        found = result("NEW", {"S": n})
        assert (found.pair_tenths[1] < found.pair_tenths[0]) == (n >= 7)
        assert found.winner == "NS"
    assert result("NEW", {"S": 6}).pair_tenths == (34, 34)


def made(pair: str, tenths: int, first: int, second: int, left: int) -> HandRecord:
    """A record with chosen numbers, to reach every step of the comparison."""
    mine, theirs = ((E, W), (N, S)) if pair == "EW" else ((N, S), (E, W))
    place, cards_left, points = [4] * 4, [0] * 4, [0] * 4
    place[mine[0]], place[mine[1]] = first, second
    cards_left[theirs[0]] = left
    points[mine[0]] = tenths
    both = (tenths, 0) if pair == "EW" else (0, tenths)
    return HandRecord(
        FIRST_SEATS, HandResult(tuple(place), tuple(cards_left), tuple(points), both, pair, False)
    )


PAIR_STEPS = {
    "hands won": [made("EW", 0, 1, 3, 0), made("EW", 0, 1, 3, 0), made("NS", 99, 1, 2, 0)],
    "points": [made("EW", 52, 1, 3, 0), made("NS", 40, 1, 3, 0)],
    "firsts": [made("EW", 40, 1, 1, 0), made("NS", 40, 1, 2, 0)],
    "seconds": [made("EW", 40, 1, 2, 0), made("NS", 40, 1, 3, 0)],
    "cards left": [made("EW", 40, 1, 2, 5), made("NS", 40, 1, 2, 3)],
}


@pytest.mark.parametrize("step", PAIR_STEPS)
@pytest.mark.parametrize("mode", ["1B", "2", "4"])
def test_36_1_pairs_are_compared_step_by_step(mode: str, step: str) -> None:
    lines = rank(mode, PAIR_STEPS[step])
    assert [(line.who, line.rank) for line in lines] == [(("A", "C"), 1), (("B", "D"), 2)]


def test_36_1_equal_in_every_step_is_an_equal_rank() -> None:
    lines = rank("2", [made("EW", 40, 1, 2, 3), made("NS", 40, 1, 2, 3)])
    assert [line.rank for line in lines] == [1, 1]


PERSON_STEPS = {
    "points": HandResult((1, 1, 1, 1), (0, 0, 0, 0), (9, 3, 5, 7), (0, 0), "EW", False),
    "firsts": HandResult((1, 3, 2, 3), (0, 0, 0, 0), (5, 5, 5, 4), (0, 0), "EW", False),
    "seconds": HandResult((2, 3, 3, 3), (0, 0, 0, 0), (5, 5, 4, 4), (0, 0), "EW", False),
    "cards left": HandResult((4, 4, 4, 4), (1, 2, 3, 4), (5, 5, 5, 5), (0, 0), "EW", False),
}
BEST = {"points": "A", "firsts": "A", "seconds": "A", "cards left": "A"}


@pytest.mark.parametrize("step", PERSON_STEPS)
@pytest.mark.parametrize("mode", ["1A", "3"])
def test_36_2_persons_are_compared_step_by_step(mode: str, step: str) -> None:
    lines = rank(mode, [HandRecord(FIRST_SEATS, PERSON_STEPS[step])])
    assert lines[0].who == (BEST[step],)
    assert [line.rank for line in lines[:2]] == [1, 2]


def test_36_2_second_comes_before_third_with_the_same_points() -> None:
    lines = rank("1A", [hand("ESW", {"N": 4})])
    assert [line.who for line in lines] == [("A",), ("B",), ("C",), ("D",)]
    assert lines[1].tenths == lines[2].tenths == 20


@pytest.mark.parametrize(
    "mode", [key for key, mode in MODES.items() if not (mode.levels or mode.points)]
)
def test_36_3_each_mode_counts_by_person_or_by_pair(mode: str) -> None:
    totals = running(mode, [hand("ESW", {"N": 12})])
    if MODES[mode].individual:
        assert totals == {"A": 32, "B": 20, "C": 20, "D": -12}
    else:
        assert totals == {"EW": 52, "NS": 8}


def test_36_4_two_hands_each_and_the_points_decide() -> None:
    played = [
        hand("EW", {"S": 8, "N": 5}),
        hand("NES", {"W": 12}),
        hand("NEW", {"S": 5}),
        hand("ENW", {"S": 4}),
    ]
    lines = rank("2", played)
    assert [(line.who, line.wins, line.tenths) for line in lines] == [
        (("A", "C"), 2, 158),
        (("B", "D"), 2, 90),
    ]
