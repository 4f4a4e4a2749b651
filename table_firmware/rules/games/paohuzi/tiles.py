"""The 80 tiles of 跑胡子, the three who play with them, and the groups they form."""

from collections.abc import Mapping
from itertools import chain
from typing import Final

from table_firmware.rules.cards import TILES, Card, Seat
from table_firmware.rules.claiming import Group
from table_firmware.rules.dealing import Dealing

NUMBER: Final[Mapping[Card, int]] = {face: number for number, face in enumerate(TILES)}

RED: Final = frozenset(face for face in TILES if face[1:] in ("2", "7", "10"))
"""二七十 and 贰柒拾; all others are black (002 term 一)."""

PLAYERS: Final[tuple[Seat, ...]] = (Seat.E, Seat.N, Seat.W)
"""The fourth place is closed (PH-25)."""


DEALING: Final = Dealing(
    deck=tuple(face for face in TILES for _ in range(4)),
    draws=(("dealer", 3),),
    hands=lambda ids, _draws: (
        *(tuple(ids[seat:60:3]) for seat in PLAYERS),
        tuple(ids[60:]),
    ),
)
"""20 tiles each from the first 60; the fourth hand is the 亮张 and then the stock."""


def right(seat: Seat) -> Seat:
    """下家, who acts next (002 term 二)."""
    return Seat((seat + 1) % 3)


def order(first: Seat) -> tuple[Seat, ...]:
    """The three counter-clockwise."""
    return first, right(first), right(right(first))


def is_big(face: Card) -> bool:
    """大字."""
    return face[0] == "b"


def ordered(tiles: tuple[Card, ...]) -> tuple[Card, ...]:
    """Small before big, low before high."""
    return tuple(sorted(tiles, key=NUMBER.__getitem__))


def _straights() -> tuple[Group, ...]:
    """顺子: three neighbours of a size, and 二七十 (002 term 十六)."""
    sizes = TILES[:10], TILES[10:]
    rows = [(size[at], size[at + 1], size[at + 2]) for size in sizes for at in range(8)]
    return *rows, *((size[1], size[6], size[9]) for size in sizes)


def _mixed() -> tuple[Group, ...]:
    """绞: three of a point, in both sizes (002 term 十七, PH-07)."""
    points = zip(TILES[:10], TILES[10:], strict=True)
    return tuple(
        chain.from_iterable(((small, small, big), (small, big, big)) for small, big in points)
    )


STRAIGHTS: Final = _straights()
RUNS: Final[tuple[Group, ...]] = (*STRAIGHTS, *_mixed())
"""Every group that may be eaten (002 term 十八)."""

COUNTING: Final = frozenset(
    run
    for run in STRAIGHTS
    if tuple(face[1:] for face in run) in (("1", "2", "3"), ("2", "7", "10"))
)
"""一二三 and 二七十, the runs that count (002 附录四)."""

RUNS_WITH: Final[Mapping[Card, tuple[Group, ...]]] = {
    face: tuple(run for run in RUNS if face in run) for face in TILES
}
