"""What a laboratory asks of raw noise and of shuffled decks: how far are the counts from even?

`z` is a chi-square in standard deviations from what chance gives. Good output stays between -4
and 4; a shuffle that prefers places, and noise that prefers values, grow far beyond with the
number of samples (`deal1` §10).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Final

LIMIT: Final = 4.0


@dataclass(frozen=True, slots=True)
class Evenness:
    """A chi-square of counts against an even spread. `samples`: bytes or decks counted."""

    name: str
    samples: int
    chi_square: float
    freedom: int

    @property
    def z(self) -> float:
        """Standard deviations from the expected value."""
        return (self.chi_square - self.freedom) / sqrt(2 * self.freedom)

    @property
    def even(self) -> bool:
        """True if chance explains it."""
        return abs(self.z) < LIMIT

    def line(self) -> str:
        """One line of a report, in Chinese and English."""
        verdict = "均匀 / even" if self.even else "不均匀 / NOT EVEN"
        return (
            f"{self.name}: n = {self.samples}, chi-square = {self.chi_square:.1f}"
            f" ({self.freedom} df), z = {self.z:+.2f}  {verdict}"
        )


def positions(decks: Iterable[Sequence[int]], cards: int) -> Evenness:
    """Each card in each position, over decks of the ids 0..cards-1.

    Each deck fills every row and column once, which leaves (cards-1)^2 degrees of freedom and
    inflates the sum by cards/(cards-1).
    """
    counts = [[0] * cards for _ in range(cards)]
    total = 0
    for deck in decks:
        total += 1
        for row, card in zip(counts, deck, strict=True):
            row[card] += 1
    raw = _chi_square([count for row in counts for count in row], total / cards)
    return Evenness("position", total, raw * (cards - 1) / cards, (cards - 1) ** 2)


def neighbours(decks: Iterable[Sequence[int]], cards: int) -> Evenness:
    """How many places lie between each card and the next id, round the deck: a riffle or a cut
    that keeps cards together shows here."""
    counts = [0] * cards
    total = 0
    for deck in decks:
        total += 1
        place = sorted(range(cards), key=deck.__getitem__)
        counts[(place[1] - place[0]) % cards] += 1
    return Evenness("distance", total, _chi_square(counts[1:], total / (cards - 1)), cards - 2)


def values(blocks: Iterable[bytes]) -> Evenness:
    """Each of the 256 values of a byte."""
    counts = [0] * 256
    for block in blocks:
        for sample in block:
            counts[sample] += 1
    total = sum(counts)
    return Evenness("byte", total, _chi_square(counts, total / 256), 255)


def ones(blocks: Iterable[bytes]) -> Evenness:
    """Zeros and ones."""
    bits = count = 0
    for block in blocks:
        bits += 8 * len(block)
        count += int.from_bytes(block, "big").bit_count()
    return Evenness("bit", bits, _chi_square([count, bits - count], bits / 2), 1)


def _chi_square(counts: Sequence[int], expected: float) -> float:
    return sum((count - expected) ** 2 for count in counts) / expected
