"""What an operator may set, and what the rules keep for themselves (000 §3.3, §6)."""

from typing import Any

import pytest

from table_firmware.rules.cards import Seat
from table_firmware.rules.dealing import Terms
from table_firmware.rules.games.chinpok.scoring import score
from table_firmware.rules.games.chinpok.settings import (
    CHOICES,
    CORE,
    Options,
    modes,
    options,
    rank,
    ranks,
    terms,
)
from table_firmware.rules.match import Before, HandRecord, seating
from table_firmware.rules.round import Variant


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
        ("upgrade_mode", 1, "upgrade_mode = 1: must be False, True .*CP-35"),
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
    assert ranks(options({}), "2") is True
    assert ranks(options({"lead_rule": "seat_by_seat"}), "2") is False
    offered = options({"upgrade_mode": True})
    assert [mode for mode in modes(offered) if not ranks(offered, mode)] == ["U"]


def test_levels_are_offered_only_where_they_are_asked_for() -> None:
    assert modes(options({})) == ("1A", "1B", "2", "3", "4")
    assert modes(options({"upgrade_mode": True})) == ("1A", "1B", "2", "3", "4", "U")


def test_the_paper_edition_is_led_from_east_over_south_west_and_north() -> None:
    seats = seating("3", 1)
    last = HandRecord(seats, score([Seat.W, Seat.E], [0, 1, 0, 1]))
    paper = options({"lead_rule": "seat_by_seat"})
    ruled = [terms(paper, Before("3", h, seats, (last,), last)) for h in range(1, 6)]
    assert ruled == [Terms(Seat[name]) for name in "ESWNE"]
    assert terms(options({}), Before("3", 2, seats, (last,), last)) == Terms(Seat.W)
    assert terms(options({}), Before("3", 1, seats)) == Terms()


def test_the_limit_of_unfinished_may_be_none_at_all_to_a_whole_match() -> None:
    assert sorted(CHOICES["unfinished_limit"][0], key=str) == sorted(range(13), key=str)


def test_other_readings_are_kept_and_the_usual_ones_are_no_variant() -> None:
    order = ["straight", "tube", "plate", "full_house"]
    key = next(key for key, (values, _) in CHOICES.items() if order in values)
    assert options({key: order}).variant == Variant(type_order=tuple(order))
    assert options({key: CHOICES[key][0][0]}).variant is None


@pytest.mark.parametrize(("limit", "unfinished"), [(2, True), (3, False)])
def test_who_was_away_in_more_hands_than_the_limit_is_unfinished(
    limit: int, unfinished: bool
) -> None:
    result = score([Seat.E, Seat.W], [0, 3, 0, 5])
    hands = [HandRecord(seating("3", 1), result, ("A",))] * 3
    table = rank(Options(unfinished_limit=limit), "3", hands)
    assert {line.who: line.unfinished for line in table}[("A",)] is unfinished


@pytest.mark.parametrize(
    ("key", "value", "variant"),
    [
        ("allow_manual_lower", False, Variant(manual_lower=False)),
        ("under_declare_sf", True, Variant(under_declare=True)),
        ("fullhouse_joker_pair", False, Variant(joker_pair=False)),
        ("fullhouse_trump_tier", False, Variant(trump_tier=False)),
    ],
)
def test_a_reading_may_be_chosen_or_not(key: str, value: bool, variant: Variant) -> None:
    assert options({key: value}).variant == variant
    assert options({key: not value}).variant is None
