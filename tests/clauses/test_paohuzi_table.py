"""The table of 跑胡子 leaves nothing out, and names tests, modules and options that exist."""

import ast
import re
from functools import cache
from pathlib import Path
from typing import Final

from table_firmware.rules.games import paohuzi

ROOT: Final = Path(__file__).resolve().parents[2]
PAGE: Final = (ROOT / "docs/games/paohuzi.md").read_text("utf-8")
SIGNS: Final = "一二三四五六七八九十"
TERMS: Final = [
    *SIGNS,
    *(f"十{sign}" for sign in SIGNS[:9]),
    *(f"二十{sign}" for sign in ("", *SIGNS[:4])),
]
NUMBERED: Final = [f"PH-{n:02}" for n in range(1, 29)] + [f"P{n}" for n in range(1, 19)]
HEADS: Final = ("---", "clause", "decision", "example")


def rows() -> list[list[str]]:
    lines = (line for line in PAGE.splitlines() if line.startswith("|"))
    found = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return [cells for cells in found if cells[0] not in HEADS]


@cache
def functions(path: Path) -> frozenset[str]:
    tree = ast.parse(path.read_text("utf-8"))
    return frozenset(node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))


def test_every_term_and_appendix_stands_there_once() -> None:
    found = [cells[0] for cells in rows()]
    assert [clause for clause in found if clause in TERMS] == TERMS
    assert [clause for clause in found if clause.startswith("附录")] == [
        f"附录{sign}" for sign in "二三四五"
    ]
    assert [clause for clause in found if clause.startswith("step")] == [
        f"step {n}" for n in range(1, 11)
    ]


def test_every_decision_and_example_stands_there_once() -> None:
    assert [cells[0] for cells in rows() if re.fullmatch(r"PH-\d\d|P\d+", cells[0])] == NUMBERED


def test_each_is_proved_by_a_test_of_its_number() -> None:
    for number, *_, proof in rows():
        if number in NUMBERED:
            assert f"::test_{number.lower().replace('-', '_')}_" in proof, number


def test_every_clause_has_a_proof_or_a_reason_why_not() -> None:
    for clause, *_, proof in rows():
        assert "::test_" in proof or len(proof) > len("not tested: ") + 5, clause


def test_every_test_and_module_that_is_named_exists() -> None:
    for file, test in re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", PAGE):
        assert test in functions(ROOT / file), test
    for module in re.findall(r"`(rules/[\w/]+\.py)`", PAGE):
        assert (ROOT / "table_firmware" / module).exists(), module
    table = "\n".join(" | ".join(cells) for cells in rows())
    for module, names in re.findall(r"`(rules/[\w/]+\.py)`((?: \w+,?)*)", table):
        code = (ROOT / "table_firmware" / module).read_text("utf-8")
        known = set(re.findall(r"\w+", code))
        assert set(re.findall(r"\w+", names)) <= known, module


def test_every_option_is_explained() -> None:
    assert [key for key in paohuzi.in_force({}) if f"`{key}`" not in PAGE] == []
