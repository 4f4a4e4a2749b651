"""What a view leaves to be found out of its tricks, against hands that are really played."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from chinpok_views import table
from played_hands import CHINPOK, GAMES, played_by_chance, rules, seen_after

from table_firmware.rules.round import SeatView
from ui_kiosk.tricks import UNKNOWN, Trick, tricks


def found(version: str, hand: SeatView) -> list[Trick]:
    sense = rules(version).sense(hand)
    assert sense is not None
    return list(
        tricks(hand, lambda play, to_beat: play.reading in sense.readings(play.cards, to_beat))
    )


def hands(version: str) -> Iterator[tuple[SeatView, list[Trick]]]:
    """Of few cards, so that people go out often; with passes that are final, and not."""
    for seed in range(160):
        given = {"pass_final": False} if version != CHINPOK and seed % 3 else None
        yield from played_by_chance(version, seed, (12, 4)[seed % 2], given)


@pytest.mark.slow
@pytest.mark.parametrize("version", GAMES)
def test_tricks_with_their_passes_winners_and_leads_are_told_as_they_happened(version: str) -> None:
    exact = caught = 0
    for hand, real in hands(version):
        told = found(version, hand)
        if any(each.first < each.last for each in told):
            continue
        assert told == real
        exact += 1
        caught += any(each.caught for each in told)
    assert exact > 1000
    assert caught > 100


@pytest.mark.slow
def test_what_may_have_been_several_ways_stands_together_and_says_nothing_else() -> None:
    together = 0
    for hand, real in hands(CHINPOK):
        for each in found(CHINPOK, hand):
            those = real[each.first - 1 : each.last]
            plays = tuple(move for trick in those for move in trick.moves if move.play is not None)
            assert tuple(move for move in each.moves if move.play is not None) == plays
            if each.first < each.last:
                together += 1
                assert each.moves == plays
                assert each.winner is None
            else:
                assert [each] == those
    assert together


def test_plays_that_do_not_fit_the_trick_on_the_table_are_told_without_any_trick() -> None:
    hand = seen_after(CHINPOK, 70)
    for strange in (
        replace(hand, trick=table().trick),
        replace(hand, trick_number=hand.trick_number + 9),
        replace(hand, trick_number=0),
    ):
        first, *_ = found(CHINPOK, strange)
        assert (first.first, first.last, first.winner) == (UNKNOWN, UNKNOWN, None)
        plays = [move for each in found(CHINPOK, strange) for move in each.moves if move.play]
        assert plays == list(hand.played)


def test_before_the_first_play_there_is_no_trick() -> None:
    assert found(CHINPOK, seen_after(CHINPOK, 0)) == []
