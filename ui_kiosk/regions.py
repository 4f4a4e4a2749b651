"""Which part of a window belongs to which seat, and which way it is turned. Pure.

The window is a table top seen from above: East at the right, North at the top, West at the left,
South at the bottom, each turned to its player. All four get the same area and all are wide:

    +---+-------+---+
    |   | North |   |
    | W +-------+ E |
    |   | South |   |
    +---+-------+---+
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from table_firmware.rules.cards import Seat

PARTS: Final[dict[Seat, tuple[float, float, float, float, int]]] = {
    Seat.E: (3 / 4, 0, 1 / 4, 1, 90),
    Seat.N: (1 / 4, 1 / 2, 1 / 2, 1 / 2, 180),
    Seat.W: (0, 0, 1 / 4, 1, 270),
    Seat.S: (1 / 4, 0, 1 / 2, 1 / 2, 0),
}
UPRIGHT: Final[dict[Seat, tuple[float, float, float, float, int]]] = {
    Seat.N: (0, 1 / 2, 1 / 2, 1 / 2, 0),
    Seat.E: (1 / 2, 1 / 2, 1 / 2, 1 / 2, 0),
    Seat.W: (0, 0, 1 / 2, 1 / 2, 0),
    Seat.S: (1 / 2, 0, 1 / 2, 1 / 2, 0),
}
WIDEST: Final = 3.5
"""Times as wide as high; the panes at the sides of an upright table top are more."""


def has_room(width: float, height: float) -> bool:
    """Whether a table can be shown there: in what is neither upright nor a strip."""
    return height <= width <= WIDEST * height


@dataclass(frozen=True, slots=True)
class Region:
    """A seat's part of the window in pixels from the lower left, and the counterclockwise angle
    in degrees by which its picture is turned."""

    seat: Seat
    x: float
    y: float
    width: float
    height: float
    angle: int

    @property
    def inner(self) -> tuple[float, float]:
        """Width and height as the player sees them."""
        turned = self.angle in (90, 270)
        return (self.height, self.width) if turned else (self.width, self.height)


def regions(
    seats: Sequence[Seat], width: float, height: float, upright: bool = False
) -> tuple[Region, ...]:
    """The whole window for one seat; for several, each its part, turned unless `upright`."""
    if len(seats) == 1:
        return (Region(seats[0], 0, 0, width, height, 0),)
    parts = UPRIGHT if upright else PARTS
    return tuple(_region(seat, parts[seat], width, height) for seat in seats)


def _region(
    seat: Seat, part: tuple[float, float, float, float, int], width: float, height: float
) -> Region:
    x, y, wide, high, angle = part
    return Region(
        seat, round(x * width), round(y * height), round(wide * width), round(high * height), angle
    )
