"""三叉子: the options, and those that are not built."""

from typing import Any

import pytest

from table_firmware.rules.games import sanchazi
from table_firmware.rules.games.sanchazi.scoring import POINTS


def test_sc_22_and_4_1_the_only_unit_is_the_base_point() -> None:
    assert POINTS == {5: 5, 10: 10, 13: 10}
    with pytest.raises(ValueError, match="has no such option"):
        sanchazi.options({"silver": 1000})


def test_sc_23_nothing_is_named_by_a_heading_that_may_be_misprinted() -> None:
    clauses = [clause for _, clause in sanchazi.CHOICES.values()]
    assert all(clause.startswith(("SC-", "4.1")) for clause in clauses)


def test_every_option_is_named_with_its_value_and_makes_the_same_options() -> None:
    named = sanchazi.in_force({"escape": "on"})
    assert named.keys() == sanchazi.CHOICES.keys()
    assert named["points"] == {"5": 5, "10": 10, "K": 10}
    assert sanchazi.options(named) == sanchazi.options({"escape": "on"})
    options = sanchazi.options({})
    assert [sanchazi.ranks(options, mode) for mode in sanchazi.modes(options)] == [True] * 3


@pytest.mark.parametrize(
    ("given", "clause"),
    [
        ({"luck": 1}, "no such option"),
        ({"points": {"5": 5}}, "4.1"),
        ({"hand_points_14": "side"}, "SC-04"),
        ({"win_by": "points"}, "SC-02"),
        ({"pass_final": "yes"}, "SC-21"),
    ],
)
def test_an_option_that_is_not_built_is_refused_with_its_clause(
    given: dict[str, Any], clause: str
) -> None:
    with pytest.raises(ValueError, match=clause):
        sanchazi.in_force(given)
