"""The text of a message is that of its plain JSON, byte for byte."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, NewType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table_firmware.rules.cards import FACES, Card, Seat
from table_firmware.rules.claiming import Discard
from table_firmware.rules.notation import to_plain
from table_firmware.rules.round import AskPlay, AskReady, Combination, Exchanged, Move, Reading
from table_firmware.rules.said import Action, Event
from table_firmware.wire.messages import Down, Farewell, Finding, Place, Said, Up, View
from table_firmware.wire.writing import FEW, MOST_KEPT, writer

Metres = NewType("Metres", int)


@dataclass(frozen=True)
class Fence:
    length: Metres
    painted: bool = False
    colour: str = "é"


PLACE = Place("guest", "A", True, False, False, False)
OWN: list[list[Any]] = [
    [
        None,
        AskReady(),
        AskPlay(None),
        AskPlay(Reading("pair", 7, 2)),
        AskPlay(Reading("pair", 7, 2)),
    ],
    [(), (PLACE,) * 4, (replace(PLACE, linked=False), *(PLACE,) * 3), (replace(PLACE),) * 4],
    [None, {}, {"EW": 3}, {"EW": 3, "NS": 0}],
    [None, {Seat.N: "12"}, {Seat.N: ""}],
    ["", "7", "A"],
    [False, True],
]
"""Values of some fields of a view, to be told one after the other."""


def a_move(key: int, more: tuple[int, ...] = ()) -> Move:
    cards = (FACES[key % 54], Card("BJ"))
    return Move(Seat(key % 4), Combination(cards, Reading("pair", key, 2, more=more)))


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        (int, -(10**30)),
        (str, 'a "b" \\ \n\u2028 é 红 \U0001f0a1'),
        (bool, True),
        (tuple[bool, ...], (True, False)),
        (tuple[Card, ...], ()),
        (tuple[Seat, Card], (Seat.W, Card("H7"))),
        (Mapping[str, int], {"é": 1, "z": 2, "EW": 3, "a\n": 4}),
        (Mapping[Seat, str], {Seat.W: "", Seat.E: "7"}),
        (Mapping[str, int], {}),
        (Fence, Fence(Metres(2))),
        (Fence, Fence(Metres(0), painted=True, colour="")),
        (Event, Exchanged(None, (Card("S3"), Card("BJ")))),
        (Action, Discard(Seat.N, Card("s3"))),
        (Move, Move(Seat.E, None)),
        (tuple[Move, ...], tuple(a_move(key) for key in range(60))),
        (Down, Farewell("replaced")),
        (Finding, Finding("noise", "ok", "", *(Said("随机源", "Random source"),) * 3)),
    ],
)
def test_the_text_is_that_of_the_plain_value(kind: Any, value: Any) -> None:
    plain = json.dumps(to_plain(kind, value), separators=(",", ":"), sort_keys=True)
    assert writer(kind)(value) == plain


def test_a_tuple_of_the_wrong_length_is_not_written() -> None:
    with pytest.raises(ValueError, match="shorter"):
        writer(tuple[int, int])((1,))


def test_what_is_no_message_is_not_written() -> None:
    view = View(1, Seat.E, "lobby", "chinpok/1", "2", 0, 4, (), False, "simulated")
    with pytest.raises(KeyError):
        writer(Up)(view)


def test_each_move_keeps_its_own_text_however_many_there_are() -> None:
    """They come and go, so that the place of one in memory becomes that of another."""
    lasting = [a_move(key) for key in range(60)]
    for key in range(3 * MOST_KEPT):
        passing = a_move(key, more=(key,))
        assert writer(Move)(passing) == _plainly(passing)
        move = lasting[key % len(lasting)]
        assert writer(Move)(move) == _plainly(move)


def test_moves_that_are_equal_though_not_the_same_are_written_as_they_are() -> None:
    truths: list[Any] = [True, 1]
    one, other = (
        Move(Seat.E, Combination((), Reading("single", 1, 1, pure=truth))) for truth in truths
    )
    assert one == other
    assert writer(Move)(one) == _plainly(one)
    assert writer(Move)(other) == _plainly(other)


@given(st.lists(st.integers(0, 3), min_size=2, max_size=4 * FEW))
def test_a_table_that_changes_is_written_as_it_is_now(steps: list[int]) -> None:
    table: dict[str, int] = {}
    for step in steps:
        table["EW"] = table.get("EW", 0) + step
        assert writer(Mapping[str, int])(table) == json.dumps(table, separators=(",", ":"))


@given(st.lists(st.tuples(*map(st.sampled_from, OWN)), min_size=2, max_size=12))
def test_what_was_written_before_changes_nothing(told: list[tuple[Any, ...]]) -> None:
    """Fields that stay, come, go and come back, also as another object that is equal."""
    for ask, places, running, digits, trump, saving in told:
        view = View(
            *(1, Seat.E, "round", "chinpok/1", "2", 0, 4),
            places=places,
            practice=False,
            noise="",
            ask=ask,
            running=running,
            digits=digits,
            trump=trump,
            saving=saving,
        )
        plain = json.dumps(to_plain(Down, view), separators=(",", ":"), sort_keys=True)
        assert writer(Down)(view) == plain


def test_a_mapping_that_has_changed_since_is_written_as_it_is_now() -> None:
    running = {"EW": 1}
    view = View(1, Seat.E, "round", "chinpok/1", "2", 0, 4, (), False, "", running=running)
    assert '"running":{"EW":1}' in writer(Down)(view)
    running["NS"] = 2
    assert '"running":{"EW":1,"NS":2}' in writer(Down)(view)


def _plainly(move: Move) -> str:
    return json.dumps(to_plain(Move, move), separators=(",", ":"), sort_keys=True)


def test_a_truth_in_the_place_of_a_number_is_written_as_a_number() -> None:
    assert writer(int)(True) == "1"
