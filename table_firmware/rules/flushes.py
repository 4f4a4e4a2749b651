"""Straight flushes: five neighbouring ranks of one suit (000 §13.9)."""

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations, compress
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
_LOWEST_TOP: Final = STRAIGHT.tops[0]
_LOWEST_RANKS: Final = sum(1 << shift(top - STRAIGHT.width + 1) for top in STRAIGHT.tops)

# All suits at once: the presence bits of hearts and diamonds stand in the low bits of the two
# halves of each byte, those of spades and clubs in bytes of their own far above.
_ABOVE: Final = 8 * BYTES
_TWO_SUITS: Final = sum(0x11 << shift(rank) for rank in range(1, 15))
_FOUR_SUITS: Final = _TWO_SUITS << _ABOVE | _TWO_SUITS
_SIDE_BY_SIDE: Final = sum(1 << 8 * place for place in range(STRAIGHT.width))
_EVERYWHERE: Final = _LOWEST_RANKS << _ABOVE | _LOWEST_RANKS
_ENOUGH: Final = [(8 - least) * 0x11 * _EVERYWHERE for least in range(STRAIGHT.width + 1)]
_FOUND: Final = 0x88 * _EVERYWHERE
_FOUND_BELOW: Final = 0x88 * _LOWEST_RANKS
_FOUND_IN_HEARTS: Final = 0x08 * _LOWEST_RANKS
_OWN_SHIFT: Final = {trump: shift(RANKS.index(trump) + 2) for trump in RANKS}
_OWN_HEART: Final = {
    trump: _SIDE_BY_SIDE * (1 << own | (1 << _LOW_ACE if own == _ACE else 0))
    for trump, own in _OWN_SHIFT.items()
}

_SUITS_FOUND: Final = [
    tuple(suit for suit, bit in enumerate((0x08, 0x04, 0x80, 0x40)) if bits & bit)
    for bits in range(256)
]
"""From the found bits of a byte to suits, hearts first."""


class Flushes:
    """Straight flushes; pure hearts are a reading of their own, the higher one (000 §14.4)."""

    __slots__ = ()

    def readings(self, hand: Holding, over: Reading | None) -> Iterable[Reading]:
        """By the highest rank, pure hearts last."""
        found = _found(hand, hand.wilds)
        if not found:
            return ()
        hand.found["flushes"] = found
        start = over.key if over else _LOWEST_TOP
        readings: Iterable[Reading] = compress(_PLAIN[start:], found[start - _LOWEST_TOP + 1 :])
        if _some_are_pure(hand):
            readings = [r for plain in readings for r in _of_top(hand, plain, found)]
        if over is None:
            return readings
        return [r for r in readings if (r.key, r.pure) > (over.key, over.pure)]

    def size(self, hand: Holding, reading: Reading) -> int:
        """There are few."""
        return len(self.expand(hand, reading))

    def expand(self, hand: Holding, reading: Reading) -> Sequence[int]:
        """In every suit, with wilds in the place of any card, pure hearts apart."""
        fives = suited(hand.trump)[reading.key]
        if reading.pure:
            return fives[:1]
        held, wilds = presence(hand.naturals), hand.wilds
        suits = _suits(hand.found["flushes"], reading.key)
        sets = [cards for suit in suits for cards in _filled(held & fives[suit], wilds)]
        if fives[0] in sets:
            sets.remove(fives[0])
        return sets

    def least(self, hand: Holding, reading: Reading) -> int:
        """Sought among all."""
        return least(self.expand(hand, reading))


def least(sets: Sequence[int]) -> int:
    """The set with the fewest wilds, then the lowest cards."""
    return max(sets, key=lambda cards: (-(cards & WILDS), cards))


def _of_top(hand: Holding, plain: Reading, found: bytes) -> Sequence[Reading]:
    """The plain reading, the pure one, or both."""
    top = plain.key
    hearts = suited(hand.trump)[top][0]
    held = presence(hand.naturals) | (WILD if hand.wilds else 0)
    if held & hearts != hearts:
        return (plain,)
    # Beside the pure one there is another suit, or a wild to spare.
    if len(_suits(found, top)) > 1 or hand.wilds > (hearts & WILD > 0):
        return plain, _PURE[top]
    return (_PURE[top],)


def _some_are_pure(hand: Holding) -> bool:
    """Whether five hearts stand side by side, a wild being itself."""
    own = _OWN_HEART[hand.trump] if hand.wilds else 0
    return _sums(hand) + own + _ENOUGH[STRAIGHT.width] & _FOUND_IN_HEARTS > 0


def _sums(hand: Holding) -> int:
    """For each rank and suit, how many natural cards of the five ranks from there upwards are
    held."""
    sums: int | None = hand.found.get("sums")
    if sums is None:
        held = presence(hand.naturals)
        held |= (held >> _TRUMP & _BYTE) << _OWN_SHIFT[hand.trump]
        held |= (held >> _ACE & _BYTE) << _LOW_ACE
        sums = ((held << _ABOVE - 2 | held) & _FOUR_SUITS) * _SIDE_BY_SIDE
        hand.found["sums"] = sums
    return sums


def _found(hand: Holding, wilds: int) -> bytes:
    """At the lowest rank of each straight flush the suits in which so many wilds complete it, in
    the bits of `_SUITS_FOUND`; empty if there are none."""
    found = _sums(hand) + _ENOUGH[STRAIGHT.width - wilds] & _FOUND
    return (found & _FOUND_BELOW | found >> _ABOVE + 1).to_bytes(BYTES, "big") if found else b""


def _suits(found: bytes, top: int) -> tuple[int, ...]:
    return _SUITS_FOUND[found[top - STRAIGHT.width + 1]]


def natural_flushes(hand: Holding) -> dict[int, list[int]]:
    """By top, the straight flushes that need no wild."""
    flushes: dict[int, list[int]] | None = hand.found.get("natural flushes")
    if flushes is None:
        flushes = {}
        if found := _found(hand, 0):
            fives = suited(hand.trump)
            for top in compress(STRAIGHT.tops, found[1:]):
                flushes[top] = [fives[top][suit] for suit in _suits(found, top)]
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
