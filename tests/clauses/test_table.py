"""The table of clauses leaves none out, and names tests and keys that exist."""

import ast
import re
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from table_firmware.rules.games.chinpok.settings import CHOICES, CORE

ROOT: Final = Path(__file__).resolve().parents[2]
PAGE: Final = (ROOT / "docs/games/chinpok.md").read_text("utf-8")

CLAUSES: Final = {
    "1": 3, "3": 3, "7": 2, "8": 4, "9": 3, "10": 6, "11": 4, "13": 10, "14": 5, "15": 3,
    "17": 3, "18": 3, "19": 6, "20": 3, "21": 6, "22": 4, "23": 4, "24": 2, "26": 4, "27": 3,
    "28": 4, "29": 3, "30": 4, "31": 2, "32": 4, "33": 5, "34": 5, "35": 3, "36": 4, "38": 4,
    "39": 3, "40": 4, "41": 3, "42": 4, "43": 4, "44": 3, "45": 4, "46": 2, "47": 3,
    "A": 4, "C": 2,
}  # fmt: skip
"""How many clauses each article and appendix of the electronic edition has, by number."""
WHOLE: Final = ("2", "4", "5", "6", "12", "16", "25", "37", "48", "B")
"""Articles and an appendix without numbered clauses."""
EVERY: Final = (*(f"{a}.{n}" for a, most in CLAUSES.items() for n in range(1, most + 1)), *WHOLE)


def rows(prefix: str) -> dict[str, list[str]]:
    """The rows of the page whose first cell matches, by that cell."""
    found = {}
    for line in PAGE.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("|") and re.fullmatch(prefix, cells[0]):
            assert cells[0] not in found, f"{cells[0]} stands there twice"
            found[cells[0]] = cells[1:]
    return found


CLAUSE_ROWS: Final = rows(r"\d+(\.\d+)?|[ABC](\.\d)?")
DECISION_ROWS: Final = rows(r"CP-\d\d")


@cache
def functions(path: Path) -> frozenset[str]:
    tree = ast.parse(path.read_text("utf-8"))
    return frozenset(node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))


def test_every_clause_stands_in_the_table_and_nothing_else() -> None:
    assert sorted(CLAUSE_ROWS) == sorted(EVERY)


def test_every_decision_stands_in_the_table() -> None:
    assert sorted(DECISION_ROWS) == [f"CP-{n:02}" for n in range(1, 56)]


@pytest.mark.parametrize("clause", EVERY)
def test_a_clause_has_a_test_of_its_number_or_a_reason_why_not(clause: str) -> None:
    *_, where, proof = CLAUSE_ROWS[clause]
    if proof.startswith("not tested: "):
        assert len(proof) > len("not tested: ") + 10
        return
    assert where
    number = clause.lower().replace(".", "_")
    assert re.search(rf"::test_{number}_", proof)


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(set(re.findall(r"`([\w/.]+\.py::\w+)`", PAGE))))
def test_every_test_that_is_named_exists(name: str) -> None:
    file, _, test = name.partition("::")
    path = ROOT / (file if "/" in file else f"tests/clauses/{file}")
    assert test in functions(path)


def test_every_place_that_is_named_exists() -> None:
    cells = " ".join(cells[-2] for cells in CLAUSE_ROWS.values())
    for name in re.findall(r"`([\w/.-]+(?:/|\.py|\.toml|\.md))`?", cells):
        known = name.startswith(("ui_kiosk/", "docs/", "deploy/"))
        assert (ROOT / (name if known else f"table_firmware/{name}")).exists(), name


def test_every_option_is_explained_by_a_decision() -> None:
    keys = " ".join(cells[-2] for cells in DECISION_ROWS.values())
    assert [key for key in CHOICES if f"`{key}`" not in keys] == []
    assert [key for key in CORE if f"`{key}`" not in PAGE] == []


def test_every_decision_has_a_proof() -> None:
    assert [key for key, cells in DECISION_ROWS.items() if "::" not in cells[-1]] == []


def test_every_test_of_a_number_stands_in_the_table() -> None:
    for path in sorted((ROOT / "tests/clauses").glob("test_ch*.py")):
        for name in functions(path):
            if re.match(r"test_(a_|c_)?\d+", name):
                assert f"::{name}`" in PAGE, name
