"""Every play a hand has, as groups of sets that are only unpacked when wanted.

Wilds by deficit counting: they are taken out of the hand, and a play is a natural part plus as
many wilds as the part falls short. Different parts or numbers of wilds are different cards, so no
play can be found twice. A list "by wilds" holds at place j the sets that use exactly j of them.

Groups are found one at a time, in ascending order: each basic type by key, then the heavy types
by the ladder. So whoever wants the smallest play looks no further than the first group.
"""

from collections.abc import Callable, Iterator
from functools import cache
from itertools import chain, combinations
from typing import Final

from table_firmware.rules.cards import RANKS, TRUMP_VALUE
from table_firmware.rules.packed import BYTE, CODE, choices, fold, presence, shift
from table_firmware.rules.readings import key_of, same_name
from table_firmware.rules.round import Reading
from table_firmware.rules.shapes import (
    BOMB_SIZES,
    FULL_HOUSE,
    HEAVY,
    JOKER_VALUES,
    RANK_VALUES,
    RUNS,
    SAME_NAMES,
    STRAIGHT,
    Run,
    step,
)

Group = tuple[Reading, list[int]]
"""A reading and the sets, in the form of `packed`, that may be played as it; never empty."""

ByWilds = list[list[int]]

_reading: Final = cache(Reading)
_SUITS: Final = "HSDC"  # as the counters stand in a byte, lowest first
_ACE: Final = shift(14)
_FOUR_JOKERS: Final = sum(2 << shift(joker) for joker in JOKER_VALUES)
_RANK_ONES: Final = sum(1 << shift(rank) for rank in RANK_VALUES)
_FIVE: Final = sum(1 << 8 * place for place in range(STRAIGHT.width))
_HIGH_BITS: Final = sum(0x80 << shift(top - STRAIGHT.width + 1) for top in STRAIGHT.tops)


def _window(suit: str, top: int) -> int:
    return sum(CODE[suit + RANKS[rank - 2]] for rank in STRAIGHT.ranks(top))


_WINDOWS: Final = {top: tuple(_window(suit, top) for suit in _SUITS) for top in STRAIGHT.tops}
"""The five cards of every straight flush, by top and suit."""

_CARDS: Final = {
    window: tuple(code for code in CODE.values() if code & window)
    for windows in _WINDOWS.values()
    for window in windows
}


@cache
def _ascending(trump: str) -> tuple[tuple[int, int], ...]:
    """Ranks with their keys, the lowest key first."""
    return tuple(sorted((key_of(rank, trump), rank) for rank in RANK_VALUES))


class Holding:
    """A hand with its wilds taken out."""

    __slots__ = ("counts", "naturals", "of", "ranks", "wild", "wilds")

    def __init__(self, packed: int, trump: str) -> None:
        self.wild = CODE["H" + trump]
        self.wilds = packed // self.wild & 3
        self.naturals = packed - self.wilds * self.wild
        self.of = [choices(self.naturals & byte) for byte in BYTE]
        self.counts = fold(self.naturals).to_bytes(18, "big")
        self.ranks = _ascending(trump)

    def sets(self, rank: int, size: int) -> list[int]:
        """Every way to have `size` cards of a rank, one natural card at least."""
        ways = self.of[rank]
        found = list(ways[size])
        for wilds in range(1, min(self.wilds + 1, size)):
            extra = wilds * self.wild
            found += [part + extra for part in ways[size - wilds]]
        return found

    def by_wilds(self, rank: int, size: int) -> ByWilds:
        """Every way to fill `size` places of a rank, by wilds; all of them may be wilds."""
        ways = self.of[rank]
        return [
            [part + wilds * self.wild for part in ways[size - wilds]] if wilds <= size else []
            for wilds in range(self.wilds + 1)
        ]


