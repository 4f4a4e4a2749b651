"""What an operator may set, and what the rules keep for themselves (000 §3.3, §6)."""

from typing import Any

import pytest

from table_firmware.rules.cards import Seat
from table_firmware.rules.games.chinpok.scoring import score
from table_firmware.rules.games.chinpok.settings import (
    CHOICES,
    CORE,
    Options,
    leader,
    options,
    ranks,
)
from table_firmware.rules.match import HandRecord, seating


def test_without_settings_the_defaults_hold() -> None:
    assert options({}) == Options(True, "min_same_type", "settle")


@pytest.mark.parametrize("key", CHOICES)
def test_every_value_offered_is_accepted(key: str) -> None:
    for value in CHOICES[key][0]:
        built = options({key: value})
        assert getattr(built, key, value) == value


@pytest.mark.parametrize("key", CORE)
def test_a_core_clause_is_refused_and_quoted(key: str) -> None:
    with pytest.raises(ValueError, match=f"{key} = False: .*第六条: {CORE[key]}"):
        options({key: False})


@pytest.mark.parametrize(
    ("key", "value", "complaint"),
    [
        (
            "abnormal_rule",
            "forget",
            "abnormal_rule = 'forget': must be 'settle', 'play_on', 'void'",
        ),
        ("managed_follow", 1, "managed_follow = 1: must be .*CP-26"),
        ("upgrade_mode", True, "upgrade_mode = True: must be False .*CP-35"),
        ("upgrade_mode", 0, "upgrade_mode = 0: must be False"),
        ("double_down_end", "trick", "双下提前结束"),
        ("colour", "red", "colour = 'red': ChinPok has no such option"),
    ],
)
def test_other_values_are_refused_with_key_value_and_clause(
    key: str, value: Any, complaint: str
) -> None:
    with pytest.raises(ValueError, match=complaint):
        options({key: value})


def test_only_the_electronic_edition_is_ranked() -> None:
    assert ranks(options({})) is True
    assert ranks(options({"lead_rule": "seat_by_seat"})) is False


def test_the_paper_edition_is_led_from_east_over_south_west_and_north() -> None:
    seats = seating("3", 1)
    last = HandRecord(seats, score([Seat.W, Seat.E], [0, 1, 0, 1]))
    paper = options({"lead_rule": "seat_by_seat"})
    assert "".join(leader(paper, h, last, seats).name for h in range(1, 6)) == "ESWNE"  # type: ignore[union-attr]
    assert leader(options({}), 2, last, seats) == Seat.W
    assert leader(options({}), 1, None, seats) is None


def test_the_limit_of_unfinished_may_be_none_at_all_to_a_whole_match() -> None:
    assert sorted(CHOICES["unfinished_limit"][0], key=str) == sorted(range(13), key=str)
