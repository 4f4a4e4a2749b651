"""Every play a hand has, as readings with sets that are only put together when wanted.

They are found one type at a time, in ascending order: each basic type by key, then the heavy
types by the ladder. So whoever wants the smallest play looks no further than the first reading,
and whoever wants the readings alone never touches the cards.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from table_firmware.rules.flushes import Flushes
from table_firmware.rules.holding import Holding, Kind
from table_firmware.rules.packed import shift
from table_firmware.rules.round import Reading
from table_firmware.rules.runs import Runs, Straights
from table_firmware.rules.sames import FullHouses, Same
from table_firmware.rules.shapes import (
    BOMB_SIZES,
    HEAVY,
    JOKER_VALUES,
    PLATE,
    SAME_NAMES,
    STRAIGHT,
    TUBE,
    step,
)


class _FourJokers:
    """All four jokers (000 §13.10)."""

    __slots__ = ()

    def readings(self, hand: Holding, over: Reading | None) -> Iterable[Reading]:
        """One, and nothing beats it."""
        held = hand.naturals & _FOUR_JOKERS == _FOUR_JOKERS
        return (_ALL_JOKERS,) if held and over is None else ()

    def size(self, _hand: Holding, _reading: Reading) -> int:
        """One set."""
        return 1

    def expand(self, _hand: Holding, _reading: Reading) -> Sequence[int]:
        """Just these."""
        return (_FOUR_JOKERS,)

    def least(self, _hand: Holding, _reading: Reading) -> int:
        """Just these."""
        return _FOUR_JOKERS


_FOUR_JOKERS: Final = sum(2 << shift(joker) for joker in JOKER_VALUES)
_ALL_JOKERS: Final = Reading("four_jokers", 0, 4)

_BASIC: Final[dict[str, Kind]] = {
    **{name: Same(name, size) for size, name in SAME_NAMES.items()},
    "full_house": FullHouses(),
    STRAIGHT.type: Straights(),
    TUBE.type: Runs(TUBE),
    PLATE.type: Runs(PLATE),
}

_FLUSH_STEP: Final = step(Reading("straight_flush", 0, STRAIGHT.size))

_LADDER: Final[list[tuple[float, Kind]]] = sorted(
    [
        *((size, Same("bomb", size)) for size in BOMB_SIZES),
        (_FLUSH_STEP, Flushes()),
        (step(_ALL_JOKERS), _FourJokers()),
    ],
    key=lambda rung: rung[0],
)

_LADDERS: Final = [
    [(rung, kind) for rung, kind in _LADDER if not (rung in BOMB_SIZES and rung > most)]
    for most in range(BOMB_SIZES[-1] + 1)
]
"""By the most cards of one rank: the ladder without the bombs out of reach."""


def found(hand: Holding, to_beat: Reading | None) -> Iterator[tuple[Kind, Iterable[Reading]]]:
    """The readings a hand can play, kind by kind: all on a lead, else those that beat."""
    ladder = _LADDERS[hand.most]
    if to_beat is None:
        for kind in _BASIC.values():
            yield kind, kind.readings(hand, None)
    elif to_beat.type in HEAVY:
        floor = step(to_beat)
        for rung, kind in ladder:
            if rung >= floor:
                yield kind, kind.readings(hand, to_beat if rung == floor else None)
        return
    else:
        kind = _BASIC[to_beat.type]
        yield kind, kind.readings(hand, to_beat)
    for _, kind in ladder:
        yield kind, kind.readings(hand, None)


def patterns(packed: int, trump: str, to_beat: Reading | None) -> list[Reading]:
    """The readings of all plays, without their cards."""
    readings: list[Reading] = []
    for _, some in found(Holding(packed, trump), to_beat):
        readings += some
    return readings


Group = tuple[Reading, Kind]
"""A reading and the kind that knows its sets."""


def groups(hand: Holding, to_beat: Reading | None) -> list[Group]:
    """The plays of a hand, not yet put together: all on a lead, else those that beat."""
    return [(one, kind) for kind, readings in found(hand, to_beat) for one in readings]


def expanded(
    packed: int, trump: str, to_beat: Reading | None
) -> list[tuple[Reading, Sequence[int]]]:
    """Every play: each reading with all its sets, in the form of `packed`."""
    hand = Holding(packed, trump)
    return [
        (one, kind.expand(hand, one)) for kind, readings in found(hand, to_beat) for one in readings
    ]


def smallest(packed: int, trump: str, to_beat: Reading) -> tuple[int, Reading] | None:
    """The smallest play that beats: it has the first reading found (CP-39)."""
    hand = Holding(packed, trump)
    for kind, readings in found(hand, to_beat):
        for reading in readings:
            return kind.least(hand, reading), reading
    return None
