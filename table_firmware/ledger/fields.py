"""The fields of each kind of entry, and what each must be (`tlog1` §2; see `entries`)."""

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from table_firmware.rules.match import HOUSE_PLAYERS

WHOLE_LIMIT: Final = 2**53
_HEX: Final = re.compile(r"(?:[0-9a-f]{2})*")
_PANEL: Final = re.compile(r"/dev/input/[A-Za-z0-9_:/.-]+")
MOST_PANEL: Final = 128

Check = Callable[[Any], bool]


def whole(value: Any) -> bool:
    """True for a number from 0 that every JSON reader keeps exactly."""
    return type(value) is int and 0 <= value < WHOLE_LIMIT


def _flag(value: Any) -> bool:
    return type(value) is int and value in (0, 1)


def _text(value: Any) -> bool:
    return isinstance(value, str)


def is_panel(value: Any) -> bool:
    """True for a path that can be a touch panel, and leads nowhere else."""
    return (
        isinstance(value, str)
        and len(value) <= MOST_PANEL
        and ".." not in value
        and _PANEL.fullmatch(value) is not None
    )


def _hex(value: Any) -> bool:
    return isinstance(value, str) and _HEX.fullmatch(value) is not None


def _bytes_of(size: int) -> Check:
    return lambda value: _hex(value) and len(value) == 2 * size


def _one_of(*words: str) -> Check:
    return lambda value: isinstance(value, str) and value in words


def _upto(most: int) -> Check:
    return lambda value: whole(value) and value <= most


def _list_of(check: Check, least: int, most: int) -> Check:
    return lambda value: (
        isinstance(value, list | tuple)
        and least <= len(value) <= most
        and all(check(item) for item in value)
    )


def _integer(value: Any) -> bool:
    return type(value) is int


def _object(value: Any) -> bool:
    return isinstance(value, Mapping)


def _by_seat(check: Check) -> Check:
    return lambda value: (
        isinstance(value, Mapping)
        and value.keys() == set("ENWS")
        and all(check(item) for item in value.values())
    )


def _table_of(check: Check) -> Check:
    return lambda value: isinstance(value, Mapping) and all(map(check, value.values()))


def _tries(value: Any) -> bool:
    """By seat; under "" those that were logged before the seats were counted apart."""
    return _table_of(whole)(value) and value.keys() <= {"", *"ENWS"}


def _contribution(value: Any) -> bool:
    return (
        isinstance(value, Mapping)
        and value.keys() == {"mode", "data"}
        and _upto(4)(value["mode"])
        and _hex(value["data"])
    )


def _participant(value: Any) -> bool:
    return value in ("guest", "empty", *HOUSE_PLAYERS) or _bytes_of(8)(value)


_hash: Final = _bytes_of(32)
_h: Final = _upto(255)
_cause: Final[Mapping[str, Check]] = {"cause": _text}
_who_acts: Final = _one_of("player", "timeout", "managed", "system", "house")


def _action(value: Any) -> bool:
    return isinstance(value, Mapping) and _text(value.get("kind")) and _who_acts(value.get("by"))


def _event(value: Any) -> bool:
    return isinstance(value, Mapping) and _text(value.get("kind"))


