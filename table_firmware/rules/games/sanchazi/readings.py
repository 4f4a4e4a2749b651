"""What a set of cards is in 三叉子, and what beats what (004 (3) 牌型, 牌型大小; SC-01, SC-13 on).

Values: 3..13, A 14, 2 15, small joker 16, big joker 17. Types: `single pair triple` (单牌 对牌
三张), `full_house` (三带两), `tube` (连对), `plate` (钢板), `plate_tube` (钢板带连对), `bomb`
(4 to 12 炸) and `cha` (叉子: the three copies of one face). A set has one reading at the most.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from table_firmware.rules.cards import Card
from table_firmware.rules.round import Reading
from table_firmware.rules.takes import ACE, ORDER, TWO, WORTH

HEAVY: Final = frozenset({"bomb", "cha"})
TYPES: Final = ("single", "pair", "triple", "full_house", "tube", "plate", "plate_tube")
"""The types that do not compare with each other."""

LEAST_TUBE: Final = 3
LEAST_PLATE: Final = 2
LEAST_BOMB: Final = 4


def strength(reading: Reading) -> tuple[int, int, int]:
    """Greater is stronger: 叉子 above every bomb, bombs by number and then rank (SC-26)."""
    if reading.type == "cha":
        return 2, reading.key, 0
    return (1, reading.size, reading.key) if reading.type == "bomb" else (0, 0, 0)


def beats(left: Reading, right: Reading) -> bool:
    """Heavy ones by the ladder; anything else only its own type and number of cards, and what
    lies beside must rise as well (SC-17)."""
    if left.type in HEAVY:
        return strength(left) > strength(right)
    return (
        (left.type, left.size) == (right.type, right.size)
        and left.key > right.key
        and (left.more > right.more or not left.more)
    )


def readings(cards: tuple[Card, ...]) -> tuple[Reading, ...]:
    """The reading of a set of cards; empty: not a combination.

    >>> from table_firmware.rules.cards import cards
    >>> [one] = readings(cards("S8 H8 C8 DJ SJ"))
    >>> one.type, one.key, one.more
    ('full_house', 8, (11,))
    """
    counts = Counter(WORTH[card] for card in cards)
    found = _alike(cards, *counts) if len(counts) == 1 else _of_parts(counts, len(cards))
    return (found,) if found else ()


def _alike(cards: tuple[Card, ...], worth: int) -> Reading | None:
    size = len(cards)
    if size >= LEAST_BOMB:
        return Reading("bomb", worth, size) if worth <= TWO else None
    cha = size == 3 and len(set(cards)) == 1
    return Reading("cha" if cha else ("single", "pair", "triple")[size - 1], worth, size)


def _of_parts(counts: Counter[int], size: int) -> Reading | None:
    """Triples and pairs of different values (SC-28)."""
    threes = sorted(worth for worth, count in counts.items() if count == 3)
    twos = sorted(worth for worth, count in counts.items() if count == 2)
    if len(threes) + len(twos) < len(counts) or not counts:
        return None
    if not threes:
        return Reading("tube", twos[-1], size) if is_run(twos, LEAST_TUBE) else None
    if (len(threes), len(twos)) == (1, 1):
        whole = threes[0] <= TWO
        return Reading("full_house", threes[0], size, more=(twos[0],)) if whole else None
    if not is_run(threes, LEAST_PLATE):
        return None
    if not twos:
        return Reading("plate", threes[-1], size)
    whole = len(twos) == len(threes) and is_run(twos, LEAST_PLATE)
    return Reading("plate_tube", threes[-1], size, more=(twos[-1],)) if whole else None


def is_run(values: Sequence[int], least: int) -> bool:
    """Whether rising values are neighbours from 3 to A, and enough (SC-01)."""
    return len(values) >= least and values[-1] <= ACE and values[-1] - values[0] == len(values) - 1


def arrange(cards: tuple[Card, ...], _reading: Reading) -> tuple[Card, ...]:
    """Triples before pairs, values rising."""
    counts = Counter(WORTH[card] for card in cards)
    return tuple(sorted(cards, key=lambda card: (counts[WORTH[card]] == 2, ORDER[card])))
