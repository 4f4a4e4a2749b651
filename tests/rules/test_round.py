"""The words of the games: what is meant where something is left out."""

from dataclasses import fields
from typing import Any

import pytest

from table_firmware.rules.cards import Seat
from table_firmware.rules.round import (
    AskDigits,
    AskGive,
    HandResult,
    IllegalAction,
    Play,
    Reading,
    SeatView,
    Variant,
)

LEFT_OUT: dict[type[Any], dict[str, Any]] = {
    Reading: {"pure": False, "more": ()},
    Variant: {
        "manual_lower": True,
        "type_order": ("plate", "tube", "straight", "full_house"),
        "under_declare": False,
        "joker_pair": True,
        "trump_tier": True,
        "suit_order": "CDSH",
    },
    Play: {"reading": None},
    HandResult: {"marks": (), "facts": ()},
    AskDigits: {"least": 6, "most": 20},
    AskGive: {"count": 1},
    SeatView: {
        "variant": None,
        "wilds": (),
        "clockwise": False,
        "places": (),
        "open": (),
        "facts": (),
    },
}


@pytest.mark.parametrize("word", LEFT_OUT)
def test_what_is_left_out_means_the_usual(word: type[Any]) -> None:
    usual = LEFT_OUT[word]
    needed = [field.name for field in fields(word) if field.name not in usual]
    made = word(**dict.fromkeys(needed, Seat.E))
    assert {name: getattr(made, name) for name in usual} == usual


def test_a_refusal_has_its_code() -> None:
    assert IllegalAction("not-your-turn").code == "not-your-turn"
