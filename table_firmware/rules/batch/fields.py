"""The fields of a request, read strictly: `BadRequest` names the field that is wrong."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from typing import Any, Final

from table_firmware.rules.cards import FACE_NUMBER, RANKS, Card, Seat
from table_firmware.rules.frozen import frozen
from table_firmware.rules.round import Reading

COPIES: Final = 2
"""Cards of one face in the deck."""

READINGS: Final[Mapping[str, tuple[range, range]]] = {
    "single": (range(1, 2), range(2, 18)),
    "pair": (range(2, 3), range(2, 18)),
    "triple": (range(3, 4), range(2, 16)),
    "full_house": (range(5, 6), range(2, 16)),
    "straight": (range(5, 6), range(5, 15)),
    "tube": (range(6, 7), range(3, 15)),
    "plate": (range(6, 7), range(2, 15)),
    "bomb": (range(4, 11), range(2, 16)),
    "straight_flush": (range(5, 6), range(5, 15)),
    "four_jokers": (range(4, 5), range(1)),
}
"""Sizes and keys of each type."""


class BadRequest(Exception):
    """A request that cannot be read: the field and what is wrong with it."""

    def __init__(self, field: str, wrong: str) -> None:
        super().__init__(f"{field}: {wrong}")


@frozen
class Fields:
    """A JSON object of a request; `path` is where it stands in the line."""

    plain: Mapping[str, Any]
    path: str = ""

    def __contains__(self, key: str) -> bool:
        return key in self.plain

    def bad(self, key: str, wrong: str) -> BadRequest:
        """The complaint about a field."""
        return BadRequest(self.path + key, wrong)

    def _get(self, key: str, kind: type, name: str) -> Any:
        if key not in self.plain:
            raise self.bad(key, "missing")
        value = self.plain[key]
        if type(value) is not kind:
            raise self.bad(key, f"not {name}")
        return value

    def text(self, key: str) -> str:
        """A string."""
        return str(self._get(key, str, "a string"))

    def number(self, key: str, allowed: range) -> int:
        """A whole number within a range."""
        value = int(self._get(key, int, "a whole number"))
        if value not in allowed:
            raise self.bad(key, f"not within {allowed.start} to {allowed.stop - 1}")
        return value

    def flag(self, key: str, default: bool) -> bool:
        """True or false, or what holds when the field is left out."""
        return bool(self._get(key, bool, "true or false")) if key in self else default

    def true(self, key: str) -> None:
        """A field whose only value is true."""
        if self.plain[key] is not True:
            raise self.bad(key, "not true")

    def one_of(self, key: str, names: Collection[str]) -> str:
        """One of these strings."""
        name = self.text(key)
        if name not in names:
            raise self.bad(key, f"not one of {' '.join(names)}")
        return name

    def trump(self) -> str:
        """The trump rank."""
        return self.one_of("trump", tuple(RANKS))

    def seat(self, key: str = "seat") -> Seat:
        """A seat letter."""
        return Seat[self.one_of(key, Seat.__members__)]

    def items(self, key: str) -> list[Any]:
        """A list."""
        return list(self._get(key, list, "a list"))

    def texts(self, key: str, names: Collection[str]) -> tuple[str, ...]:
        """A list of different strings out of these."""
        given = self.items(key)
        if not all(isinstance(name, str) and name in names for name in given):
            raise self.bad(key, f"not a list out of {' '.join(names)}")
        if len(set(given)) < len(given):
            raise self.bad(key, "names one twice")
        return tuple(given)

    def seats(self, key: str) -> tuple[Seat, ...]:
        """A list of different seats."""
        return tuple(Seat[name] for name in self.texts(key, Seat.__members__))

    def any_cards(self, key: str) -> tuple[Card, ...]:
        """A list of cards."""
        given = self.items(key)
        if not all(isinstance(face, str) and face in FACE_NUMBER for face in given):
            raise self.bad(key, "not a list of cards")
        return tuple(Card(face) for face in given)

    def cards(self, key: str) -> tuple[Card, ...]:
        """A list of cards that one deck has."""
        cards = self.any_cards(key)
        if any(count > COPIES for count in Counter(cards).values()):
            raise self.bad(key, f"more than {COPIES} cards of one face")
        return cards

    def inner(self, key: str) -> "Fields":
        """An object within this one."""
        return Fields(self._get(key, dict, "an object"), f"{self.path}{key}.")

    def inners(self, key: str) -> list["Fields"]:
        """A list of objects within this one."""
        found = []
        for at, plain in enumerate(self.items(key)):
            if not isinstance(plain, dict):
                raise self.bad(f"{key}[{at}]", "not an object")
            found.append(Fields(plain, f"{self.path}{key}[{at}]."))
        return found

    def by_seat(self, key: str, expected: Iterable[Seat]) -> "Fields":
        """An object with exactly these seats as its keys."""
        inner = self.inner(key)
        names = [seat.name for seat in expected]
        if inner.plain.keys() != set(names):
            raise self.bad(key, f"must name {' '.join(names) or 'no seat'}")
        return inner

    def reading(self, key: str) -> Reading | None:
        """A reading by its form, which no set of cards need have; None for null or left out."""
        if self.plain.get(key) is None:
            return None
        inner = self.inner(key)
        type_name = inner.one_of("type", READINGS)
        far = range(-(2**31), 2**31)
        key_value, size = inner.number("key", far), inner.number("size", far)
        return Reading(type_name, key_value, size, inner.flag("pure", False))

    def possible_reading(self, key: str) -> Reading | None:
        """As `reading`, with key and size within what the type has."""
        reading = self.reading(key)
        if reading is not None:
            inner = self.inner(key)
            sizes, keys = READINGS[reading.type]
            inner.number("size", sizes)
            inner.number("key", keys)
            if reading.pure and reading.type != "straight_flush":
                raise inner.bad("pure", "only a straight flush is pure")
        return reading

    def to_beat(self) -> Reading | None:
        """The reading to beat, null on a lead."""
        if "to_beat" not in self:
            raise self.bad("to_beat", "missing")
        return self.possible_reading("to_beat")
