"""The readings that an operator may choose instead of the usual ones (CP-07, CP-13 to CP-17,
CP-25), over what `combinations` finds by the usual ones.

Every function takes a `Variant` or None, the usual readings, which are asked for directly and
cost nothing more.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from table_firmware.rules import combinations
from table_firmware.rules.cards import (
    BIG_JOKER,
    RANKS,
    SMALL_JOKER,
    TRUMP_VALUE,
    Card,
    is_wild,
    natural_value,
    value,
)
from table_firmware.rules.round import Combination, Reading, Variant
from table_firmware.rules.shapes import HEAVY, TYPE_ORDER, step

_LOWEST: Final = Reading("full_house", 0, 5)
"""Every full house is above it."""


def classify(cards: Iterable[Card], trump: str, variant: Variant | None) -> tuple[Reading, ...]:
    """Every reading of a set of cards, the default one first; empty: not a combination."""
    faces = tuple(cards)
    usual = combinations.classify(faces, trump)
    if variant is None or not usual:
        return usual
    found = [mine for each in usual for mine in _varied(faces, each, usual, trump, variant)]
    found.sort(key=lambda reading: _preference(reading, variant), reverse=True)
    return tuple(_undominated(found) if not variant.manual_lower else found)


def plays(
    hand: Iterable[Card], trump: str, to_beat: Reading | None, variant: Variant | None
) -> Sequence[Combination]:
    """Every play open to the hand, none twice; with the usual readings spelt out when looked
    at."""
    if variant is None:
        return combinations.listing(hand, trump, to_beat)
    over = _LOWEST if to_beat and to_beat.type == "full_house" else to_beat
    sets = dict.fromkeys(play.cards for play in combinations.plays(hand, trump, over))
    return [
        Combination(cards, reading)
        for cards in sets
        for reading in classify(cards, trump, variant)
        if to_beat is None or combinations.beats(reading, to_beat)
    ]


def minimal(
    hand: Iterable[Card], trump: str, to_beat: Reading | None, variant: Variant | None
) -> Combination | None:
    """The smallest legal play, None if the hand must pass (CP-25, CP-39)."""
    if variant is None:
        return combinations.minimal(hand, trump, to_beat)
    faces = tuple(hand)
    if to_beat is None:
        return _whole(faces, classify(faces, trump, variant)[:1]) or _lowest(faces, trump, variant)
    return min(
        plays(faces, trump, to_beat, variant),
        key=lambda play: _smallness(play, trump),
        default=None,
    )


def managed(
    hand: Iterable[Card], trump: str, to_beat: Reading | None, variant: Variant | None
) -> Combination | None:
    """What the system plays for a seat, None to pass (CP-25, CP-26)."""
    if variant is None:
        return combinations.managed(hand, trump, to_beat)
    faces = tuple(hand)
    readings = classify(faces, trump, variant)
    if to_beat is None:
        return _whole(faces, readings[-1:]) or _lowest(faces, trump, variant)
    smallest = minimal(faces, trump, to_beat, variant)
    if smallest and smallest.reading.type == to_beat.type and to_beat.type not in HEAVY:
        return smallest
    heavy = [r for r in readings if r.type in HEAVY and combinations.beats(r, to_beat)]
    return _whole(faces, heavy[-1:])


def usual(cards: Iterable[Card], reading: Reading, trump: str, variant: Variant | None) -> Reading:
    """The usual reading that lies on the table as this one does."""
    if variant is None:
        return reading
    faces = tuple(cards)
    known = combinations.classify(faces, trump)
    return next(each for each in known if reading in _varied(faces, each, known, trump, variant))


# ------------------------------------------------------------------ single readings


def _varied(
    cards: tuple[Card, ...],
    reading: Reading,
    usual: tuple[Reading, ...],
    trump: str,
    variant: Variant,
) -> Iterator[Reading]:
    """What becomes of a usual reading: itself, another one, none, or one more."""
    match reading.type:
        case "full_house":
            if variant.joker_pair or not {BIG_JOKER, SMALL_JOKER} & {*cards}:
                yield _by_nature(reading, trump) if not variant.trump_tier else reading
        case "straight_flush":
            yield reading
            plain = Reading("straight", reading.key, reading.size)
            if variant.under_declare and plain not in usual:
                yield plain
        case _:
            yield reading


def _by_nature(reading: Reading, trump: str) -> Reading:
    """A triple of trumps counts by its natural rank."""
    natural = RANKS.index(trump) + 2
    return replace(reading, key=natural) if reading.key == TRUMP_VALUE else reading


def _preference(reading: Reading, variant: Variant) -> tuple[float, int, int, bool]:
    """As `shapes.preference`, with the variant's order of types (CP-13)."""
    order = (*variant.type_order, *TYPE_ORDER[len(variant.type_order) :])
    place = 0 if reading.type in HEAVY else -order.index(reading.type)
    return step(reading), place, reading.key, reading.pure


def _undominated(readings: Sequence[Reading]) -> list[Reading]:
    """Those that no other reading of the same cards beats (CP-14)."""
    return [
        each for each in readings if not any(combinations.beats(other, each) for other in readings)
    ]


# ------------------------------------------------------------------ the smallest


def _whole(cards: tuple[Card, ...], readings: Sequence[Reading]) -> Combination | None:
    return Combination(tuple(sorted(cards)), readings[0]) if readings else None


def _lowest(cards: tuple[Card, ...], trump: str, variant: Variant) -> Combination | None:
    """The lowest single, a wild after the other trumps, then by the order of suits (CP-25)."""
    if not cards:
        return None

    def key(card: Card) -> tuple[int, bool, int]:
        joker = natural_value(card) > TRUMP_VALUE
        suit = 0 if joker else variant.suit_order.index(card[0])
        return value(card, trump), is_wild(card, trump), suit

    lowest = min(cards, key=key)
    return Combination((lowest,), Reading("single", value(lowest, trump), 1))


def _smallness(play: Combination, trump: str) -> tuple[object, ...]:
    """Basic before heavy, by the ladder, lower key, not pure, fewer wilds, lower cards (CP-39)."""
    reading = play.reading
    wilds = sum(is_wild(card, trump) for card in play.cards)
    faces = sorted(combinations.sort_key(card, trump) for card in play.cards)
    return step(reading), reading.key, reading.pure, wilds, faces
