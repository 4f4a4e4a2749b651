"""千变双扣, and with the option `wild = "none"` 普通双扣: see the package."""

from collections.abc import Mapping
from typing import Any, Final

from table_firmware.rules.climbing import PLAYERS, check, ends_so, settle
from table_firmware.rules.games.shuangkou import settings
from table_firmware.rules.games.shuangkou.hand import (
    DEALING,
    REFUSALS,
    State,
    choose,
    clock,
    decide,
    evolve,
    lies_open,
    minimal,
    opening,
    places,
    plays,
    sense,
    terms,
    view,
)
from table_firmware.rules.games.shuangkou.settings import QIANBIAN as CHOICES
from table_firmware.rules.games.shuangkou.settings import Options
from table_firmware.rules.partners import modes, rank, ranks

KEY: Final = "shuangkou-qianbian"
VERSION: Final = "shuangkou-qianbian/1"
PLANS = False


def options(given: Mapping[str, Any]) -> Options:
    """The options from a config table; ValueError names key, value and clause."""
    return settings.options(CHOICES, given)


def in_force(given: Mapping[str, Any]) -> dict[str, Any]:
    """Every option with its value, as `options` takes them."""
    return settings.in_force(CHOICES, given)


__all__ = [
    "CHOICES",
    "DEALING",
    "KEY",
    "PLANS",
    "PLAYERS",
    "REFUSALS",
    "VERSION",
    "Options",
    "State",
    "check",
    "choose",
    "clock",
    "decide",
    "ends_so",
    "evolve",
    "in_force",
    "lies_open",
    "minimal",
    "modes",
    "opening",
    "options",
    "places",
    "plays",
    "rank",
    "ranks",
    "sense",
    "settle",
    "terms",
    "view",
]
