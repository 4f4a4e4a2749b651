"""How a play of 双扣 lies on the table, and what its wilds stand for."""

from collections.abc import Iterator
from typing import Final

from table_firmware.rules.cards import RANKS, Card
from table_firmware.rules.games.shuangkou.readings import RUNS
from table_firmware.rules.round import Reading
from table_firmware.rules.takes import TWO, WORTH, lowest_first

_SUIT: Final = "H"
"""What a wild is shown as; suits do not matter."""


def arrange(cards: tuple[Card, ...], reading: Reading) -> tuple[Card, ...]:
    """Values rising, a wild in the place it takes and rightmost there; `reading` is one of the
    cards'.

    >>> from table_firmware.rules.cards import cards
    >>> arrange(cards("BJ S9 S5 S7 S6"), Reading("straight", 9, 5))
    ('S5', 'S6', 'S7', 'BJ', 'S9')
    """
    return tuple(card for card, _ in _placed(cards, reading))


def stands_for(cards: tuple[Card, ...], reading: Reading) -> tuple[Card, ...]:
    """In the order of `arrange`: each wild replaced by a face that it stands for."""
    return tuple(face for _, face in _placed(cards, reading))


def _placed(cards: tuple[Card, ...], reading: Reading) -> Iterator[tuple[Card, Card]]:
    in_order = lowest_first(cards)
    natural = [card for card in in_order if WORTH[card] <= TWO]
    if not natural:
        yield from zip(in_order, in_order, strict=True)
        return
    wild = iter(in_order[len(natural) :])
    for worth, least in _places(reading):
        here = [card for card in natural if WORTH[card] == worth]
        yield from zip(here, here, strict=True)
        face = Card(_SUIT + RANKS[(worth - 2) % 13])
        missing = least - len(here) if worth < reading.key else len(cards)
        yield from ((card, face) for _, card in zip(range(missing), wild, strict=False))


def _places(reading: Reading) -> list[tuple[int, int]]:
    """The values from low to high, each with the least number of its cards; what is left of the
    wilds lies on top."""
    if reading.type == "serial":
        groups, level = reading.more
        least = level - groups
    elif reading.type in RUNS:
        least = RUNS[reading.type][0]
        groups = reading.size // least
    else:
        groups, least = 1, reading.size
    return [(worth, least) for worth in range(reading.key - groups + 1, reading.key + 1)]
