"""Every play a hand has, as groups of sets that are only unpacked when wanted.

Wilds by deficit counting: they are taken out of the hand, and a play is a natural part plus as
many wilds as the part falls short. Different parts or numbers of wilds are different cards, so no
play can be found twice. Rows "by wilds" hold at place j the sets that use exactly j of them.

Groups are found one at a time, in ascending order: each basic type by key, then the heavy types
by the ladder. So whoever wants the smallest play looks no further than the first group.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import chain, combinations
from operator import itemgetter
from typing import Final

from table_firmware.rules.cards import RANKS, TRUMP_VALUE
from table_firmware.rules.packed import (
    BYTE,
    WILD,
    choices,
    codes,
    counts,
    fills,
    places,
    presence,
    sames,
    shift,
)
from table_firmware.rules.round import Reading
from table_firmware.rules.shapes import (
    BOMB_SIZES,
    FULL_HOUSE,
    HEAVY,
    JOKER_VALUES,
    KEYS,
    PLATE,
    RUNS,
    SAME_NAMES,
    STRAIGHT,
    TUBE,
    Run,
    step,
)

Group = tuple[Reading, Sequence[int]]
"""A reading and the sets, in the form of `packed`, that may be played as it; never empty."""

Rows = Sequence[Sequence[int]]

_READINGS: Final = {
    (name, size): [Reading(name, key, size) for key in range(18)]
    for name, size in (
        *((name, size) for size, name in SAME_NAMES.items()),
        *(("bomb", size) for size in BOMB_SIZES),
        *((run.type, run.size) for run in RUNS),
        ("full_house", sum(FULL_HOUSE)),
        ("straight_flush", STRAIGHT.size),
    )
}
"""By type and size, then by key."""

_WILD_SHIFT: Final = shift(TRUMP_VALUE)
_FOUR_JOKERS: Final = sum(2 << shift(joker) for joker in JOKER_VALUES)


class Holding:
    """A hand with its wilds taken out. `counts` of natural cards is by value."""

    __slots__ = ("counts", "naturals", "places", "trump", "wilds")

    def __init__(self, packed: int, trump: str) -> None:
        self.trump = trump
        self.places = places(trump)
        self.wilds = packed >> _WILD_SHIFT & 3
        self.naturals = packed - self.wilds * WILD if self.wilds else packed
        self.counts = counts(self.naturals)

    def by_rank(self, by_value: bytes) -> bytes:
        """What stands at the place of each rank 0..14, the ace also at 1."""
        return bytes(_getter(self.trump)(by_value))


@cache
def _getter(trump: str) -> Callable[[bytes], tuple[int, ...]]:
    return itemgetter(*places(trump))


def groups(packed: int, trump: str, to_beat: Reading | None) -> Iterator[Group]:
    """The plays of a hand: all of them on a lead, else those that beat `to_beat`."""
    hand = Holding(packed, trump)
    if to_beat is None:
        return chain(*[find(hand, 0) for find in _BASIC.values()], _heavy(hand, None))
    if to_beat.type in HEAVY:
        return _heavy(hand, to_beat)
    return chain(_BASIC[to_beat.type](hand, to_beat.key), _heavy(hand, to_beat))


Finder = Callable[[Holding, int], Iterator[Group]]
"""Finds the groups of one type whose key is above a given one."""


# ------------------------------------------------------------------ cards of one rank


def _same(size: int) -> Finder:
    readings = _READINGS[SAME_NAMES[size], size]

    def find(hand: Holding, over: int) -> Iterator[Group]:
        held, wilds, naturals = hand.counts, hand.wilds, hand.naturals
        for key in range(max(over + 1, KEYS[0]), TRUMP_VALUE):
            if held[key] and held[key] + wilds >= size:
                yield readings[key], sames(naturals & BYTE[key])[wilds][size]
        if over < TRUMP_VALUE and held[TRUMP_VALUE] + wilds >= size:
            sets = sames(naturals & BYTE[TRUMP_VALUE])[wilds][size]
            alone = (size * WILD,) if wilds >= size else ()
            yield readings[TRUMP_VALUE], sets + alone
        for joker in JOKER_VALUES:
            if joker > over and held[joker] >= size:
                yield readings[joker], choices(naturals & BYTE[joker])[size]

    return find


# ------------------------------------------------------------------ full houses


def _full_houses(hand: Holding, over: int) -> Iterator[Group]:
    triple, pair = FULL_HOUSE
    readings = _READINGS["full_house", triple + pair]
    keys = [key for key in KEYS if key > over and hand.counts[key] >= triple - hand.wilds]
    pairs = [_pairs(hand, pair, wilds) for wilds in range(hand.wilds + 1)] if keys else []
    for key in keys:
        beside = [row[: at[key]] + row[at[key + 1] :] for row, at in pairs]
        sets = _joined(fills(hand.naturals & BYTE[key])[triple][: hand.wilds + 1], beside)
        if sets:
            yield readings[key], sets


def _pairs(hand: Holding, pair: int, wilds: int) -> tuple[list[int], list[int]]:
    """Every pair with that many wilds, and for each value the place where its pairs begin."""
    row: list[int] = []
    starts = [0, 0]
    for value, count in enumerate(hand.counts[2:], 2):
        starts.append(len(row))
        if count and count + wilds >= pair > wilds and (not wilds or value not in JOKER_VALUES):
            row += fills(hand.naturals & BYTE[value])[pair][wilds]
    starts.append(len(row))
    if wilds == pair:
        row.append(pair * WILD)
    return row, starts


def _joined(left: Rows, right: Rows) -> list[int]:
    """Every union of one set from each side that uses no more wilds than there are."""
    sets = [x + y for x in left[-1] for y in right[0]]
    if len(left) > 1:
        beside = [*right[0], *right[1]]
        sets += [x + y for x in left[-2] for y in beside]
        if len(left) > 2:
            beside += right[2]
            sets += [x + y for x in left[0] for y in beside]
    return sets


def _crossed(left: Rows, right: Rows) -> Rows:
    """Every union of one set from each side, by wilds."""
    a, b = left[0], right[0]
    rows = [[x + y for x in a for y in b]]
    if len(left) > 1:
        a1, b1 = left[1], right[1]
        rows.append([x + y for y in b1 for x in a] + [x + y for x in a1 for y in b])
        if len(left) > 2:
            mixed = [x + y for y in right[2] for x in a] + [x + y for x in a1 for y in b1]
            rows.append(mixed + [x + y for x in left[2] for y in b])
    return rows


# ------------------------------------------------------------------ runs


def _reachable(hand: Holding, run: Run, over: int) -> list[int]:
    """The tops of the runs that wilds can complete."""
    short = hand.counts.translate(_SHORT[run.copies])
    lack = int.from_bytes(hand.by_rank(short))
    sums = (lack * _SIDE_BY_SIDE[run.width]).to_bytes(20, "big")
    start = 20 - 15 + 1 - run.width  # of the 15 ranks, 0 to 14, the last stands in the last byte
    wilds = hand.wilds
    return [top for top in run.tops if sums[start + top] <= wilds and top > over]


_SIDE_BY_SIDE: Final = {
    width: sum(1 << 8 * place for place in range(width)) for width in range(2, 6)
}
"""A factor that adds up that many neighbouring bytes."""

_SHORT: Final = {
    copies: bytes(max(copies - count, 0) for count in range(256)) for copies in (1, 2, 3)
}


def _rows(hand: Holding, copies: int) -> list[Rows]:
    """For each rank, every way to fill its places in a run."""
    naturals, most = hand.naturals, hand.wilds + 1
    return [fills(naturals & BYTE[place])[copies][:most] for place in hand.places]


def _plates(hand: Holding, over: int) -> Iterator[Group]:
    tops = _reachable(hand, PLATE, over)
    rows = _rows(hand, PLATE.copies) if tops else []
    for top in tops:
        yield _READINGS[PLATE.type, PLATE.size][top], _joined(rows[top - 1], rows[top])


def _tubes(hand: Holding, over: int) -> Iterator[Group]:
    tops = _reachable(hand, TUBE, over)
    rows = _rows(hand, TUBE.copies) if tops else []
    for top in tops:
        low = _crossed(rows[top - 2], rows[top - 1])
        yield _READINGS[TUBE.type, TUBE.size][top], _joined(low, rows[top])


def _straights(hand: Holding, over: int) -> Iterator[Group]:
    tops = _reachable(hand, STRAIGHT, over)
    rows = _rows(hand, STRAIGHT.copies) if tops else []
    held = presence(hand.naturals)
    near = _near(hand, held, 0)
    twos: dict[int, Rows] = {}
    for top in tops:
        for rank in (top - 4, top - 1):
            if rank not in twos:
                twos[rank] = _crossed(rows[rank], rows[rank + 1])
        sets = _joined(_crossed(twos[top - 4], rows[top - 2]), twos[top - 1])
        # What natural cards of one suit make is a straight flush and nothing else (CP-15).
        if near and (suits := _SUITS_NEAR[near[top - 4]]):
            flushes = [_suited(hand.trump)[top][suit] for suit in suits]
            sets = [cards for cards in sets if cards not in flushes]
        if sets:
            yield _READINGS[STRAIGHT.type, STRAIGHT.size][top], sets


_BASIC: Final[dict[str, Finder]] = {
    "single": _same(1),
    "pair": _same(2),
    "triple": _same(3),
    "full_house": _full_houses,
    "straight": _straights,
    "tube": _tubes,
    "plate": _plates,
}


# ------------------------------------------------------------------ heavy types


def _heavy(hand: Holding, to_beat: Reading | None) -> Iterator[Group]:
    floor = step(to_beat) if to_beat else 0
    if floor <= _FLUSH_STEP:
        yield from _bombs(hand, _SMALL_BOMBS, to_beat)
        yield from _straight_flushes(hand, to_beat if floor == _FLUSH_STEP else None)
    yield from _bombs(hand, _LARGE_BOMBS, to_beat)
    if hand.naturals & _FOUR_JOKERS == _FOUR_JOKERS and floor < step(_ALL_JOKERS):
        yield _ALL_JOKERS, (_FOUR_JOKERS,)


_ALL_JOKERS: Final = Reading("four_jokers", 0, 4)
_FLUSH_STEP: Final = step(Reading("straight_flush", 0, STRAIGHT.size))
_SMALL_BOMBS: Final = [size for size in BOMB_SIZES if size < _FLUSH_STEP]
_LARGE_BOMBS: Final = [size for size in BOMB_SIZES if size > _FLUSH_STEP]


def _bombs(hand: Holding, sizes: list[int], to_beat: Reading | None) -> Iterator[Group]:
    most = max(hand.counts) + hand.wilds
    floor = step(to_beat) if to_beat else 0
    for size in sizes:
        if size > most:
            return
        if size >= floor:
            readings = _READINGS["bomb", size]
            least = size - hand.wilds
            over = to_beat.key if to_beat and size == floor else 0
            for key in KEYS:
                if hand.counts[key] >= least and key > over:
                    yield readings[key], sames(hand.naturals & BYTE[key])[hand.wilds][size]


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
_ACE: Final = shift(14)
_LOW_ACE: Final = shift(1)
_HIGH_BITS: Final = sum(0x80 << shift(top - STRAIGHT.width + 1) for top in STRAIGHT.tops)
_ENOUGH: Final = [(0x80 - least) * (_HIGH_BITS >> 7) for least in range(STRAIGHT.width + 1)]


def _straight_flushes(hand: Holding, to_beat: Reading | None) -> Iterator[Group]:
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
                yield _READINGS["straight_flush", STRAIGHT.size][top], sets
            if pure and not (to_beat and top == least and to_beat.pure):
                yield _PURE[top], (fives[0],)


def _near(hand: Holding, held: int, wilds: int) -> bytes:
    """For the lowest rank of each straight flush, which suits so many wilds complete: the bits
    of `_SUITS_NEAR`. Empty if there are none."""
    least = STRAIGHT.width - wilds
    own = hand.places.index(TRUMP_VALUE, 2)
    moved = held | (held >> _WILD_SHIFT & 0xFF) << shift(own)
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
