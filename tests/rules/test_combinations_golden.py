"""The published cases of ChinPok's combinations, each under its own name."""

import json
from pathlib import Path
from typing import Any

import pytest

from table_firmware.rules.cards import cards
from table_firmware.rules.combinations import beats, classify, count, minimal, plays
from table_firmware.rules.notation import from_plain, to_plain
from table_firmware.rules.round import Reading

GOLDEN = Path(__file__).parent.parent / "golden"
CASES = [
    case
    for name in ("examples", "classify", "plays", "flow")
    for case in json.loads((GOLDEN / f"chinpok-{name}.json").read_text())
]


def of(op: str) -> pytest.MarkDecorator:
    chosen = [case for case in CASES if case["request"]["op"] == op]
    return pytest.mark.parametrize("case", chosen, ids=lambda case: str(case["id"]))


def reading(plain: Any) -> Reading | None:
    found: Reading | None = None if plain is None else from_plain(Reading, plain)
    return found


def test_no_published_case_is_missing() -> None:
    ops = [case["request"]["op"] for case in CASES]
    counted = {op: ops.count(op) for op in ("classify", "beats", "plays", "minimal")}
    assert counted == {"classify": 336, "beats": 36, "plays": 70, "minimal": 20}


@pytest.mark.slow
@of("classify")
def test_a_set_has_the_published_readings_in_order(case: dict[str, Any]) -> None:
    asked = case["request"]
    found = classify(cards(asked["cards"]), asked["trump"])
    assert [to_plain(Reading, one) for one in found] == case["expect"]["readings"]


@of("beats")
def test_what_beats_what(case: dict[str, Any]) -> None:
    asked = case["request"]
    right = classify(cards(asked["right"]), asked["trump"])[0]
    left = classify(cards(asked["left"]), asked["trump"])
    assert any(beats(one, right) for one in left) is case["expect"]["beats"]


@pytest.mark.slow
@of("plays")
def test_a_hand_has_as_many_plays_as_published(case: dict[str, Any]) -> None:
    asked, expected = case["request"], case["expect"]
    hand, to_beat = cards(asked["hand"]), reading(asked["to_beat"])
    number, by_type, pure = count(hand, asked["trump"], to_beat)
    assert (number, by_type) == (expected["count"], expected["by_type"])
    assert pure == expected.get("pure", pure)
    assert len(set(plays(hand, asked["trump"], to_beat))) == number


@of("minimal")
def test_the_smallest_play_is_the_published_one(case: dict[str, Any]) -> None:
    asked, expected = case["request"], case["expect"]["play"]
    play = minimal(cards(asked["hand"]), asked["trump"], reading(asked["to_beat"]))
    found = play and {"cards": list(play.cards), "reading": to_plain(Reading, play.reading)}
    assert found == expected
