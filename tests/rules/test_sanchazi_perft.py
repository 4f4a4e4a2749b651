"""三叉子: deals can begin, and small hands can go, in as many ways as was counted elsewhere."""

import json
from pathlib import Path
from typing import Any

import pytest

from table_firmware.rules.games import sanchazi
from tests.laying_games import opened, perft, tree, written

PERFT = json.loads((Path(__file__).parent.parent / "golden/sanchazi-perft.json").read_text())


@pytest.mark.parametrize("case", PERFT["deals"], ids=lambda case: case["id"])
def test_a_deal_can_begin_in_as_many_ways(case: Any) -> None:
    state = opened(sanchazi, written(case), case["options"])
    counted = [perft(sanchazi, state, depth) for depth in range(1, len(case["perft"]) + 1)]
    assert counted == case["perft"]


@pytest.mark.parametrize("case", PERFT["trees"], ids=lambda case: case["id"])
def test_a_small_hand_can_go_in_as_many_ways(case: Any) -> None:
    state = opened(sanchazi, written(case), case["options"])
    assert tree(sanchazi, state) == (case["nodes"], case["ends"])
