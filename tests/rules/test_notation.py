"""The notation is strict: what it did not write, it does not read."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NewType

import pytest

from table_firmware.rules.cards import Card, Seat
from table_firmware.rules.notation import from_plain, kind_name, to_plain
from table_firmware.rules.round import (
    Action,
    Ask,
    AskDigits,
    AskPlay,
    Event,
    Exchanged,
    HandResult,
    Play,
    Played,
    Proceed,
    Reading,
    TimedOut,
)

Metres = NewType("Metres", int)


@dataclass(frozen=True)
class Fence:
    length: Metres
    painted: bool = False


def test_a_kind_is_named_in_snake_case() -> None:
    assert kind_name(TimedOut) == "timed_out"


@pytest.mark.parametrize(
    ("kind", "value", "plain"),
    [
        (Seat, Seat.W, "W"),
        (Card, Card("H7"), "H7"),
        (Metres, Metres(3), 3),
        (bool, True, True),
        (tuple[Card, ...], (Card("H7"), Card("LJ")), ["H7", "LJ"]),
        (tuple[int, int], (1, 2), [1, 2]),
        (tuple[int], (1,), [1]),
        (tuple[Seat, Card], (Seat.N, Card("H7")), ["N", "H7"]),
        (Mapping[Seat, str], {Seat.E: "A"}, {"E": "A"}),
        (dict[str, int], {"EW": 64}, {"EW": 64}),
        (Fence, Fence(Metres(2)), {"length": 2}),
        (Fence, Fence(Metres(2), painted=True), {"length": 2, "painted": True}),
        (Action, Proceed(), {"kind": "proceed"}),
        (Action, Play(Seat.E, (Card("S7"),)), {"kind": "play", "seat": "E", "cards": ["S7"]}),
        (
            Event,
            Played(Seat.N, (Card("S7"),), Reading("single", 7, 1)),
            {
                "kind": "played",
                "seat": "N",
                "cards": ["S7"],
                "reading": {"type": "single", "key": 7, "size": 1},
            },
        ),
        (Event, Exchanged(None, None), {"kind": "exchanged"}),
        (
            Event,
            Exchanged((Card("S3"), Card("BJ")), None),
            {"kind": "exchanged", "EW": ["S3", "BJ"]},
        ),
        (Ask, AskPlay(None), {"kind": "ask_play"}),
        (Ask, AskDigits(), {"kind": "ask_digits"}),
        (
            HandResult,
            HandResult((1, 2, 3, 4), (0, 0, 0, 5), (0, 0, 0, 0), (1, -1), "EW", False),
            {
                "place": [1, 2, 3, 4],
                "left": [0, 0, 0, 5],
                "position_tenths": [0, 0, 0, 0],
                "pair_tenths": [1, -1],
                "winner": "EW",
                "double_down": False,
            },
        ),
    ],
)
def test_a_value_is_written_and_read_back(kind: Any, value: Any, plain: Any) -> None:
    assert to_plain(kind, value) == plain
    assert from_plain(kind, plain) == value


@pytest.mark.parametrize(
    ("kind", "plain", "complaint"),
    [
        (int, True, "expected int, found bool"),
        (int, 1.0, "expected int, found float"),
        (str, 7, "expected str"),
        (bool, 0, "expected bool"),
        (Seat, "X", "expected a seat"),
        (Seat, 0, "expected a seat"),
        (Seat, None, "expected a seat"),
        (Card, "H1", "expected a card"),
        (Card, 5, "expected a card"),
        (tuple[Card, ...], "H7", "expected list"),
        (tuple[Card, ...], ["H7", "H1"], "expected a card"),
        (tuple[int, int], [1], "expected 2 items, found 1"),
        (tuple[int, int], 1, "expected list"),
        (Mapping[Seat, str], {"X": "A"}, "expected a seat"),
        (Mapping[Seat, str], [], "expected dict"),
        (Fence, {"length": 2, "colour": 1}, "unknown field 'colour'"),
        (Fence, {"painted": True}, "missing field 'length'"),
        (Fence, [], "expected dict"),
        (Action, {"kind": "cheat"}, "unknown kind 'cheat'"),
        (Action, {"seat": "E"}, "unknown kind None"),
        (Action, {"kind": "pass", "seat": "E", "cards": []}, "unknown field 'cards'"),
        (Action, {"kind": "pass"}, "missing field 'seat'"),
        (Action, "pass", "expected dict"),
    ],
)
def test_anything_else_is_refused(kind: Any, plain: Any, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        from_plain(kind, plain)


@pytest.mark.parametrize("kind", [float, object, list[int]])
def test_there_is_no_notation_for_other_types(kind: Any) -> None:
    with pytest.raises(TypeError, match="no notation"):
        to_plain(kind, 1.0)


def test_a_tuple_of_the_wrong_length_is_not_written() -> None:
    with pytest.raises(ValueError, match="shorter"):
        to_plain(tuple[int, int], (1,))
