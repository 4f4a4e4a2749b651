"""A multiset of cards as one integer, and the tables that make it fast.

Every face has a two-bit counter; every value (2..14, 15 left free, 16 and 17 the jokers) has a
byte, the smallest value in the highest one, and inside it the suits C D S H from high to low. So
taking a play out of a hand is a subtraction, equality and hashing cost nothing, and of two sets of
equal size with no trump the greater integer is the one whose sorted cards come first.
"""

from collections.abc import Iterable
from functools import cache
from itertools import product
from typing import Final

from table_firmware.rules.cards import BIG_JOKER_VALUE, FACES, Card, natural_value

SUIT_ORDER: Final = "CDSH"
"""Suits from lowest to highest where nothing else decides (`auto_suit_order`)."""

_BYTES: Final = 16
ONES: Final = int.from_bytes(b"\x01" * _BYTES)
_FIRST_BITS: Final = 0x55 * ONES
_PAIRS: Final = 0x33 * ONES
_NIBBLES: Final = 0x0F * ONES


def shift(value: int) -> int:
    """How far left the byte of a value (2..17) stands."""
    return 8 * (BIG_JOKER_VALUE - value)


def _code(face: Card) -> int:
    suit = 0 if face[1] == "J" and face[0] in "LB" else 2 * (3 - SUIT_ORDER.index(face[0]))
    return 1 << shift(natural_value(face)) + suit


CODE: Final[dict[str, int]] = {face: _code(face) for face in FACES}
"""The set that holds one card of a face."""

BYTE: Final[tuple[int, ...]] = tuple(0xFF << shift(v) if v >= 2 else 0 for v in range(18))
"""All counters of a value."""

SUIT: Final[tuple[int, ...]] = tuple(0x03 * ONES << 2 * s for s in range(4))
"""All counters of a suit, hearts first; the jokers stand where hearts do."""


def pack(cards: Iterable[str]) -> int:
    """The set of some cards of a two-pack deck; ValueError if a face comes more than twice."""
    faces = tuple(cards)
    packed = total(faces)
    if size(packed) != len(faces) or overfull(packed):
        raise ValueError("more than two cards of one face")
    return packed


def total(faces: tuple[str, ...]) -> int:
    """As `pack`, unchecked: four of a face run over into the next counter."""
    return sum(map(CODE.__getitem__, faces))


def overfull(packed: int) -> bool:
    """Whether three of a face are there."""
    return packed & packed >> 1 & _FIRST_BITS != 0


def fold(packed: int) -> int:
    """The number of cards of each value, a byte a value."""
    twos = (packed & _PAIRS) + (packed >> 2 & _PAIRS)
    return (twos & _NIBBLES) + (twos >> 4 & _NIBBLES)


def size(packed: int) -> int:
    """The number of cards."""
    return fold(packed) % 255


def presence(packed: int) -> int:
    """The lowest bit of every counter that is not zero."""
    return (packed | packed >> 1) & _FIRST_BITS


@cache
def choices(held: int) -> tuple[tuple[int, ...], ...]:
    """For the cards of one value: at place k (0..10), every different way to take k of them."""
    base = (held.bit_length() - 1) // 8 * 8 if held else 0
    counters = [range((held >> base + 2 * s & 3) + 1) for s in range(4)]
    ways: list[list[int]] = [[] for _ in range(11)]
    for taken in product(*counters):
        ways[sum(taken)].append(sum(n << base + 2 * s for s, n in enumerate(taken)))
    return tuple(map(tuple, ways))


@cache
def _faces(held: int) -> tuple[Card, ...]:
    return tuple(face for face in FACES for _ in range(held // CODE[face] & 3))


def unpack(packed: int) -> tuple[Card, ...]:
    """The faces, sorted as texts."""
    faces: list[Card] = []
    for place, byte in enumerate(packed.to_bytes(_BYTES, "little")):
        if byte:
            faces += _faces(byte << 8 * place)
    faces.sort()
    return tuple(faces)
