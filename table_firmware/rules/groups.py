"""Every play a hand has, as groups of sets that are only unpacked when wanted.

Groups are found one at a time, in ascending order: each basic type by key, then the heavy types
by the ladder. So whoever wants the smallest play looks no further than the first group.
"""

from collections.abc import Iterator
from itertools import chain
from typing import Final

from table_firmware.rules.cards import TRUMP_VALUE
from table_firmware.rules.holding import READINGS, Finder, Group, Holding, joined
from table_firmware.rules.packed import BYTE, WILD, choices, fills, sames, shift
from table_firmware.rules.round import Reading
from table_firmware.rules.runs import plates, straight_flushes, straights, tubes
from table_firmware.rules.shapes import (
    BOMB_SIZES,
    FULL_HOUSE,
    HEAVY,
    JOKER_VALUES,
    KEYS,
    SAME_NAMES,
    STRAIGHT,
    step,
)

_FOUR_JOKERS: Final = sum(2 << shift(joker) for joker in JOKER_VALUES)


def groups(packed: int, trump: str, to_beat: Reading | None) -> Iterator[Group]:
    """The plays of a hand: all of them on a lead, else those that beat `to_beat`."""
    hand = Holding(packed, trump)
    if to_beat is None:
        return chain(*[find(hand, 0) for find in _BASIC.values()], _heavy(hand, None))
    if to_beat.type in HEAVY:
        return _heavy(hand, to_beat)
    return chain(_BASIC[to_beat.type](hand, to_beat.key), _heavy(hand, to_beat))


# ------------------------------------------------------------------ cards of one rank


def _same(size: int) -> Finder:
    readings = READINGS[SAME_NAMES[size], size]

    def find(hand: Holding, over: int) -> Iterator[Group]:
        held, wilds, naturals = hand.counts, hand.wilds, hand.naturals
        least = max(size - wilds, 1)
        for key in range(max(over + 1, KEYS[0]), TRUMP_VALUE):
            if held[key] >= least:
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
    readings = READINGS["full_house", triple + pair]
    keys = [key for key in KEYS if key > over and hand.counts[key] >= triple - hand.wilds]
    pairs = [_pairs(hand, pair, wilds) for wilds in range(hand.wilds + 1)] if keys else []
    for key in keys:
        beside = [row[: at[key]] + row[at[key + 1] :] for row, at in pairs]
        sets = joined(fills(hand.naturals & BYTE[key])[triple][: hand.wilds + 1], beside)
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


_BASIC: Final[dict[str, Finder]] = {
    "single": _same(1),
    "pair": _same(2),
    "triple": _same(3),
    "full_house": _full_houses,
    "straight": straights,
    "tube": tubes,
    "plate": plates,
}


# ------------------------------------------------------------------ heavy types


def _heavy(hand: Holding, to_beat: Reading | None) -> Iterator[Group]:
    floor = step(to_beat) if to_beat else 0
    if floor <= _FLUSH_STEP:
        yield from _bombs(hand, _SMALL_BOMBS, to_beat)
        yield from straight_flushes(hand, to_beat if floor == _FLUSH_STEP else None)
    yield from _bombs(hand, _LARGE_BOMBS, to_beat)
    if hand.naturals & _FOUR_JOKERS == _FOUR_JOKERS and floor < step(_ALL_JOKERS):
        yield _ALL_JOKERS, (_FOUR_JOKERS,)


_ALL_JOKERS: Final = Reading("four_jokers", 0, 4)
_FLUSH_STEP: Final = step(Reading("straight_flush", 0, STRAIGHT.size))
_SMALL_BOMBS: Final = [size for size in BOMB_SIZES if size < _FLUSH_STEP]
_LARGE_BOMBS: Final = [size for size in BOMB_SIZES if size > _FLUSH_STEP]


def _bombs(hand: Holding, sizes: list[int], to_beat: Reading | None) -> Iterator[Group]:
    floor = step(to_beat) if to_beat else 0
    for size in sizes:
        if size > hand.most:
            return
        if size >= floor:
            readings = READINGS["bomb", size]
            least = size - hand.wilds
            over = to_beat.key if to_beat and size == floor else 0
            for key in KEYS:
                if hand.counts[key] >= least and key > over:
                    yield readings[key], sames(hand.naturals & BYTE[key])[hand.wilds][size]
