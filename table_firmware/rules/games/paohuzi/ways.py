"""Every way to see a hand as 门子 and, where there is a 跑 or 提, one pair (002 term 二十一)."""

from collections.abc import Iterator, Sequence
from typing import Final

from table_firmware.rules.cards import TILES, Card
from table_firmware.rules.claiming import Meld
from table_firmware.rules.games.paohuzi.tiles import NUMBER, RUNS, STRAIGHTS

GROUPS: Final = 7
"""20 tiles and one make seven 门子."""

_Way = tuple[Meld, ...]
_Shape = tuple[Meld, tuple[tuple[int, int], ...]]


def _shape(kind: str, tiles: tuple[Card, ...]) -> _Shape:
    numbers = [NUMBER[tile] for tile in tiles]
    return Meld(kind, tiles), tuple((k, numbers.count(k)) for k in sorted(set(numbers)))


def _led_by() -> tuple[tuple[_Shape, ...], ...]:
    """By number, the runs in which the tile of that number stands lowest."""
    shapes = [_shape("shun" if run in STRAIGHTS else "jiao", run) for run in RUNS]
    return tuple(tuple(s for s in shapes if s[1][0][0] == k) for k in range(len(TILES)))


_RUNS: Final = _led_by()
_PAIRS: Final = tuple(_shape("jiang", (tile,) * 2) for tile in TILES)


def ways(
    fixed: Sequence[Meld], hand: Sequence[Card], tile: Card | None, alike: str
) -> Iterator[_Way]:
    """Each way for `fixed` melds, a hand and one more tile to be seven 门子.

    坎 of the hand stay whole. Two of the hand may stand with the tile as three alike, which are
    then of the kind `alike`.
    """
    kan = tuple(face for face in TILES if hand.count(face) >= 3)
    melds = *fixed, *(Meld("kan", (face,) * 3) for face in kan)
    pair = any(len(meld.tiles) == 4 for meld in fixed)
    numbers = [0] * len(TILES)
    for face in hand:
        numbers[NUMBER[face]] += face not in kan
    if tile is not None:
        numbers[NUMBER[tile]] += 1
    if sum(numbers) != 3 * (GROUPS - pair - len(melds)) + 2 * pair:
        return
    for way in dict.fromkeys(map(_sorted, _split(numbers, pair))):
        yield *melds, *(Meld(alike, m.tiles) if m.kind == "alike" else m for m in way)


def _split(numbers: list[int], pair: bool) -> Iterator[_Way]:
    """Every way, beginning with the lowest tile; three alike are those with the new tile."""
    first = next((k for k, count in enumerate(numbers) if count), None)
    if first is None:
        yield ()
        return
    for meld, needed in _open(first, numbers[first], pair):
        if all(numbers[k] >= count for k, count in needed):
            for k, count in needed:
                numbers[k] -= count
            for way in _split(numbers, pair and meld.kind != "jiang"):
                yield meld, *way
            for k, count in needed:
                numbers[k] += count


def _sorted(way: _Way) -> _Way:
    """Groups that begin with the same tile may be found in either order."""
    return tuple(sorted(way, key=lambda meld: [NUMBER[tile] for tile in meld.tiles]))


def _open(first: int, count: int, pair: bool) -> tuple[_Shape, ...]:
    shapes = _RUNS[first]
    if pair:
        shapes = *shapes, _PAIRS[first]
    if count == 3:
        shapes = *shapes, _shape("alike", (TILES[first],) * 3)
    return shapes
