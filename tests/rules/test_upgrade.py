"""升级 of the paper edition (001 §10): the cases U1 to U8, and what always holds."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table_firmware.rules.cards import RANKS, Seat
from table_firmware.rules.games.chinpok.scoring import score
from table_firmware.rules.round import HandResult
from table_firmware.rules.upgrade import ACE, Levels, after, leader, trump

EW, NS = 0, 1
OUT = {
    ("EW", 2): "EW",
    ("EW", 3): "ENW",
    ("EW", 4): "ENS",
    ("NS", 2): "NS",
    ("NS", 3): "NES",
    ("NS", 4): "NEW",
}


def hand(winner: str, partner: int) -> HandResult:
    """A hand that this pair wins, its second player coming in at this place."""
    out = [Seat[name] for name in OUT[winner, partner]]
    return score(out, [0 if seat in out else 3 for seat in Seat])


def at(east_west: str, north_south: str, playing: int | None, failures: int = 0) -> Levels:
    level = (RANKS.index(east_west), RANKS.index(north_south))
    return Levels(level, playing, (failures, 0))


def ranks(levels: Levels) -> str:
    return "".join(RANKS[level] for level in levels.level)


def test_u1_first_and_second_rise_three_levels() -> None:
    levels = after(Levels(), hand("EW", 2))
    assert (ranks(levels), trump(levels)) == ("52", "5")
    assert leader(hand("EW", 2)) == Seat.E
    assert leader(hand("NS", 2)) == Seat.N


def test_the_first_hand_is_played_at_two_and_led_by_east() -> None:
    assert (trump(Levels()), leader(None)) == ("2", Seat.E)
    assert Levels() == Levels((0, 0), None, (0, 0), None)


@pytest.mark.parametrize(("partner", "reached"), [(2, "5"), (3, "4"), (4, "3")])
def test_the_partner_of_the_first_decides_how_far_it_goes(partner: int, reached: str) -> None:
    assert ranks(after(Levels(), hand("NS", partner))) == f"2{reached}"


@pytest.mark.parametrize("start", "JQK")
def test_u2_nobody_rises_beyond_the_ace(start: str) -> None:
    levels = after(at(start, "9", EW), hand("EW", 2))
    assert (ranks(levels), levels.won) == ("A9", None)


def test_u3_from_jack_three_levels_reach_the_ace_and_two_the_king() -> None:
    assert ranks(after(at("J", "9", EW), hand("EW", 2))) == "A9"
    assert ranks(after(at("J", "9", EW), hand("EW", 3))) == "K9"


@pytest.mark.parametrize("partner", [2, 3])
def test_u4_first_with_second_or_third_at_the_ace_wins_the_match(partner: int) -> None:
    levels = after(at("A", "9", EW), hand("EW", partner))
    assert levels.won == EW
    with pytest.raises(ValueError, match="over"):
        after(levels, hand("NS", 2))


def test_u5_first_with_last_does_not_pass_and_the_pair_plays_the_ace_again() -> None:
    levels = after(at("A", "9", EW), hand("EW", 4))
    assert levels == at("A", "9", EW, failures=1)
    assert trump(levels) == "A"


def test_u6_a_lost_hand_at_the_ace_counts_and_the_others_rise() -> None:
    levels = after(at("A", "9", EW, failures=1), hand("NS", 3))
    assert levels == at("A", "J", NS, failures=2)
    assert trump(levels) == "J"


def test_u7_a_hand_at_the_others_level_regains_the_right_and_no_more() -> None:
    levels = after(at("A", "J", NS, failures=1), hand("EW", 2))
    assert levels == at("A", "J", EW, failures=1)
    assert trump(levels) == "A"


def test_u8_the_third_failure_falls_back_to_two() -> None:
    levels = after(at("A", "9", EW, failures=2), hand("EW", 4))
    assert levels == at("2", "9", EW)
    assert trump(levels) == "2"
    lost = after(at("A", "9", EW, failures=2), hand("NS", 4))
    assert lost == at("2", "T", NS)


def test_two_pairs_at_the_ace_count_for_themselves() -> None:
    both = Levels((ACE, ACE), NS, (2, 0))
    levels = after(both, hand("EW", 4))
    assert levels == Levels((ACE, ACE), EW, (2, 1))


@given(st.lists(st.sampled_from(sorted(OUT)), max_size=80))
def test_a_match_keeps_to_its_levels_whatever_is_played(course: list[tuple[str, int]]) -> None:
    levels = Levels()
    for winner, partner in course:
        before = levels
        levels = after(levels, hand(winner, partner))
        if levels.won is not None:
            assert before.playing == levels.won
            assert before.level[levels.won] == ACE
            return
        assert levels.playing == (EW if winner == "EW" else NS)
        assert all(0 <= level <= ACE for level in levels.level)
        assert all(0 <= count < 3 for count in levels.failures)
        for pair in (EW, NS):
            fell = levels.level[pair] < before.level[pair]
            assert not fell or (before.level[pair], before.failures[pair]) == (ACE, 2)
