"""A multiset of cards under a trump as one integer, and the tables that make it fast.

Every face has a two-bit counter; every value (2..14, trump 15, the jokers 16 and 17) has a byte,
the lowest value in the highest one, and inside it the suits C D S H from high to low. So taking a
play out of a hand is a subtraction, equality and hashing cost nothing, the wild is the same bit
under every trump, and of two sets of equal size the greater integer is the one whose cards, sorted
by value and suit, come first.
"""

from collections.abc import Iterable
from functools import cache
from itertools import product
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

BYTE: Final[tuple[int, ...]] = (0, 0, *(0xFF << shift(value) for value in range(2, 18)))
"""All counters of a value."""


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
def choices(held: int) -> tuple[tuple[int, ...], ...]:
    """For the cards of one value: at place k (0..10), every different way to take k of them."""
    base = (held.bit_length() - 1) // 8 * 8 if held else 0
    counters = [range((held >> base + 2 * suit & 3) + 1) for suit in range(4)]
    ways: list[list[int]] = [[] for _ in range(MOST_OF_A_VALUE + 1)]
    for taken in product(*counters):
        ways[sum(taken)].append(sum(n << base + 2 * suit for suit, n in enumerate(taken)))
    return tuple(map(tuple, ways))


@cache
def fills(held: int) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """For the cards of one value, at place [size][wilds]: every way to fill `size` (0..3) places
    with that many wilds among them."""
    ways = choices(held)
    return tuple(
        tuple(
            tuple(part + wilds * WILD for part in ways[size - wilds]) if wilds <= size else ()
            for wilds in range(MOST_WILDS + 1)
        )
        for size in range(4)
    )


@cache
def sames(held: int) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """For the cards of one value, at place [wilds][size]: every set of `size` (0..10) cards of it,
    one natural card at least and that many wilds at most, fewest wilds first."""
    ways = choices(held)
    return tuple(
        tuple(
            tuple(
                part + used * WILD
                for used in range(min(wilds + 1, size))
                for part in ways[size - used]
            )
            for size in range(MOST_OF_A_VALUE + 1)
        )
        for wilds in range(MOST_WILDS + 1)
    )


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
