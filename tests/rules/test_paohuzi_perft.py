"""Counts of reachable positions from fixed deals against the table: nothing is missing or extra."""

import json
from pathlib import Path
from typing import Any

import pytest

from table_firmware.rules.cards import Card
from table_firmware.rules.dealing import Deal
from table_firmware.rules.games import paohuzi
from table_firmware.rules.games.paohuzi import Options, State
from tests.paohuzi import do, open_actions

pytestmark = pytest.mark.no_cover

GOLDEN = json.loads((Path(__file__).parent.parent / "golden/paohuzi-perft.json").read_text())


def begin(case: Any) -> State:
    hands = tuple(tuple(map(Card, hand.split())) for hand in case["hands"])
    return paohuzi.opening(Options(), Deal(hands, {"dealer": case["dealer"]}))


def count(state: State, depth: int) -> int:
    """Sequences of so many decisions; a hand that is over has none."""
    if paohuzi.clock(state) is None:
        return 0
    actions = open_actions(state)
    if depth == 1:
        return len(actions)
    return sum(count(do(state, action), depth - 1) for action in actions)


@pytest.mark.slow
@pytest.mark.parametrize("case", GOLDEN, ids=lambda case: case["id"])
def test_as_many_sequences_of_decisions_are_open(case: Any) -> None:
    state = begin(case)
    assert [count(state, depth) for depth in range(1, len(case["perft"]) + 1)] == case["perft"]
