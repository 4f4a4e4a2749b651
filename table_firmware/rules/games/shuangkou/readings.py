"""What a set of cards is in 双扣, and what beats what (003 二(二), 表格2; SK-01 to SK-10, SK-27).

Values: 3..13, A 14, 2 15, small joker 16, big joker 17. Types: `single pair triple` (单张 对子
三同张), the runs `straight tube plate` (顺子 连对 连三同张) of any length, keyed by their top,
and the bombs `bomb` (四相 to 十二相), `serial` (连炸) and `jokers` (三王, 四王).
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from table_firmware.rules.cards import BIG_JOKER, SMALL_JOKER, Card
from table_firmware.rules.round import Reading
from table_firmware.rules.takes import ACE, TWO, WORTH

WILDS: Final[Mapping[str, tuple[Card, ...]]] = {
    "none": (),
    "big": (BIG_JOKER,),
    "both": (SMALL_JOKER, BIG_JOKER),
}
"""The wild faces of 普通, 百变 and 千变 (二(一)1, SK-27)."""

HEAVY: Final = frozenset({"bomb", "serial", "jokers"})

RUNS: Final[Mapping[str, tuple[int, int]]] = {"plate": (3, 3), "tube": (2, 3), "straight": (1, 5)}
"""By type: copies of each value, least number of values (SK-10); strongest first of one top."""

LOWEST: Final = 3
LEAST_BOMB: Final = 4
LEAST_SERIAL: Final = 3
"""No 二连炸 (SK-09)."""

TYPES: Final = (
    *("single", "pair", "triple", "straight", "tube", "plate"),
    *("jokers", "serial", "bomb"),
)
"""From the smallest; of two runs with one top the later type is the stronger (SK-24)."""

Strength = tuple[int, bool, tuple[int, ...], int, int]


def level(reading: Reading) -> int:
    """相 of a bomb: of 连炸 the smallest group and the number of groups, of three jokers 6, of
    four 7, of one bomb its size. What is no bomb has none: 0."""
    match reading.type:
        case "bomb":
            return reading.size
        case "serial":
            return reading.more[1]
        case "jokers":
            return reading.size + 3
    return 0


def strength(reading: Reading) -> Strength:
    """Greater is stronger: bombs by 表格2 (level, jokers first and one bomb last, more groups
    larger, top; SK-05, SK-08), then the rest by top and type (SK-20, SK-24)."""
    alone = reading.type == "bomb"
    return level(reading), alone, reading.more, reading.key, TYPES.index(reading.type)


def beats(left: Reading, right: Reading) -> bool:
    """A bomb by 表格2; anything else only its own type and number of cards (SK-10)."""
    if left.type in HEAVY:
        return strength(left) > strength(right)
    return (left.type, left.size) == (right.type, right.size) and left.key > right.key


def readings(cards: tuple[Card, ...], wilds: tuple[Card, ...]) -> tuple[Reading, ...]:
    """Every reading of a set of cards, the strongest first (SK-24); empty: not a combination.

    >>> from table_firmware.rules.cards import cards
    >>> [(one.type, one.key) for one in readings(cards("S5 S6 S7 S8 BJ"), WILDS["big"])]
    [('straight', 9), ('straight', 8)]
    """
    taken = Counter(WORTH[card] for card in cards)
    natural = {worth: count for worth, count in taken.items() if worth <= TWO}
    free = sum(card in wilds for card in cards)
    found: Iterable[Reading] = ()
    if not natural:
        found = _of_jokers(taken)
    elif sum(natural.values()) + free == len(cards):
        found = _with(natural, free, wilds)
    return tuple(sorted(found, key=strength, reverse=True))


def _of_jokers(taken: Mapping[int, int]) -> Iterator[Reading]:
    """A joker among jokers is itself (SK-04, SK-05)."""
    size = sum(taken.values())
    if size in (3, 4):
        yield Reading("jokers", 0, size)
    elif len(taken) == 1:
        yield Reading("single" if size == 1 else "pair", max(taken), size)


def _with(taken: Mapping[int, int], free: int, wilds: tuple[Card, ...]) -> Iterator[Reading]:
    """The readings of some natural cards, at least one, and wilds (SK-01, SK-02)."""
    size = sum(taken.values()) + free
    if len(taken) == 1:
        names = ("single", "pair", "triple")
        yield Reading(names[size - 1] if size < LEAST_BOMB else "bomb", max(taken), size)
    for name, (copies, least) in RUNS.items():
        length, odd = divmod(size, copies)
        if not odd and length >= least and max(taken.values()) <= copies:
            for top in tops(min(taken), max(taken), length):
                yield Reading(name, top, size)
    yield from serial(taken, free, len(wilds) == 2)


def tops(low: int, high: int, length: int) -> range:
    """The tops of the runs of a length that hold the values from low to high: 3 to A, without 2
    (003 注)."""
    return range(max(high, LOWEST + length - 1), min(low + length - 1, ACE) + 1)


def serial(taken: Mapping[int, int], free: int, unequal: bool) -> Iterator[Reading]:
    """The 连炸 of some natural cards and wilds: three or more neighbouring values, each held at
    least once (SK-28), a 2 only on top (SK-06); of equal groups, in 千变 of any (SK-07)."""
    groups, top = len(taken), max(taken)
    size = sum(taken.values()) + free
    least = size // groups
    if groups < LEAST_SERIAL or top - min(taken) >= groups or least < LEAST_BOMB:
        return
    if not unequal and (size % groups or max(taken.values()) > least):
        return
    while sum(max(0, least - count) for count in taken.values()) > free:
        least -= 1
    if least >= LEAST_BOMB:
        yield Reading("serial", top, size, more=(groups, least + groups))
