"""Sets of cards by what they take of each value, spelt out only when they are looked at.

For games in which the 2 stands above the ace and suits do not matter: of a hand one knows how
many cards of each value it holds (`sorted_by_value`), a play takes some of them (`Part`: the ways
to take them), and all its sets of cards are the product of its parts.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import accumulate, combinations, product
from math import prod
from typing import Final, overload

from table_firmware.rules.cards import FACES, Card, value
from table_firmware.rules.frozen import frozen
from table_firmware.rules.round import Combination, Reading

Pick = tuple[Card, ...]
Part = tuple[Pick, ...]
"""The ways to take some cards of one value, the lowest first."""

TWO: Final = 15
"""The value of a 2, above the ace (14) and below the jokers (16, 17)."""

ACE: Final = 14

WORTH: Final[dict[str, int]] = {face: value(face, "2") for face in FACES}
"""The value of each face, 3..17."""

ORDER: Final[dict[str, tuple[int, int]]] = {
    face: (WORTH[face], "CDSH".find(face[0]) if WORTH[face] <= TWO else 0) for face in FACES
}
"""Where nothing else decides: by value, then suits C D S H (as `auto_suit_order`, CP-25)."""


def lowest_first(cards: Iterable[Card]) -> list[Card]:
    """The cards by `ORDER`."""
    return sorted(cards, key=ORDER.__getitem__)


def sorted_by_value(cards: Iterable[Card]) -> dict[int, tuple[Card, ...]]:
    """The cards of each value that there is, lowest value and suit first."""
    found: dict[int, list[Card]] = {}
    for card in lowest_first(cards):
        found.setdefault(WORTH[card], []).append(card)
    return {worth: tuple(held) for worth, held in found.items()}


@lru_cache(maxsize=4096)
def picks(held: tuple[Card, ...], number: int) -> Part:
    """The different ways to take some of these cards."""
    return tuple(dict.fromkeys(combinations(held, number)))


@frozen
class Group:
    """All plays of one reading that take the same number of each value."""

    reading: Reading
    parts: tuple[Part, ...]

    @property
    def size(self) -> int:
        """How many plays there are."""
        return prod(map(len, self.parts))

    @property
    def lowest(self) -> Combination:
        """The play with the lowest cards."""
        return self.play([part[0] for part in self.parts])

    def play(self, chosen: Iterable[Pick]) -> Combination:
        """The play that takes these, its cards sorted as texts."""
        cards = sorted(card for pick in chosen for card in pick)
        return Combination(tuple(cards), self.reading)

    def at(self, number: int) -> Combination:
        """The play at a place."""
        chosen = []
        for part in reversed(self.parts):
            number, here = divmod(number, len(part))
            chosen.append(part[here])
        return self.play(chosen)


class Takes(Sequence[Combination]):
    """Every play of some groups, none twice, in the order of the groups."""

    __slots__ = ("_ends", "groups")

    def __init__(self, groups: Sequence[Group]) -> None:
        self.groups = groups
        self._ends: list[int] | None = None

    def __bool__(self) -> bool:
        return bool(self.groups)

    def __len__(self) -> int:
        return self._counted()[-1] if self.groups else 0

    def __iter__(self) -> Iterator[Combination]:
        for group in self.groups:
            yield from map(group.play, product(*group.parts))

    @overload
    def __getitem__(self, at: int) -> Combination: ...
    @overload
    def __getitem__(self, at: slice) -> list[Combination]: ...
    def __getitem__(self, at: int | slice) -> Combination | list[Combination]:
        if isinstance(at, slice):
            return [self[number] for number in range(*at.indices(len(self)))]
        ends = self._counted()
        number = at if at >= 0 or not ends else at + ends[-1]
        for group, end in zip(self.groups, ends, strict=True):
            if 0 <= number < end:
                return group.at(number - end + group.size)
        raise IndexError("no play at this place")

    def _counted(self) -> list[int]:
        if self._ends is None:
            self._ends = list(accumulate(group.size for group in self.groups))
        return self._ends
