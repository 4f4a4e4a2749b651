"""What a screen asks of the cards in the hand that is played."""

from typing import Protocol

from table_firmware.rules.cards import Card
from table_firmware.rules.round import Combination, Reading


class Sense(Protocol):
    """What cards are in the hand that is played, as a screen asks it before anything is laid."""

    def __hash__(self) -> int:
        """So that a screen can keep what it was answered."""

    @property
    def heavy(self) -> frozenset[str]:
        """The types that beat others."""

    def wild(self, card: Card) -> bool:
        """Whether this face may stand for another one."""

    def worth(self, card: Card) -> int:
        """What it counts: greater is higher. Jokers are 16 and 17."""

    def in_suit(self, card: Card) -> int:
        """Its place among the cards of its suit: greater is higher."""

    def readings(self, cards: tuple[Card, ...], to_beat: Reading | None) -> tuple[Reading, ...]:
        """What these may be played as, the default reading first; empty: as nothing."""

    def arrange(self, cards: tuple[Card, ...], reading: Reading) -> tuple[Card, ...]:
        """How they lie on the table."""

    def stands_for(self, cards: tuple[Card, ...], reading: Reading) -> tuple[Card, ...]:
        """In the order of `arrange`: each wild as the face that it stands for."""

    def hints(self, hand: tuple[Card, ...], to_beat: Reading | None) -> tuple[Combination, ...]:
        """The smallest legal play, then one play of each reading, rising; on a lead the lowest of
        each type."""

    def heavies(self, hand: tuple[Card, ...]) -> tuple[Combination, ...]:
        """The whole heavy plays of a hand, one of each reading, rising: of a rank the largest
        alone, and none in which a wild stands for another card."""
