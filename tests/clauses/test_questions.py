"""The examples of the pages about the games: `tablectl rules batch` answers each."""

import json
from pathlib import Path

import pytest

from table_firmware.rules.batch import answer

PAGES = sorted(
    (Path(__file__).parents[2] / "docs/games").glob("[cps]*.md"), key=lambda page: page.name
)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_each_question_on_the_page_of_a_game_is_answered(page: Path) -> None:
    lines = [line for line in page.read_text("utf-8").splitlines() if line.startswith('{"op"')]
    assert len(lines) >= 2
    for line in lines:
        assert "error" not in json.loads(answer(line)), line