def groups(packed: int, trump: str, to_beat: Reading | None) -> Iterator[Group]:
    """The plays of a hand: all of them on a lead, else those that beat `to_beat`."""
    hand = Holding(packed, trump)
    if to_beat is None:
        basic = (find(hand, 0) for find in _BASIC.values())
        return chain(*basic, _heavy(hand, None))
    if to_beat.type in HEAVY:
        return _heavy(hand, to_beat)
    return chain(_BASIC[to_beat.type](hand, to_beat.key), _heavy(hand, to_beat))


# ------------------------------------------------------------------ basic types


def _same(size: int) -> Callable[[Holding, int], Iterator[Group]]:
    name = SAME_NAMES[size]

    def find(hand: Holding, over: int) -> Iterator[Group]:
        for key, rank in hand.ranks:
            if key > over and hand.counts[rank] + hand.wilds >= size:
                sets = hand.sets(rank, size)
                if key == TRUMP_VALUE and hand.wilds >= size:
                    sets.append(size * hand.wild)
                if sets:
                    yield _reading(name, key, size), sets
        for joker in JOKER_VALUES:
            if joker > over and hand.of[joker][size]:
                yield _reading(name, joker, size), list(hand.of[joker][size])

    return find


def _full_houses(hand: Holding, over: int) -> Iterator[Group]:
    triple, pair = FULL_HOUSE
    pairs, starts = _pairs(hand, pair)
    for key, rank in hand.ranks:
        if key > over and hand.counts[rank] and hand.counts[rank] + hand.wilds >= triple:
            others: list[int] = []
            upto: ByWilds = []
            for row, start in zip(pairs, starts, strict=True):
                others = others + row[: start[rank]] + row[start[rank + 1] :]
                upto.append(others)
            sets = _joined(hand.by_wilds(rank, triple), upto)
            if sets:
                yield _reading("full_house", key, triple + pair), sets


def _pairs(hand: Holding, size: int) -> tuple[ByWilds, list[list[int]]]:
    """Pairs by wilds, and in each list the place where the pairs of each value begin."""
    pairs: ByWilds = [[] for _ in range(hand.wilds + 1)]
    starts: list[list[int]] = [[0, 0, 0] for _ in pairs]
    for value in range(2, 18):
        for wilds in range(min(hand.wilds + 1, size)):
            if not wilds or value in RANK_VALUES:
                extra = wilds * hand.wild
                pairs[wilds] += [part + extra for part in hand.of[value][size - wilds]]
        for row, start in zip(pairs, starts, strict=True):
            start.append(len(row))
    if hand.wilds >= size:
        pairs[size].append(size * hand.wild)
    return pairs, starts


def _joined(rows: ByWilds, upto: ByWilds) -> list[int]:
    """Every union that uses no more wilds than there are; `upto[n]` is all with at most n."""
    return [
        left + right
        for left_row, right_row in zip(rows, reversed(upto), strict=True)
        for left in left_row
        for right in right_row
    ]


def _crossed(rows: ByWilds, others: ByWilds) -> ByWilds:
    """Every union of one set from each side, by wilds."""
    return [
        [
            left + right
            for used in range(wilds + 1)
            for left in rows[used]
            for right in others[wilds - used]
        ]
        for wilds in range(len(rows))
    ]


def _run(run: Run) -> Callable[[Holding, int], Iterator[Group]]:
    def find(hand: Holding, over: int) -> Iterator[Group]:
        lack = [max(run.copies - count, 0) for count in hand.counts]
        blocks: dict[tuple[int, ...], ByWilds] = {}
        for top in run.tops:
            ranks = run.ranks(top)
            if top > over and sum([lack[rank] for rank in ranks]) <= hand.wilds:
                sets = _window_sets(hand, run, ranks, blocks)
                if run is STRAIGHT:
                    sets = _not_suited(hand, top, sets)
                if sets:
                    yield _reading(run.type, top, run.size), sets

    return find


