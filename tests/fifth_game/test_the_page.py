"""`docs/adding-a-game.md` shows what is in this folder, and names what there is."""

import re
from pathlib import Path
from textwrap import dedent
from typing import Final

from table_firmware.rules.game import Game

ROOT: Final = Path(__file__).resolve().parents[2]
PAGE: Final = (ROOT / "docs/adding-a-game.md").read_text("utf-8")
BLOCK: Final = re.compile(r"^( *)```(.*)\n((?:.*\n)*?)\1```$", re.MULTILINE)


def test_every_block_of_code_is_the_text_of_the_file_that_it_names() -> None:
    blocks = BLOCK.findall(PAGE)
    assert 2 * len(blocks) == PAGE.count("```")
    assert len(blocks) > 5
    for _, head, told in blocks:
        language, _, name = head.partition(" ")
        assert language in ("python", "toml")
        assert f"\n{dedent(told)}" in "\n" + (ROOT / name).read_text("utf-8"), told
        assert (ROOT / name).parent == Path(__file__).parent


def test_every_file_that_is_named_exists() -> None:
    assert not [
        link for link in re.findall(r"\]\(([^)#]+)\)", PAGE) if not (ROOT / "docs" / link).exists()
    ]
    own = {"docs/games/twelve.md", "ui_kiosk/lessons/twelve/"}
    named = set(re.findall(r"`((?:[\w-]+/)+(?:[\w-]+\.\w+)?)`", PAGE)) - own
    rooms = (ROOT, ROOT / "table_firmware")
    assert not [name for name in named if not any((room / name).exists() for room in rooms)]
    assert len(named) > 5


def test_every_name_in_another_file_of_which_it_speaks_is_there() -> None:
    said = {
        "table_firmware/rules/games/__init__.py": ("_MODULES", "def tried"),
        "table_firmware/rules/batch/laying.py": ("TYPES", "LAWS"),
        "ui_kiosk/present_help.py": ("OWN_TYPES", "OWN_ORDER"),
        "ui_kiosk/present_partners.py": ("COLUMNS",),
        "tests/contracts/rounds.py": ("BUILT",),
        "tests/contracts/test_open_plays.py": ("OTHER_TYPES",),
        "tests/contracts/test_games.py": ("NOTHING_OPEN",),
    }
    for file, names in said.items():
        text = (ROOT / file).read_text("utf-8")
        assert not [name for name in names if name not in text], file
        assert not [name for name in names if name.split()[-1] not in PAGE], file


def test_the_page_is_two_pages_long_at_most() -> None:
    prose = BLOCK.sub("", PAGE)
    assert len(prose.split()) < 900
    assert len(PAGE.splitlines()) < 190


def test_the_module_has_all_that_a_game_has() -> None:
    code = (Path(__file__).parent / "twelve.py").read_text("utf-8")
    members = {name for name in (*Game.__annotations__, *vars(Game)) if not name.startswith("_")}
    assert {"KEY", "decide", "ends_so"} <= members
    assert not [name for name in members if not re.search(rf"\b{name}\b", code)]
