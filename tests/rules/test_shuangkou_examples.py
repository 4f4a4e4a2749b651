"""The worked examples of 双扣, by their numbers."""

import pytest

from table_firmware.rules.cards import Seat, cards
from table_firmware.rules.climbing import Tricks
from table_firmware.rules.games.shuangkou.arranging import stands_for
from table_firmware.rules.games.shuangkou.readings import WILDS, beats, level, readings
from table_firmware.rules.games.shuangkou.scoring import contributed, multiplier, score
from table_firmware.rules.games.shuangkou.settings import Options
from table_firmware.rules.round import Combination, Move, Reading

A, B, C, D = Seat
"""The four players in order of play; A and C are partners."""

SUITS = "SHCD"


def of(text: str) -> str:
    """`333 44 BJ` as cards of two packs, any suits."""
    found: list[str] = []
    for word in text.split():
        if word in ("LJ", "BJ"):
            found.append(word)
        else:
            found += [SUITS[n % 4] + rank for n, rank in enumerate(word)]
    return " ".join(found)


def read(text: str, wild: str) -> Reading | None:
    found = readings(cards(of(text)), WILDS[wild])
    return found[0] if found else None


def best(text: str, wild: str = "big") -> Reading:
    found = read(text, wild)
    assert found is not None
    return found


def bomb(size: int, key: int = 4) -> Reading:
    return Reading("bomb", key, size)


def points(out: list[Seat], wild: str = "big", **played: list[Reading]) -> list[int]:
    """The scores of A, B, C, D when they went out so and played these bombs."""
    players = dict(zip("ABCD", Seat, strict=True))
    moves = [
        Move(players[name], Combination((), reading))
        for name, bombs in played.items()
        for reading in bombs
    ]
    tricks = Tricks(((), (), (), ()), A, out=tuple(out), played=tuple(moves))
    return [tenths // 10 for tenths in score(tricks, Options(wild=wild)).position_tenths]


def test_s1_a_big_joker_makes_a_bomb_one_larger() -> None:
    assert best("444 BJ") == bomb(4)
    assert best("4444 BJ") == bomb(5)
    assert best("44444444 BJ") == bomb(9)


def test_s2_the_joker_completes_neighbouring_pairs() -> None:
    assert best("33445 BJ") == Reading("tube", 5, 6)
    assert stands_for(cards(of("33445 BJ")), best("33445 BJ"))[-1] == "H5"


def test_s3_two_pairs_and_a_joker_are_nothing() -> None:
    assert [read("3344 BJ", wild) for wild in WILDS] == [None] * 3


def test_s4_the_joker_fills_the_gap_of_a_straight() -> None:
    assert best("5679 BJ") == Reading("straight", 9, 5)
    assert stands_for(cards(of("5679 BJ")), best("5679 BJ"))[3] == "H8"


@pytest.mark.parametrize("wild", ["big", "both"])
def test_s5_where_the_joker_may_be_more_than_one_card_it_is_the_largest(wild: str) -> None:
    assert best("5678 BJ", wild) == Reading("straight", 9, 5)


def test_s6_neighbouring_bombs_with_a_joker() -> None:
    found = best("33334444555 BJ")
    assert (found.type, found.more[0], level(found)) == ("serial", 3, 7)


def test_s7_unequal_neighbouring_bombs_are_one_play_in_qianbian_only() -> None:
    found = best("3333 44444 555555", "both")
    assert (found.type, found.more[0], level(found)) == ("serial", 3, 7)
    assert read("3333 44444 555555", "big") is None
    assert read("3333 44444 555555", "none") is None


def test_s8_three_jokers_are_the_smallest_of_level_six() -> None:
    assert beats(best("LJ BJ BJ"), best("22222"))
    assert not beats(best("LJ BJ BJ"), best("333333"))
    assert beats(best("333333"), best("LJ BJ BJ"))


def test_s9_four_jokers_are_the_smallest_of_level_seven() -> None:
    jokers = best("LJ LJ BJ BJ")
    assert beats(jokers, best("222222"))
    assert not beats(jokers, best("444455556666"))
    assert beats(best("444455556666"), jokers)


def test_s10_one_bomb_of_a_level_beats_neighbouring_ones_of_it() -> None:
    assert beats(best("3333333"), best("QQQQKKKKAAAA"))
    assert beats(best("3333333"), best("LJ LJ BJ BJ"))
    assert beats(best("QQQQKKKKAAAA"), best("LJ LJ BJ BJ"))


def test_s11_inside_a_level_more_groups_are_larger() -> None:
    four, three = best("3333444455556666"), best("QQQQQKKKKKAAAAA")
    assert level(four) == level(three) == 8
    assert beats(four, three)
    assert not beats(three, four)


def test_s12_two_neighbouring_bombs_are_no_play() -> None:
    assert read("44445555", "big") is None
    assert read("44445555", "both") is None


def test_s13_two_triples_and_a_triple_with_a_pair_are_no_plays() -> None:
    assert read("333444", "big") is None
    assert read("33344", "both") is None


def test_s14_first_and_second_pay_three() -> None:
    assert points([A, C]) == [3, -3, 3, -3]


def test_s15_contributions_are_paid_by_all_three_others() -> None:
    assert points([A, B, C], A=[bomb(7)], B=[bomb(6)]) == [26, -14, 10, -22]


def test_s16_baibian_multiplies_by_sixteen_at_the_most() -> None:
    assert points([A, B, D], A=[bomb(9)]) == [64, -32, 0, -32]


def test_s17_the_multiplier_is_that_of_the_winning_pair() -> None:
    assert points([B, A, D], D=[bomb(6)]) == [-10, 6, -10, 14]


def test_s18_four_separate_bombs_of_four_count_as_level_six() -> None:
    played = [bomb(4, key) for key in (3, 4, 9, 14)]
    assert (contributed(played), multiplier(played, "big")) == (2, 4)


def test_s19_other_sets_of_separate_bombs() -> None:
    assert [
        (contributed(played), multiplier(played, "big"))
        for played in ([bomb(5)] * 2, [bomb(4)] * 5, [bomb(4)] * 6, [bomb(4)] * 3)
    ] == [(2, 4), (4, 8), (8, 16), (0, 2)]
