"""What can be done with a hand: the readings of a selection, the hints, the arrangements.

Everything is computed from what the seat may know, with the rules themselves.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from table_firmware.rules.cards import SUITS, Card, is_wild, natural_value, value
from table_firmware.rules.combinations import HEAVY, arrange, beats, sort_key, stands_for
from table_firmware.rules.round import Combination, Reading, Variant
from table_firmware.rules.variants import classify, minimal, plays
from ui_kiosk.local import slots
from ui_kiosk.model import Slot

TYPES: Final = (
    "single",
    "pair",
    "triple",
    "full_house",
    "straight",
    "tube",
    "plate",
    "bomb",
    "straight_flush",
    "four_jokers",
)


@dataclass(frozen=True, slots=True)
class Choice:
    """What a selection may be played as. readings: the default one first; empty if none may be.

    problem: empty, or why there is none: `choose_cards`, `not_a_combination`, `does_not_beat`;
    the last with the `strongest` reading, which is still too weak.
    """

    readings: tuple[Reading, ...]
    problem: str = ""
    strongest: Reading | None = None


def choose(
    cards: tuple[Card, ...], trump: str, to_beat: Reading | None, variant: Variant | None = None
) -> Choice:
    """What the selected cards may be played as (000 §10.4, CP-12 to CP-14)."""
    if not cards:
        return Choice((), "choose_cards")
    readings = classify(cards, trump, variant)
    if not readings:
        return Choice((), "not_a_combination")
    good = tuple(each for each in readings if to_beat is None or beats(each, to_beat))
    return Choice(good, "" if good else "does_not_beat", readings[0])


@lru_cache(maxsize=8)
def hints(
    hand: tuple[Card, ...], trump: str, to_beat: Reading | None, variant: Variant | None = None
) -> tuple[Combination, ...]:
    """What 提示 shows in turn: the smallest legal play, then one play of each reading, rising.

    On a lead the second and further ones are the lowest play of each type.
    """
    smallest = minimal(hand, trump, to_beat, variant)
    if smallest is None:
        return ()
    by_reading: dict[Reading, Combination] = {}
    legal = plays(hand, trump, to_beat, variant)
    for play in sorted(legal, key=lambda play: smallness(play, trump)):
        by_reading.setdefault(play.reading, play)
    found = list(by_reading.values())
    if to_beat is None:
        found = _lowest_of_each_type(found)
    return (smallest, *(each for each in found if each.reading != smallest.reading))


@lru_cache(maxsize=8)
def heavies(hand: tuple[Card, ...], trump: str) -> tuple[Combination, ...]:
    """Whole bombs and straight flushes of a hand, one of each reading, rising.

    Of a rank only the largest bomb, and none in which a wild stands for another card.
    """
    found: dict[tuple[object, ...], Combination] = {}
    rising = sorted(plays(hand, trump, None, None), key=lambda play: smallness(play, trump))
    for play in rising:
        reading = play.reading
        if reading.type in HEAVY and not _spoiled(play, trump):
            kind = (reading.type, reading.key)
            if kind not in found or reading.size > found[kind].reading.size:
                found[kind] = play
    return tuple(sorted(found.values(), key=lambda play: smallness(play, trump)))


def _spoiled(play: Combination, trump: str) -> bool:
    """Whether a wild stands for another card: that is a choice, not what one holds."""
    asked = play.cards, play.reading, trump
    return stands_for(*asked) != arrange(*asked)


def smallness(play: Combination, trump: str) -> tuple[object, ...]:
    """Sort key: basic types before heavy ones, then as the smallest play is found (CP-39)."""
    reading = play.reading
    wilds = sum(is_wild(card, trump) for card in play.cards)
    faces = sorted(sort_key(card, trump) for card in play.cards)
    return (*_ladder(reading), reading.key, reading.pure, wilds, faces)


def _ladder(reading: Reading) -> tuple[int, int]:
    if reading.type == "four_jokers":
        return 1, 100
    if reading.type == "straight_flush":
        return 1, 11
    if reading.type == "bomb":
        return 1, 2 * reading.size
    return 0, TYPES.index(reading.type)


def _lowest_of_each_type(found: list[Combination]) -> list[Combination]:
    lowest: dict[str, Combination] = {}
    for play in found:
        lowest.setdefault(play.reading.type, play)
    return list(lowest.values())


# ------------------------------------------------------------------ arrangements


def arranged(hand: tuple[Card, ...], trump: str, order: str) -> tuple[tuple[Slot, int], ...]:
    """The hand from left to right in an order of `local.ORDERS`, each card with its group."""
    counts = Counter(_group_of(card, trump, "rank") for card in hand)

    def place(slot: Slot) -> tuple[object, ...]:
        card, number = slot
        by_rank = (-value(card, trump), SUITS.find(card[0]), number)
        if order == "suit":
            joker = natural_value(card) > 14
            return (not joker, SUITS.find(card[0]), -natural_value(card), number)
        if order == "count":
            return (-counts[_group_of(card, trump, "rank")], *by_rank)
        return by_rank

    ordered = sorted(slots(hand), key=place)
    return tuple(
        zip(ordered, _numbered(_group_of(s[0], trump, order) for s in ordered), strict=True)
    )


def _group_of(card: Card, trump: str, order: str) -> str:
    joker = natural_value(card) > 14
    if order == "suit":
        return "joker" if joker else card[0]
    return card if joker else str(value(card, trump))


def _numbered(names: Iterable[str]) -> list[int]:
    numbers: list[int] = []
    last: str | None = None
    for name in names:
        numbers.append((numbers[-1] + (name != last)) if numbers else 0)
        last = name
    return numbers