def _window_sets(
    hand: Holding, run: Run, ranks: tuple[int, ...], blocks: dict[tuple[int, ...], ByWilds]
) -> list[int]:
    def block(part: tuple[int, ...]) -> ByWilds:
        if part not in blocks:
            half = (len(part) + 1) // 2
            blocks[part] = (
                _crossed(block(part[:half]), block(part[half:]))
                if len(part) > 1
                else hand.by_wilds(part[0], run.copies)
            )
        return blocks[part]

    half = (len(ranks) + 1) // 2
    upto: ByWilds = []
    for row in block(ranks[half:]):
        upto.append(upto[-1] + row if upto else row)
    return _joined(block(ranks[:half]), upto)


def _not_suited(hand: Holding, top: int, sets: list[int]) -> list[int]:
    """Without the sets that natural cards of one suit make: those are straight flushes (CP-15)."""
    held = presence(hand.naturals)
    suited = {window for window in _WINDOWS[top] if window & held == window}
    return [cards for cards in sets if cards not in suited] if suited else sets


_BASIC: Final = {
    **{name: _same(size) for size, name in SAME_NAMES.items()},
    "full_house": _full_houses,
    **{run.type: _run(run) for run in RUNS},
}


# ------------------------------------------------------------------ heavy types


def _heavy(hand: Holding, to_beat: Reading | None) -> Iterator[Group]:
    floor = step(to_beat) if to_beat else 0
    over = to_beat.key if to_beat else 0
    pure = to_beat.pure if to_beat else False
    most = max(hand.counts) + hand.wilds
    flush_step = step(Reading("straight_flush", 0, STRAIGHT.size))
    for size in BOMB_SIZES:
        if size - 1 < flush_step < size and floor <= flush_step:
            same = floor == flush_step
            yield from _straight_flushes(hand, over if same else 0, same and pure)
        if floor <= size <= most:
            yield from _bombs(hand, size, over if floor == size else 0)
    if hand.naturals & _FOUR_JOKERS == _FOUR_JOKERS and (
        not to_beat or to_beat.type != "four_jokers"
    ):
        yield _reading("four_jokers", 0, 4), [_FOUR_JOKERS]


def _bombs(hand: Holding, size: int, over: int) -> Iterator[Group]:
    for key, rank in hand.ranks:
        if key > over and hand.counts[rank] + hand.wilds >= size:
            yield _reading(same_name(size), key, size), hand.sets(rank, size)


def _straight_flushes(hand: Holding, over: int, pure: bool) -> Iterator[Group]:
    """Those above `over`, or equal to it but pure where it is not (`pure` False)."""
    held = presence(hand.naturals)
    suits = _reachable(hand, held)
    for top, windows in _WINDOWS.items():
        if suits >> shift(top - STRAIGHT.width + 1) & 0xF0 and top >= over:
            sets: list[int] = []
            for window in windows:
                sets += _filled(hand, held & window, _CARDS[window])
            if top > over:
                plain = [cards for cards in sets if cards != windows[0]]
                if plain:
                    yield _reading("straight_flush", top, STRAIGHT.size), plain
            if windows[0] in sets and (top > over or not pure):
                yield _reading("straight_flush", top, STRAIGHT.size, True), [windows[0]]


def _reachable(hand: Holding, held: int) -> int:
    """At the lowest rank of each window, a high bit for each suit that wilds can complete."""
    enough = (0x80 - STRAIGHT.width + hand.wilds) * _HIGH_BITS // 0x80
    found = 0
    for suit in range(len(_SUITS)):
        word = held >> 2 * suit & _RANK_ONES
        word |= (word >> _ACE & 1) << shift(1)
        found |= (word * _FIVE + enough & _HIGH_BITS) >> suit
    return found


def _filled(hand: Holding, part: int, cards: tuple[int, ...]) -> list[int]:
    """The cards of one straight flush that are in the hand, as many of them replaced as may be."""
    wilds = STRAIGHT.width - part.bit_count()
    if wilds > hand.wilds:
        return []
    sets = [part + wilds * hand.wild]
    held = [card for card in cards if card & part] if wilds < hand.wilds else []
    for count in range(1, hand.wilds - wilds + 1):
        most = part + (wilds + count) * hand.wild
        sets += [most - sum(left_out) for left_out in combinations(held, count)]
    return sets
