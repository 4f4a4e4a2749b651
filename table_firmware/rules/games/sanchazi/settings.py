"""What an operator may set in 三叉子. A key with one value is there so that the log names it."""

from collections.abc import Mapping
from typing import Any, Final

from table_firmware.rules import choices
from table_firmware.rules.dealing import Terms
from table_firmware.rules.frozen import frozen
from table_firmware.rules.match import Before, next_leader


@frozen
class Options:
    """The settings that change a ruling.

    pass_final: who has passed is out of the trick (SC-21). tie150: who gets the point at 150 all,
    `head` (the side of 头游) or `zero` (SC-03). escape: whether the hand ends
    for one who is disconnected too long, or for whom the system acts too often (SC-20).
    managed_follow: how a managed seat follows (as CP-26).
    """

    pass_final: bool = False
    tie150: str = "head"
    escape: str = "off"
    managed_follow: str = "min_same_type"


CHOICES: Final[choices.Choices] = {
    "pass_final": ((False, True), "SC-21"),
    "tie150": (("head", "zero"), "SC-03"),
    "escape": (("off", "on"), "SC-20"),
    "managed_follow": (("min_same_type", "pass"), "SC-20, as CP-26"),
    "points": (({"5": 5, "10": 10, "K": 10},), "4.1"),
    "win_by": (("head",), "SC-02"),
    "score_by": (("points",), "SC-02"),
    "hand_points_14": (("opponents",), "SC-04"),
    "kicker_joker_pair": ((True,), "SC-16"),
}
"""Keys an operator may write: the values built, the default first, and the clause."""

_BUILT: Final = ("pass_final", "tie150", "escape", "managed_follow")


def options(given: Mapping[str, Any]) -> Options:
    """The options from a config table; ValueError names key, value and clause."""
    for key, value in given.items():
        choices.check("三叉子", CHOICES, key, value)
    return Options(**{key: given[key] for key in _BUILT if key in given})


def in_force(given: Mapping[str, Any]) -> dict[str, Any]:
    """Every option with its value, as `options` takes them."""
    options(given)
    return choices.in_force(CHOICES, given)


def terms(_options: Options, before: Before) -> Terms:
    """The 上游 of the last hand leads, in the first the holder of the first flipped card; after 抬
    one card is flipped (SC-10, SC-11)."""
    last = before.last
    lifted = last is not None and last.result.double_down
    return Terms(next_leader(last, before.seats), after_double_down=lifted)
