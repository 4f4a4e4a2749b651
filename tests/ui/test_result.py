"""Of what a score is made, and why there was a reward, on the screen."""

import re
from collections.abc import Iterator
from itertools import pairwise, permutations

import pytest
from chinpok_views import hand_result
from glass import Glass
from scenes import SCENES

from table_firmware.rules.cards import PAIRS, Seat
from table_firmware.rules.games.chinpok.scoring import Settled, score
from ui_kiosk.local import Local
from ui_kiosk.model import ResultBody
from ui_kiosk.presenter import present
from ui_kiosk.screens.result import HandResultScreen
from ui_kiosk.screens.seat import SeatScreen
from ui_kiosk.theme import Colour
from ui_kiosk.widgets.bars import LEAST_BLOCK, BarView
from ui_kiosk.widgets.grid import ResultTable
from ui_kiosk.widgets.words import Words

SIZES = ((1920, 1080), (1280, 800), (1024, 600), (960, 540), (1080, 480), (800, 320))
LANGUAGES = ("zh", "en")


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
def test_every_bar_lies_in_its_row_and_none_outlives_its_score(
    glass: Glass, size: tuple[int, int]
) -> None:
    screen = SeatScreen()
    glass.show(screen, size)
    screen.show(SCENES["hand-double-down"])
    glass.settle()
    table = result_table(screen)
    for row, line in zip(table._plates, table._bars, strict=True):
        lying = [area for bar in line.bars for area in bar.blocks]
        assert lying
        assert row.y + 1 <= line.zero.y < line.zero.top < row.y + row.height / 2
        for area in lying:
            assert row.x < area.x < area.x + area.w < row.right
            assert line.zero.y <= area.y < area.y + area.h <= line.zero.top
    screen.show(SCENES["hand-void"])
    for line in (*table._bars, *table._legend):
        assert line.zero.solid is None
        assert not any(bar.blocks for bar in line.bars)


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", SIZES)
def test_no_bar_touches_a_number_in_any_size_of_letters(
    glass: Glass, size: tuple[int, int], language: str
) -> None:
    screen = SeatScreen(language=language)
    glass.show(screen, size)
    for large in ("0", "1"):
        for name in ("hand-result", "hand-double-down", "hand-first-last"):
            screen.show(SCENES[name])
            screen.press(f"set:large={large}")
            glass.settle()
            table = result_table(screen)
            for cells, line in zip(table._cells, table._bars, strict=True):
                assert ink(cells[-1])[1] > line.zero.top


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", SIZES)
def test_before_each_name_of_a_column_stands_what_its_numbers_are_in_the_bars(
    glass: Glass, size: tuple[int, int], language: str
) -> None:
    screen = SeatScreen(language=language)
    glass.show(screen, size)
    screen.show(SCENES["hand-first-last"])
    for large, contrast in (("0", "0"), ("1", "0"), ("1", "1"), ("0", "0")):
        screen.press(f"set:large={large}")
        screen.press(f"set:contrast={contrast}")
        glass.settle()
        table = result_table(screen)
        told = [[look(bar) for bar in line.bars if bar.told] for line in table._legend]
        assert [len(each) for each in told] == [0, 0, 1, 1, 1, 3]
        assert {each for parts in told[2:5] for each in parts} == set(told[5])
        shown = [{look(bar) for bar in line.bars if bar.told} for line in table._bars]
        assert set().union(*shown) == set(told[5])
        assert len(set(told[5])) == 3
        for column in (2, 3, 4, 5):
            box, line = table._heads[column], table._legend[column]
            for area in (area for bar in line.bars for area in bar.blocks):
                assert box.x <= area.x
                assert area.x + area.w < ink(table._head[column])[0]


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
def test_all_scores_are_drawn_from_one_zero_in_one_measure_and_what_was_taken_goes_the_other_way(
    glass: Glass, size: tuple[int, int]
) -> None:
    screen = SeatScreen()
    glass.show(screen, size)
    zeros = set()
    for gone, left, settled in outcomes():
        screen.show(hand_result(result=score(gone, left, settled)))
        glass.lay_out()
        table = result_table(screen)
        unit = table._unit
        for row, line in zip(table._rows, table._bars, strict=True):
            zero = line.zero.x + line.zero.width // 2
            zeros.add(zero)
            given = [area for bar in line.bars for area in bar.blocks if area.x >= zero]
            taken = [area for bar in line.bars for area in bar.blocks if area.x < zero]
            most = sum(bar.end - bar.start for bar in row.bars if bar.tone != "alert")
            charge = sum(bar.end - bar.start for bar in row.bars if bar.tone == "alert")
            assert bool(given) == bool(most)
            assert bool(taken) == bool(charge)
            for one, other in pairwise(given):
                assert one.x + one.w == other.x
            if given:
                assert abs(given[-1].x + given[-1].w - zero - most * unit) <= 1
            if taken:
                assert abs(zero - min(area.x for area in taken) - charge * unit) <= 1
                assert all(area.x + area.w < zero for area in taken)
                assert len(taken) > 1 or charge * unit < 2 * LEAST_BLOCK
    assert len(zeros) == 1


