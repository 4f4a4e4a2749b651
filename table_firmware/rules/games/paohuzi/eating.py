"""吃 and 比: every set of groups that may be laid for a tile (002 terms 十八, 二十; PH-09)."""

from collections import Counter
from collections.abc import Iterator

from table_firmware.rules.cards import Card
from table_firmware.rules.claiming import Group
from table_firmware.rules.games.paohuzi.tiles import NUMBER, RUNS_WITH

Laying = tuple[Group, ...]


def layings(hand: tuple[Card, ...], tile: Card) -> tuple[Laying, ...]:
    """Each way to eat the tile: its group, and a group for every further copy in hand.

    坎 are not broken, so three copies in hand, or tiles of a 坎, eat nothing. The groups stand in
    a fixed order; which of them holds the eaten copy makes no difference.
    """
    held = Counter(hand)
    free = Counter({face: count for face, count in held.items() if count < 3})
    if held[tile] >= 3:
        return ()
    free[tile] += 1
    found = dict.fromkeys(arranged(laid) for laid in _cover(free, tile))
    return tuple(sorted(found, key=lambda laid: (len(laid), *map(_place, laid))))


def arranged(laid: Laying) -> Laying:
    """The same groups as `layings` gives them: low tiles first, low groups first."""
    runs = (sorted(run, key=_number) for run in laid)
    return tuple(sorted(((a, b, c) for a, b, c in runs), key=_place))


def _cover(free: Counter[Card], tile: Card) -> Iterator[Laying]:
    """The ways to lay groups until no copy of the tile is left."""
    if not free[tile]:
        yield ()
        return
    for run in RUNS_WITH[tile]:
        needed = Counter(run)
        if all(free[face] >= count for face, count in needed.items()):
            for rest in _cover(free - needed, tile):
                yield run, *rest


def _place(run: Group) -> tuple[int, ...]:
    return tuple(map(_number, run))


def _number(face: Card) -> int:
    """Faces of another deck come last; they are in no laying."""
    return NUMBER.get(face, len(NUMBER))
