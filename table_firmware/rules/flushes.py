"""Straight flushes: five neighbouring ranks of one suit (000 §13.9)."""

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations
from typing import Final

from table_firmware.rules.cards import RANKS, TRUMP_VALUE
from table_firmware.rules.holding import READINGS, Holding
from table_firmware.rules.packed import BYTES, WILD, WILDS, codes, presence, shift
from table_firmware.rules.round import Reading
from table_firmware.rules.shapes import STRAIGHT

_PLAIN: Final = READINGS["straight_flush", STRAIGHT.size]
_PURE: Final = [Reading("straight_flush", top, STRAIGHT.size, True) for top in range(15)]

_TRUMP: Final = shift(TRUMP_VALUE)
_ACE: Final = shift(14)
_LOW_ACE: Final = shift(1)
_BYTE: Final = 0xFF

# Two suits at a time: their presence bits stand in the low bits of the two halves of each byte.
_TWO_SUITS: Final = sum(0x11 << shift(rank) for rank in range(1, 15))
_SIDE_BY_SIDE: Final = sum(1 << 8 * place for place in range(STRAIGHT.width))
_LOWEST: Final = sum(0x11 << shift(top - STRAIGHT.width + 1) for top in STRAIGHT.tops)
_ENOUGH: Final = [(8 - least) * _LOWEST for least in range(STRAIGHT.width + 1)]
_FOUND: Final = 8 * _LOWEST

_SUITS_FOUND: Final = [
    tuple(suit for suit, bit in enumerate((0x08, 0x04, 0x80, 0x40)) if bits & bit)
    for bits in range(256)
]
"""From the found bits of a byte to suits, hearts first."""

_Near = list[tuple[int, tuple[int, ...]]]
"""Tops, ascending, and in which suits."""


class Flushes:
    """Straight flushes; pure hearts are a reading of their own, the higher one (000 §14.4)."""

    __slots__ = ()

    def readings(self, hand: Holding, over: Reading | None) -> Iterable[Reading]:
        """By the highest rank, pure hearts last."""
        for top, suits in near(hand, hand.wilds):
            if over is None or top >= over.key:
                for reading in _of_top(hand, top, suits):
                    if over is None or (top, reading.pure) > (over.key, over.pure):
                        yield reading

    def sets(self, hand: Holding, reading: Reading) -> Sequence[int]:
        """In every suit, with wilds in the place of any card, pure hearts apart."""
        fives = suited(hand.trump)[reading.key]
        if reading.pure:
            return fives[:1]
        held, wilds = presence(hand.naturals), hand.wilds
        suits = dict(near(hand, wilds))[reading.key]
        sets = [cards for suit in suits for cards in _filled(held & fives[suit], wilds)]
        if fives[0] in sets:
            sets.remove(fives[0])
        return sets

    expand = sets

    def least(self, hand: Holding, reading: Reading) -> int:
        """Sought among all."""
        return least(self.sets(hand, reading))


def least(sets: Sequence[int]) -> int:
    """The set with the fewest wilds, then the lowest cards."""
    return max(sets, key=lambda cards: (-(cards & WILDS), cards))


def _of_top(hand: Holding, top: int, suits: tuple[int, ...]) -> Sequence[Reading]:
    hearts = suited(hand.trump)[top][0]
    own = hearts & WILD
    natural = presence(hand.naturals) | (WILD if hand.wilds else 0)
    if natural & hearts != hearts:
        return (_PLAIN[top],)
    # Beside the pure one there is another suit, or a wild to spare.
    if len(suits) > 1 or hand.wilds > (own > 0):
        return _PLAIN[top], _PURE[top]
    return (_PURE[top],)


def near(hand: Holding, wilds: int) -> _Near:
    """The tops of the straight flushes that so many wilds complete."""
    even, odd = _sums(hand)
    enough = _ENOUGH[STRAIGHT.width - wilds]
    found = even + enough & _FOUND | (odd + enough & _FOUND) >> 1
    if not found:
        return []
    bits = found.to_bytes(BYTES, "big")
    return [(low + STRAIGHT.width - 1, _SUITS_FOUND[byte]) for low, byte in enumerate(bits) if byte]


def _sums(hand: Holding) -> tuple[int, int]:
    """For each rank, how many natural cards of five neighbouring ranks from there upwards are
    held: hearts and diamonds, spades and clubs."""
    sums: tuple[int, int] | None = hand.found.get("sums")
    if sums is None:
        own = shift(hand.places.index(TRUMP_VALUE, 2))
        held = presence(hand.naturals)
        held |= (held >> _TRUMP & _BYTE) << own
        held |= (held >> _ACE & _BYTE) << _LOW_ACE
        sums = (held & _TWO_SUITS) * _SIDE_BY_SIDE, (held >> 2 & _TWO_SUITS) * _SIDE_BY_SIDE
        hand.found["sums"] = sums
    return sums


def natural_flushes(hand: Holding) -> dict[int, list[int]]:
    """By top, the straight flushes that need no wild."""
    flushes: dict[int, list[int]] | None = hand.found.get("natural flushes")
    if flushes is None:
        fives = suited(hand.trump)
        flushes = {top: [fives[top][suit] for suit in suits] for top, suits in near(hand, 0)}
        hand.found["natural flushes"] = flushes
    return flushes


@cache
def suited(trump: str) -> tuple[tuple[int, ...], ...]:
    """The five cards of every straight flush, by top and suit, hearts first."""
    code = codes(trump)
    return tuple(
        tuple(sum(code[suit + RANKS[rank - 2]] for rank in STRAIGHT.ranks(top)) for suit in "HSDC")
        for top in range(STRAIGHT.tops[-1] + 1)
    )


@cache
def _filled(part: int, wilds: int) -> tuple[int, ...]:
    """Natural cards of one straight flush completed with wilds, as many as may be replaced."""
    needed = STRAIGHT.width - part.bit_count()
    cards = [1 << place for place in range(part.bit_length()) if part >> place & 1]
    return tuple(
        part - sum(left_out) + (needed + count) * WILD
        for count in range(wilds - needed + 1)
        for left_out in combinations(cards, count)
    )
