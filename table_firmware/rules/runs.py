"""Plays of neighbouring ranks: plates, tubes, straights, straight flushes (000 §13.5 to §13.9)."""

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from typing import Final

from table_firmware.rules.cards import RANKS, TRUMP_VALUE
from table_firmware.rules.holding import READINGS, Group, Holding, Rows, crossed, joined
from table_firmware.rules.packed import BYTE, WILD, codes, fills, presence, shift
from table_firmware.rules.round import Reading
from table_firmware.rules.shapes import PLATE, STRAIGHT, TUBE, Run


def _reachable(hand: Holding, run: Run, over: int) -> list[int]:
    """The tops of the runs that wilds can complete."""
    lack = int.from_bytes(hand.by_rank(hand.counts.translate(_SHORT[run.copies])))
    sums = (lack * _SIDE_BY_SIDE[run.width]).to_bytes(_SUM_BYTES, "big")
    first = _SUM_BYTES - 15 + 1 - run.width  # where the run of top 0 would stand
    wilds = hand.wilds
    return [top for top in run.tops if sums[first + top] <= wilds and top > over]


_SUM_BYTES: Final = 15 + STRAIGHT.width

_SIDE_BY_SIDE: Final = {
    width: sum(1 << 8 * place for place in range(width)) for width in range(2, 6)
}
"""Times this, each byte becomes the sum of so many bytes, from itself downwards."""

_SHORT: Final = {
    copies: bytes(max(copies - count, 0) for count in range(256)) for copies in (1, 2, 3)
}
"""From a number of cards to how many are missing to so many."""


def _rows(hand: Holding, copies: int) -> list[Rows]:
    """For each rank, every way to fill its places in a run."""
    naturals, most = hand.naturals, hand.wilds + 1
    return [fills(naturals & BYTE[place])[copies][:most] for place in hand.places]


def plates(hand: Holding, over: int) -> Iterator[Group]:
    """AAA-222 to KKK-AAA."""
    tops = _reachable(hand, PLATE, over)
    rows = _rows(hand, PLATE.copies) if tops else []
    for top in tops:
        yield READINGS[PLATE.type, PLATE.size][top], joined(rows[top - 1], rows[top])


def tubes(hand: Holding, over: int) -> Iterator[Group]:
    """AA-22-33 to QQ-KK-AA."""
    tops = _reachable(hand, TUBE, over)
    rows = _rows(hand, TUBE.copies) if tops else []
    for top in tops:
        low = crossed(rows[top - 2], rows[top - 1])
        yield READINGS[TUBE.type, TUBE.size][top], joined(low, rows[top])


def straights(hand: Holding, over: int) -> Iterator[Group]:
    """A-2-3-4-5 to 10-J-Q-K-A, not natural cards of one suit."""
    tops = _reachable(hand, STRAIGHT, over)
    rows = _rows(hand, STRAIGHT.copies) if tops else []
    near = _near(hand, presence(hand.naturals), 0) if tops else b""
    twos: dict[int, Rows] = {}
    for top in tops:
        for rank in (top - 4, top - 1):
            if rank not in twos:
                twos[rank] = crossed(rows[rank], rows[rank + 1])
        sets = joined(crossed(twos[top - 4], rows[top - 2]), twos[top - 1])
        # What natural cards of one suit make is a straight flush and nothing else (CP-15).
        if near and (suits := _SUITS_NEAR[near[top - 4]]):
            flushes = [_suited(hand.trump)[top][suit] for suit in suits]
            sets = [cards for cards in sets if cards not in flushes]
        if sets:
            yield READINGS[STRAIGHT.type, STRAIGHT.size][top], sets


# ------------------------------------------------------------------ straight flushes


@cache
def _suited(trump: str) -> tuple[tuple[int, ...], ...]:
    """The five cards of every straight flush, by top and suit, hearts first."""
    code = codes(trump)
    return tuple(
        tuple(sum(code[suit + RANKS[rank - 2]] for rank in STRAIGHT.ranks(top)) for suit in "HSDC")
        for top in range(STRAIGHT.tops[-1] + 1)
    )


_PURE: Final = [Reading("straight_flush", top, STRAIGHT.size, True) for top in range(15)]

_RANK_ONES: Final = [sum(1 << shift(rank) + 2 * suit for rank in range(2, 15)) for suit in range(4)]
_TRUMP: Final = shift(TRUMP_VALUE)
_ACE: Final = shift(14)
_LOW_ACE: Final = shift(1)
_HIGH_BITS: Final = sum(0x80 << shift(top - STRAIGHT.width + 1) for top in STRAIGHT.tops)
_ENOUGH: Final = [(0x80 - least) * (_HIGH_BITS >> 7) for least in range(STRAIGHT.width + 1)]


def straight_flushes(hand: Holding, to_beat: Reading | None) -> Iterator[Group]:
    """By top, then pure hearts last; above `to_beat` if it is given (000 §13.9, §14.4)."""
    held = presence(hand.naturals)
    near = _near(hand, held, hand.wilds)
    least = to_beat.key if to_beat else 0
    for top in STRAIGHT.tops if near else ():
        if top >= least and (suits := _SUITS_NEAR[near[top - STRAIGHT.width + 1]]):
            fives = _suited(hand.trump)[top]
            sets = [cards for suit in suits for cards in _filled(held & fives[suit], hand.wilds)]
            pure = fives[0] in sets
            if pure:
                sets.remove(fives[0])
            if sets and top > least:
                yield READINGS["straight_flush", STRAIGHT.size][top], sets
            if pure and not (to_beat and top == least and to_beat.pure):
                yield _PURE[top], (fives[0],)


def _near(hand: Holding, held: int, wilds: int) -> bytes:
    """For the lowest rank of each straight flush, which suits so many wilds complete: the bits
    of `_SUITS_NEAR`. Empty if there are none."""
    least = STRAIGHT.width - wilds
    own = hand.places.index(TRUMP_VALUE, 2)
    moved = held | (held >> _TRUMP & 0xFF) << shift(own)
    found = 0
    for suit, ones in enumerate(_RANK_ONES):
        word = moved & ones
        if word.bit_count() >= least:
            word >>= 2 * suit
            word |= (word >> _ACE & 1) << _LOW_ACE
            sums = word * _SIDE_BY_SIDE[STRAIGHT.width]
            found |= (sums + _ENOUGH[least] & _HIGH_BITS) >> suit
    return found.to_bytes(18, "big") if found else b""


_SUITS_NEAR: Final = [
    tuple(suit for suit in range(4) if bits & 0x80 >> suit) for bits in range(256)
]


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
