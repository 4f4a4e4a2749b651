"""What a set of cards is, whether it beats another, and every play a hand has (000 §13, §14).

Pure functions over faces. The work is done in `packed`, `readings` and `groups` on integers; use
`groups` directly where the plays need not be spelled out one by one.
"""

from collections.abc import Iterable, Sequence

from table_firmware.rules.arranging import arrange, sort_key, stands_for
from table_firmware.rules.cards import Card, value
from table_firmware.rules.groups import Group, expanded, groups, smallest
from table_firmware.rules.groups import patterns as find_readings
from table_firmware.rules.holding import Holding
from table_firmware.rules.listing import Plays
from table_firmware.rules.packed import (
    MOST_OF_A_VALUE,
    pack,
    total,
    unpack,
)
from table_firmware.rules.readings import read
from table_firmware.rules.round import Combination, Reading
from table_firmware.rules.shapes import HEAVY, beats

__all__ = [
    "HEAVY",
    "arrange",
    "beats",
    "classify",
    "count",
    "listing",
    "lowest",
    "managed",
    "minimal",
    "patterns",
    "plays",
    "sort_key",
    "stands_for",
]


def classify(cards: Iterable[Card], trump: str) -> tuple[Reading, ...]:
    """Every reading of a set of cards, the default one first; empty: not a combination.

    >>> from table_firmware.rules.cards import cards
    >>> [(one.type, one.key) for one in classify(cards("S7 C7 H9"), "9")]
    [('triple', 7)]
    >>> classify(cards("S7 C8"), "9")
    ()
    """
    faces = tuple(cards)
    if len(faces) > MOST_OF_A_VALUE:
        return ()
    readings = read(total(faces, trump), trump)
    return readings if readings and readings[0].size == len(faces) else ()


def plays(hand: Iterable[Card], trump: str, to_beat: Reading | None) -> list[Combination]:
    """Every play the hand may make, its cards sorted as texts, none twice: on a lead everything,
    else what beats `to_beat`. Plays differ when faces or reading do."""
    return [
        Combination(unpack(cards, trump), reading)
        for reading, sets in expanded(pack(hand, trump), trump, to_beat)
        for cards in sets
    ]


def listing(hand: Iterable[Card], trump: str, to_beat: Reading | None) -> Plays:
    """As `plays`, but a play is only spelt out when it is looked at.

    >>> from table_firmware.rules.cards import cards
    >>> found = listing(cards("S7 C7 H9"), "9", None)
    >>> len(found), found[-1].cards
    (7, ('C7', 'H9', 'S7'))
    """
    return Plays(pack(hand, trump), trump, to_beat)


def patterns(hand: Iterable[Card], trump: str, to_beat: Reading | None) -> tuple[Reading, ...]:
    """What the hand may play, without the cards: every reading that has a play, ascending by
    type and key, heavy types by the ladder (可出牌型提示, 000 §41.3).

    >>> from table_firmware.rules.cards import cards
    >>> [(one.type, one.key) for one in patterns(cards("S7 C7 H9"), "9", None)]
    [('single', 7), ('single', 15), ('pair', 7), ('triple', 7)]
    """
    return tuple(find_readings(pack(hand, trump), trump, to_beat))


def count(
    hand: Iterable[Card], trump: str, to_beat: Reading | None
) -> tuple[int, dict[str, int], int]:
    """How many plays there are, in all, by type (bombs as `bomb4` to `bomb10`; types with none
    left out) and of pure heart straight flushes."""
    by_type: dict[str, int] = {}
    pure = 0
    held = Holding(pack(hand, trump), trump)
    for reading, kind in groups(held, to_beat):
        name = f"bomb{reading.size}" if reading.type == "bomb" else reading.type
        by_type[name] = by_type.get(name, 0) + kind.size(held, reading)
        pure += reading.pure
    return sum(by_type.values()), by_type, pure


def lowest(hand: Iterable[Card], trump: str, to_beat: Reading | None) -> list[Combination]:
    """The smallest play of each reading (CP-39), ascending as `patterns`; on a lead the lowest one
    of each type.

    >>> from table_firmware.rules.cards import cards
    >>> [one.cards for one in lowest(cards("S7 C7 H9 S3"), "9", None)]
    [('S3',), ('H9', 'S3'), ('C7', 'H9', 'S7')]
    """
    held = Holding(pack(hand, trump), trump)
    kept: dict[Reading | str, Group] = {}
    for group in groups(held, to_beat):
        kept.setdefault(group[0] if to_beat else group[0].type, group)
    return [
        Combination(unpack(kind.least(held, reading), trump), reading)
        for reading, kind in kept.values()
    ]


def minimal(hand: Iterable[Card], trump: str, to_beat: Reading | None) -> Combination | None:
    """The smallest legal play, None if the hand must pass (000 §39.2, CP-39).

    >>> from table_firmware.rules.cards import cards
    >>> hand = cards("S5 S8 C8 DK")
    >>> minimal(hand, "2", Reading("single", 6, 1)).cards
    ('C8',)
    >>> minimal(hand, "2", Reading("pair", 9, 2)) is None
    True

    Following: the same type before a heavy one, heavy ones by the ladder, then the lower key, not
    pure before pure, fewer wilds, lower cards. Leading (CP-25): the whole hand in its default
    reading if it is one play, else the lowest single.
    """
    held = pack(hand, trump)
    if to_beat is None:
        return _whole(held, trump, read(held, trump)) or _lowest_single(held, trump)
    return _first(held, trump, to_beat)


def managed(hand: Iterable[Card], trump: str, to_beat: Reading | None) -> Combination | None:
    """What the system plays for a seat, None to pass (000 §40, CP-25, CP-26).

    Leading: the whole hand in its lowest reading if it is one play, else the lowest single.
    Following: the smallest play of the same type; a heavy one only if it empties the hand. Not to
    beat the partner is the caller's part.
    """
    held = pack(hand, trump)
    readings = read(held, trump)
    if to_beat is None:
        return _whole(held, trump, readings[-1:]) or _lowest_single(held, trump)
    if to_beat.type not in HEAVY:
        smallest = _first(held, trump, to_beat)
        if smallest is not None and smallest.reading.type == to_beat.type:
            return smallest
    heavy = [r for r in readings if r.type in HEAVY and beats(r, to_beat)]
    return _whole(held, trump, heavy[-1:])


def _whole(held: int, trump: str, readings: Sequence[Reading]) -> Combination | None:
    return Combination(unpack(held, trump), readings[0]) if readings else None


def _lowest_single(held: int, trump: str) -> Combination | None:
    """The lowest single; a wild comes after the other trumps (CP-25)."""
    faces = unpack(held, trump)
    if not faces:
        return None
    lowest = min(faces, key=lambda face: sort_key(face, trump))
    return Combination((lowest,), Reading("single", value(lowest, trump), 1))


def _first(held: int, trump: str, to_beat: Reading) -> Combination | None:
    found = smallest(held, trump, to_beat)
    return found and Combination(unpack(found[0], trump), found[1])
