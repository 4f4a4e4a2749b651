"""Cards of one rank as sets, triples with pairs, and wilds where they help most."""

from collections.abc import Sequence
from typing import Final

from table_firmware.rules.cards import TRUMP_VALUE
from table_firmware.rules.games.chinpok.planner.odds import VALUES, Odds
from table_firmware.rules.holding import READINGS
from table_firmware.rules.round import Reading
from table_firmware.rules.shapes import FULL_HOUSE, SAME_NAMES

_MOST: Final = 10
_NEVER: Final = -9.0
_TRIPLE, _PAIR = FULL_HOUSE

_Split = tuple[float, tuple[int, ...]]
"""What sets of one rank are worth, and their sizes."""


class Sets:
    """The best sets under one set of odds. values: by rank, then number of cards, their worth."""

    def __init__(self, odds: Odds) -> None:
        self._worth = odds.worth
        self._splits = [_splits(odds, key) for key in VALUES]
        self.values = [[worth for worth, _ in row] for row in self._splits]

    def of(self, counts: bytes, wilds: int) -> tuple[float, list[Reading]]:
        """The sets for so many cards of each rank, and their worth in all."""
        worth, parts = 0.0, []
        alike: dict[int, list[int]] = {_TRIPLE: [], _PAIR: []}
        for key, count in enumerate(self._with_wilds(counts, wilds)):
            of, sizes = self._splits[key][count]
            worth += of
            for size in sizes:
                if size in alike:
                    alike[size].append(key)
                else:
                    parts.append(_same(size, key))
        more, joined = self._houses(alike[_TRIPLE], alike[_PAIR])
        return worth + more, parts + joined

    def _with_wilds(self, counts: bytes, wilds: int) -> bytes:
        for _ in range(wilds):
            gains = [self._gain(counts, at) for at in range(TRUMP_VALUE + 1)]
            place = gains.index(max(gains))
            counts = counts[:place] + bytes((counts[place] + 1,)) + counts[place + 1 :]
        return counts

    def _gain(self, counts: bytes, at: int) -> float:
        """What one card more of a rank gains; only the trump needs no natural card beside it."""
        count, values = counts[at], self.values[at]
        if count == _MOST or not (count or at == TRUMP_VALUE):
            return _NEVER
        return values[count + 1] - values[count]

    def _houses(self, triples: list[int], pairs: list[int]) -> tuple[float, list[Reading]]:
        """Triples, each with the least of the pairs where that is better, and what it gains."""
        worth, parts, gained = self._worth, [], 0.0
        pairs.sort(key=worth["pair"].__getitem__, reverse=True)
        for key in triples:
            more = worth["full_house"][key] - worth["triple"][key]
            if pairs and more > worth["pair"][pairs[-1]]:
                gained += more - worth["pair"][pairs.pop()]
                parts.append(READINGS["full_house", sum(FULL_HOUSE)][key])
            else:
                parts.append(_same(_TRIPLE, key))
        return gained, parts + [_same(_PAIR, key) for key in pairs]


def _same(size: int, key: int) -> Reading:
    return READINGS[SAME_NAMES.get(size, "bomb"), size][key]


def _splits(odds: Odds, key: int) -> Sequence[_Split]:
    """For each number of cards of a rank, the best sets they make."""
    rows: list[_Split] = [(0.0, ())]
    most = _MOST if key <= TRUMP_VALUE else 2
    worths = [0.0, *(odds.of(_same(size, key)) for size in range(1, most + 1))]
    for count in range(1, most + 1):
        sizes = {1, 2, 3, count} if count > 3 else range(1, count + 1)
        rows.append(max([_joined(worths[size], size, rows[count - size]) for size in sizes]))
    return rows


def _joined(worth: float, size: int, rest: _Split) -> _Split:
    return worth + rest[0], (*rest[1], size)
