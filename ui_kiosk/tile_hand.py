"""How the own tiles of 跑胡子 stand: columns of what goes together, or the player's own ones."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import groupby
from typing import Final

from table_firmware.rules.cards import Card
from table_firmware.rules.games.paohuzi.tiles import COUNTING, NUMBER, RUNS, STRAIGHTS, ordered
from ui_kiosk.local import Groups, Local, select, slots
from ui_kiosk.model_parts import Button, Slot
from ui_kiosk.text import text

ORDERS: Final = ("groups", "points")
DEEPEST: Final = 4
"""Tiles in a column."""

Columns = tuple[tuple[Card, ...], ...]


def order_of(order: str) -> str:
    """The order in which tiles stand where a card game would have another one."""
    return order if order in (*ORDERS, "own") else ORDERS[0]


def next_order(local: Local) -> str:
    """What 理牌 goes to."""
    known = (*ORDERS, "own") if local.own else ORDERS
    return known[(known.index(order_of(local.order)) + 1) % len(known)]


def sorter(local: Local) -> Button:
    """理牌, with the order that stands."""
    say = local.language
    order = text(say, f"button.sort_{order_of(local.order)}")
    return Button("sort", f"{text(say, 'button.sort')}\n{order}")


def arranged(hand: tuple[Card, ...], order: str, own: Groups = ()) -> tuple[tuple[Slot, int], ...]:
    """The hand column by column, from the top of each to its foot, with the column's number."""
    if order_of(order) == "own":
        return _own(hand, own)
    columns = by_points(hand) if order_of(order) == "points" else by_groups(hand)
    return _numbered(_slotted(columns))


def _own(hand: tuple[Card, ...], own: Groups) -> tuple[tuple[Slot, int], ...]:
    held = frozenset(slots(hand))
    mine = [[slot for slot in group if slot in held] for group in own]
    known = {slot for group in mine for slot in group}
    rest = [slot for slot in slots(ordered(hand)) if slot not in known]
    return _numbered([*filter(None, mine), *([slot] for slot in rest)])


def _slotted(columns: Iterable[tuple[Card, ...]]) -> Iterator[list[Slot]]:
    seen: Counter[Card] = Counter()
    for column in columns:
        found = []
        for face in column:
            found.append((face, seen[face]))
            seen[face] += 1
        yield found


def _numbered(columns: Iterable[Iterable[Slot]]) -> tuple[tuple[Slot, int], ...]:
    return tuple((slot, number) for number, column in enumerate(columns) for slot in column)


def by_points(hand: tuple[Card, ...]) -> Columns:
    """One column for each point, small above big; more than fit go into the next."""
    rising = sorted(hand, key=lambda face: (int(face[1:]), face[0] == "b"))
    found: list[tuple[Card, ...]] = []
    for _, alike in groupby(rising, key=lambda face: face[1:]):
        tiles = tuple(alike)
        found += (tiles[at : at + DEEPEST] for at in range(0, len(tiles), DEEPEST))
    return tuple(found)


def by_groups(hand: tuple[Card, ...]) -> Columns:
    """坎 first, then what is whole, pairs, what lacks one, and the rest."""
    left = Counter(hand)
    found: list[tuple[Card, ...]] = []
    for wanted in (_kan, _counting, _pair, _run, _nearly):
        while (group := wanted(left)) is not None:
            found.append(group)
            left -= Counter(group)
    rest = ordered(tuple(left.elements()))
    return (*found, *(rest[at : at + 1] for at in range(len(rest))))


def _kan(left: Counter[Card]) -> tuple[Card, ...] | None:
    return _alike(left, 3)


def _pair(left: Counter[Card]) -> tuple[Card, ...] | None:
    return _alike(left, 2)


def _alike(left: Counter[Card], many: int) -> tuple[Card, ...] | None:
    found = min((face for face in left if left[face] >= many), key=NUMBER.__getitem__, default=None)
    return None if found is None else (found,) * left[found]


def _counting(left: Counter[Card]) -> tuple[Card, ...] | None:
    return next((run for run in STRAIGHTS if run in COUNTING and not Counter(run) - left), None)


def _run(left: Counter[Card]) -> tuple[Card, ...] | None:
    return next((run for run in RUNS if not Counter(run) - left), None)


def _nearly(left: Counter[Card]) -> tuple[Card, ...] | None:
    """Two tiles of a run."""
    for run in RUNS:
        for out in range(3):
            two = run[:out] + run[out + 1 :]
            if not Counter(two) - left:
                return two
    return None


def dropped(hand: tuple[Card, ...], local: Local, tile: Slot, gap: int) -> Local:
    """A tile was carried to another place. gap: twice the number of the column before which it
    was put down, one more if it was put upon that column."""
    shown = arranged(hand, local.order, local.own)
    columns = [[slot for slot, _ in part] for _, part in groupby(shown, key=lambda each: each[1])]
    at, onto = divmod(gap, 2)
    columns = [[slot for slot in column if slot != tile] for column in columns]
    if onto and at < len(columns) and len(columns[at]) < DEEPEST:
        columns[at].append(tile)
    else:
        columns.insert(at, [tile])
    own = tuple(tuple(column) for column in columns if column)
    return replace(select(local, frozenset()), order="own", own=own)
