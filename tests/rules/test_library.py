"""The rules as a library: what the documentation shows is so, and the examples run."""

import doctest
import json
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from table_firmware.rules import combinations
from table_firmware.rules.game import Game
from table_firmware.rules.games import chinpok
from table_firmware.rules.record import parse

ROOT = Path(__file__).parents[2]


def run(*arguments: str) -> str:
    command = [sys.executable, *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout


@pytest.mark.parametrize("module", [combinations, chinpok])
def test_the_docstrings_of_a_module_are_true(module: ModuleType) -> None:
    found = doctest.testmod(module)
    assert found.attempted > 0
    assert found.failed == 0


def test_the_page_about_the_library_is_true() -> None:
    found = doctest.testfile(str(ROOT / "docs/library.md"), module_relative=False)
    assert found.attempted > 0
    assert found.failed == 0


def test_a_random_hand_is_printed_as_a_record() -> None:
    printed = run("-m", "examples.random_play", "3")
    record = parse(printed)
    game: Game = chinpok
    state = game.opening(game.options(record.options), record.deal)
    for action in record.actions:
        for event in game.decide(state, action):
            state = game.evolve(state, event)
    assert printed.splitlines()[-1] == f"# {state.result}"


def test_the_greedy_players_finish_their_hands() -> None:
    assert run("-m", "examples.greedy_play", "2").startswith("the greedy pair won ")


def test_a_tournament_says_what_came_of_it() -> None:
    told = json.loads(run("-m", "examples.tournament", "1", "greedy", "managed"))
    assert told["deals"] == 1
    assert told["answers"] > 40


def outside_the_standard_library(statement: str) -> set[str]:
    code = (
        f"import sys, json\n{statement}\n"
        "names = {name.partition('.')[0] for name in sys.modules} - set(sys.stdlib_module_names)\n"
        "print(json.dumps(sorted(names)))"
    )
    return set(json.loads(run("-c", code)))


def test_importing_the_library_brings_the_standard_library_alone() -> None:
    brought = outside_the_standard_library("from table_firmware.rules.games import chinpok")
    assert brought - outside_the_standard_library("pass") == {"table_firmware"}
