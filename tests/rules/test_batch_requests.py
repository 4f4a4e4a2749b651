"""What is malformed is answered with the field's name, and the batch goes on."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from table_firmware.rules.batch import LINE_LIMIT, answer
from tests.rules.requests import (
    BEATS,
    CLASSIFY,
    HANDS,
    MINIMAL,
    PAIR,
    PLAYS,
    RANK,
    RECORD,
    ROUND,
    SCORE,
    ask,
    complaint,
)


@pytest.mark.parametrize(
    "line",
    ["", "x", "{", "[]", "7", "null", '{"id":NaN}', "[" * 60_000, '{"op":' * 5_000, "\ud800"],
)
def test_a_line_that_is_no_object_is_answered_all_the_same(line: str) -> None:
    assert complaint(json.loads(answer(line))).startswith("line: ")


def padded(size: int) -> str:
    line = json.dumps({**CLASSIFY, "pad": ""})
    return json.dumps({**CLASSIFY, "pad": "x" * (size - len(line))})


def test_a_line_may_have_64_kib_and_no_more() -> None:
    assert LINE_LIMIT == 65_536
    assert "default" in json.loads(answer(padded(LINE_LIMIT)))
    assert "default" in json.loads(answer(padded(LINE_LIMIT) + "\n"))
    assert complaint(json.loads(answer(padded(LINE_LIMIT + 1)))) == "line: longer than 64 KiB"


def test_the_limit_counts_bytes_and_not_letters() -> None:
    line = json.dumps({"id": "牌" * (LINE_LIMIT // 3)}, ensure_ascii=False)
    assert complaint(json.loads(answer(line))) == "line: longer than 64 KiB"


@pytest.mark.parametrize("name", ["a", "", "牌", 7, 1.5, True, None, "\ud800"])
def test_the_id_comes_back_with_answers_and_complaints(name: Any) -> None:
    assert ask(CLASSIFY, id=name)["id"] == name
    assert ask(CLASSIFY, id=name, trump="1")["id"] == name
    assert "id" not in ask(CLASSIFY)


@pytest.mark.parametrize("name", [[], {}, 1e999])
def test_an_id_that_cannot_come_back_is_refused(name: Any) -> None:
    line = json.dumps({**CLASSIFY, "id": name}).replace("Infinity", "1e999")
    assert complaint(json.loads(answer(line))).startswith("id: ")


@given(st.text())
@settings(deadline=None)
def test_no_line_stops_the_batch(line: str) -> None:
    assert isinstance(json.loads(answer(line)), dict)


plain = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 30) | st.sampled_from(["E", "S7", "x"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=5,
)


@pytest.mark.parametrize("request_", [CLASSIFY, BEATS, PLAYS, SCORE, RANK, ROUND])
@given(st.data())
def test_no_value_of_a_field_stops_the_batch(request_: Any, data: st.DataObject) -> None:
    field = data.draw(st.sampled_from([*request_, "settled", "right_reading", "list"]))
    answered = ask(request_, **{field: data.draw(plain)})
    assert isinstance(answered, dict)


@pytest.mark.parametrize(
    ("request_", "changes", "expected"),
    [
        (CLASSIFY, {"op": "shuffle"}, "op: not one of classify beats"),
        (CLASSIFY, {"op": 7}, "op: not a string"),
        (CLASSIFY, {"game": "whist"}, "game: not one of chinpok"),
        (CLASSIFY, {"trump": "23"}, "trump: not one of 2 3"),
        (CLASSIFY, {"trump": None}, "trump: not a string"),
        (CLASSIFY, {"cards": "S3"}, "cards: not a list"),
        (CLASSIFY, {"cards": ["S1"]}, "cards: not a list of cards"),
        (CLASSIFY, {"cards": [["S3"]]}, "cards: not a list of cards"),
        (CLASSIFY, {"cards": ["S3"] * 3}, "cards: more than 2 cards of one face"),
        (BEATS, {"left": ["S1"]}, "left: "),
        (BEATS, {"right": ["S3", "S4"]}, "right: not a combination"),
        (BEATS, {"right_reading": PAIR}, "right_reading: not a reading of right"),
        (BEATS, {"right_reading": {"type": "pair"}}, "right_reading.key: missing"),
        (BEATS, {"right_reading": 7}, "right_reading: not an object"),
        *(
            (
                BEATS,
                {"right_reading": {**PAIR, field: 2**31}},
                f"right_reading.{field}: not within -2147483648 to 2147483647",
            )
            for field in ("key", "size")
        ),
        (PLAYS, {"list": 1}, "list: not true or false"),
        (PLAYS, {"to_beat": {**PAIR, "type": "chain"}}, "to_beat.type: not one of single"),
        (PLAYS, {"to_beat": {**PAIR, "key": 18}}, "to_beat.key: not within 2 to 17"),
        (PLAYS, {"to_beat": {**PAIR, "key": True}}, "to_beat.key: not a whole number"),
        (PLAYS, {"to_beat": {**PAIR, "size": 3}}, "to_beat.size: not within 2 to 2"),
        (PLAYS, {"to_beat": {**PAIR, "pure": True}}, "to_beat.pure: only a straight flush"),
        (MINIMAL, {"hand": None}, "hand: not a list"),
        (SCORE, {"finish": ["E", "E"]}, "finish: names one twice"),
        (SCORE, {"finish": ["E", 7]}, "finish: not a list out of E N W S"),
        (SCORE, {"finish": ["E", "N"]}, "finish: the hand is not over"),
        (SCORE, {"finish": ["E", "W", "N"]}, "finish: goes on after the end"),
        (SCORE, {"left": {"S": 8}}, "left: must name N S"),
        (SCORE, {"left": {"S": 8, "N": 28}}, "left.N: not within 1 to 27"),
        (SCORE, {"left": {"S": 0, "N": 2}}, "left.S: not within 1 to 27"),
        (SCORE, {"settled": {"disconnected": "E"}}, "settled.to_act: missing"),
        (RANK, {"mode": "5"}, "mode: not one of 1A 1B 2 3 4"),
        (RANK, {"hands": []}, "hands: none"),
        (RANK, {"hands": [7]}, "hands[0]: not an object"),
        (RANK, {"hands": [{**RECORD, "seats": {}}]}, "hands[0].seats: must name E N W S"),
        (
            RANK,
            {"hands": [{**RECORD, "seats": dict.fromkeys("ENWS", "A")}]},
            "hands[0].seats: names a player twice",
        ),
        (
            RANK,
            {"hands": [RECORD, {**RECORD, "seats": {"E": "A", "S": "C", "W": "B", "N": "D"}}]},
            "hands: not the same players throughout",
        ),
        (
            RANK,
            {"hands": [{**RECORD, "disconnected": ["X"]}]},
            "hands[0].disconnected: not a list out of A D C B",
        ),
        (ROUND, {"leader": "X"}, "leader: not one of E N W S"),
        (ROUND, {"hands": {**HANDS, "E": []}}, "hands.E: holds no card"),
        (ROUND, {"hands": {**HANDS, "E": ["DK", "DK"]}}, "hands: more than 2 cards of one face"),
        (ROUND, {"actions": [{}]}, "actions[0].seat: must come with one of play"),
        (ROUND, {"actions": [{"seat": "E", "pass": True, "play": []}]}, "actions[0].seat: must"),
        (ROUND, {"actions": [{"seat": "E", "pass": False}]}, "actions[0].pass: not true"),
        (ROUND, {"actions": [{"seat": "E", "timeout": 1}]}, "actions[0].timeout: not true"),
        (ROUND, {"actions": [{"seat": "E", "managed": None}]}, "actions[0].managed: not true"),
        (ROUND, {"actions": [{"pass": True}]}, "actions[0].seat: missing"),
        (ROUND, {"actions": [{"seat": "E", "play": "D5"}]}, "actions[0].play: not a list"),
        (
            ROUND,
            {"actions": [{"seat": "E", "play": ["D5"], "reading": {"key": 5}}]},
            "actions[0].reading.type: missing",
        ),
    ],
)
def test_a_bad_field_is_named(request_: Any, changes: Any, expected: str) -> None:
    assert complaint(ask(request_, **changes)).startswith(expected)


@pytest.mark.parametrize("request_", [CLASSIFY, BEATS, PLAYS, MINIMAL, SCORE, RANK, ROUND])
def test_every_field_is_needed(request_: Any) -> None:
    assert "error" not in ask(request_)
    for field in request_:
        short = {key: value for key, value in request_.items() if key != field}
        assert complaint(ask(short)) == f"{field}: missing"
