"""What cards are in a ChinPok hand, as a screen asks it (000 §10.4, §13, §41.3)."""

from functools import lru_cache
from typing import Final

from table_firmware.rules import combinations, variants
from table_firmware.rules.cards import Card, is_wild, natural_value, value
from table_firmware.rules.combinations import HEAVY, sort_key
from table_firmware.rules.frozen import frozen
from table_firmware.rules.round import Combination, Reading, Variant

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
        return _heavies(self, hand)


@lru_cache(maxsize=8)
def _hints(
    sense: Sense, hand: tuple[Card, ...], to_beat: Reading | None
) -> tuple[Combination, ...]:
    smallest = variants.minimal(hand, sense.trump, to_beat, sense.variant)
    if smallest is None:
        return ()
    by_reading: dict[Reading, Combination] = {}
    legal = variants.plays(hand, sense.trump, to_beat, sense.variant)
    for play in sorted(legal, key=lambda play: smallness(play, sense.trump)):
        by_reading.setdefault(play.reading, play)
    found = list(by_reading.values())
    if to_beat is None:
        found = _lowest_of_each_type(found)
    return (smallest, *(each for each in found if each.reading != smallest.reading))


@lru_cache(maxsize=8)
def _heavies(sense: Sense, hand: tuple[Card, ...]) -> tuple[Combination, ...]:
    found: dict[tuple[object, ...], Combination] = {}
    plain = Sense(sense.trump)
    rising = sorted(
        variants.plays(hand, sense.trump, None, None),
        key=lambda play: smallness(play, sense.trump),
    )
    for play in rising:
        reading, asked = play.reading, (play.cards, play.reading)
        if reading.type in HEAVY and plain.stands_for(*asked) == plain.arrange(*asked):
            kind = (reading.type, reading.key)
            if kind not in found or reading.size > found[kind].reading.size:
                found[kind] = play
    return tuple(sorted(found.values(), key=lambda play: smallness(play, sense.trump)))


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
