"""What is shown in 升级: levels, and no points (001 §10)."""

from dataclasses import replace

import pytest
from scenes import SCENES

from table_firmware.rules.upgrade import Levels
from table_firmware.wire.messages import View
from ui_kiosk.local import Local
from ui_kiosk.model import DrawBody, LobbyBody, ResultBody
from ui_kiosk.presenter import present


def body(view: View, language: str = "en") -> object:
    return present(view, Local(language)).body


def cells(rows: object) -> list[tuple[str, ...]]:
    return [row.cells for row in rows]  # type: ignore[attr-defined]


def test_the_lobby_offers_the_modes_of_the_table_and_no_other() -> None:
    for name, offered in (("lobby-seated", "1A 1B 2 3 4"), ("lobby-levels", "1A 1B 2 3 4 U")):
        shown = body(SCENES[name])
        assert isinstance(shown, LobbyBody)
        assert [mode.act for mode in shown.modes] == [f"mode:{mode}" for mode in offered.split()]


def test_the_top_line_has_the_levels_and_an_open_number_of_hands() -> None:
    top = present(SCENES["play-levels"], Local("zh")).top
    assert top.score == (("东西", "Q", True), ("南北", "A", False))
    assert top.hand == "第 14 局"


@pytest.mark.parametrize(
    ("levels", "told"),
    [(Levels(), "played at 2"), (Levels((3, 1), 0), "East-West"), (Levels((3, 1), 1), "North-S")],
)
def test_the_draw_says_where_the_trump_comes_from(levels: Levels, told: str) -> None:
    shown = body(replace(SCENES["draw-levels"], levels=levels))
    assert isinstance(shown, DrawBody)
    assert told in shown.note


def test_a_hand_ends_with_places_and_levels() -> None:
    shown = body(SCENES["hand-levels"])
    assert isinstance(shown, ResultBody)
    assert [[cell for cell in row if cell] for row in cells(shown.rows)][0::3] == [
        ["East (you)", "1st", "0"],
        ["South", "Last", "12"],
    ]
    assert cells(shown.pairs) == [
        ("East-West", "Level", "Q", "Plays next", ""),
        ("North-South", "Level", "A", "", "A failed 2/3"),
    ]


def test_a_void_hand_has_levels_still() -> None:
    shown = body(replace(SCENES["hand-levels"], result=None))
    assert isinstance(shown, ResultBody)
    assert (shown.rows, len(shown.pairs)) == ((), 2)


def test_the_pair_that_passed_the_ace_is_named_in_the_ranking() -> None:
    shown = body(SCENES["match-levels"])
    assert isinstance(shown, ResultBody)
    assert shown.head[3] == "Level"
    assert [row[3] for row in cells(shown.rows)] == ["Passed A", "K"]
    last = body(replace(SCENES["hand-levels"], levels=Levels((12, 11), 0, (0, 0), 0)))
    assert isinstance(last, ResultBody)
    assert [row[3] for row in cells(last.pairs)] == ["Passed A", ""]
