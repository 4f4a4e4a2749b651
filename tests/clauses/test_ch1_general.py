"""Chapter 1 of 000: what the table says of itself, and what its operator may not change."""

from typing import Any

import pytest

from table_firmware.config import ConfigError, read
from table_firmware.rules.cards import FACES, PAIRS, Seat
from table_firmware.rules.games import chinpok
from table_firmware.rules.games.chinpok.settings import CORE
from tests.controller.desk import Desk
from ui_kiosk.local import Local
from ui_kiosk.presenter import present

NOTICE = "本游戏为娱乐产品，成绩不计入 ChinPok 牌手技术等级。"


def config(text: dict[str, Any]) -> ConfigError | None:
    try:
        read(text)
    except ConfigError as error:
        return error
    return None


def test_1_1_four_people_in_two_pairs_play_with_108_cards() -> None:
    assert len(chinpok.DEALING.deck) == 108
    assert sorted(seat for pair in PAIRS.values() for seat in pair) == list(Seat)


def test_1_3_the_lobby_says_that_nothing_here_counts_as_a_rank() -> None:
    desk = Desk()
    assert present(desk.view(Seat.E), Local()).notice == NOTICE


CLAUSES = {
    "deck": "牌张构成",
    "ranks": "牌点大小",
    "types": "十大牌型定义",
    "ladder": "牌型大小顺序",
    "wild": "万能牌效力",
    "places": "游次判定",
    "formula": "位积分公式与三项参数",
    "exchange": "换牌机制的存在与否",
    "double_down_end": "双下提前结束",
}


@pytest.mark.parametrize("key", CORE)
def test_3_2_a_core_clause_cannot_be_changed(key: str) -> None:
    error = config({"options": {key: 0}})
    assert error is not None
    assert error.code == "TBL-105"


def test_3_3_a_time_can_be_set_within_its_range_only() -> None:
    assert config({"timers": {"play": 10, "exchange": 25, "show": 15}}) is None
    for key, value in (("play", 61), ("play", 9), ("exchange", 26), ("exchange", 9), ("show", 4)):
        assert config({"timers": {key: value}}) is not None, (key, value)


@pytest.mark.parametrize(("key", "words"), CLAUSES.items())
def test_6_each_core_clause_is_refused_with_its_words(key: str, words: str) -> None:
    error = config({"options": {key: False}})
    assert error is not None
    assert words in str(error)
    assert "第六条" in str(error) or "§6" in str(error)


def test_6_the_deck_has_every_face_twice_whatever_is_set() -> None:
    assert sorted(chinpok.DEALING.deck) == sorted(FACES * 2)
