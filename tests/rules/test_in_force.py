"""The log of a match names every option that was in force (`tlog1` §2)."""

import pytest

from table_firmware.rules.games import chinpok
from table_firmware.rules.games.chinpok.settings import CHOICES


def test_every_option_is_named_with_its_value() -> None:
    named = chinpok.in_force({"abnormal_rule": "play_on"})
    assert named.keys() == CHOICES.keys()
    assert named["abnormal_rule"] == "play_on"
    assert named["managed_follow"] == "min_same_type"


def test_what_is_named_makes_the_same_options() -> None:
    given = {"managed_follow": "pass"}
    assert chinpok.options(chinpok.in_force(given)) == chinpok.options(given)


def test_a_wrong_option_is_refused_before_it_is_named() -> None:
    with pytest.raises(ValueError, match="luck"):
        chinpok.in_force({"luck": 1})


def test_without_settings_the_readings_of_the_decisions_are_in_force() -> None:
    assert chinpok.in_force({}) == {
        "managed_follow": "min_same_type",
        "abnormal_rule": "settle",
        "lead_rule": "prev_first",
        "unfinished_limit": 2,
        "allow_manual_lower": True,
        "default_type_order": ["plate", "tube", "straight", "full_house"],
        "under_declare_sf": False,
        "fullhouse_joker_pair": True,
        "fullhouse_trump_tier": True,
        "double_down_end": "immediate",
        "auto_suit_order": "CDSH",
        "upgrade_mode": False,
    }
