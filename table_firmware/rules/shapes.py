"""The types of combination of 000 §13 and their ladder (§14), as facts that build the tables."""

from typing import Final

from table_firmware.rules.cards import BIG_JOKER_VALUE, SMALL_JOKER_VALUE, TRUMP_VALUE
from table_firmware.rules.frozen import frozen
from table_firmware.rules.round import Reading

KEYS: Final = range(2, TRUMP_VALUE + 1)
"""The keys of ranks outside sequences (000 §8.1); under each trump one of them does not occur."""

JOKER_VALUES: Final = (SMALL_JOKER_VALUE, BIG_JOKER_VALUE)
SAME_NAMES: Final = {1: "single", 2: "pair", 3: "triple"}
BOMB_SIZES: Final = range(4, 11)
FULL_HOUSE: Final = (3, 2)


@frozen
class Run:
    """A type of `width` neighbouring ranks with `copies` cards each; `tops` are the values its
    highest rank may have. A run that would begin at 1 begins with an ace (000 §8.4)."""

    type: str
    width: int
    copies: int
    tops: range

    @property
    def size(self) -> int:
        """The number of cards."""
        return self.width * self.copies

    def ranks(self, top: int) -> tuple[int, ...]:
        """The ranks of the run below and including `top`, lowest first, an ace always 14."""
        return tuple(rank if rank > 1 else 14 for rank in range(top - self.width + 1, top + 1))


STRAIGHT: Final = Run("straight", 5, 1, range(5, 15))
TUBE: Final = Run("tube", 3, 2, range(3, 15))
PLATE: Final = Run("plate", 2, 3, range(2, 15))
RUNS: Final = (STRAIGHT, TUBE, PLATE)

HEAVY: Final = frozenset({"bomb", "straight_flush", "four_jokers"})
"""The types that beat every other (000 §14.2)."""

TYPE_ORDER: Final = ("plate", "tube", "straight", "full_house", "triple", "pair", "single")
"""Types that do not compare, in the order in which a reading is preferred (CP-13)."""

_STEPS: Final = {**dict.fromkeys(TYPE_ORDER, 0.0), "straight_flush": 5.5, "four_jokers": 99.0}


def step(reading: Reading) -> float:
    """The rung of the ladder of 000 §14.1: bombs by size, straight flush between 5 and 6."""
    return reading.size if reading.type == "bomb" else _STEPS[reading.type]


def beats(left: Reading, right: Reading) -> bool:
    """Whether `left` may be played on `right` (000 §14, §21.3); equal never beats."""
    if left.type != right.type:
        return left.type in HEAVY and step(left) > step(right)
    if left.size != right.size:
        return left.size > right.size
    return left.key > right.key or (left.key == right.key and left.pure > right.pure)


def preference(reading: Reading) -> tuple[float, int, int, bool]:
    """Sorts readings from the weakest to the one that holds by default (000 §10.4, CP-13)."""
    kind = reading.type
    order = 0 if kind in HEAVY else -TYPE_ORDER.index(kind)
    return step(reading), order, reading.key, reading.pure
