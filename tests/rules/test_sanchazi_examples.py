"""The worked examples of 三叉子, by their numbers."""

from itertools import pairwise
from typing import Any

import pytest

from table_firmware.rules.cards import Card, Seat, cards
from table_firmware.rules.climbing import Tricks
from table_firmware.rules.dealing import Deal
from table_firmware.rules.games import sanchazi
from table_firmware.rules.games.sanchazi.readings import beats, readings
from table_firmware.rules.games.sanchazi.scoring import score, worth
from table_firmware.rules.round import Combination, HandEnded, HandResult, Move, Reading, Settle
from tests.laying_games import hands, opened

A, D, C, B = Seat
"""Clockwise A B C D; A and C are partners, East and West."""


def of(text: str) -> str:
    """`888 JJ` as cards of three packs, in three and more suits."""
    found: list[str] = []
    for word in text.split():
        for at, rank in enumerate(word):
            found.append("SHCD"[word[:at].count(rank) % 4] + rank)
    return " ".join(found)


def best(text: str) -> Reading:
    (found,) = readings(cards(text if " " in text and len(text.split()[0]) == 2 else of(text)))
    return found


def nothing(text: str) -> bool:
    return readings(cards(text)) == ()


def ended(
    out: tuple[Seat, ...],
    won: dict[Seat, int],
    held: dict[Seat, str] | None = None,
    tie150: str = "head",
    news: tuple[tuple[Seat, int], ...] = (),
) -> HandResult:
    """The result when the seats went out so and had captured so much before a last trick of
    nothing; `held`: cards still in hand; `news`: who played three jokers of which value."""
    left = hands(**{seat.name: text for seat, text in (held or {}).items()})
    last = Move(out[-1], Combination(cards("S3"), Reading("single", 3, 1)))
    jokers = [Move(seat, Combination((), Reading("cha", key, 3))) for seat, key in news]
    tricks = Tricks(left, A, out=out, trick=(last,), played=(*jokers, last))
    captured = [won.get(seat, 0) for seat in Seat]
    return score(tricks, captured, sanchazi.Options(tie150=tie150))


