"""Mutation testing leaves out no module of the rules, and explains no change that is not there."""

import runpy
from pathlib import Path
from typing import Any, Final

import pytest

ROOT: Final = Path(__file__).resolve().parents[2]
RULES: Final = ROOT / "table_firmware" / "rules"
MUTATE: Final[dict[str, Any]] = runpy.run_path(str(ROOT / "deploy" / "mutate.py"))
TESTS: Final[dict[str, tuple[str, ...]]] = MUTATE["TESTS"]


def name(path: Path) -> str:
    inside = path.relative_to(RULES).with_suffix("")
    return ".".join(inside.parts).removesuffix("__init__").removesuffix(".")


def has_changes(module: str) -> bool:
    return next(MUTATE["mutants"](module), None) is not None


def test_every_module_of_the_rules_is_tried() -> None:
    """The practice opponent rules nothing."""
    modules = {name(path) for path in RULES.rglob("*.py") if "planner" not in path.parts} - {""}
    assert {module for module in modules if has_changes(module)} == set(TESTS)


def test_the_tests_that_are_asked_exist() -> None:
    named = {test for tests in TESTS.values() for test in tests}
    assert [test for test in sorted(named) if not (ROOT / test).is_file()] == []


def test_every_change_that_is_explained_exists() -> None:
    explained: set[str] = set(MUTATE["known"]())
    changes = {
        change.name
        for module in {line.partition(":")[0] for line in explained}
        for change in MUTATE["mutants"](module)
    }
    assert explained
    assert sorted(explained - changes) == []


@pytest.mark.parametrize("module", ["games", "games.chinpok", "frozen"])
def test_a_change_can_be_made_of_a_module_and_of_a_package(module: str) -> None:
    changes = list(MUTATE["mutants"](module))
    assert len({change.name for change in changes}) == len(changes)
    assert changes[0].code().co_code
