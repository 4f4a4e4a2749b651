"""三叉子 against a table of every shape there is, and every subset of a hand."""

import random  # noqa: TID251  (seeded; only the choice of what is tried)
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from table_firmware.rules.cards import FACES, Card
from table_firmware.rules.games import sanchazi
from table_firmware.rules.games.sanchazi.finding import groups
from table_firmware.rules.games.sanchazi.readings import arrange, beats, readings
from table_firmware.rules.round import Combination, Reading
from table_firmware.rules.takes import Takes
from tests.examples import about

ORDER = "3456789TJQKA2"
"""Ranks from the lowest; the values are 3 to 15, the jokers 16 and 17."""

# ------------------------------------------------------------------ the slow definition


def shapes() -> Iterator[tuple[list[int], Reading]]:
    """Every combination but 叉子, by its values."""
    for low in range(3, 18):
        for size in range(1, 13 if low <= 15 else 3):
            name = ["single", "pair", "triple"][size - 1] if size < 4 else "bomb"
            yield [low] * size, Reading(name, low, size)
    for three in range(3, 16):
        for two in {*range(3, 18)} - {three}:
            yield [three] * 3 + [two] * 2, Reading("full_house", three, 5, more=(two,))
    runs = [range(low, top + 1) for low in range(3, 14) for top in range(low + 1, 15)]
    for run in runs:
        if len(run) >= 3:
            yield [*run] * 2, Reading("tube", run[-1], 2 * len(run))
        yield [*run] * 3, Reading("plate", run[-1], 3 * len(run))
        for pairs in runs:
            if len(pairs) == len(run) and not {*run} & {*pairs}:
                size = 5 * len(run)
                yield (
                    [*run] * 3 + [*pairs] * 2,
                    Reading("plate_tube", run[-1], size, more=(pairs[-1],)),
                )


SHAPES = {tuple(sorted(values)): reading for values, reading in shapes()}


def definition(some: Sequence[Card]) -> Reading | None:
    jokers = {"LJ": 16, "BJ": 17}
    values = sorted(jokers.get(card) or ORDER.index(card[1]) + 3 for card in some)
    if len(some) == 3 and len({*some}) == 1:
        return Reading("cha", values[0], 3)
    return SHAPES.get(tuple(values))


def greater(left: Reading, right: Reading) -> bool:
    if left.type == "cha":
        return right.type != "cha" or left.key > right.key
    if left.type == "bomb":
        if right.type == "bomb":
            return (left.size, left.key) > (right.size, right.key)
        return right.type != "cha"
    if (left.type, left.size) != (right.type, right.size):
        return False
    if left.type in ("full_house", "plate_tube"):
        return left.key > right.key and left.more > right.more
    return left.key > right.key


def every_play(hand: Sequence[Card], to_beat: Reading | None) -> set[Combination]:
    found = set()
    for size in range(1, len(hand) + 1):
        for some in {tuple(sorted(chosen)) for chosen in combinations(hand, size)}:
            reading = definition(some)
            if reading and (to_beat is None or greater(reading, to_beat)):
                found.add(Combination(some, reading))
    return found


# ------------------------------------------------------------------ what is tried


@st.composite
def crowded(draw: st.DrawFn, most: int) -> tuple[Card, ...]:
    """Cards of few neighbouring ranks of three packs, sometimes with jokers."""
    low, width = draw(st.integers(0, 12)), draw(st.integers(1, 5))
    suits = draw(st.sampled_from(["SHCD", "SH", "S"]))
    pool = [Card(suit + rank) for rank in ORDER[low : low + width] for suit in suits] * 3
    pool += [Card("LJ"), Card("BJ")] * draw(st.sampled_from([0, 0, 3]))
    return tuple(draw(st.permutations(pool))[: draw(st.integers(1, most))])


@st.composite
def shaped(draw: st.DrawFn) -> tuple[Card, ...]:
    """A combination in any suits."""
    values = draw(st.sampled_from(sorted(SHAPES)))
    chance = random.Random(draw(st.integers(0, 10**6)))
    pool = list(FACES[:52]) * 3
    chance.shuffle(pool)
    found = []
    for value in values:
        wanted = {16: "LJ", 17: "BJ"}.get(value) or ORDER[value - 3]
        if value > 15:
            found.append(Card(wanted))
        else:
            card = next(card for card in pool if card[1] == wanted)
            pool.remove(card)
            found.append(card)
    return tuple(found)


sets = st.one_of(crowded(12), shaped())


@given(sets)
@settings(max_examples=about(150), deadline=None)
def test_a_set_is_exactly_what_the_table_of_shapes_says(some: tuple[Card, ...]) -> None:
    reading = definition(some)
    assert readings(some) == ((reading,) if reading else ())


@given(sets, sets)
@settings(max_examples=about(100), deadline=None)
def test_beating_follows_the_ladder_and_is_strict(
    left: tuple[Card, ...], right: tuple[Card, ...]
) -> None:
    for one in readings(left):
        for other in readings(right):
            assert beats(one, other) == greater(one, other)
            assert not (beats(one, other) and beats(other, one))


@given(crowded(10), shaped(), st.booleans())
@settings(max_examples=about(40), deadline=None)
def test_the_plays_of_a_hand_are_those_of_the_definition(
    hand: tuple[Card, ...], other: tuple[Card, ...], leading: bool
) -> None:
    to_beat = None if leading else readings(other)[0]
    found = list(Takes(groups(hand, to_beat)))
    assert len(found) == len(set(found))
    expected = every_play(hand, to_beat)
    assert set(found) == expected
    if to_beat is not None and expected:
        assert found[0] == min(expected, key=smallness)


def smallness(play: Combination) -> tuple[object, ...]:
    """The same type before bombs, bombs before 叉子, then the lower reading and cards."""
    reading = play.reading
    rung = {"bomb": 1, "cha": 2}.get(reading.type, 0)
    faces = sorted((worth(card), "CDSH".find(card[0])) for card in play.cards)
    return rung, reading.size, reading.key, reading.more, faces


@given(shaped())
@settings(max_examples=about(30), deadline=None)
def test_triples_lie_before_pairs_and_low_before_high(some: tuple[Card, ...]) -> None:
    lying = arrange(some, readings(some)[0])
    assert Counter(lying) == Counter(some)
    values = [(SHAPES[(*sorted(one),)], one) for one in [tuple(map(worth, lying))]]
    (reading, shown), *_ = values
    threes = [value for value in shown if shown.count(value) == 3]
    twos = [value for value in shown if shown.count(value) == 2]
    if reading.more:
        assert list(shown) == sorted(threes) + sorted(twos)
    else:
        assert list(shown) == sorted(shown)


def worth(card: Card) -> int:
    return {"LJ": 16, "BJ": 17}.get(card) or ORDER.index(card[1]) + 3


@pytest.mark.parametrize("seed", range(4))
def test_every_play_of_a_whole_hand_is_held_and_read_so(seed: int) -> None:
    deck = list(sanchazi.DEALING.deck)
    random.Random(seed).shuffle(deck)
    hand = tuple(deck[:41])
    held, offered = Counter(hand), groups(tuple(deck[41:82]), None)
    for to_beat in (None, offered[seed * 7 % len(offered)].reading):
        for group in groups(hand, to_beat):
            lowest = group.lowest
            assert Counter(lowest.cards) <= held
            assert readings(lowest.cards) == (lowest.reading,)
            assert to_beat is None or beats(lowest.reading, to_beat)
