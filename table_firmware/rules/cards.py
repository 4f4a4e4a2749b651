"""Cards, suits, ranks and seats, and their notation.

A card is written with a suit letter and a rank letter (`S7`, `HT`, `DA`); the jokers are `LJ`
(small) and `BJ` (big). Two copies of one face cannot be told apart, so a hand is a multiset of
faces. A *deck id* is a card's place in the sorted deck of a game (`deal1` §2).
"""

from collections.abc import Iterable
from enum import IntEnum
from typing import Final, NewType

Card = NewType("Card", str)

SUITS: Final = "SHCD"
RANKS: Final = "23456789TJQKA"
SMALL_JOKER: Final = Card("LJ")
BIG_JOKER: Final = Card("BJ")
FACES: Final[tuple[Card, ...]] = (
    *(Card(suit + rank) for rank in RANKS for suit in SUITS),
    SMALL_JOKER,
    BIG_JOKER,
)
"""All 54 faces; the place in this tuple is the face number k of `deal1` §2."""

FACE_NUMBER: Final[dict[str, int]] = {face: k for k, face in enumerate(FACES)}

TILES: Final[tuple[Card, ...]] = tuple(
    Card(f"{size}{point}") for size in "sb" for point in range(1, 11)
)
"""The faces of 跑胡子, small 一…十 and big 壹…拾, in the order of `deal1` §2."""

TRUMP_VALUE: Final = 15
SMALL_JOKER_VALUE: Final = 16
BIG_JOKER_VALUE: Final = 17


class Seat(IntEnum):
    """A place at the table, numbered in ChinPok's order of play (000 §11.3)."""

    E = 0
    N = 1
    W = 2
    S = 3

    @property
    def next(self) -> "Seat":
        """The seat to the right (下家), who acts next."""
        return Seat((self + 1) % 4)

    @property
    def partner(self) -> "Seat":
        """The seat opposite (对家)."""
        return Seat((self + 2) % 4)


PAIRS: Final[dict[str, tuple[Seat, Seat]]] = {
    "EW": (Seat.E, Seat.W),
    "NS": (Seat.N, Seat.S),
}


def pair_of(seat: Seat) -> str:
    """`EW` or `NS`."""
    return "EW" if seat in PAIRS["EW"] else "NS"


def card(text: str) -> Card:
    """The card written as `text`; ValueError if there is none."""
    if text not in FACE_NUMBER:
        raise ValueError(f"not a card: {text!r}")
    return Card(text)


def cards(text: str | Iterable[str]) -> tuple[Card, ...]:
    """Cards written one after another (`"S7 HT LJ"`) or given as texts."""
    return tuple(card(word) for word in (text.split() if isinstance(text, str) else text))


_NATURAL: Final[dict[str, int]] = {
    **{face: k // 4 + 2 for face, k in FACE_NUMBER.items()},
    SMALL_JOKER: SMALL_JOKER_VALUE,
    BIG_JOKER: BIG_JOKER_VALUE,
}


def natural_value(face: str) -> int:
    """2..14 for 2..A, 16 and 17 for the jokers; trump is not considered (000 §8.1)."""
    return _NATURAL[face]


def value(face: str, trump: str) -> int:
    """As `natural_value`, with the trump rank raised to 15, above A (000 §8.2)."""
    natural = _NATURAL[face]
    return TRUMP_VALUE if face[1] == trump and natural < SMALL_JOKER_VALUE else natural


def is_wild(face: str, trump: str) -> bool:
    """True for the heart of the trump rank (000 §10.1)."""
    return face == "H" + trump
