"""Values are frozen dataclasses with slots, whoever makes their methods."""

import copy
import doctest
import inspect
import pickle
from dataclasses import FrozenInstanceError, fields, is_dataclass, replace

import pytest

from table_firmware.rules import frozen
from table_firmware.rules.cards import Seat
from table_firmware.rules.round import Gave, Give, Pass, Passed, Proceed, Reading, Shown

PAIR = Reading("pair", 7, 2)


def test_its_docstring_is_true() -> None:
    found = doctest.testmod(frozen)
    assert found.attempted > 0
    assert found.failed == 0


def test_values_are_equal_by_their_fields() -> None:
    assert Reading("pair", 7, 2, pure=False) == PAIR
    assert Reading("pair", 8, 2) != PAIR
    assert hash(PAIR) == hash(Reading("pair", 7, 2))
    assert hash(PAIR) != hash(Reading("pair", 8, 2))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (Pass(Seat.E), Passed(Seat.E)),
        (Proceed(), Shown()),
        (Give(Seat.E, ()), Gave(Seat.E, ())),
        (PAIR, ("pair", 7, 2, False)),
    ],
)
def test_values_of_different_classes_are_never_equal(one: object, other: object) -> None:
    assert one != other


def test_a_value_without_fields_equals_its_like() -> None:
    assert Proceed() == Proceed()
    assert hash(Proceed()) == hash(Proceed())
    assert repr(Proceed()) == "Proceed()"


def test_a_value_cannot_be_changed() -> None:
    with pytest.raises(FrozenInstanceError, match="'key'"):
        PAIR.key = 8  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError, match="'other'"):
        PAIR.other = 8  # type: ignore[attr-defined]
    with pytest.raises(FrozenInstanceError, match="'key'"):
        del PAIR.key
    assert Reading("pair", 7, 2) == PAIR


def test_a_value_has_slots_alone() -> None:
    assert not hasattr(PAIR, "__dict__")


def test_a_missing_field_is_named_with_its_class() -> None:
    with pytest.raises(TypeError, match=r"Reading\.__init__.*'size'"):
        Reading("pair", 7)  # type: ignore[call-arg]


def test_defaults_stand_in_the_signature() -> None:
    assert str(inspect.signature(Reading)) == "(type, key, size, pure=False, more=())"


def test_a_value_shows_its_fields() -> None:
    assert repr(PAIR) == "Reading(type='pair', key=7, size=2, pure=False, more=())"


def test_values_are_copied_pickled_and_replaced() -> None:
    assert copy.deepcopy(PAIR) == PAIR
    assert pickle.loads(pickle.dumps(PAIR)) == PAIR
    assert replace(PAIR, key=8) == Reading("pair", 8, 2)


def test_values_are_dataclasses() -> None:
    assert is_dataclass(Reading)
    names = ["type", "key", "size", "pure", "more"]
    assert [field.name for field in fields(PAIR)] == names


def test_values_match_by_position() -> None:
    match PAIR:
        case Reading("pair", key):
            assert key == 7
        case _:
            pytest.fail("no match")
