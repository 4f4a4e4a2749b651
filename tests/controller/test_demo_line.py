"""The line of `tablectl demo`, and what it says of a seat."""

from pathlib import Path

import pytest

from table_firmware.cli import main
from table_firmware.demo import modes_of
from table_firmware.demo_words import Relayed
from table_firmware.rules.games import GAMES
from table_firmware.rules.match import MODES


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_mode_of_another_game_is_refused_before_anything_is_moved(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    out.mkdir()
    open_ = modes_of(game)
    for mode in set(MODES) - set(open_):
        line = ["demo", "--game", game, "--mode", mode, "--out", str(out), "--headless"]
        assert main(line) == 2
        said = capsys.readouterr().err
        assert "TBL-827" in said
        assert ", ".join(open_) in said
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_the_help_says_which_modes_belong_to_which_game_the_usual_one_first(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit):
        main(["demo", "--help"])
    said = " ".join(capsys.readouterr().out.split())
    for game in GAMES:
        assert f"{game}: {', '.join(modes_of(game))}" in said
    assert modes_of("chinpok")[0] == "2"


def test_a_seat_that_has_heard_the_farewell_does_not_say_that_the_table_is_gone() -> None:
    relayed = Relayed()
    lines = ("E no controller", "E lobby", "E farewell stopping", "E no controller", "E lobby")
    assert [relayed.told(line) for line in (*lines, "E no controller")] == [
        "座位 E 没有控制器 / seat E no controller",
        "座位 E 大厅 / seat E lobby",
        "座位 E 牌桌告别 stopping / seat E farewell stopping",
        "",
        "座位 E 大厅 / seat E lobby",
        "座位 E 没有控制器 / seat E no controller",
    ]
