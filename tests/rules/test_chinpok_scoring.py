"""Places and scores of a hand (000 §23, ch. 6; CP-27)."""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table_firmware.rules.cards import PAIRS, Seat, pair_of
from table_firmware.rules.climbing import is_over
from table_firmware.rules.games.chinpok.scoring import VOID, Settled, score
from table_firmware.rules.round import HandResult

ORDERS = [tuple(map(Seat, order)) for order in permutations(range(4))]
E, N, W, S = Seat


def test_the_worked_example_of_an_abnormal_hand() -> None:
    """chinpok.md C15: a tie of 9 cards, and the disconnected player is last."""
    result = score([E], [0, 9, 6, 9], Settled(disconnected=N, to_act=N))
    assert result.place == (1, 4, 2, 3)
    assert result.position_tenths == (34, -9, 30, 10)
    assert (result.winner, result.double_down, result.marks) == ("EW", False, ("abnormal",))


def test_with_nobody_out_the_fewest_cards_are_first() -> None:
    result = score([], [9, 8, 7, 6], Settled(E, E))
    assert result.place == (4, 3, 2, 1)
    assert result.winner == "NS"


def test_equal_cards_are_placed_in_order_of_play_from_the_seat_to_act() -> None:
    result = score([], [27, 27, 27, 27], Settled(disconnected=W, to_act=N))
    assert result.place == (3, 1, 4, 2)


def test_only_the_fourth_place_pays_for_its_cards() -> None:
    result = score([N], [5, 0, 9, 7], Settled(W, E))
    assert result.place == (2, 1, 4, 3)
    assert result.left == (5, 0, 9, 7)
    assert result.position_tenths == (20, 30 + 2, -9, 10 + 10)


def test_two_partners_out_are_a_double_down_though_settled() -> None:
    result = score([E, W], [0, 5, 0, 8], Settled(N, S))
    assert result.place == (1, 4, 2, 4)
    assert (result.double_down, result.marks) == (True, ("abnormal",))


def test_a_hand_that_goes_on_has_no_score() -> None:
    with pytest.raises(ValueError, match="not over"):
        score([E, N], [0, 0, 3, 3])


def test_a_hand_is_over_with_a_pair_or_with_three_out() -> None:
    assert not is_over([])
    assert not is_over([E])
    assert not is_over([E, N])
    assert is_over([E, W])
    assert is_over([E, N, W])


@st.composite
def finished(draw: st.DrawFn) -> tuple[list[Seat], list[int]]:
    order = draw(st.sampled_from(ORDERS))
    out = list(order[: 2 if is_over(order[:2]) else 3])
    left = [0 if seat in out else draw(st.integers(1, 27)) for seat in Seat]
    return out, left


@given(finished())
def test_a_score_is_the_sum_of_what_each_clause_gives(hand: tuple[list[Seat], list[int]]) -> None:
    out, left = hand
    result = score(out, left)
    assert result.winner == pair_of(out[0])
    winners, losers = sorted(PAIRS, key=lambda name: name != result.winner)
    pair_tenths = dict(zip(PAIRS, result.pair_tenths, strict=True))
    won = sum(left[seat] for seat in PAIRS[winners])
    lost = sum(left[seat] for seat in PAIRS[losers])
    places = sorted(result.place[seat] for seat in PAIRS[winners])
    base, against = {2: (64, 0), 3: (52, 20), 4: (40, 34)}[places[1]]
    assert pair_tenths == {winners: base - won, losers: against - lost}
    assert sum(result.position_tenths) == sum(result.pair_tenths)
    assert result.double_down == (places == [1, 2])


@given(
    st.permutations(list(Seat)),
    st.integers(0, 3),
    st.lists(st.integers(1, 27), min_size=4, max_size=4),
    st.sampled_from(Seat),
    st.sampled_from(Seat),
)
def test_a_settled_hand_keeps_places_and_orders_the_rest_by_cards(
    order: list[Seat], gone: int, cards: list[int], away: Seat, to_act: Seat
) -> None:
    out = order[:gone]
    if gone == 3 and is_over(out[:2]):
        out = out[:2]
    left = [0 if seat in out else cards[seat] for seat in Seat]
    result = score(out, left, Settled(away, to_act))
    assert [result.place[seat] for seat in out] == list(range(1, len(out) + 1))
    rest = [seat for seat in Seat if seat not in out]
    for one in rest:
        for other in rest:
            if left[one] < left[other]:
                assert result.place[one] <= result.place[other]
    assert result.double_down == (len(out) == 2 and out[0].partner == out[1])
    assert max(result.place) == 4


def test_a_void_hand_has_no_places_no_cards_and_no_points() -> None:
    nothing = (0, 0, 0, 0)
    marks = ("abnormal", "void")
    assert HandResult(nothing, nothing, nothing, (0, 0), "", False, marks) == VOID