def outcomes() -> Iterator[tuple[list[Seat], list[int], Settled | None]]:
    """Every order in which a hand can end, and some that were settled early (CP-27)."""
    for out in permutations(Seat):
        gone = list(out[:2] if out[0].partner == out[1] else out[:3])
        left = [0 if seat in gone else 5 + seat for seat in Seat]
        yield gone, left, None
        yield [], [1 + out.index(seat) for seat in Seat], Settled(out[3], out[0])


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_reason_of_a_reward_tells_each_reward_that_is_not_zero_and_no_other(
    language: str,
) -> None:
    reasons = set()
    for gone, left, settled in outcomes():
        body = present(hand_result(result=score(gone, left, settled)), Local(language)).body
        assert isinstance(body, ResultBody)
        rewards = [row.cells[3] for row in body.rows]
        case = body.reason.partition("32.1")[2]
        told = re.findall(r"\d\.\d", case)
        assert sorted(told) == sorted(cell[1:] for cell in rewards if cell != "0.0")
        assert case, "one of the partners of a winner has one"
        assert ("双下" in case or "double down" in case) == (len(gone) == 2)
        reasons.add(case)
    assert len(reasons) == 4


def test_the_sum_of_a_pair_is_written_out_of_what_its_players_have() -> None:
    for gone, left, settled in outcomes():
        result = score(gone, left, settled)
        body = present(hand_result(result=result), Local()).body
        assert isinstance(body, ResultBody)
        for row, pair, total in zip(body.pairs, PAIRS.values(), result.pair_tenths, strict=True):
            parts, _, told = row.cells[2].partition(" = ")
            found = [float(each) for each in parts.replace("- ", "-").replace("+ ", "").split()]
            assert found == [result.position_tenths[seat] / 10 for seat in pair]
            assert float(told) == total / 10


@pytest.mark.parametrize("name", ["hand-void", "hand-levels", "sk-result", "pz-result"])
def test_where_no_reward_is_told_there_is_neither_reason_nor_legend(name: str) -> None:
    body = present(SCENES[name], Local()).body
    assert isinstance(body, ResultBody)
    assert (body.reason, body.legend) == ("", ())


def result_table(screen: SeatScreen) -> ResultTable:
    shown = screen.screen
    assert isinstance(shown, HandResultScreen)
    return shown.table


def look(bar: BarView) -> tuple[Colour, bool]:
    """How a part is told from others: by its colour, and whether it is in blocks."""
    return bar.colour, len(bar.blocks) > 1


def ink(words: Words) -> tuple[float, float]:
    """The left and the lower edge of what is to be seen of a text, in pixels of the window."""
    x, y, _, _ = words.extent
    picture = words._box.texture
    wide, high = picture.size
    inked = [bool(alpha) for alpha in bytes(picture.pixels)[3::4]]
    lines = [any(inked[at * wide : (at + 1) * wide]) for at in range(high)]
    left = min(at % wide for at, dark in enumerate(inked) if dark)
    return x + left, y + lines[::-1].index(True)
