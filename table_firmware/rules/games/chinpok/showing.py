"""What cards are in a ChinPok hand, as a screen asks it (000 §10.4, §13, §41.3)."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from table_firmware.rules import combinations, variants
from table_firmware.rules.cards import Card, is_wild, natural_value, value
from table_firmware.rules.combinations import HEAVY, sort_key
from table_firmware.rules.flushes import suited
from table_firmware.rules.frozen import frozen
from table_firmware.rules.groups import ALL_JOKERS, FOUR_JOKERS
from table_firmware.rules.packed import counts, pack, presence, shift, unpack
from table_firmware.rules.round import Combination, Reading, Variant
from table_firmware.rules.shapes import BOMB_SIZES, STRAIGHT, step

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


@frozen
class Sense:
    """As `sense.Sense`, with this trump and these readings."""

    trump: str
    variant: Variant | None = None

    @property
    def heavy(self) -> frozenset[str]:
        """Bombs, straight flushes, four jokers."""
        return HEAVY

    def wild(self, card: Card) -> bool:
        """The hearts of the trump rank."""
        return is_wild(card, self.trump)

    def worth(self, card: Card) -> int:
        """The trump rank is above the ace."""
        return value(card, self.trump)

    def in_suit(self, card: Card) -> int:
        """By nature."""
        return natural_value(card)

    def readings(self, cards: tuple[Card, ...], to_beat: Reading | None) -> tuple[Reading, ...]:
        """CP-12 to CP-14."""
        known = variants.classify(cards, self.trump, self.variant)
        return tuple(each for each in known if to_beat is None or combinations.beats(each, to_beat))

    def arrange(self, cards: tuple[Card, ...], reading: Reading) -> tuple[Card, ...]:
        """10.5, 21.6, CP-43."""
        return combinations.arrange(cards, self._lies(cards, reading), self.trump)

    def stands_for(self, cards: tuple[Card, ...], reading: Reading) -> tuple[Card, ...]:
        """The same with the wilds replaced."""
        return combinations.stands_for(cards, self._lies(cards, reading), self.trump)

    def _lies(self, cards: tuple[Card, ...], reading: Reading) -> Reading:
        return variants.usual(cards, reading, self.trump, self.variant)

    def hints(self, hand: tuple[Card, ...], to_beat: Reading | None) -> tuple[Combination, ...]:
        """The smallest play first (CP-39)."""
        return _hints(self, hand, to_beat)

    def heavies(self, hand: tuple[Card, ...]) -> tuple[Combination, ...]:
        """Whole bombs and straight flushes."""
        return _heavies(self.trump, hand)


@lru_cache(maxsize=8)
def _hints(
    sense: Sense, hand: tuple[Card, ...], to_beat: Reading | None
) -> tuple[Combination, ...]:
    smallest = variants.minimal(hand, sense.trump, to_beat, sense.variant)
    if smallest is None:
        return ()
    if sense.variant is None:
        found = combinations.lowest(hand, sense.trump, to_beat)
    else:
        found = _lowest(hand, sense.trump, to_beat, sense.variant)
    return (smallest, *(each for each in found if each.reading != smallest.reading))


def _lowest(
    hand: tuple[Card, ...], trump: str, to_beat: Reading | None, variant: Variant
) -> list[Combination]:
    """As `combinations.lowest`, with other readings."""
    legal = variants.plays(hand, trump, to_beat, variant)
    found: dict[Reading | str, Combination] = {}
    for play in sorted(legal, key=lambda play: _smallness(play, trump)):
        found.setdefault(play.reading if to_beat else play.reading.type, play)
    return list(found.values())


@lru_cache(maxsize=8)
def _heavies(trump: str, hand: tuple[Card, ...]) -> tuple[Combination, ...]:
    held = pack(hand, trump)
    found = [*_bombs(held), *_flushes(held, trump)]
    if held & FOUR_JOKERS == FOUR_JOKERS:
        found.append((ALL_JOKERS, FOUR_JOKERS))
    found.sort(key=lambda each: (step(each[0]), each[0].key))
    return tuple(Combination(unpack(cards, trump), reading) for reading, cards in found)


def _bombs(held: int) -> Iterator[tuple[Reading, int]]:
    """All cards of a rank, a wild among the trumps."""
    for rank, count in enumerate(counts(held)):
        if count in BOMB_SIZES:
            yield Reading("bomb", rank, count), held & 0xFF << shift(rank)


def _flushes(held: int, trump: str) -> Iterator[tuple[Reading, int]]:
    """Of each top the lowest suit, pure hearts last."""
    faces, size = presence(held), STRAIGHT.size
    for top in STRAIGHT.tops:
        hearts, *others = suited(trump)[top]
        for cards in (*reversed(others), hearts):
            if faces & cards == cards:
                yield Reading("straight_flush", top, size, cards == hearts), cards
                break


def _smallness(play: Combination, trump: str) -> tuple[object, ...]:
    """Sort key: basic types before heavy ones, then as the smallest play is found (CP-39)."""
    reading = play.reading
    wilds = sum(is_wild(card, trump) for card in play.cards)
    faces = sorted(sort_key(card, trump) for card in play.cards)
    type_ = TYPES.index(reading.type)
    return step(reading), type_, reading.key, reading.pure, wilds, faces
