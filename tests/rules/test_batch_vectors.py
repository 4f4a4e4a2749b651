"""Every case of the vectors that is asked through `answer`."""

import json
from pathlib import Path
from typing import Any

import pytest

from table_firmware.rules.batch import answer

GOLDEN = Path(__file__).parent.parent / "golden"


def cases(*names: str) -> list[Any]:
    found = []
    for name in names:
        for case in json.loads((GOLDEN / name).read_text("utf-8")):
            found.append(pytest.param(case, id=case["id"]))
    return found


def contains(answered: Any, expected: Any) -> bool:
    """`expected` is a subset: fields that it does not name are free."""
    if isinstance(expected, dict):
        return isinstance(answered, dict) and all(
            key in answered and contains(answered[key], value) for key, value in expected.items()
        )
    if isinstance(expected, list):
        return (
            isinstance(answered, list)
            and len(answered) == len(expected)
            and all(map(contains, answered, expected))
        )
    return bool(answered == expected)


@pytest.mark.slow
@pytest.mark.parametrize(
    "case",
    cases(
        "chinpok-examples.json",
        "chinpok-classify.json",
        "chinpok-flow.json",
        "chinpok-rounds.json",
        "chinpok-plays.json",
    ),
)
def test_each_published_case_is_answered_as_expected(case: Any) -> None:
    answered = json.loads(answer(json.dumps({"id": case["id"], **case["request"]})))
    assert answered.pop("id") == case["id"]
    assert contains(answered, case["expect"]), answered
