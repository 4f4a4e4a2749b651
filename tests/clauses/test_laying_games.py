"""The tables of 双扣 and 三叉子 leave no decision out, and name tests and keys that exist."""

import ast
import re
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from table_firmware.rules.games import sanchazi
from table_firmware.rules.games.shuangkou import baibian, qianbian

ROOT: Final = Path(__file__).resolve().parents[2]
PAGES: Final = {
    name: (ROOT / f"docs/games/{name}.md").read_text("utf-8") for name in ("shuangkou", "sanchazi")
}
NUMBERED: Final = {
    "shuangkou": [f"SK-{n:02}" for n in range(1, 33)] + [f"S{n}" for n in range(1, 20)],
    "sanchazi": [f"SC-{n:02}" for n in range(1, 31)] + [f"T{n}" for n in range(1, 17)],
}
KEYS: Final = {
    "shuangkou": {*baibian.CHOICES, *qianbian.CHOICES},
    "sanchazi": {*sanchazi.CHOICES},
}
GAME = pytest.mark.parametrize("name", PAGES)


def rows(name: str) -> list[list[str]]:
    lines = PAGES[name].splitlines()
    found = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in lines
        if line.startswith("|")
    ]
    heads = ("---", "clause", "decision", "example")
    return [cells for cells in found if cells[0] not in heads]


@cache
def functions(path: Path) -> frozenset[str]:
    tree = ast.parse(path.read_text("utf-8"))
    return frozenset(node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))


@GAME
def test_every_decision_and_example_stands_there_once(name: str) -> None:
    found = [cells[0] for cells in rows(name) if re.fullmatch(r"S[KC]-\d\d|[ST]\d+", cells[0])]
    assert found == NUMBERED[name]


@GAME
def test_each_is_proved_by_a_test_of_its_number(name: str) -> None:
    for number, *_, proof in rows(name):
        if number in NUMBERED[name]:
            assert f"::test_{number.lower().replace('-', '_')}_" in proof, number


@GAME
def test_every_clause_has_a_proof_or_a_reason_why_not(name: str) -> None:
    for clause, *_, proof in rows(name):
        assert "::test_" in proof or len(proof) > len("not tested: ") + 10, clause


@GAME
def test_every_test_and_module_that_is_named_exists(name: str) -> None:
    for file, test in re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", PAGES[name]):
        assert test in functions(ROOT / file), test
    for module, names in re.findall(r"`(rules/[\w/]+\.py)`((?: \w+,?)*)", PAGES[name]):
        code = (ROOT / "table_firmware" / module).read_text("utf-8")
        known = set(re.findall(r"\w+", code))
        assert set(re.findall(r"\w+", names)) <= known, module


@GAME
def test_every_option_is_explained_by_a_decision(name: str) -> None:
    keys = " ".join(cells[2] for cells in rows(name) if len(cells) == 4)
    assert [key for key in KEYS[name] if f"`{key}`" not in keys] == []
