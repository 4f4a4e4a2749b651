"""What the climbing games share, asked of the module itself."""

from itertools import permutations, product

import pytest

from table_firmware.rules import climbing
from table_firmware.rules.cards import Seat, cards, pair_of
from table_firmware.rules.climbing import Course, Tricks
from table_firmware.rules.round import HandResult, Passed, Played, Proceed, Reading

E, N, W, S = Seat


@pytest.mark.parametrize(("clockwise", "round_the_table"), [(False, [N, W, S]), (True, [S, W, N])])
def test_the_turn_goes_round_in_the_direction_of_the_game(
    clockwise: bool, round_the_table: list[Seat]
) -> None:
    held = tuple(map(cards, ("D5 D3", "DK D6", "C9 C4", "H3 H4")))
    tricks = Tricks(held, E, course=Course(clockwise=clockwise))
    tricks = climbing.after_played(tricks, Played(E, cards("D5"), Reading("single", 5, 1)))
    turns = []
    while tricks.turn not in turns and tricks.turn != E:
        turns.append(tricks.turn)
        tricks = climbing.after_passed(tricks, Passed(tricks.turn))
    assert turns == round_the_table


def test_a_hand_ends_with_four_places_or_a_pair_out_and_the_pair_of_the_first_has_won() -> None:
    ends: set[tuple[tuple[int, ...], str]] = {((0, 0, 0, 0), "")}
    for order in permutations(Seat):
        pair_out = order[:2] if order[0].partner == order[1] else order
        for out in (order, pair_out):
            place = tuple(out.index(seat) + 1 if seat in out else 4 for seat in Seat)
            ends.add((place, pair_of(order[0])))
    for place, winner in product(product(range(6), repeat=4), ("", "EW", "NS")):
        result = HandResult(place, (0,) * 4, (0,) * 4, (0, 0), winner, double_down=False)
        assert climbing.ends_so(result) == ((place, winner) in ends)


@pytest.mark.parametrize("places", [(), (0, 0, 0), (1, 2, 3), (1, 2, 3, 4, 5), (0, 0, 0, 0, 0)])
def test_a_hand_has_the_places_of_four(places: tuple[int, ...]) -> None:
    for winner in ("", "EW", "NS"):
        assert not climbing.ends_so(HandResult(places, (), (), (0, 0), winner, double_down=False))


def test_what_is_shown_to_all_goes_on_when_its_time_is_over() -> None:
    assert climbing.settle(None, ()) == Proceed()
