"""Plays not yet spelt out are the same plays, and the hint lists exactly their readings."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from table_firmware.rules.cards import FACES, RANKS, Card, cards
from table_firmware.rules.combinations import count, listing, patterns, plays
from table_firmware.rules.round import Reading

Turn = tuple[tuple[Card, ...], str, Reading | None]


@st.composite
def turns(draw: st.DrawFn) -> Turn:
    """Up to 20 cards of few ranks, often with wilds, and something to beat or nothing."""
    trump = draw(st.sampled_from(RANKS))
    first, most = draw(st.integers(0, 9)), draw(st.integers(1, 20))
    pool = [*FACES[4 * first : min(4 * first + 24, 52)], *FACES[-2:]] * 2
    rest = [card for card in pool if card != "H" + trump]
    chosen = draw(st.lists(st.integers(0, len(rest) - 1), max_size=most, unique=True))
    wilds = [Card("H" + trump)] * draw(st.integers(0, 2))
    hand = (*(rest[place] for place in chosen), *wilds)
    offered = patterns(draw(st.permutations(rest))[:12], trump, None)
    return hand, trump, draw(st.sampled_from([None, *offered]))


@given(turns())
@settings(deadline=None)
def test_a_play_is_the_same_at_its_place_as_in_turn(turn: Turn) -> None:
    listed, spelt = listing(*turn), plays(*turn)
    assert len(listed) == len(spelt) == count(*turn)[0]
    assert bool(listed) == bool(spelt)
    assert [listed[place] for place in range(len(listed))] == spelt == list(listed)
    assert listed[-3:] == spelt[-3:]


@given(turns())
@settings(deadline=None)
def test_the_hint_lists_each_reading_that_has_a_play_once(turn: Turn) -> None:
    assert patterns(*turn) == tuple(dict.fromkeys(play.reading for play in plays(*turn)))


def test_the_last_play_is_at_minus_one() -> None:
    listed = listing(cards("S7 C7 D9"), "2", None)
    assert listed[-1] == listed[len(listed) - 1]
    assert listed[-1].cards == cards("C7 S7")


@pytest.mark.parametrize("place", [4, -5])
def test_there_is_no_play_beyond_the_ends(place: int) -> None:
    listed = listing(cards("S7 C7 D9"), "2", None)
    assert len(listed) == 4
    with pytest.raises(IndexError, match="no play"):
        listed[place]


def test_a_hand_without_a_play_has_no_places() -> None:
    listed = listing(cards("S3"), "2", Reading("single", 9, 1))
    assert not listed
    assert len(listed) == 0
    with pytest.raises(IndexError, match="no play"):
        listed[-1]


def test_the_hint_names_types_and_keys_from_low_to_high() -> None:
    found = patterns(cards("S7 C7 H9 S9"), "9", Reading("single", 8, 1))
    assert [(one.type, one.key) for one in found] == [("single", 15)]
    found = patterns(cards("S7 C7 H9 S9"), "9", Reading("pair", 2, 2))
    assert [(one.type, one.key) for one in found] == [("pair", 7), ("pair", 15)]


def test_the_plays_are_the_same_when_they_are_looked_at_from_the_last_to_the_first() -> None:
    hand = cards("S3 C4 S5 D6 S7 H8 S9 DT SJ CK H2 H2")
    listed = listing(hand, "2", None)
    backwards = [listed[place] for place in reversed(range(len(listed)))]
    assert backwards[::-1] == plays(hand, "2", None)
