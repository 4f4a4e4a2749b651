import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table_firmware.fairness.batch import answer

Vector = dict[str, Any]
OF_BATCH = ("origin", "game", "bid", "prev_size", "prev_root", "n", "contributions")
OF_HAND = ("h", "hw", "os", "path", "cuts")
ASKED = (*OF_BATCH, *OF_HAND)


def ask(request: object) -> dict[str, Any]:
    reply = answer(json.dumps(request))
    assert "\n" not in reply
    plain: dict[str, Any] = json.loads(reply)
    return plain


def refused(request: object) -> str:
    """The field that the refusal names."""
    reply = ask(request)
    error = reply.pop("error")
    assert error["code"] == "bad-request"
    assert reply.keys() <= {"id"}
    name: str = error["message"].split(":")[0]
    return name


@pytest.fixture(scope="module")
def request_of(vectors: list[Vector]) -> Vector:
    vector = vectors[0]
    hand = vector["hands"][1]
    return {"op": "hand"} | {n: vector[n] for n in OF_BATCH} | {n: hand[n] for n in OF_HAND}


def test_every_vector_is_answered_in_full(vectors: list[Vector]) -> None:
    for vector in vectors:
        for hand in vector["hands"]:
            request = {n: vector[n] for n in OF_BATCH} | {n: hand[n] for n in OF_HAND}
            expected = {n: vector[n] for n in ("HB", "R", "B", "K")} | {
                n: value for n, value in hand.items() if n not in OF_HAND
            }
            assert ask({"op": "hand", **request}) == expected


@pytest.mark.parametrize("name", ["", 7, 1.5, None, True, "桌"])
def test_an_id_comes_back_with_answers_and_errors(request_of: Vector, name: object) -> None:
    assert ask({"id": name, **request_of})["id"] == name
    wrong = {"id": name, "op": "deal"}
    assert ask(wrong)["id"] == name
    assert refused(wrong) == "op"


def test_an_id_that_cannot_come_back_is_refused(request_of: Vector) -> None:
    assert refused({**request_of, "id": []}) == "id"
    assert refused({**request_of, "id": {}}) == "id"


@pytest.mark.parametrize("name", ["op", *ASKED])
@pytest.mark.parametrize("value", [None, True, 1.5, "桌", {}, [None], [[]], -1, 2**64])
def test_a_malformed_field_is_named(request_of: Vector, name: str, value: object) -> None:
    assert refused({**request_of, name: value}) == name


@pytest.mark.parametrize("name", ["op", *ASKED])
def test_a_missing_field_is_named(request_of: Vector, name: str) -> None:
    assert refused({key: value for key, value in request_of.items() if key != name}) == name


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("origin", ""),
        ("origin", "x" * 65),
        ("origin", "桌"),
        ("game", "chinpok"),
        ("game", "chinpok/2"),
        ("bid", "00" * 15),
        ("bid", "0" * 31),
        ("bid", "AB" * 16),
        ("bid", " 0" * 16),
        ("bid", "00" * 16 + "\n"),
        ("bid", "٠٠" * 16),
        ("prev_root", "00" * 33),
        ("n", 0),
        ("n", 257),
        ("h", 64),
        ("hw", "00" * 319),
        ("os", "00" * 65),
        ("path", []),
        ("path", ["00" * 32] * 5),
        ("path", ["00" * 32] * 7),
        ("path", ["00" * 31] * 6),
        ("contributions", [[0, ""]] * 3),
        ("contributions", [[0, ""]] * 5),
        ("contributions", [[0, "00"], [0, ""], [0, ""], [0, ""]]),
        ("contributions", [[1, "30"], [0, ""], [0, ""], [0, ""]]),
        ("contributions", [[256, ""], [0, ""], [0, ""], [0, ""]]),
        ("contributions", [[-1, ""], [0, ""], [0, ""], [0, ""]]),
        ("contributions", [[False, ""], [0, ""], [0, ""], [0, ""]]),
        ("contributions", [[0, "", ""], [0, ""], [0, ""], [0, ""]]),
        ("cuts", [[0, ""]] * 3),
        ("cuts", [[1, "313038"], [0, ""], [0, ""], [0, ""]]),
        ("cuts", [[1, "3037"], [0, ""], [0, ""], [0, ""]]),
        ("cuts", [[2, "00" * 16], [0, ""], [0, ""], [0, ""]]),
    ],
)
def test_a_value_out_of_range_is_named(request_of: Vector, name: str, value: object) -> None:
    assert refused({**request_of, name: value}) == name


def test_a_path_longer_than_a_tree_of_one_leaf_has_is_named(vectors: list[Vector]) -> None:
    vector = vectors[1]
    hand = vector["hands"][0]
    request = {n: vector[n] for n in OF_BATCH} | {n: hand[n] for n in OF_HAND}
    assert refused({"op": "hand", **request, "path": ["00" * 32]}) == "path"


@pytest.mark.parametrize(
    "line",
    [
        "",
        "{",
        "null",
        "[]",
        '"hand"',
        '{"id":NaN}',
        '{"id":1e999}',
        '{"id":' + "9" * 5000 + "}",
        "[" * 60_000,
        '{"id":' * 9000,
        "{}" + " " * 65_535,
        "\ud800",
        "\0",
    ],
)
def test_a_bad_line_is_answered_and_named(line: str) -> None:
    reply = json.loads(answer(line))
    assert reply.keys() == {"error"}
    assert reply["error"]["code"] == "bad-request"
    assert reply["error"]["message"].startswith("line: ")


def test_a_line_of_64_kib_is_still_read(request_of: Vector) -> None:
    line = json.dumps(request_of)
    assert "error" not in json.loads(answer(line.ljust(65_536) + "\n"))
    assert "error" in json.loads(answer(line.ljust(65_537) + "\n"))


plain = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@pytest.mark.slow
@given(st.sampled_from(["op", "id", *ASKED]), plain)
def test_no_value_stops_it(request_of: Vector, name: str, value: object) -> None:
    reply = json.loads(answer(json.dumps({**request_of, name: value})))
    assert reply.get("error", {"code": "bad-request"})["code"] == "bad-request"


@given(st.text())
def test_no_line_stops_it(line: str) -> None:
    assert json.loads(answer(line))["error"]["code"] == "bad-request"
