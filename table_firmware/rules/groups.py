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
    SAME_NAMES,
    STRAIGHT,
    TUBE,
    Run,
    step,
)

Group = tuple[Reading, Sequence[int]]
"""A reading and the sets, in the form of `packed`, that may be played as it; never empty."""

Rows = Sequence[Sequence[int]]

_reading: Final = cache(Reading)
_FOUR_JOKERS: Final = sum(2 << shift(joker) for joker in JOKER_VALUES)


class Holding:
    """A hand with its wilds taken out. `counts` of natural cards is by value."""

    __slots__ = ("counts", "naturals", "places", "trump", "wilds")

    def __init__(self, packed: int, trump: str) -> None:
        self.trump = trump
        self.places = places(trump)
        self.wilds = packed // WILD & 3
        self.naturals = packed - self.wilds * WILD
        self.counts = counts(self.naturals)


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
    name = SAME_NAMES[size]

    def find(hand: Holding, over: int) -> Iterator[Group]:
        held, wilds, naturals = hand.counts, hand.wilds, hand.naturals
        for key in range(max(over + 1, KEYS[0]), TRUMP_VALUE):
            if held[key] and held[key] + wilds >= size:
                yield _reading(name, key, size), sames(naturals & BYTE[key])[wilds][size]
        if over < TRUMP_VALUE and held[TRUMP_VALUE] + wilds >= size:
            sets = sames(naturals & BYTE[TRUMP_VALUE])[wilds][size]
            alone = (size * WILD,) if wilds >= size else ()
            yield _reading(name, TRUMP_VALUE, size), sets + alone
        for joker in JOKER_VALUES:
            if joker > over and held[joker] >= size:
                yield _reading(name, joker, size), choices(naturals & BYTE[joker])[size]

    return find


def _bombs(hand: Holding, size: int, over: int) -> Iterator[Group]:
    for key in KEYS:
        if key > over and hand.counts[key] + hand.wilds >= size:
            sets = sames(hand.naturals & BYTE[key])[hand.wilds][size]
            yield _reading("bomb", key, size), sets


# ------------------------------------------------------------------ full houses


def _full_houses(hand: Holding, over: int) -> Iterator[Group]:
    triple, pair = FULL_HOUSE
    pairs: list[tuple[list[int], list[int]]] | None = None
    for key in range(max(over + 1, KEYS[0]), KEYS[-1] + 1):
        if hand.counts[key] and hand.counts[key] + hand.wilds >= triple:
            pairs = pairs or [_pairs(hand, pair, wilds) for wilds in range(hand.wilds + 1)]
            beside = [row[: at[key]] + row[at[key + 1] :] for row, at in pairs]
            sets = _joined(fills(hand.naturals & BYTE[key])[triple][: hand.wilds + 1], beside)
            if sets:
                yield _reading("full_house", key, triple + pair), sets


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
    sets: list[int] = []
    beside: list[int] = []
    for row, most in zip(right, reversed(left), strict=True):
        beside += row
        sets += [x + y for x in most for y in beside]
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
    lack = [short[place] for place in hand.places]
    tops = range(max(over + 1, run.tops[0]), run.tops[-1] + 1)
    return [top for top in tops if sum(lack[top - run.width + 1 : top + 1]) <= hand.wilds]


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
        yield _reading(PLATE.type, top, PLATE.size), _joined(rows[top - 1], rows[top])


def _tubes(hand: Holding, over: int) -> Iterator[Group]:
    tops = _reachable(hand, TUBE, over)
    rows = _rows(hand, TUBE.copies) if tops else []
    for top in tops:
        low = _crossed(rows[top - 2], rows[top - 1])
        yield _reading(TUBE.type, top, TUBE.size), _joined(low, rows[top])


def _straights(hand: Holding, over: int) -> Iterator[Group]:
    tops = _reachable(hand, STRAIGHT, over)
    rows = _rows(hand, STRAIGHT.copies) if tops else []
    held = presence(hand.naturals)
    twos: dict[int, Rows] = {}
    for top in tops:
        for rank in (top - 4, top - 1):
            if rank not in twos:
                twos[rank] = _crossed(rows[rank], rows[rank + 1])
        sets = _joined(_crossed(twos[top - 4], rows[top - 2]), twos[top - 1])
        # What natural cards of one suit make is a straight flush and nothing else (CP-15).
        suited = [five for five in _suited(hand.trump)[top] if five & held == five]
        sets = [cards for cards in sets if cards not in suited] if suited else sets
        if sets:
            yield _reading(STRAIGHT.type, top, STRAIGHT.size), sets


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
    over = to_beat.key if to_beat else 0
    most = max(hand.counts) + hand.wilds
    for size in BOMB_SIZES:
        if size == _FIRST_ABOVE_FLUSH and floor <= _FLUSH_STEP:
            yield from _straight_flushes(hand, to_beat if floor == _FLUSH_STEP else None)
        if floor <= size <= most:
            yield from _bombs(hand, size, over if floor == size else 0)
    if hand.naturals & _FOUR_JOKERS == _FOUR_JOKERS and floor < step(_ALL_JOKERS):
        yield _ALL_JOKERS, (_FOUR_JOKERS,)


_ALL_JOKERS: Final = Reading("four_jokers", 0, 4)
_FLUSH_STEP: Final = step(Reading("straight_flush", 0, STRAIGHT.size))
_FIRST_ABOVE_FLUSH: Final = min(size for size in BOMB_SIZES if size > _FLUSH_STEP)


@cache
def _suited(trump: str) -> dict[int, tuple[int, ...]]:
    """The five cards of every straight flush, by top; hearts first."""
    code = codes(trump)
    return {
        top: tuple(
            sum(code[suit + RANKS[rank - 2]] for rank in STRAIGHT.ranks(top)) for suit in "HSDC"
        )
        for top in STRAIGHT.tops
    }


_RANK_ONES: Final = sum(1 << shift(rank) for rank in range(2, 15))
_FIVE: Final = sum(1 << 8 * place for place in range(STRAIGHT.width))
_HIGH_BITS: Final = sum(0x80 << shift(top - STRAIGHT.width + 1) for top in STRAIGHT.tops)


def _straight_flushes(hand: Holding, to_beat: Reading | None) -> Iterator[Group]:
    held = presence(hand.naturals)
    near = _near(hand, held)
    if not near:
        return
    least = to_beat.key if to_beat else 0
    for top, windows in _suited(hand.trump).items():
        if top >= least and near >> shift(top - STRAIGHT.width + 1) & 0xF0:
            sets = [cards for five in windows for cards in _filled(held & five, hand.wilds)]
            pure = windows[0] in sets
            if pure:
                sets.remove(windows[0])
            if sets and top > least:
                yield _reading("straight_flush", top, STRAIGHT.size), sets
            if pure and not (to_beat and top == least and to_beat.pure):
                yield _reading("straight_flush", top, STRAIGHT.size, True), (windows[0],)


def _near(hand: Holding, held: int) -> int:
    """At the lowest rank of each window, a high bit for each suit that wilds can complete."""
    own = hand.places.index(TRUMP_VALUE, 2)
    held |= (held >> shift(TRUMP_VALUE) & 0xFF) << shift(own)
    enough = _HIGH_BITS - (_HIGH_BITS >> 7) * (STRAIGHT.width - hand.wilds)
    found = 0
    for suit in range(4):
        word = held >> 2 * suit & _RANK_ONES
        word |= (word >> shift(14) & 1) << shift(1)
        found |= (word * _FIVE + enough & _HIGH_BITS) >> suit
    return found


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
