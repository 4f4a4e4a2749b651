"""The line of `tablectl demo`, and what it says of a seat."""

from collections.abc import Iterator
from pathlib import Path
from unicodedata import east_asian_width

import pytest

from table_firmware.cli import main
from table_firmware.demo import modes_of
from table_firmware.demo_words import BEGAN, PHASES, STAGES, Relayed, counted, ended, waiting
from table_firmware.ledger.journal import Journal
from table_firmware.ledger.report import Ranking
from table_firmware.rules.cards import PAIRS, Seat
from table_firmware.rules.games import GAMES
from table_firmware.rules.match import MODES, PLAYERS, Standing, seating
from table_firmware.service.faults import catalogue
from ui_kiosk.text import text


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


@pytest.mark.slow
def test_a_demo_is_refused_where_one_is_running_before_anything_is_moved(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    running = Journal(out / "state" / "journal")
    assert main(["demo", "--out", str(out), "--headless"]) == 1
    said = capsys.readouterr().err
    running.close()
    assert "TBL-807" in said
    assert "a demo is running there" in said
    assert [path.name for path in tmp_path.iterdir()] == ["out"]
    assert [path.name for path in out.iterdir()] == ["state"]


def test_the_help_says_which_modes_belong_to_which_game_the_usual_one_first(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit):
        main(["demo", "--help"])
    said = " ".join(capsys.readouterr().out.split())
    for game in GAMES:
        assert f"{game}: {', '.join(modes_of(game))}" in said
    assert modes_of("chinpok")[0] == "2"


def test_a_stage_is_told_in_words_of_both_languages() -> None:
    told = Relayed().told("E hand_result 2/4")
    assert told == "座位 E 本局结果 2/4 / seat E hand result 2/4"


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


def columns(line: str) -> int:
    """How many columns of a terminal a line takes."""
    return sum(2 if east_asian_width(char) in "FW" else 1 for char in line)


def relayed() -> Iterator[str]:
    """What the demo says of a seat, whatever it hears."""
    for stage in STAGES:
        yield Relayed().told(f"W {stage}")
        yield Relayed().told(f"W {stage} 12/12")
    for phase in PHASES:
        yield Relayed().told(f"W round 12/12 {phase}")
    for fault in catalogue().values():
        yield Relayed().told(f"W fault {fault.word or fault.code}")
    yield Relayed().told("W no controller")


def test_each_line_of_the_demo_fits_a_terminal_and_tells_all_in_each_language() -> None:
    seconds = (1, 20.5, 86399)
    for line in (*relayed(), *(line for each in seconds for line in waiting(each))):
        assert columns(f"[demo] {line}") <= 80, line
    for each in seconds:
        assert all(f"{each:g}" in line and "坐下" in line for line in waiting(each))


# ------------------------------------------------------------------ what came of it

TWO = (Standing(("A", "C"), 1, 12, 15_800, 12, 11, 13), Standing(("B", "D"), 2, 0, -900, 0, 1, 140))
FOUR = tuple(Standing((who,), rank, 12, 12_340, 3, 3, 13) for rank, who in enumerate(PLAYERS, 1))


def test_who_is_meant_by_a_letter_is_the_seat_where_the_match_began() -> None:
    began = {letter: seat for seat, letter in seating("2", 1).items()}
    for letter, seat in began.items():
        assert BEGAN[letter] == (text("zh", f"seat.{seat.name}"), text("en", f"seat.{seat.name}"))
    for pair, seats in PAIRS.items():
        both = "+".join(sorted(letter for letter, seat in began.items() if seat in seats))
        assert BEGAN[both] == (text("zh", f"seat.{pair}"), text("en", f"seat.{pair}"))
    assert len(BEGAN) == len(Seat) + len(PAIRS)


@pytest.mark.parametrize("standings", [TWO, FOUR])
@pytest.mark.parametrize("ranked", [False, True])
def test_each_end_of_a_match_is_told_in_both_languages_and_numbered_among_several(
    standings: tuple[Standing, ...], ranked: bool
) -> None:
    head, *lines = ended(Ranking(standings, ranked), 2)
    assert head == ("名次 2 / ranking 2:" if ranked else "结果 2 / result 2:")
    assert next(ended(Ranking(standings, ranked), 0)) == head.replace(" 2", "")
    for line, standing in zip(lines, standings, strict=False):
        assert f"({'+'.join(standing.who)})" in line
        assert all(word in line for word in BEGAN["+".join(standing.who)])
    assert any("seats as the match began" in line for line in lines) is (standings is FOUR)
    assert any("not ranked" in line for line in lines) is not ranked
    assert all(columns(f"[demo] {line}") <= 80 for line in (head, *lines, counted(10**6, 64, 12)))


def test_a_line_of_whom_the_records_call_otherwise_is_told_by_that() -> None:
    assert "1. A+B " in list(ended(Ranking((Standing(("A", "B"), 1, 1, 64, 1, 1, 0),), True), 0))[1]
