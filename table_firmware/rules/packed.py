"""A multiset of cards under a trump as one integer, and the tables that make it fast.

Every face has a two-bit counter; every value (2..14, trump 15, the jokers 16 and 17) has a byte,
the lowest value in the highest one, and inside it the suits C D S H from high to low. So taking a
play out of a hand is a subtraction, equality and hashing cost nothing, the wild is the same bit
under every trump, and of two sets of equal size the greater integer is the one whose cards, sorted
by value and suit, come first.
"""

from collections.abc import Iterable
from functools import cache
from typing import Final

from table_firmware.rules.cards import (
    BIG_JOKER_VALUE,
    FACE_NUMBER,
    FACES,
    RANKS,
    TRUMP_VALUE,
    Card,
    value,
)

SUIT_ORDER: Final = "CDSH"
"""Suits from lowest to highest where nothing else decides (`auto_suit_order`)."""

MOST_WILDS: Final = 2
MOST_OF_A_VALUE: Final = 10

BYTES: Final = 18
"""Enough for the byte of a value to stand at that place, counted from the high end."""

_ONES: Final = int.from_bytes(b"\x01" * 16)
_FIRST_BITS: Final = 0x55 * _ONES
_TOO_MANY: Final = 255

SUIT_COUNTERS: Final[tuple[int, ...]] = tuple(0x03 * _ONES << 2 * suit for suit in range(4))
"""All counters of a suit, hearts first; the jokers stand where hearts do."""


def shift(value: int) -> int:
    """How far left the byte of a value (2..17) stands."""
    return 8 * (BIG_JOKER_VALUE - value)


WILD: Final = 1 << shift(TRUMP_VALUE)
"""The set that holds one wild."""

WILDS: Final = 3 * WILD
"""The counter of the wilds."""


@cache
def codes(trump: str) -> dict[str, int]:
    """The set that holds one card, for each face."""
    return {face: 1 << shift(value(face, trump)) + _suit_shift(face) for face in FACES}


def _suit_shift(face: Card) -> int:
    return 2 * (3 - SUIT_ORDER.index(face[0])) if FACE_NUMBER[face] < 52 else 0


@cache
def places(trump: str) -> bytes:
    """For each rank 0..14, the ace also at 1, the value at whose byte its cards stand."""
    own = RANKS.index(trump) + 2
    ranks = (0, 14, *range(2, 15))
    return bytes(TRUMP_VALUE if rank == own else rank for rank in ranks)


def pack(cards: Iterable[str], trump: str) -> int:
    """The set of some cards of two packs; ValueError if a face comes more than twice."""
    faces = tuple(cards)
    packed = total(faces, trump) if len(faces) <= 108 else 0
    if sum(counts(packed)) != len(faces):
        raise ValueError("more than two cards of one face")
    return packed


def total(faces: tuple[str, ...], trump: str) -> int:
    """As `pack`, unchecked: four of a face run over into the next counter."""
    return sum(map(codes(trump).__getitem__, faces))


def _counted(byte: int) -> int:
    counters = [byte >> 2 * suit & 3 for suit in range(4)]
    return _TOO_MANY if 3 in counters else sum(counters)


COUNTED: Final = bytes(map(_counted, range(256)))
"""From the counters of a value to its number of cards; 255 where a face has come three times."""


def counts(packed: int) -> bytes:
    """The number of cards of each value 0..17, as `COUNTED`."""
    return packed.to_bytes(BYTES, "big").translate(COUNTED)


def presence(packed: int) -> int:
    """The lowest bit of every counter that is not zero."""
    return (packed | packed >> 1) & _FIRST_BITS


@cache
def _faces(held: int, trump: str) -> tuple[Card, ...]:
    return tuple(Card(face) for face, code in codes(trump).items() for _ in range(held // code & 3))


def unpack(packed: int, trump: str) -> tuple[Card, ...]:
    """The faces, sorted as texts."""
    faces: list[Card] = []
    while packed:
        base = packed.bit_length() - 1 & -8
        byte = packed >> base << base
        faces += _faces(byte, trump)
        packed -= byte
    faces.sort()
    return tuple(faces)
