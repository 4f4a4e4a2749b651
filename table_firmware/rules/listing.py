"""The plays of a hand as a sequence that spells a play out only when it is looked at."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import overload

from table_firmware.rules.groups import groups
from table_firmware.rules.holding import Holding
from table_firmware.rules.packed import unpack
from table_firmware.rules.round import Combination, Reading


class Plays(Sequence[Combination]):
    """Every play open to a hand, none twice, ascending by type and key.

    The number of plays is counted without them; a single play costs no more than its group.
    """

    __slots__ = ("_ends", "_groups", "_hand")

    def __init__(self, packed: int, trump: str, to_beat: Reading | None) -> None:
        self._hand = hand = Holding(packed, trump)
        self._groups = groups(hand, to_beat)
        self._ends: list[int] | None = None

    def __bool__(self) -> bool:
        return bool(self._groups)

    def __len__(self) -> int:
        return self._counted()[-1] if self._groups else 0

    def __iter__(self) -> Iterator[Combination]:
        hand = self._hand
        for reading, kind in self._groups:
            for cards in kind.expand(hand, reading):
                yield Combination(unpack(cards, hand.trump), reading)

    @overload
    def __getitem__(self, at: int) -> Combination: ...
    @overload
    def __getitem__(self, at: slice) -> list[Combination]: ...
    def __getitem__(self, at: int | slice) -> Combination | list[Combination]:
        if isinstance(at, slice):
            return [self[number] for number in range(*at.indices(len(self)))]
        cards, reading = self.packed(at)
        return Combination(unpack(cards, self._hand.trump), reading)

    def packed(self, at: int) -> tuple[int, Reading]:
        """The play at a place as a set in the form of `packed`, with its reading."""
        ends = self._counted()
        number = at if at >= 0 or not ends else at + ends[-1]
        group = bisect_right(ends, number)
        if number < 0 or group == len(ends):
            raise IndexError("no play at this place")
        reading, kind = self._groups[group]
        sets = kind.expand(self._hand, reading)
        return sets[number - (ends[group - 1] if group else 0)], reading

    def _counted(self) -> list[int]:
        if self._ends is None:
            hand = self._hand
            self._ends = list(accumulate([kind.size(hand, one) for one, kind in self._groups]))
        return self._ends
