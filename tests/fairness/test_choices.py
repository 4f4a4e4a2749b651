from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from math import factorial, sqrt

import pytest

from table_firmware.fairness.choices import Stream, order, shuffled, uniform

Shuffle = Callable[[int, Iterator[int]], Sequence[int]]

CARDS = 108


@pytest.mark.parametrize("n", range(2, 257))
def test_every_number_below_n_comes_from_equally_many_bytes(n: int) -> None:
    accepted = Counter(uniform(n, iter([byte])) for byte in range(256) if byte < 256 // n * n)
    assert set(accepted) == set(range(n))
    assert set(accepted.values()) == {256 // n}


@pytest.mark.parametrize("n", range(2, 257))
def test_every_byte_that_would_favour_a_number_is_thrown_away(n: int) -> None:
    for byte in range(256 // n * n, 256):
        source = iter([byte, 1])
        assert uniform(n, source) == 1
        assert list(source) == []


@pytest.mark.parametrize("n", range(2, 8))
def test_each_order_comes_from_exactly_one_row_of_choices(n: int) -> None:
    rows = list(product(*(range(size) for size in range(n, 1, -1))))
    orders = {order(row) for row in rows}
    assert len(rows) == len(orders) == factorial(n)
    assert all(sorted(cards) == list(range(n)) for cards in orders)


def test_a_stream_is_the_same_for_the_same_key_label_and_hand_and_for_no_other() -> None:
    def first(key: bytes, label: str, t: bytes) -> list[int]:
        stream = Stream(key, label, t)
        return [next(stream) for _ in range(200)]

    key, t = bytes(32), bytes(32)
    streams = [
        first(key, "deck", t),
        first(key, "trump", t),
        first(bytes([1]) * 32, "deck", t),
        first(key, "deck", bytes([1]) * 32),
    ]
    assert first(key, "deck", t) == streams[0]
    assert len({tuple(stream) for stream in streams}) == 4


def test_a_stream_counts_the_bytes_it_gave() -> None:
    stream = Stream(bytes(96), "deck", bytes(32))
    for taken in range(130):
        assert stream.used == taken
        assert next(iter(stream)) in range(256)


# ---------------------------------------------------------------- telling good from bad


def swap_with_any(n: int, source: Iterator[int]) -> Sequence[int]:
    """The shuffle that PlanetPoker used."""
    cards = list(range(n))
    for place in range(n):
        choice = uniform(n, source)
        cards[place], cards[choice] = cards[choice], cards[place]
    return cards


def fold_the_byte(n: int, source: Iterator[int]) -> Sequence[int]:
    return order([next(source) % size for size in range(n, 1, -1)])


def never_itself(n: int, source: Iterator[int]) -> Sequence[int]:
    """Off by one: a card never stays where it is."""
    return order([*(uniform(size - 1, source) for size in range(n, 2, -1)), 0])


def position_z(shuffle: Shuffle, decks: int) -> float:
    """How far the 108x108 table of card by position lies from evenness, in standard deviations.

    Each deck fills every row and column once, which leaves 107 x 107 degrees of freedom and
    inflates the sum by 108/107.
    """
    counts = [[0] * CARDS for _ in range(CARDS)]
    for deck in range(decks):
        source = Stream(b"statistics".ljust(96), "deck", deck.to_bytes(32, "big"))
        for row, card in zip(counts, shuffle(CARDS, source), strict=True):
            row[card] += 1
    expected = decks / CARDS
    total = sum((count - expected) ** 2 for row in counts for count in row) / expected
    freedom = (CARDS - 1) ** 2
    return (total * (CARDS - 1) / CARDS - freedom) / sqrt(2 * freedom)


BAD_SHUFFLES = [swap_with_any, fold_the_byte, never_itself]


def test_two_thousand_decks_show_no_favourite_positions() -> None:
    assert abs(position_z(shuffled, 2000)) < 4


@pytest.mark.parametrize("shuffle", BAD_SHUFFLES)
def test_two_thousand_decks_show_a_bad_shuffle(shuffle: Shuffle) -> None:
    assert position_z(shuffle, 2000) > 8


@pytest.mark.slow
def test_twenty_thousand_decks_show_no_favourite_positions() -> None:
    assert abs(position_z(shuffled, 20_000)) < 4


@pytest.mark.slow
@pytest.mark.parametrize("shuffle", BAD_SHUFFLES)
def test_twenty_thousand_decks_show_a_bad_shuffle(shuffle: Shuffle) -> None:
    assert position_z(shuffle, 20_000) > 50
