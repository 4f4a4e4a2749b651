"""Places and scores of a ChinPok hand, in tenths of a point (000 §23, ch. 6)."""

from collections.abc import Mapping, Sequence
from typing import Final

from table_firmware.rules.cards import PAIRS, Seat, pair_of
from table_firmware.rules.climbing import is_double_down, is_over, places
from table_firmware.rules.frozen import frozen
from table_firmware.rules.round import HandResult

BASE: Final = (0, 30, 20, 10, 0)
"""位初始赋分 by place (000 §31.1)."""

REWARD: Final[Mapping[tuple[int, int], tuple[int, int]]] = {
    (1, 2): (4, 10),
    (1, 3): (2, 10),
    (1, 4): (0, 10),
    (2, 3): (4, 0),
}
"""R by the places of a pair, better place first (000 §32.1, 铜); 0 where not listed (§32.2)."""

VOID: Final = HandResult(
    (0, 0, 0, 0), (0, 0, 0, 0), (0, 0, 0, 0), (0, 0), "", False, ("abnormal", "void")
)
"""A hand that counts for nobody (CP-27, `void`)."""


@frozen
class Settled:
    """A hand settled early (CP-27): who was away, and from whom ties are counted."""

    disconnected: Seat
    to_act: Seat


def score(out: Sequence[Seat], left: Sequence[int], settled: Settled | None = None) -> HandResult:
    """The result, from the seats in the order of going out and the cards left, by seat.

    Without `settled` the hand must be over; ValueError otherwise.
    """
    if settled is None and not is_over(out):
        raise ValueError("the hand is not over")
    double_down = is_double_down(out)
    place = places(out) if double_down else _places(out, left, settled)
    points = tuple(_position(place, left, seat) for seat in Seat)
    pairs = [sum(points[seat] for seat in pair) for pair in PAIRS.values()]
    return HandResult(
        place,
        tuple(left),
        points,
        (pairs[0], pairs[1]),
        pair_of(Seat(place.index(1))),
        double_down,
        ("abnormal",) if settled else (),
    )


def _places(out: Sequence[Seat], left: Sequence[int], settled: Settled | None) -> tuple[int, ...]:
    rest = [seat for seat in Seat if seat not in out]
    if settled:
        away, first = settled.disconnected, settled.to_act
        rest.sort(key=lambda seat: (left[seat], seat == away, (seat - first) % 4))
    order = [*out, *rest]
    return tuple(order.index(seat) + 1 for seat in Seat)


def _position(place: Sequence[int], left: Sequence[int], seat: Seat) -> int:
    """位积分: base + R, less 0.1 for each card left to 下游 (000 §33)."""
    mine, other = place[seat], place[seat.partner]
    rewards = REWARD.get((min(mine, other), max(mine, other)), (0, 0))
    charge = left[seat] if mine == 4 else 0
    return BASE[mine] + rewards[mine > other] - charge
