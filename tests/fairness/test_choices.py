from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from math import factorial

import pytest

from table_firmware.fairness.choices import Stream, order, shuffled, uniform
from table_firmware.fairness.statistics import neighbours, ones, positions, values

Shuffle = Callable[[int, Iterator[int]], Sequence[int]]

CARDS = 108


@pytest.mark.slow
@pytest.mark.parametrize("n", range(2, 257))
def test_every_number_below_n_comes_from_equally_many_bytes(n: int) -> None:
    accepted = Counter(uniform(n, iter([byte])) for byte in range(256) if byte < 256 // n * n)
    assert set(accepted) == set(range(n))
    assert set(accepted.values()) == {256 // n}


@pytest.mark.slow
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


def unshuffled(n: int, _source: Iterator[int]) -> Sequence[int]:
    return range(n)


def decks_of(shuffle: Shuffle, decks: int) -> Iterator[Sequence[int]]:
    for deck in range(decks):
        yield shuffle(CARDS, Stream(b"statistics".ljust(96), "deck", deck.to_bytes(32, "big")))


def position_z(shuffle: Shuffle, decks: int) -> float:
    """The statistic of `tablectl fairness collect-final`."""
    return positions(decks_of(shuffle, decks), CARDS).z


BAD_SHUFFLES = [swap_with_any, fold_the_byte, never_itself, unshuffled]


@pytest.mark.no_cover
def test_two_thousand_decks_show_no_favourite_positions() -> None:
    assert abs(position_z(shuffled, 2000)) < 4


@pytest.mark.slow
@pytest.mark.parametrize("shuffle", BAD_SHUFFLES)
def test_two_thousand_decks_show_a_bad_shuffle(shuffle: Shuffle) -> None:
    assert position_z(shuffle, 2000) > 8


def cut_only(n: int, source: Iterator[int]) -> Sequence[int]:
    """Every card in every position equally often, yet nothing is shuffled."""
    at = uniform(n, source)
    return [*range(at, n), *range(at)]


def test_a_deck_that_was_only_cut_is_found_by_the_distance_of_its_cards() -> None:
    found = neighbours(decks_of(cut_only, 2000), CARDS)
    assert found.z > 50
    assert "NOT EVEN" in found.line()
    assert abs(neighbours(decks_of(shuffled, 2000), CARDS).z) < 4


def test_noise_that_prefers_values_is_found() -> None:
    source = Stream(b"statistics".ljust(96), "raw", bytes(32))
    good = bytes(next(source) for _ in range(50_000))
    assert values([good]).even
    assert ones([good]).even
    assert "even" in values([good]).line()
    folded = bytes(byte % 108 for byte in good)
    assert values([folded]).z > 50
    assert ones([folded]).z > 50


@pytest.mark.soak
def test_twenty_thousand_decks_show_no_favourite_positions() -> None:
    assert abs(position_z(shuffled, 20_000)) < 4


@pytest.mark.soak
@pytest.mark.parametrize("shuffle", BAD_SHUFFLES)
def test_twenty_thousand_decks_show_a_bad_shuffle(shuffle: Shuffle) -> None:
    assert position_z(shuffle, 20_000) > 50
