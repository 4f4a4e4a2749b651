"""What an operator may set in ChinPok, and what the rules keep for themselves (000 §3.3, §6)."""

from collections.abc import Mapping, Sequence
from itertools import permutations
from typing import Any, Final

from table_firmware.rules import choices, match, upgrade
from table_firmware.rules.cards import Seat
from table_firmware.rules.dealing import Terms
from table_firmware.rules.frozen import frozen
from table_firmware.rules.match import (
    MODES,
    UNFINISHED_LIMIT,
    Before,
    HandRecord,
    Standing,
    last_counted,
    levels,
    next_leader,
)
from table_firmware.rules.round import Variant


@frozen
class Options:
    """The settings that change a ruling.

    exchange: False leaves out 换牌; no table may set it (000 §6), the rules core can be asked so.
    managed_follow: how a managed seat follows, `min_same_type` or `pass` (CP-26).
    abnormal_rule: what becomes of a hand whose player is away too long, `settle`, `play_on` or
    `void` (CP-27).
    lead_rule: `prev_first`, or `seat_by_seat` of the paper edition, a training game (CP-03).
    unfinished_limit: a player disconnected in more hands is 未完赛 (000 §40.4, CP-28).
    upgrade_mode: the table offers 升级 of the paper edition, a training game (CP-35).
    variant: how cards are read, None: as usual.
    """

    exchange: bool = True
    managed_follow: str = "min_same_type"
    abnormal_rule: str = "settle"
    lead_rule: str = "prev_first"
    unfinished_limit: int = UNFINISHED_LIMIT
    upgrade_mode: bool = False
    variant: Variant | None = None


CORE: Final[Mapping[str, str]] = {
    "deck": "牌张构成",
    "ranks": "牌点大小",
    "types": "十大牌型定义",
    "ladder": "牌型大小顺序",
    "wild": "万能牌效力",
    "places": "游次判定",
    "formula": "位积分公式与三项参数",
    "base": "位积分公式与三项参数",
    "reward": "位积分公式与三项参数",
    "q": "位积分公式与三项参数",
    "exchange": "换牌机制的存在与否",
}
"""Keys that 000 §6 puts out of reach, with the words of the clause."""


def _orders(items: Sequence[str]) -> tuple[list[str], ...]:
    return tuple(map(list, permutations(items)))


CHOICES: Final[choices.Choices] = {
    "managed_follow": (("min_same_type", "pass"), "000 §40.1, CP-26"),
    "abnormal_rule": (("settle", "play_on", "void"), "000 §40.3, CP-27"),
    "lead_rule": (("prev_first", "seat_by_seat"), "000 §20.2, CP-03"),
    "unfinished_limit": ((UNFINISHED_LIMIT, 0, 1, *range(3, 13)), "000 §40.4, CP-28"),
    "allow_manual_lower": ((True, False), "000 §10.4, CP-14"),
    "default_type_order": (_orders(Variant().type_order), "000 §10.4, CP-13"),
    "under_declare_sf": ((False, True), "000 §13.9, CP-15"),
    "fullhouse_joker_pair": ((True, False), "000 §13.2, CP-17"),
    "fullhouse_trump_tier": ((True, False), "000 §8.3, CP-07"),
    "double_down_end": (("immediate",), "000 §6 双下提前结束, §23.1, CP-22"),
    "auto_suit_order": (tuple(map("".join, _orders("CDSH"))), "CP-25"),
    "upgrade_mode": ((False, True), "000 ch. 5, CP-35"),
}
"""Keys an operator may write: the values built, the first being the default, and the clause."""


_BUILT: Final = (
    "managed_follow",
    "abnormal_rule",
    "lead_rule",
    "unfinished_limit",
    "upgrade_mode",
)
_VARIANT: Final[Mapping[str, str]] = {
    "allow_manual_lower": "manual_lower",
    "default_type_order": "type_order",
    "under_declare_sf": "under_declare",
    "fullhouse_joker_pair": "joker_pair",
    "fullhouse_trump_tier": "trump_tier",
    "auto_suit_order": "suit_order",
}
"""The keys that change how cards are read, with the names in `Variant`."""

_PAPER_LEADERS: Final = (Seat.E, Seat.S, Seat.W, Seat.N)


def options(given: Mapping[str, Any]) -> Options:
    """The options from a config table; ValueError names key, value and clause."""
    for key, value in given.items():
        _check(key, value)
    built = {key: given[key] for key in _BUILT if key in given}
    return Options(**built, variant=_variant(given))


def _variant(given: Mapping[str, Any]) -> Variant | None:
    """None for the usual readings: they are asked for without a detour."""
    named = {name: given[key] for key, name in _VARIANT.items() if key in given}
    if "type_order" in named:
        named["type_order"] = tuple(named["type_order"])
    variant = Variant(**named)
    return None if variant == Variant() else variant


def modes(options: Options) -> tuple[str, ...]:
    """The modes that may be played: those of the edition, and 升级 if it is offered (CP-35)."""
    paper = ("U",) if options.upgrade_mode else ()
    return ("1A", "1B", "2", "3", "4", *paper)


def ranks(options: Options, mode: str) -> bool:
    """Whether such a match may be ranked: no training game is (CP-03, CP-35)."""
    return options.lead_rule == "prev_first" and not MODES[mode].levels


def terms(options: Options, before: Before) -> Terms:
    """Leader and trump as the match so far decides them (000 §20.2, §20.3; 001 §6.3, §10)."""
    if MODES[before.mode].levels:
        last = last_counted(before.hands)
        return Terms(upgrade.leader(last), upgrade.trump(levels(before.hands)))
    if options.lead_rule == "seat_by_seat":
        return Terms(_PAPER_LEADERS[(before.number - 1) % 4])
    return Terms(next_leader(before.last, before.seats))


def rank(options: Options, mode: str, hands: Sequence[HandRecord]) -> tuple[Standing, ...]:
    """The match table (000 §36)."""
    return match.rank(mode, hands, options.unfinished_limit)


def in_force(given: Mapping[str, Any]) -> dict[str, Any]:
    """Every option with its value, as `options` takes them: what the log says of a match."""
    options(given)
    return choices.in_force(CHOICES, given)


def _check(key: str, value: object) -> None:
    if key in CORE:
        raise ValueError(
            f"{key} = {value!r}: a core clause that may not be changed (000 第六条: {CORE[key]})"
        )
    choices.check("ChinPok", CHOICES, key, value)
