"""三叉子: how the cards are dealt, who changes places and who leads, by decision."""

from random import Random  # noqa: TID251  (seeded; only the choice of what is tried)

import pytest

from table_firmware.rules.cards import Card, Seat
from table_firmware.rules.dealing import Deal, Terms
from table_firmware.rules.games import sanchazi
from table_firmware.rules.match import Before, HandRecord
from table_firmware.rules.round import HandEnded
from tests.laying_games import dealt, opened, play_out
from tests.sanchazi import SOME, E, N, S, W, opening


def test_sc_10_the_first_flip_leads_the_first_hand_and_then_the_last_first() -> None:
    deal = Deal(SOME, {"start": 3, "flip1": 1, "flip2": 1})
    assert opened(sanchazi, deal).leader == W
    options = sanchazi.Options()
    persons = dict(zip(Seat, "ABCD", strict=True))
    moved = dict(zip(Seat, "BADC", strict=True))
    assert sanchazi.terms(options, Before("P4", 1, persons)) == Terms()
    state, events = play_out(sanchazi, opening(E="S9", S="S3", W="D9 D4", N="D3 D4"), Random(1))
    assert isinstance(events[-1], HandEnded)
    last = HandRecord(persons, state.result)
    terms = sanchazi.terms(options, Before("P4", 2, moved, [last], last))
    assert terms == Terms(leader=N, after_double_down=last.result.double_down)
    led = Deal(SOME, deal.draws, leader=N)
    assert opened(sanchazi, led).leader == sanchazi.places(options, led)[N] == E


def test_sc_11_after_lifting_only_the_first_flip_counts() -> None:
    draws = {"start": 0, "flip1": 3, "flip2": 0}
    for leader, moved in ((E, (E, W, N, S)), (N, (E, N, W, S)), (S, (E, N, W, S))):
        deal = Deal(SOME, draws, leader, after_double_down=True)
        assert sanchazi.places(sanchazi.Options(), deal) == moved
        assert len(sanchazi.view(opened(sanchazi, deal), E).open) == 1
    void = Deal(SOME, draws, None, after_double_down=True)
    assert len(sanchazi.view(opened(sanchazi, void), E).open) == 2


def test_sc_24_dealing_goes_clockwise_from_the_drawn_seat() -> None:
    dealt_to = sanchazi.DEALING.hands(list(range(162)), {"start": 1})
    assert [hand[:2] for hand in dealt_to] == [(1, 5), (0, 4), (3, 7), (2, 6)]
    assert [len(hand) for hand in dealt_to] == [41, 41, 40, 40]
    assert sanchazi.DEALING.draws == (("start", 4), ("flip1", 162), ("flip2", 161))


@pytest.mark.parametrize(
    ("flip1", "flip2", "moved"),
    [(0, 0, (E, N, S, W)), (1, 0, (N, E, W, S)), (0, 1, (E, N, W, S)), (5, 2, (E, W, N, S))],
)
def test_sc_29_the_first_flip_stays_and_the_second_comes_opposite(
    flip1: int, flip2: int, moved: tuple[Seat, ...]
) -> None:
    deal = Deal(SOME, {"start": 0, "flip1": flip1, "flip2": flip2})
    assert sanchazi.places(sanchazi.Options(), deal) == moved


def test_sc_29_the_log_names_the_cards_that_lie_open_and_no_other() -> None:
    ids = sanchazi.DEALING.hands(list(range(162)), {"start": 2})
    draws = {"start": 2, "flip1": 9, "flip2": 100}
    options = sanchazi.Options()
    first = Deal(SOME, draws)
    assert sanchazi.lies_open(options, first, ids) == {"flip1": 9, "flip2": 101}
    lifted = Deal(SOME, draws, E, after_double_down=True)
    assert sanchazi.lies_open(options, lifted, ids) == {"flip1": 9}


def test_sc_29_one_holder_of_both_moves_nobody() -> None:
    deal = Deal(SOME, {"start": 0, "flip1": 0, "flip2": 3})
    state = opened(sanchazi, deal)
    assert sanchazi.view(state, E).places == ()
    assert sanchazi.view(state, W).open == ((E, Card("D5")), (E, Card("D3")))


def test_sc_29_of_a_made_up_hand_nothing_lies_open_that_nobody_holds() -> None:
    deal = Deal(SOME, {"start": 0, "flip1": 8, "flip2": 11})
    assert sanchazi.view(opened(sanchazi, deal), E).open == ()


def test_sc_29_the_hands_move_with_their_players() -> None:
    deal = dealt(sanchazi, 5)
    moved = sanchazi.places(sanchazi.Options(), deal)
    state = opened(sanchazi, deal)
    for seat in Seat:
        assert sanchazi.view(state, moved[seat]).hand == deal.hands[seat]
    for seat, card in sanchazi.view(state, E).open:
        assert card in sanchazi.view(state, seat).hand
