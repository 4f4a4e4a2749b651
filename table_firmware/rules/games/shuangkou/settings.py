"""What an operator may set in 双扣. A key with one value is there so that the log names it."""

from collections.abc import Mapping
from typing import Any, Final

from table_firmware.rules import choices
from table_firmware.rules.frozen import frozen


@frozen
class Options:
    """The settings that change a ruling.

    wild: which jokers are wild, `big` (百变), `both` (千变) or `none` (普通; SK-01, SK-27).
    pass_final: who has passed is out of the trick (SK-11). fixed_partners: nobody moves (SK-14).
    kou: 双扣, 单扣, 平扣 (3.1). managed_follow: how a managed seat follows (as CP-26).
    """

    wild: str = "big"
    pass_final: bool = False
    fixed_partners: bool = False
    kou: tuple[int, int, int] = (3, 2, 1)
    managed_follow: str = "min_same_type"


_SHARED: Final[choices.Choices] = {
    "pass_final": ((False, True), "SK-11"),
    "fixed_partners": ((False, True), "SK-14"),
    "kou": (([3, 2, 1], [2, 1, 0], [4, 2, 1]), "3.1 基础分"),
    "managed_follow": (("min_same_type", "pass"), "SK-32, as CP-26"),
    "wild_in": (("all",), "SK-02"),
    "serial_bomb_two": (("top",), "SK-06"),
    "combine": (("seed",), "SK-16"),
    "partner_peek": ((False,), "SK-30"),
}

BAIBIAN: Final[choices.Choices] = {"wild": (("big", "none"), "SK-01, SK-27"), **_SHARED}
"""Keys an operator may write in 百变: the values built, the default first, and the clause."""

QIANBIAN: Final[choices.Choices] = {"wild": (("both", "none"), "SK-01, SK-27"), **_SHARED}
"""The same in 千变."""

_BUILT: Final = ("wild", "pass_final", "fixed_partners", "managed_follow")


def options(built: choices.Choices, given: Mapping[str, Any]) -> Options:
    """The options from a config table; ValueError names key, value and clause."""
    for key, value in given.items():
        choices.check("双扣", built, key, value)
    named = choices.in_force(built, given)
    return Options(**{key: named[key] for key in _BUILT}, kou=tuple(named["kou"]))


def in_force(built: choices.Choices, given: Mapping[str, Any]) -> dict[str, Any]:
    """Every option with its value, as `options` takes them."""
    options(built, given)
    return choices.in_force(built, given)
