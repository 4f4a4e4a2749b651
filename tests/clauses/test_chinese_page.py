"""The Chinese page of the games: every option as it is built, every decision in one place."""

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import pytest

from table_firmware.rules.choices import Choices
from table_firmware.rules.games import GAMES, sanchazi
from table_firmware.rules.games.chinpok.settings import CHOICES as CHINPOK
from table_firmware.rules.games.paohuzi.names import Name
from table_firmware.rules.games.paohuzi.settings import CHOICES as PAOHUZI
from table_firmware.rules.games.shuangkou import baibian, qianbian

ROOT: Final = Path(__file__).resolve().parents[2]
PAGE: Final = (ROOT / "docs/games/README.zh-CN.md").read_text("utf-8")
SECTIONS: Final = PAGE.split("\n## ")[1:]
BUILT: Final[dict[str, tuple[tuple[Choices, ...], str, int]]] = {
    "chinpok": ((CHINPOK,), "CP", 55),
    "shuangkou": ((baibian.CHOICES, qianbian.CHOICES), "SK", 32),
    "sanchazi": ((sanchazi.CHOICES,), "SC", 30),
    "paohuzi": ((PAOHUZI,), "PH", 28),
}
"""By the name of its page: the options of a game, and its decisions."""
NUMBER: Final = re.compile(r"(?:CP|SK|SC|PH)-\d\d")
NAME = pytest.mark.parametrize("name", BUILT)


def section(name: str) -> str:
    (found,) = (text for text in SECTIONS if f"({name}.md)" in text)
    return found


def rows(name: str) -> dict[str, list[str]]:
    """By key: values, meaning and clause."""
    lines = (line for line in section(name).splitlines() if line.startswith("| `"))
    cells = ([cell.strip() for cell in line.strip("|").split("|")] for line in lines)
    return {key.strip("`"): rest for key, *rest in cells}


def written(value: object) -> str:
    """A value as an operator writes it."""
    if isinstance(value, dict):
        return f"`{{{', '.join(f'{key} = {each}' for key, each in value.items())}}}`"
    return f"`{json.dumps(value)}`"


def listed(values: Sequence[Any]) -> str:
    """All values, the default first."""
    if len(values) == 24:
        return f"{written(values[0])}，次序任意"
    if len(values) > 5:
        *few, last = (*values[:4], values[-1])
        return f"{'、'.join(map(written, few))} 至 {written(last)}"
    return "、".join(map(written, values))


@NAME
def test_every_option_stands_there_with_its_values_and_its_decision(name: str) -> None:
    choices, *_ = BUILT[name]
    found = rows(name)
    assert list(found) == list(choices[0])
    for key, (values, meaning, clause) in found.items():
        each = [listed(built[key][0]) for built in choices]
        assert values in (each[0], f"百变 {each[0]}；千变 {each[-1]}"), key
        assert (values == each[0]) == (each[0] == each[-1]), key
        assert meaning
        assert set(NUMBER.findall(choices[0][key][1])) <= set(NUMBER.findall(clause)), key


@NAME
def test_every_decision_is_in_one_place(name: str) -> None:
    _, letters, last = BUILT[name]
    decided = section(name).split("\n决定：")[1].split("\n有意不收入")[0]
    found: list[int] = []
    for first, end in re.findall(rf"{letters}-(\d\d)(?: 至 {letters}-(\d\d))?", decided):
        found += range(int(first), int(end or first) + 1)
    assert set(found) == set(range(1, last + 1))
    twice = {number for number in found if found.count(number) > 1}
    assert len(twice) <= 3, twice  # those that are about two things


def test_every_game_and_its_matches_are_named() -> None:
    for key, game in GAMES.items():
        assert f"`{key}`" in PAGE
        (text,) = (text for text in SECTIONS if f"`{key}`" in text.splitlines()[0])
        assert [mode for mode in game.modes(game.options({})) if mode not in text] == []


def test_own_lines_of_names_are_explained() -> None:
    said = section("paohuzi")
    assert [field for field in Name.__match_args__ if f"`{field}`" not in said] == []


def test_pages_that_are_named_exist_and_lead_here() -> None:
    for page in re.findall(r"\]\(([\w./-]+)\)", PAGE):
        assert (ROOT / "docs/games" / page).is_file(), page
    assert "docs/games/README.zh-CN.md" in (ROOT / "README.zh-CN.md").read_text("utf-8")
