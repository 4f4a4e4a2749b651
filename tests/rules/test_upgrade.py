"""升级 of the paper edition (001 §10): the cases U1 to U8, and what always holds."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table_firmware.rules.cards import RANKS, Seat
from table_firmware.rules.dealing import Deal, Terms
from table_firmware.rules.games import chinpok
from table_firmware.rules.games.chinpok.scoring import score
from table_firmware.rules.match import (
    Before,
    HandRecord,
    is_won,
    last_counted,
    levels,
    rank,
    seating,
)
from table_firmware.rules.round import HandResult
from table_firmware.rules.upgrade import ACE, Levels, after, leader, spelt, trump

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


# ------------------------------------------------------------------ as a match (mode U)

VOID = HandResult((0,) * 4, (0,) * 4, (0,) * 4, (0, 0), "", False, ("void",))


def match(*course: tuple[str, int] | None) -> list[HandRecord]:
    """The hands of a match of levels; None stands for a void one."""
    ended = (hand(*each) if each else VOID for each in course)
    return [HandRecord(seating("U", h), result) for h, result in enumerate(ended, start=1)]


WON = [("EW", 2)] * 5


def test_a_match_is_won_when_a_pair_passes_the_ace() -> None:
    assert not is_won("U", match(*WON[:4]))
    assert is_won("U", match(*WON))
    assert not is_won("4", match(*WON))
    assert levels(match(*WON, ("NS", 2))) == levels(match(*WON))


def test_the_match_decides_trump_and_leader_of_the_next_hand() -> None:
    options = chinpok.options({"upgrade_mode": True, "lead_rule": "seat_by_seat"})

    def next_hand(*course: tuple[str, int] | None) -> Terms:
        played = match(*course)
        last = played[-1] if played else None
        before = Before("U", len(played) + 1, seating("U", 1), played, last)
        return chinpok.terms(options, before)

    assert next_hand() == Terms(Seat.E, "2")
    assert next_hand(("NS", 3)) == Terms(Seat.N, "4")
    assert next_hand(("NS", 3), None) == Terms(Seat.N, "4")
    assert next_hand(None) == Terms(Seat.E, "2")


def test_a_hand_is_played_with_the_trump_that_the_match_decides() -> None:
    hands = ((Seat.E.name,),) * 4
    drawn = Deal(hands, {"trump": 0, "leader": 0})  # type: ignore[arg-type]
    decided = Deal(hands, {"trump": 0, "leader": 0}, Seat.N, "Q")  # type: ignore[arg-type]
    assert chinpok.opening(chinpok.options({}), drawn).trump == "2"
    assert chinpok.opening(chinpok.options({}), decided).trump == "Q"


def test_void_hands_change_no_level() -> None:
    assert levels(match(None, ("EW", 4), None)) == levels(match(("EW", 4)))
    assert last_counted(match(None)) is None
    assert last_counted(match(("EW", 4), None)) == hand("EW", 4)


def test_who_has_passed_the_ace_is_first_and_otherwise_the_higher_level() -> None:
    table = rank("U", match(("NS", 2), *WON))
    assert [(line.who, line.rank) for line in table] == [(("A", "C"), 1), (("B", "D"), 2)]
    ahead = rank("U", match(("EW", 4), ("NS", 3)))
    assert [(line.who, line.rank) for line in ahead] == [(("B", "D"), 1), (("A", "C"), 2)]
    level = rank("U", match(("EW", 4), ("NS", 4)))
    assert [line.rank for line in level] == [1, 1]
    assert rank("U", []) == ()


def test_the_log_spells_levels_by_pair() -> None:
    assert spelt(Levels((3, ACE), NS, (0, 2))) == {
        "level": {"EW": "5", "NS": "A"},
        "failures": {"EW": 0, "NS": 2},
        "won": "",
    }
    assert spelt(levels(match(*WON)))["won"] == "EW"
