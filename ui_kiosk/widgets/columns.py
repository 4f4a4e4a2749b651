"""Where tiles lie that stand in columns. Pure; lengths in pixels, the origin at the lower left.

Of a column all but the lowest tile show their heads; the columns stand on one line.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Final, Self

from ui_kiosk.widgets.fan import Fan, Spot
from ui_kiosk.widgets.tile_sheet import ASPECT, HEAD, tile_height

GAP: Final = 0.14
"""Room between two columns, in tile widths."""
RISE: Final = 0.10
LINES: Final = 3
DEEP: Final = 3
"""A column of so many does not make the tiles smaller."""


@dataclass(frozen=True, slots=True)
class Columns(Fan):
    """A hand in columns; the left edge of each, and all of one width. `gap` answers as
    `tile_hand.dropped` asks."""

    lefts: tuple[float, ...] = ()

    def keeping(self, stay: Sequence[int]) -> Self:
        """A column without tiles is none."""
        less = Fan.keeping(self, stay)  # `super` does not know a class with slots
        held = {spot.x for spot in less.spots}
        return replace(less, lefts=tuple(left for left in self.lefts if left in held))

    def gap(self, x: float, _y: float) -> tuple[int, Spot]:
        """Twice the number of the column before which something is put down, one more if upon
        it; and where."""
        wide = self.card[0]
        for number, left in enumerate(self.lefts):
            if x < left:
                return 2 * number, Spot(left - wide * GAP / 2, 0)
            if x < left + wide:
                return 2 * number + 1, Spot(left, 0)
        end = self.lefts[-1] + wide * (1 + GAP / 2) if self.lefts else 0.0
        return 2 * len(self.lefts), Spot(end, 0)


def columns(
    groups: Sequence[int], width: float, height: float, *, halign: str = "center", deep: int = DEEP
) -> Columns:
    """Lays out one tile for each of `groups`: equal neighbours are a column, from its top down."""
    depths = [len(list(part)) for _, part in groupby(groups)]
    card = _width(len(depths), max([deep, *depths]), width, height)
    head, high = round(card * HEAD), tile_height(card)
    step = card * (1 + GAP)
    room = width - step * len(depths) + card * GAP
    start = {"left": 0.0, "center": room / 2, "right": room}[halign]
    lefts = tuple(float(round(start + step * number)) for number in range(len(depths)))
    spots = tuple(
        Spot(left, float(head * (depth - 1 - at)))
        for left, depth in zip(lefts, depths, strict=True)
        for at in range(depth)
    )
    return Columns((card, high), round(card * RISE), spots, lefts)


def _width(count: int, deep: int, width: float, height: float) -> int:
    """The widest tile with which all columns stand side by side."""
    across = width / (count + GAP * max(0, count - 1)) if count else width
    return max(1, int(min(across, height / (ASPECT + RISE + HEAD * (deep - 1)))))


def lines(count: int, width: float, height: float, largest: float) -> tuple[int, tuple[Spot, ...]]:
    """Heads in lines from the upper left: the largest size with which all find room."""
    sizes = (
        (int(min(largest, height / rows, width / max(1, -(-count // rows)))), -rows)
        for rows in range(1, LINES + 1)
    )
    size, rows = max(sizes)
    across = max(1, -(-count // -rows), int(width // max(1, size)))
    spots = (divmod(at, across) for at in range(count))
    return max(1, size), tuple(Spot(size * x, height - size * (y + 1)) for y, x in spots)
