"""Every play a hand has, as readings with sets that are only put together when wanted.

They are found one type at a time, in ascending order: each basic type by key, then the heavy
types by the ladder. So whoever wants the smallest play looks no further than the first reading,
and whoever wants the readings alone never touches the cards.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from table_firmware.rules.flushes import Flushes
from table_firmware.rules.holding import Holding, Kind
from table_firmware.rules.packed import shift
from table_firmware.rules.round import Reading
from table_firmware.rules.runs import Runs, Straights
from table_firmware.rules.sames import FullHouses, Same
from table_firmware.rules.shapes import (
    BOMB_SIZES,
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
        held = hand.naturals & FOUR_JOKERS == FOUR_JOKERS
        return (ALL_JOKERS,) if held and over is None else ()

    def size(self, _hand: Holding, _reading: Reading) -> int:
        """One set."""
        return 1

    def expand(self, _hand: Holding, _reading: Reading) -> Sequence[int]:
        """Just these."""
        return (FOUR_JOKERS,)

    def least(self, _hand: Holding, _reading: Reading) -> int:
        """Just these."""
        return FOUR_JOKERS


FOUR_JOKERS: Final = sum(2 << shift(joker) for joker in JOKER_VALUES)
ALL_JOKERS: Final = Reading("four_jokers", 0, 4)

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
        (step(ALL_JOKERS), _FourJokers()),
    ],
    key=lambda rung: rung[0],
)

_NEEDS: Final = {
    "single": (1, 1),
    "pair": (2, 1),
    "triple": (3, 1),
    "full_house": (3, 3),
    STRAIGHT.type: (1, STRAIGHT.width),
    TUBE.type: (TUBE.copies, 3),
    PLATE.type: (PLATE.copies, 3),
}
"""What a hand must have for a type: so many cards of one rank, wilds included, and faces."""

_Turn = list[tuple[Kind, Reading | None]]
"""Which kinds to ask, in ascending order, and what they have to beat among themselves."""


def _ladder(most: int, faces: int) -> _Turn:
    return [
        (kind, None)
        for rung, kind in _LADDER
        if (rung != _FLUSH_STEP or faces >= STRAIGHT.width)
        and (rung not in BOMB_SIZES or rung <= most)
    ]


def _lead(most: int, faces: int) -> _Turn:
    asked = [name for name, (of, least) in _NEEDS.items() if most >= of and faces >= least]
    return [*((_BASIC[name], None) for name in asked), *_ladder(most, faces)]


_MOST: Final = range(BOMB_SIZES[-1] + 1)
_MOST_FACES: Final = STRAIGHT.width
_FACES: Final = range(_MOST_FACES + 1)
_LADDERS: Final = [[_ladder(most, faces) for faces in _FACES] for most in _MOST]
_LEADS: Final = [[_lead(most, faces) for faces in _FACES] for most in _MOST]


def _turn(hand: Holding, to_beat: Reading | None) -> _Turn:
    faces = hand.faces if hand.faces < _MOST_FACES else _MOST_FACES
    if to_beat is None:
        return _LEADS[hand.most][faces]
    if basic := _BASIC.get(to_beat.type):
        return [(basic, to_beat), *_LADDERS[hand.most][faces]]
    floor = step(to_beat)
    return [(kind, to_beat if rung == floor else None) for rung, kind in _LADDER if rung >= floor]


def patterns(packed: int, trump: str, to_beat: Reading | None) -> list[Reading]:
    """The readings of all plays, without their cards."""
    hand = Holding(packed, trump)
    readings: list[Reading] = []
    for kind, over in _turn(hand, to_beat):
        readings += kind.readings(hand, over)
    return readings


Group = tuple[Reading, Kind]
"""A reading and the kind that knows its sets."""


def groups(hand: Holding, to_beat: Reading | None) -> list[Group]:
    """The plays of a hand, not yet put together: all on a lead, else those that beat."""
    return [(one, kind) for kind, over in _turn(hand, to_beat) for one in kind.readings(hand, over)]


def expanded(
    packed: int, trump: str, to_beat: Reading | None
) -> list[tuple[Reading, Sequence[int]]]:
    """Every play: each reading with all its sets, in the form of `packed`."""
    hand = Holding(packed, trump)
    return [
        (one, kind.expand(hand, one))
        for kind, over in _turn(hand, to_beat)
        for one in kind.readings(hand, over)
    ]


def smallest(packed: int, trump: str, to_beat: Reading) -> tuple[int, Reading] | None:
    """The smallest play that beats: it has the first reading found (CP-39)."""
    hand = Holding(packed, trump)
    for kind, over in _turn(hand, to_beat):
        for reading in kind.readings(hand, over):
            return kind.least(hand, reading), reading
    return None