def points(result: HandResult) -> dict[str, int]:
    by_seat = zip("ADCB", result.position_tenths, strict=True)
    return {name: tenths // 10 for name, tenths in sorted(by_seat)}


def counted(result: HandResult) -> tuple[int, ...]:
    return next(fact.numbers for fact in result.facts if fact.name == "points")


def test_t1_162_cards_300_points_and_41_or_40_for_each() -> None:
    assert len(sanchazi.DEALING.deck) == 162
    assert worth(sanchazi.DEALING.deck) == 300
    sizes = [len(hand) for hand in sanchazi.DEALING.hands(range(162), {"start": 2})]
    assert sizes == [40, 41, 41, 40]


def test_t2_three_identical_cards_beat_twelve_aces() -> None:
    twelve = readings(cards("SA HA CA DA " * 3))[0]
    cha = best("C4 C4 C4")
    assert (twelve.type, twelve.size, cha.type) == ("bomb", 12, "cha")
    assert beats(cha, twelve)
    assert not beats(twelve, cha)


def test_t3_the_ladder_of_three_alike() -> None:
    falling = ["BJ BJ BJ", "LJ LJ LJ", "S2 S2 S2", "DA DA DA", "H3 H3 H3", "SA HA CA"]
    readings_of = [best(text) for text in falling]
    assert all(beats(one, other) for one, other in pairwise(readings_of))


def test_t4_both_parts_of_a_full_house_must_rise() -> None:
    asked = best("888 JJ")
    assert beats(best("999 QQ"), asked)
    assert not beats(best("999 TT"), asked)
    assert not beats(best("AAA JJ"), asked)


def test_t5_neighbouring_pairs_go_from_three_to_ace() -> None:
    assert best("334455") == Reading("tube", 5, 6)
    assert nothing(of("223344"))


def test_t6_plates_with_pairs_rise_in_both_parts() -> None:
    asked = best("333444 7788")
    assert asked == Reading("plate_tube", 4, 10, more=(8,))
    assert beats(best("444555 8899"), asked)
    assert not beats(best("555666 7788"), asked)


def test_t7_more_cards_are_the_larger_bomb() -> None:
    assert beats(best("33333"), best("2222"))


def test_t8_unlike_jokers_are_nothing() -> None:
    assert nothing("BJ LJ")
    assert nothing("BJ BJ LJ")
    assert best("LJ LJ") == Reading("pair", 16, 2)


def test_t9_points_decide_the_score_and_the_first_decides_who_won() -> None:
    result = ended((B, A, C), {A: 100, C: 80, B: 120})
    assert points(result) == {"A": 1, "B": -1, "C": 1, "D": -1}
    assert result.winner == "NS"


@pytest.mark.parametrize(
    ("out", "won", "expected"),
    [
        ((A, B, C), {A: 200, B: 100}, 2),
        ((A, B, C), {A: 300}, 3),
        ((A, C), {A: 100, B: 200}, 3),
        ((A, C), {A: 200, C: 100}, 6),
    ],
)
def test_t10_tiers_and_lifting(out: tuple[Seat, ...], won: dict[Seat, int], expected: int) -> None:
    assert points(ended(out, won)) == {"A": expected, "B": -expected, "C": expected, "D": -expected}


def test_t11_second_and_last_keep_the_points_of_the_second_alone() -> None:
    result = ended((B, A, D), {A: 60, C: 80, B: 100, D: 35}, {C: "S5 HT CK"})
    assert counted(result) == (60, 240)
    assert points(result) == {"A": -2, "B": 2, "C": -2, "D": 2}


def test_t12_first_and_last_keep_both_but_not_what_is_left_in_hand() -> None:
    result = ended((A, B, D), {A: 90, C: 40, B: 100, D: 60}, {C: "HT"})
    assert counted(result) == (130, 170)
    assert points(result) == {"A": -1, "B": 1, "C": -1, "D": 1}
    assert result.winner == "EW"


def test_t13_at_150_all_the_side_of_the_first_gets_the_point() -> None:
    won = {A: 150, B: 150}
    assert points(ended((B, A, D), won)) == {"A": -1, "B": 1, "C": -1, "D": 1}
    assert points(ended((B, A, D), won, tie150="zero")) == dict.fromkeys("ABCD", 0)


def test_t14_each_three_jokers_played_bring_two_from_everybody() -> None:
    quiet = {A: 75, C: 75, B: 75, D: 75}
    result = ended((A, B, D), quiet, tie150="zero", news=((B, 17), (B, 16)))
    assert points(result) == {"A": -4, "B": 12, "C": -4, "D": -4}


def escaping(given: dict[str, Any]) -> Any:
    deal = Deal(hands(E="S3", N="S4", W="S5", S="S6"), {"start": 0, "flip1": 0, "flip2": 0})
    return opened(sanchazi, deal, given)


def test_t15_who_leaves_for_good_loses_ten_and_nobody_else_anything() -> None:
    (event,) = sanchazi.decide(escaping({"escape": "on"}), Settle(B))
    assert isinstance(event, HandEnded)
    assert points(event.result) == {"A": 0, "B": -10, "C": 0, "D": 0}
    assert event.result.marks == ("abnormal", "escape")
    assert event.result.double_down is False


def test_t16_after_lifting_the_holder_of_one_flipped_card_joins_the_first() -> None:
    assert ended((A, C), {A: 300}).double_down
    held = hands(E="S3", N="S4", W="S5", S="S6")
    draws = {"start": int(A), "flip1": 1, "flip2": 0}
    deal = Deal(held, draws, leader=A, after_double_down=True)
    state = opened(sanchazi, deal)
    view = sanchazi.view(state, A)
    assert sanchazi.places(sanchazi.Options(), deal)[B] == C
    assert (view.leader, view.open) == (A, ((C, Card("S6")),))