KINDS: Final[Mapping[str, Mapping[str, Check]]] = {
    "boot": {
        "fw": _hash,
        "os": _text,
        "noise": _text,
        "counter": whole,
        "torn": whole,
        "clean": _flag,
    },
    "epoch": {"e": whole, "vkey": _text, "next": _hash},
    "epoch_end": {"e": whole},
    "clock": {"unix": whole, "src": _one_of("rtc", "ntp", "witness", "manual"), "unc": whole},
    "match": {
        "match": _text,
        "game": _text,
        "mode": _text,
        "seats": _by_seat(_participant),
        "options": _object,
        "ranked": _flag,
    },
    "batch": {
        "bid": _bytes_of(16),
        "BH": _hex,
        "R": _hash,
        "B": _hash,
        "leaves": _list_of(_bytes_of(64), 1, 256),
        "reveal_at": _one_of("hand", "match", "audit"),
        "beacon_round": whole,
        "noise": _text,
    },
    "contrib": {"seats": _by_seat(_contribution), "K": _hash},
    "event_open": {"game": _text, "mode": _text, "options": _object},
    "event": {
        "origin": _text,
        "BH": _hex,
        "B": _hash,
        "K": _hash,
        "seats": _by_seat(_contribution),
        "checkpoint": _hex,
        "noise": _text,
        "sitting": whole,
    },
    "hand": {"h": _h, "cuts": _by_seat(_contribution), "T": _hash},
    "draw": {"h": _h, "A": _hash, "draws": _table_of(_upto(255)), "trump?": _text},
    "deal": {"h": _h, "E": _list_of(_hash, 4, 4), "open?": _table_of(_upto(255))},
    "act": {"h": _h, "action": _action, "events": _list_of(_event, 0, 64), "p?": _hash},
    "seat": {
        "seat": _one_of("E", "N", "W", "S"),
        "change": _one_of("sat", "left", "linked", "lost", "managed", "returned"),
    },
    "hand_end": {
        "h": _h,
        "place": _list_of(whole, 4, 4),
        "left": _list_of(whole, 4, 4),
        "position_tenths": _list_of(_integer, 4, 4),
        "pair_tenths": _list_of(_integer, 2, 2),
        "winner": _one_of("EW", "NS", ""),
        "marks": _list_of(_text, 0, 16),
        "facts?": _list_of(_object, 1, 16),
    },
    "reveal": {
        "h": _h,
        "S": _bytes_of(96),
        "hw": _bytes_of(320),
        "os": _bytes_of(64),
        "unused?": lambda value: type(value) is int and value == 1,
    },
    "reveal_sealed": {"h": _h, "sha256": _hash},
    "seating": {"h": _h, "places": _by_seat(_one_of("A", "B", "C", "D"))},
    "match_end": {"ranking": _list_of(_object, 0, 4), "levels?": _object},
    "batch_end": {"played": whole, "void": whole, "unused": whole},
    "void": {"h": _h, "reason": _text, "os": _hex},
    "config": {"changes": _object, "os": _hex},
    "service": {
        "act": _one_of("begin", "move", "end", "refused", "mute", "unmute", "panels", "noise"),
        "by": _one_of("switch", "pin", "screen", "command"),
        "on": _flag,
        "seat": _one_of("", "E", "N", "W", "S"),
        "muted": _list_of(_text, 0, 16),
        "failed": whole,
        "tries?": _tries,
        "panels": _table_of(is_panel),
    },
    "call": {
        "act": _one_of("call", "withdraw", "agree", "begin", "end"),
        "seat": _one_of("", "E", "N", "W", "S"),
        "on": _flag,
        "seats": _list_of(_one_of("E", "N", "W", "S"), 0, 4),
        "agreed": _list_of(_one_of("E", "N", "W", "S"), 0, 4),
    },
    "export": {"files": _table_of(_hash)},
    "rng_fault": _cause,
    "rollback": _cause,
    "witness": _cause,
    "error": _cause,
}
"""The fields of each kind and what each must be; a name ending in `?` may be left out."""


_CHECKS: Final = {
    kind: {name.rstrip("?"): check for name, check in checks.items()}
    for kind, checks in KINDS.items()
}


def check_fields(kind: str, d: Mapping[str, Any]) -> None:
    """ValueError unless `d` has exactly the fields of `kind`, each of its form."""
    if kind not in KINDS:
        raise ValueError(f"unknown kind of entry {kind[:40]!r}")
    known = _CHECKS[kind]
    for name in d:
        if name not in known:
            raise ValueError(f"{kind} has no field {name[:40]!r}")
    for name, check in known.items():
        if name not in d:
            if name in KINDS[kind]:
                raise ValueError(f"{kind} lacks the field {name!r}")
        elif not check(d[name]):
            raise ValueError(f"{kind}: field {name!r} is not as it must be")
