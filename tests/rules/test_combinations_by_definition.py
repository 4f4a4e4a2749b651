"""The engine against a slow definition: every wild tries all 52 faces, every subset is a play."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, combinations_with_replacement

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from table_firmware.rules.cards import FACES, RANKS, Card
from table_firmware.rules.combinations import (
    arrange,
    beats,
    classify,
    count,
    managed,
    minimal,
    plays,
    stands_for,
)
from table_firmware.rules.round import Combination, Reading
from tests.examples import about

LADDER = [
    *("single", "pair", "triple", "full_house", "straight", "tube", "plate"),
    *("bomb4", "bomb5", "straight_flush"),
    *("bomb6", "bomb7", "bomb8", "bomb9", "bomb10", "four_jokers"),
]
BASIC = LADDER[:7]

# ------------------------------------------------------------------ the slow definition


def rung(reading: Reading) -> int:
    return LADDER.index(f"bomb{reading.size}" if reading.type == "bomb" else reading.type)


def is_basic(reading: Reading) -> bool:
    return reading.type in BASIC


def natural(faces: Sequence[str], trump: str) -> tuple[str, int] | None:
    """Type and key of cards that are all just what they show."""
    jokers = [face for face in faces if face in ("LJ", "BJ")]
    ranks = Counter(face if face in jokers else face[1] for face in faces)
    shape = sorted(ranks.values(), reverse=True)
    keys = {rank: key for key, rank in enumerate(RANKS, 2)} | {trump: 15, "LJ": 16, "BJ": 17}
    most = max(ranks, key=lambda rank: ranks[rank])
    if shape in ([1], [2]):
        return ["single", "pair"][len(faces) - 1], keys[most]
    if shape == [2, 2] and len(jokers) == 4:
        return "four_jokers", 0
    if len(shape) == 1 and not jokers:
        return ("triple" if len(faces) == 3 else "bomb"), keys[most]
    if shape == [3, 2] and most not in jokers:
        return "full_house", keys[most]
    return None if jokers else natural_run(faces, ranks, shape)


def natural_run(
    faces: Sequence[str], ranks: Counter[str], shape: list[int]
) -> tuple[str, int] | None:
    kinds = {(1, 1, 1, 1, 1): "straight", (2, 2, 2): "tube", (3, 3): "plate"}
    kind = kinds.get(tuple(shape))
    for top in range(len(shape), 15):
        window = ("A" + RANKS)[top - len(shape) : top]
        if kind and set(window) == set(ranks):
            one_suit = len({face[0] for face in faces}) == 1
            return ("straight_flush" if kind == "straight" and one_suit else kind), top
    return None


def definition(cards: Sequence[str], trump: str) -> set[Reading]:
    """Every reading: a wild may stand for any of the 52 faces, only wilds are natural."""
    own = "H" + trump
    rest = [card for card in cards if card != own]
    wilds = len(cards) - len(rest) if rest else 0
    most_ranks = 5 if len(cards) == 5 else 3 if len(cards) <= 6 else 1
    if len({card[1] for card in rest}) > most_ranks:
        return set()
    found = set()
    for stand_ins in combinations_with_replacement(FACES[:52], wilds):
        shown = [*rest, *stand_ins] if rest else list(cards)
        if what := natural(shown, trump):
            as_shown = {*stand_ins} <= {own} and {face[0] for face in shown} == {"H"}
            pure = what[0] == "straight_flush" and as_shown
            found.add(Reading(*what, len(cards), pure))
    return found


def every_play(hand: Sequence[Card], trump: str, to_beat: Reading | None) -> set[Combination]:
    subsets = {
        tuple(sorted(some))
        for size in range(1, min(len(hand), 10) + 1)
        for some in combinations(hand, size)
    }
    return {
        Combination(cards, reading)
        for cards in subsets
        for reading in definition(cards, trump)
        if to_beat is None or greater(reading, to_beat)
    }


def greater(left: Reading, right: Reading) -> bool:
    if rung(left) == rung(right):
        return (left.key, left.pure) > (right.key, right.pure)
    return rung(left) > rung(right) and not is_basic(left)


def card_order(cards: Sequence[Card], trump: str) -> list[tuple[int, int]]:
    values = [*RANKS.replace(trump, ""), trump]
    return sorted(
        (values.index(card[1]), "CDSH".index(card[0]))
        if card not in ("LJ", "BJ")
        else (20 + (card == "BJ"), 0)
        for card in cards
    )


def smallest(options: set[Combination], trump: str, to_beat: Reading) -> Combination:
    def order(play: Combination) -> tuple[bool, int, int, bool, int, list[tuple[int, int]]]:
        reading = play.reading
        other_type = is_basic(to_beat) and reading.type != to_beat.type
        wilds = play.cards.count(Card("H" + trump))
        cards = card_order(play.cards, trump)
        return other_type, rung(reading), reading.key, reading.pure, wilds, cards

    return min(options, key=order)


# ------------------------------------------------------------------ what is tried

trumps = st.sampled_from(RANKS)


def some_of(pool: Sequence[Card], least: int, most: int) -> st.SearchStrategy[tuple[Card, ...]]:
    """Cards of two packs, none more often than it exists."""
    places = st.lists(st.integers(0, 2 * len(pool) - 1), min_size=least, max_size=most, unique=True)
    return places.map(lambda chosen: tuple(pool[place // 2] for place in chosen))


@st.composite
def crowded(draw: st.DrawFn, most: int) -> tuple[tuple[Card, ...], str]:
    """Cards of few ranks and suits, often with wilds, so that there is much to find."""
    trump = draw(trumps)
    window = draw(st.integers(0, 13)), draw(st.integers(1, 6))
    suits = draw(st.sampled_from(["SHCD", "HS", "H", "DC"]))
    ranks = ("A" + RANKS)[window[0] : sum(window)]
    pool = [Card(suit + rank) for rank in dict.fromkeys(ranks) for suit in suits]
    wild = [Card("H" + trump)] * draw(st.integers(0, 2))
    jokers = [Card("LJ"), Card("BJ")] if draw(st.booleans()) else []
    rest = [card for card in (*pool, *jokers) if card != "H" + trump] or [Card("BJ")]
    cards = draw(some_of(rest, 0 if wild else 1, min(most - len(wild), 2 * len(rest))))
    return (*cards, *wild), trump


@st.composite
def shaped(draw: st.DrawFn) -> tuple[tuple[Card, ...], str]:
    """Nearly always a combination: a natural one with up to two cards turned into wilds."""
    trump = draw(trumps)
    low = draw(st.integers(0, 9))
    ranks = ("A" + RANKS)[low : low + 5]
    shapes = ["1", "2", "3", "4", "5", "8", "32", "11111", "222", "33"]
    copies = draw(st.sampled_from(shapes))
    suits = draw(st.sampled_from(["SHCD", "H", "C"])) if copies == "11111" else "SHCD"
    cards: list[Card] = []
    for rank, number in zip(ranks, copies, strict=False):
        pool = [Card(suit + rank) for suit in suits]
        cards += draw(some_of(pool, int(number), int(number)))
    for place in draw(st.lists(st.integers(0, len(cards) - 1), max_size=2, unique=True)):
        cards[place] = Card("H" + trump)
    assume(max(Counter(cards).values()) <= 2)
    return tuple(cards), trump


sets = st.one_of(crowded(7), shaped())


@st.composite
def turns(draw: st.DrawFn) -> tuple[tuple[Card, ...], str, Reading | None]:
    """A hand and what it has to beat: something that such cards could be, or nothing."""
    hand, trump = draw(crowded(8))
    other, _ = draw(shaped())
    readings = classify(other, trump)
    return hand, trump, draw(st.sampled_from([None, *readings]))


# ------------------------------------------------------------------ the engine agrees


@given(sets)
@settings(max_examples=about(150), deadline=None)
def test_a_set_has_exactly_the_readings_of_the_definition(
    case: tuple[tuple[Card, ...], str],
) -> None:
    found = classify(*case)
    assert set(found) == definition(*case)
    assert len(found) == len(set(found))


@given(sets)
@settings(deadline=None)
def test_readings_come_strongest_first(case: tuple[tuple[Card, ...], str]) -> None:
    found = classify(*case)
    order = [(rung(reading), reading.key, reading.pure) for reading in found]
    assert order == sorted(order, reverse=True)


@given(sets, sets)
@settings(deadline=None)
def test_beating_follows_the_ladder_and_is_strict(
    left: tuple[tuple[Card, ...], str], right: tuple[tuple[Card, ...], str]
) -> None:
    for one in classify(*left):
        for other in classify(*right):
            assert beats(one, other) == greater(one, other)
            assert not (beats(one, other) and beats(other, one))


@pytest.mark.slow
@given(turns())
@settings(max_examples=about(30), deadline=None)
def test_plays_and_the_smallest_of_them_are_those_of_the_definition(
    turn: tuple[tuple[Card, ...], str, Reading | None],
) -> None:
    _, trump, to_beat = turn
    found, expected = plays(*turn), every_play(*turn)
    assert set(found) == expected
    assert len(found) == len(set(found)) == count(*turn)[0]
    if to_beat is not None:
        assert minimal(*turn) == (smallest(expected, trump, to_beat) if expected else None)


# ------------------------------------------------------------------ large hands


@st.composite
def large(draw: st.DrawFn) -> tuple[tuple[Card, ...], str, Reading | None]:
    """Up to 27 cards of the whole deck, and something from the same deck to beat."""
    hand = draw(some_of(FACES, 15, 27))
    trump = draw(trumps)
    offered = plays(draw(some_of(FACES, 5, 20)), trump, None)
    to_beat = draw(st.sampled_from([None, *dict.fromkeys(play.reading for play in offered)]))
    return hand, trump, to_beat


def all_checks(hand: Sequence[Card], trump: str, to_beat: Reading | None) -> Iterator[bool]:
    held = Counter(hand)
    for play in plays(hand, trump, to_beat):
        yield Counter(play.cards) <= held
        yield play.cards == tuple(sorted(play.cards))
        yield play.reading in classify(play.cards, trump)
        yield to_beat is None or beats(play.reading, to_beat)


@given(large())
@settings(max_examples=about(40), deadline=None)
def test_every_play_is_held_read_so_and_beats(
    turn: tuple[tuple[Card, ...], str, Reading | None],
) -> None:
    found = plays(*turn)
    assert all(all_checks(*turn))
    assert len(found) == len(set(found)) == count(*turn)[0]


@given(large())
@settings(max_examples=about(40), deadline=None)
def test_the_smallest_and_the_managed_play_are_legal_plays(
    turn: tuple[tuple[Card, ...], str, Reading | None],
) -> None:
    found = plays(*turn)
    least = minimal(*turn)
    assert least in found if found else least is None
    chosen = managed(*turn)
    assert chosen in found or (chosen is None and turn[2] is not None)


@given(sets)
@settings(max_examples=about(100), deadline=None)
def test_cards_on_the_table_show_the_reading_they_were_played_in(
    case: tuple[tuple[Card, ...], str],
) -> None:
    cards, trump = case
    for reading in classify(cards, trump):
        shown, meant = arrange(cards, reading, trump), stands_for(cards, reading, trump)
        assert Counter(shown) == Counter(cards)
        assert natural(meant, trump) == (reading.type, reading.key)
        assert all(a == b or a == "H" + trump for a, b in zip(shown, meant, strict=True)), (
            "only wilds stand for something else"
        )
