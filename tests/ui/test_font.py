import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fontTools.ttLib import TTFont

from table_firmware.rules.cards import RANKS
from ui_kiosk.fonts import BOLD, FONTS, REGULAR

KIOSK = FONTS.parent.parent
STYLES = pytest.mark.parametrize("path", [REGULAR, BOLD], ids=["regular", "bold"])


def characters(path: Path) -> set[str]:
    return set(map(chr, TTFont(path).getBestCmap()))


def leaves(table: Any) -> Iterator[str]:
    if isinstance(table, dict):
        for item in table.values():
            yield from leaves(item)
    elif isinstance(table, list):
        for item in table:
            yield from leaves(item)
    else:
        yield str(table)


def gb2312() -> set[str]:
    pairs = (bytes((row, cell)) for row in range(0xB0, 0xF8) for cell in range(0xA1, 0xFF))
    return {pair.decode("gb2312", errors="ignore") for pair in pairs} - {""}


@STYLES
def test_the_font_has_every_character_a_card_table_needs(path: Path) -> None:
    needed = set("♠♥♦♣★●▲▼◆■←↑→↓①⑩✓×…—·「」《》，。：；！？（）％") | set(RANKS)
    assert needed | gb2312() | set(map(chr, range(0x20, 0x7F))) <= characters(path)


@STYLES
def test_the_font_has_every_character_of_the_screens(path: Path) -> None:
    tables = sorted((KIOSK / "strings").glob("*.toml"))
    assert len(tables) == 2
    texts = "".join("".join(leaves(tomllib.loads(t.read_text("utf-8")))) for t in tables)
    assert set(texts) - {"\n"} - characters(path) == set()


@STYLES
def test_the_font_has_a_name_of_its_own_and_its_licence_stands_beside_it(path: Path) -> None:
    names = {str(record) for record in TTFont(path)["name"].names if record.nameID in (1, 4, 6)}
    assert all("Table" in name for name in names)
    assert not any(reserved in name for name in names for reserved in ("Noto", "Source"))
    licence = (FONTS / "OFL.txt").read_text("utf-8")
    assert "SIL OPEN FONT LICENSE" in licence
    assert path.name in licence


@STYLES
def test_the_shapes_are_the_simplified_chinese_ones(path: Path) -> None:
    """For each of these the collection's Japanese face has the glyph before."""
    glyphs = TTFont(path).getBestCmap()
    chinese = {"骨": 45133, "直": 27874, "出": 11124, "要": 37329, "接": 19161, "家": 15556}
    assert {char: glyphs[ord(char)] for char in chinese} == {
        char: f"cid{number}" for char, number in chinese.items()
    }
