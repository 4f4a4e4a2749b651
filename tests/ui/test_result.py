"""Of what a score is made, and why there was a reward, on the screen."""

import re
from collections.abc import Iterator
from itertools import chain, pairwise, permutations

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
from ui_kiosk.widgets.grid import ResultTable
from ui_kiosk.widgets.words import Plate, Words

SIZES = ((1920, 1080), (1280, 800), (1024, 600), (960, 540), (1080, 480))
LANGUAGES = ("zh", "en")


@pytest.mark.slow
def test_every_bar_lies_in_its_row_and_none_outlives_its_score(glass: Glass) -> None:
    screen = SeatScreen()
    for size in ((1280, 800), (1080, 480)):
        glass.show(screen, size)
        screen.show(SCENES["hand-double-down"])
        glass.settle()
        table = result_table(screen)
        for row, bars in zip(table._plates, table._bars, strict=True):
            lying = [bar for bar in bars if seen(bar)]
            assert lying
            for bar in lying:
                assert row.x < bar.x < bar.right < row.right
                assert row.y < bar.y < bar.top < row.y + row.height / 3
    screen.show(SCENES["hand-void"])
    assert not any(map(seen, (*chain(*table._bars), *table._legend)))


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
            for cells, bars in zip(table._cells, table._bars, strict=True):
                top = max(bar.top for bar in bars if seen(bar))
                assert all(ink(words)[1] >= top + 1 for words in cells)


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", SIZES)
def test_before_each_name_of_a_column_stands_the_bar_that_its_numbers_have(
    glass: Glass, size: tuple[int, int], language: str
) -> None:
    screen = SeatScreen(language=language)
    glass.show(screen, size)
    screen.show(SCENES["hand-first-last"])
    for large in ("0", "1", "0"):
        screen.press(f"set:large={large}")
        glass.settle()
        table = result_table(screen)
        legend = [bar for bar in table._legend if seen(bar)]
        told = [(at, bar) for at in (2, 3, 4) for bar in legend if within(bar, table, at)]
        told += [(5, bar) for bar in legend if within(bar, table, 5)]
        assert [at for at, _ in told] == [2, 3, 4, 5, 5, 5]
        for at, bar in told:
            assert bar.right < ink(table._head[at])[0]
            assert bar.height == next(filter(seen, table._bars[0])).height
        under = {
            number: {bar.solid[1] for bar in table._bars[number] if bar.solid}
            for number in range(4)
        }
        assert {bar.solid[1] for bar in legend if bar.solid} == set().union(*under.values())


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
def test_the_parts_of_a_score_and_of_its_legend_lie_end_to_end(
    glass: Glass, size: tuple[int, int]
) -> None:
    screen = SeatScreen()
    glass.show(screen, size)
    for gone, left, settled in outcomes():
        screen.show(hand_result(result=score(gone, left, settled)))
        glass.lay_out()
        table = result_table(screen)
        shown = [(row.bars, bars) for row, bars in zip(table._rows, table._bars, strict=True)]
        for told, bars in (*shown, (table._told, table._legend)):
            parts = [(part, bar) for part, bar in zip(told, bars, strict=False) if part.column == 5]
            for (part, bar), (after, other) in pairwise(parts):
                assert part.end == after.start or after.tone == "alert"
                if part.end == after.start:
                    assert bar.right == other.x


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


@pytest.mark.parametrize(
    "name", ["hand-void", "hand-levels", "sk-result", "sc-result", "pz-result"]
)
def test_where_no_reward_is_told_there_is_neither_reason_nor_legend(name: str) -> None:
    body = present(SCENES[name], Local()).body
    assert isinstance(body, ResultBody)
    assert (body.reason, body.legend) == ("", ())


def result_table(screen: SeatScreen) -> ResultTable:
    shown = screen.screen
    assert isinstance(shown, HandResultScreen)
    return shown.table


def within(bar: Plate, table: ResultTable, column: int) -> bool:
    """Whether it lies in the head of a column."""
    box = table._heads[column]
    return bool(box.x <= bar.x and bar.right <= box.x + box.w and box.y < bar.y < box.y + box.h)


def ink(words: Words) -> tuple[float, float]:
    """The left and the lower edge of what is to be seen of a text, in pixels of the window."""
    x, y, _, _ = words.extent
    picture = words._box.texture
    wide, high = picture.size
    inked = [bool(alpha) for alpha in bytes(picture.pixels)[3::4]]
    lines = [any(inked[at * wide : (at + 1) * wide]) for at in range(high)]
    left = min(at % wide for at, dark in enumerate(inked) if dark)
    return x + left, y + lines[::-1].index(True)


def seen(bar: Plate) -> bool:
    return bar.solid is not None
