"""双扣: deals can begin, and small hands can go, in as many ways as was counted elsewhere."""

import json
from pathlib import Path
from typing import Any

import pytest

from table_firmware.rules.game import Game
from table_firmware.rules.games.shuangkou import baibian, qianbian
from tests.laying_games import opened, perft, tree, written

PERFT = json.loads((Path(__file__).parent.parent / "golden/shuangkou-perft.json").read_text())
GAMES: dict[str, Game] = {"baibian": baibian, "qianbian": qianbian}


@pytest.mark.parametrize("case", PERFT["deals"], ids=lambda case: case["id"])
def test_a_deal_can_begin_in_as_many_ways(case: Any) -> None:
    game = GAMES[case["game"]]
    state = opened(game, written(case), case["options"])
    counted = [perft(game, state, depth) for depth in range(1, len(case["perft"]) + 1)]
    assert counted == case["perft"]


@pytest.mark.parametrize("case", PERFT["trees"], ids=lambda case: case["id"])
def test_a_small_hand_can_go_in_as_many_ways(case: Any) -> None:
    game = GAMES[case["game"]]
    state = opened(game, written(case), case["options"])
    assert tree(game, state) == (case["nodes"], case["ends"])
