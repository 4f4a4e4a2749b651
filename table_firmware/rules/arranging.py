"""How a play lies on the table, and what its wilds stand for (000 §10.5, §21.6, CP-43, CP-52)."""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Final

from table_firmware.rules.cards import (
    BIG_JOKER_VALUE,
    FACES,
    RANKS,
    SMALL_JOKER_VALUE,
    TRUMP_VALUE,
    Card,
    is_wild,
    natural_value,
    value,
)
from table_firmware.rules.packed import SUIT_ORDER, pack
from table_firmware.rules.readings import read
from table_firmware.rules.round import Reading
from table_firmware.rules.shapes import FULL_HOUSE, RUNS, STRAIGHT

_RUNS: Final = {**{run.type: run for run in RUNS}, "straight_flush": STRAIGHT}


def sort_key(card: Card, trump: str) -> tuple[int, int]:
    """By value with trump above A, then suits C D S H, so that a wild comes last of its rank."""
    return _order(trump)[card]


def arrange(cards: Iterable[Card], reading: Reading, trump: str) -> tuple[Card, ...]:
    """The cards in display order: ranks ascending (A-2-3-4-5), a full house triple first, a wild
    in the place of the rank it stands for and rightmost there. ValueError: not their reading."""
    return tuple(card for card, _ in _placed(tuple(cards), reading, trump))


def stands_for(cards: Iterable[Card], reading: Reading, trump: str) -> tuple[Card, ...]:
    """In the order of `arrange`: each wild replaced by a face that it stands for."""
    return tuple(face for _, face in _placed(tuple(cards), reading, trump))


@cache
def _order(trump: str) -> dict[str, tuple[int, int]]:
    """The sort key of every face."""
    return {face: (value(face, trump), SUIT_ORDER.find(face[0])) for face in FACES}


def _placed(cards: tuple[Card, ...], reading: Reading, trump: str) -> Iterator[tuple[Card, Card]]:
    if reading not in read(pack(cards, trump), trump):
        raise ValueError("the cards do not have this reading")
    naturals = sorted(
        (card for card in cards if not is_wild(card, trump)), key=_order(trump).__getitem__
    )
    wild = Card("H" + trump)
    suit = _suit_of_wilds(naturals, reading)
    by_rank: dict[int, list[Card]] = {}
    for card in naturals:
        by_rank.setdefault(natural_value(card), []).append(card)
    for rank, places in _places(naturals, reading, trump):
        here = by_rank.get(rank, [])
        yield from ((card, card) for card in here)
        if len(here) < places:
            face = Card(suit + RANKS[rank - 2])
            yield from ((wild, face) for _ in range(places - len(here)))


def _suit_of_wilds(naturals: list[Card], reading: Reading) -> str:
    """Hearts, unless a straight flush asks for its suit or a plain straight must not become one."""
    suits = {card[0] for card in naturals}
    if reading.type == "straight_flush":
        return suits.pop()
    return "S" if reading.type == "straight" and suits == {"H"} else "H"


def _places(naturals: list[Card], reading: Reading, trump: str) -> list[tuple[int, int]]:
    """The natural values of the display order, each with its number of cards."""
    if reading.type == "four_jokers":
        return [(BIG_JOKER_VALUE, 2), (SMALL_JOKER_VALUE, 2)]
    if run := _RUNS.get(reading.type):
        return [(rank, run.copies) for rank in run.ranks(reading.key)]
    rank = RANKS.index(trump) + 2 if reading.key == TRUMP_VALUE else reading.key
    if reading.type != "full_house":
        return [(rank, reading.size)]
    triple, pair = FULL_HOUSE
    return [(rank, triple), (_pair_rank(naturals, rank, trump), pair)]


def _pair_rank(naturals: list[Card], triple: int, trump: str) -> int:
    """The rank beside the triple; two wilds are themselves if they can, else the highest."""
    ranks = Counter(natural_value(card) for card in naturals)
    del ranks[triple]
    own = RANKS.index(trump) + 2
    highest = 13 if triple == 14 else 14
    return next(iter(ranks), own if own != triple else highest)
