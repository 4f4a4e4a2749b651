"""Chapter 2 of 000: deck, ranks, trump, wilds, seats."""

from collections import Counter

import pytest

from table_firmware.rules.cards import FACES, RANKS, Seat, cards, is_wild, value
from table_firmware.rules.combinations import arrange, classify
from table_firmware.rules.games import chinpok
from table_firmware.rules.round import Reading
from tests.clauses.table import after, beaten, best, named, opening, passes, play


def test_7_1_two_of_each_of_52_faces_and_two_of_each_joker() -> None:
    assert Counter(chinpok.DEALING.deck) == dict.fromkeys(FACES, 2)
    assert len(FACES) == 13 * 4 + 2


def test_7_2_all_cards_are_dealt_27_to_each() -> None:
    hands = chinpok.DEALING.hands(list(range(108)), {"trump": 0, "leader": 0})
    assert [len(hand) for hand in hands] == [27] * 4
    assert sorted(number for hand in hands for number in hand) == list(range(108))


@pytest.mark.parametrize("trump", RANKS)
def test_8_1_ranks_go_from_big_joker_through_trump_and_ace_to_two(trump: str) -> None:
    others = [rank for rank in reversed(RANKS) if rank != trump]
    order = ["BJ", "LJ", f"S{trump}", *(f"S{rank}" for rank in others)]
    values = [value(face, trump) for face in order]
    assert values == sorted(values, reverse=True)
    assert len(set(values)) == 15


@pytest.mark.parametrize("trump", RANKS)
def test_8_2_eight_cards_of_the_trump_rank_stand_together_below_the_jokers(trump: str) -> None:
    tier = {value(face, trump) for face in FACES if face[1] == trump and face not in ("LJ", "BJ")}
    assert len(tier) == 1
    assert sum(face in FACES and value(face, trump) in tier for face in chinpok.DEALING.deck) == 8
    assert value("LJ", trump) > max(tier)
    assert max(tier) > max(value(f, trump) for f in FACES[:52] if f[1] != trump)


def test_8_3_trump_is_above_the_ace_in_sets_and_in_its_place_in_runs() -> None:
    for size in (1, 2, 3, 4):
        twos, aces = (" ".join(f"{suit}{rank}" for suit in "SCDD"[:size]) for rank in "2A")
        assert beaten(twos, aces, trump="2")
    assert named("S2 C3 D4 S5 C6", trump="2") == [("straight", 6)]
    assert beaten("ST CJ DQ SK CA", "S9 CT DJ SQ CK", trump="Q")
    assert named("S2 C2 S3 C3 S4 C4", trump="2") == [("tube", 4)]
    assert named("S2 C2 D2 S3 C3 D3", trump="2") == [("plate", 3)]
    assert named("S2 S3 S4 S5 S6", trump="2")[0] == ("straight_flush", 6)


def test_8_4_the_ace_is_high_except_below_a_two() -> None:
    assert named("SA C2 D3 S4 C5") == [("straight", 5)]
    assert named("SA CA S2 C2 S3 C3") == [("tube", 3)]
    assert named("SA CA DA S2 C2 D2") == [("plate", 2)]
    assert named("SA S2 S3 S4 S5") == [("straight_flush", 5)]
    assert named("ST CJ DQ SK CA") == [("straight", 14)]
    assert beaten("SA", "SK")


def test_9_1_a_hand_begins_with_its_trump() -> None:
    assert [opening("S3", trump=rank).trump for rank in RANKS] == list(RANKS)


def test_9_2_no_event_changes_the_trump() -> None:
    state = opening("S3 S4", trump="K")
    for action in (play(Seat.E, "S3"), *passes(Seat.N, Seat.W, Seat.S), play(Seat.E, "S4")):
        state = after(state, action)
        assert {chinpok.view(state, seat).trump for seat in Seat} == {"K"}


@pytest.mark.parametrize("trump", RANKS)
def test_9_3_two_of_the_eight_are_wild_and_six_are_not(trump: str) -> None:
    of_trump = [face for face in chinpok.DEALING.deck[:] if face[1] == trump and face[0] in "SHCD"]
    assert Counter(is_wild(face, trump) for face in of_trump) == {True: 2, False: 6}


def test_10_1_the_heart_of_the_trump_rank_is_wild() -> None:
    assert [face for face in FACES if is_wild(face, "7")] == ["H7"]


def test_10_2_a_wild_takes_any_rank_and_suit_but_no_joker() -> None:
    for rank in RANKS.replace("9", ""):
        assert best(f"S{rank} H9") == Reading("pair", value(f"S{rank}", "9"), 2)
    assert best("S3 S4 S5 S6 H9") == Reading("straight_flush", 7, 5)
    assert best("H9 BJ") is None
    assert best("H9 H9 LJ") is None


def test_10_3_a_wild_alone_is_a_trump() -> None:
    assert best("H9") == Reading("single", 15, 1)
    assert best("H9") == best("S9")


def test_10_4_the_largest_reading_holds_unless_another_is_named() -> None:
    assert named("S6 C6 S7 C7 H9 H9") == [("plate", 7), ("tube", 8), ("tube", 7)]
    assert named("S7 C7 D7 H9 H9")[0] == ("bomb", 7)


def test_10_5_a_wild_lies_in_the_place_it_takes_rightmost_of_its_rank() -> None:
    held = cards("H9 S3 C4 D6 S7")
    assert arrange(held, classify(held, "9")[0], "9") == cards("S3 C4 H9 D6 S7")
    pair = cards("H9 S7")
    assert arrange(pair, classify(pair, "9")[0], "9") == cards("S7 H9")


def test_10_6_a_wild_is_no_part_of_four_jokers() -> None:
    assert best("BJ BJ LJ H9") is None
    assert best("BJ LJ H9 H9") is None


def test_11_1_there_are_four_seats() -> None:
    assert {seat.name for seat in Seat} == set("ESWN")


def test_11_2_the_seats_opposite_are_partners() -> None:
    assert (Seat.E.partner, Seat.S.partner) == (Seat.W, Seat.N)


def test_11_3_play_goes_east_north_west_south() -> None:
    order = [Seat.E]
    while len(order) < 5:
        order.append(order[-1].next)
    assert "".join(seat.name for seat in order) == "ENWSE"


def test_11_4_the_next_to_act_sits_to_the_right() -> None:
    assert Seat.E.next is Seat.N
    assert Seat.S.next is Seat.E
