"""Every kind of entry of the log, and its one form as bytes (`tlog1` §2).

An entry is ``{"b":boot,"d":{…},"i":index,"k":kind,"m":ms_since_boot,"v":1}`` in canonical JSON:
keys sorted, no spaces, ASCII, whole numbers below 2^53, no fractions, no null, at most 65,535
bytes. Bytes are lowercase hex; seats are the letters E N W S; a table by seat names all four.

The order in which a table writes (each line durable before anything of it is shown; `*` = sign a
checkpoint after it)::

    boot epoch*                            at every start: boot, then Log.rotate_epoch
    match batch* contrib*                  batch: vault first (deal1 §3)
      hand draw* deal* act… hand_end* reveal*     once a hand; `void` may end it instead
      seating                              before the hands 5 and 9 of mode 3
    reveal…*                               with "unused":1, each index that was not played
    match_end batch_end epoch_end* epoch*  the last two by Log.rotate_epoch
    export*                                by export.export

`boot` (a restart) may stand anywhere between; so may clock, seat, rng_fault, rollback, config,
witness, error. After a restart in mid-match: boot, epoch_end*, epoch*, then the hand goes on.

Fields of `d` (times in ms; "?" = may be left out)::

    boot      fw 64 hex · os text · noise text · counter · torn bytes · clean 0/1
    epoch     e · vkey · next 64 hex               epoch_end  e
    clock     unix · src rtc|ntp|witness|manual · unc
    match     match text · game "chinpok/1" · mode "1A".."4" · seats {E: guest|house|16 hex, …}
              · options {…} (what Game.options accepts) · ranked 0/1
    batch     bid 32 hex · BH hex · R · B 64 hex · leaves [128 hex, …] (CA || CS)
              · reveal_at hand|match|audit · beacon_round (0 = none) · noise text
    contrib   seats {E: {mode, data hex}, …} · K 64 hex
    hand      h · cuts {E: {mode, data hex}, …} · T 64 hex
    draw      h · A 64 hex · draws {"leader": 0..3, "trump": 0..12}
    deal      h · E [64 hex ×4] in seat order · open? {…} what lies open (other games)
    act       h · action {kind, seat?, …, by player|timeout|managed|system} · events [{kind,…},…]
              · p? 64 hex
    seat      seat · change sat|left|linked|lost|managed|returned
    hand_end  h · place [4] · left [4] · position_tenths [4] · pair_tenths [EW, NS] · winner EW|NS
              or "" (void) · marks [text…]
    reveal    h · S 192 hex · hw 640 hex · os 128 hex · unused? 1
    reveal_sealed  h · sha256 64 hex               (reveal_at audit)
    seating   h (first hand it holds for) · places {E: "A", …} player letters
    match_end ranking [{who, rank, …}]              `rules.notation` of `rules.match.Standing`
    batch_end played · void · unused                counts of indices
    void      h · reason text · os hex (operator signature, "" = none)
    config    changes {…} · os hex
    export    files {path beside the log: 64 hex}
    rng_fault, rollback, witness, error   cause text

An action and its events are `rules.notation.to_plain(Action, …)` and `to_plain(Event, …)`, the
action with `by` added. What is laid face down in the exchange stays hidden: every `give` action
and every `gave` event is written without `cards`, and the entry carries
`p = Log.keep_private({"cards": […]})` (empty list = declined).  `hide` does this to an `act`.
"""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

MOST_BYTES: Final = 65_535
_WHOLE_LIMIT: Final = 2**53
_HEX: Final = re.compile(r"(?:[0-9a-f]{2})*")
_DEPTH_LIMIT: Final = 32

Check = Callable[[Any], bool]


@dataclass(frozen=True, slots=True)
class Entry:
    """One decision: boot counter, place in the log, kind, milliseconds since boot, fields."""

    b: int
    i: int
    k: str
    m: int
    d: Mapping[str, Any]

    def encode(self) -> bytes:
        """The leaf: canonical JSON; ValueError if a field is not as its kind demands."""
        check_fields(self.k, self.d)
        if not (_whole(self.b) and _whole(self.i) and _whole(self.m)):
            raise ValueError("boot, index and time must be whole numbers from 0")
        raw = canonical({"b": self.b, "d": self.d, "i": self.i, "k": self.k, "m": self.m, "v": 1})
        if len(raw) > MOST_BYTES:
            raise ValueError(f"entry of {len(raw)} bytes is too long")
        return raw


def decode(raw: bytes) -> Entry:
    """The entry whose only form is `raw`; ValueError for anything else."""
    if len(raw) > MOST_BYTES:
        raise ValueError("entry is too long")
    plain = parse(raw)
    if not isinstance(plain, dict) or plain.keys() != {"b", "d", "i", "k", "m", "v"}:
        raise ValueError("entry must have exactly the keys b, d, i, k, m, v")
    if type(plain["v"]) is not int or plain["v"] != 1:
        raise ValueError("unknown version of the entry form")
    if not isinstance(plain["k"], str) or not isinstance(plain["d"], dict):
        raise ValueError("kind must be a text and fields an object")
    for key in "bim":
        if not _whole(plain[key]):
            raise ValueError(f"{key} must be a whole number from 0")
    check_fields(plain["k"], plain["d"])
    return Entry(plain["b"], plain["i"], plain["k"], plain["m"], plain["d"])


# ------------------------------------------------------------------ canonical JSON


def canonical(value: Any) -> bytes:
    """The one form of a JSON value (`tlog1` §2); ValueError if it has none."""
    _refuse_odd(value, 0)
    return json.dumps(value, sort_keys=True, separators=(",", ":")).encode("ascii")


def parse(raw: bytes) -> Any:
    """The value whose canonical form is `raw`; ValueError for every other spelling."""
    try:
        value = json.loads(raw.decode("ascii"))
        again = canonical(value)
    except (RecursionError, UnicodeError) as error:
        raise ValueError(f"not canonical JSON: {type(error).__name__}") from None
    if again != raw:
        raise ValueError("not in canonical form")
    return value


def _refuse_odd(value: Any, depth: int) -> None:
    if depth > _DEPTH_LIMIT:
        raise ValueError("nested too deeply")
    match value:
        case bool():
            return
        case int() if abs(value) < _WHOLE_LIMIT:
            return
        case str() if value.isascii():
            return
        case list() | tuple():
            for item in value:
                _refuse_odd(item, depth + 1)
        case Mapping():
            _refuse_odd_keys(value)
            for item in value.values():
                _refuse_odd(item, depth + 1)
        case _:
            raise ValueError(f"a {type(value).__name__} has no canonical form here")


def _refuse_odd_keys(value: Mapping[Any, Any]) -> None:
    for key in value:
        if not isinstance(key, str) or not key.isascii():
            raise ValueError("keys must be ASCII texts")


# ------------------------------------------------------------------ hidden parts of an act


def hide(d: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of an `act` without the cards of `give` and `gave` (add `p` yourself)."""
    hidden = dict(d)
    hidden["action"] = without_cards(d["action"], "give")
    hidden["events"] = [without_cards(event, "gave") for event in d["events"]]
    return hidden


def without_cards(plain: Mapping[str, Any], kind: str) -> dict[str, Any]:
    """A plain action or event of `kind` without its cards; any other as it is."""
    return {k: v for k, v in plain.items() if k != "cards" or plain.get("kind") != kind}


# ------------------------------------------------------------------ the fields of each kind


def _whole(value: Any) -> bool:
    return type(value) is int and 0 <= value < _WHOLE_LIMIT


def _flag(value: Any) -> bool:
    return type(value) is int and value in (0, 1)


def _text(value: Any) -> bool:
    return isinstance(value, str)


def _hex(value: Any) -> bool:
    return isinstance(value, str) and _HEX.fullmatch(value) is not None


def _bytes_of(size: int) -> Check:
    return lambda value: _hex(value) and len(value) == 2 * size


def _one_of(*words: str) -> Check:
    return lambda value: isinstance(value, str) and value in words


def _upto(most: int) -> Check:
    return lambda value: _whole(value) and value <= most


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


def _contribution(value: Any) -> bool:
    return (
        isinstance(value, Mapping)
        and value.keys() == {"mode", "data"}
        and _upto(4)(value["mode"])
        and _hex(value["data"])
    )


def _participant(value: Any) -> bool:
    return value in ("guest", "house") or _bytes_of(8)(value)


_hash: Final = _bytes_of(32)
_h: Final = _upto(255)
_cause: Final[Mapping[str, Check]] = {"cause": _text}
_WHO_ACTS: Final = {"player", "timeout", "managed", "system"}


def _action(value: Any) -> bool:
    return isinstance(value, Mapping) and _text(value.get("kind")) and value.get("by") in _WHO_ACTS


def _event(value: Any) -> bool:
    return isinstance(value, Mapping) and _text(value.get("kind"))


KINDS: Final[Mapping[str, Mapping[str, Check]]] = {
    "boot": {
        "fw": _hash,
        "os": _text,
        "noise": _text,
        "counter": _whole,
        "torn": _whole,
        "clean": _flag,
    },
    "epoch": {"e": _whole, "vkey": _text, "next": _hash},
    "epoch_end": {"e": _whole},
    "clock": {"unix": _whole, "src": _one_of("rtc", "ntp", "witness", "manual"), "unc": _whole},
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
        "beacon_round": _whole,
        "noise": _text,
    },
    "contrib": {"seats": _by_seat(_contribution), "K": _hash},
    "hand": {"h": _h, "cuts": _by_seat(_contribution), "T": _hash},
    "draw": {"h": _h, "A": _hash, "draws": _table_of(_upto(255))},
    "deal": {"h": _h, "E": _list_of(_hash, 4, 4), "open?": _object},
    "act": {"h": _h, "action": _action, "events": _list_of(_event, 0, 64), "p?": _hash},
    "seat": {
        "seat": _one_of("E", "N", "W", "S"),
        "change": _one_of("sat", "left", "linked", "lost", "managed", "returned"),
    },
    "hand_end": {
        "h": _h,
        "place": _list_of(_whole, 4, 4),
        "left": _list_of(_whole, 4, 4),
        "position_tenths": _list_of(_integer, 4, 4),
        "pair_tenths": _list_of(_integer, 2, 2),
        "winner": _one_of("EW", "NS", ""),
        "marks": _list_of(_text, 0, 16),
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
    "match_end": {"ranking": _list_of(_object, 0, 4)},
    "batch_end": {"played": _whole, "void": _whole, "unused": _whole},
    "void": {"h": _h, "reason": _text, "os": _hex},
    "config": {"changes": _object, "os": _hex},
    "export": {"files": _table_of(_hash)},
    "rng_fault": _cause,
    "rollback": _cause,
    "witness": _cause,
    "error": _cause,
}
"""The fields of each kind and what each must be; a name ending in `?` may be left out."""


def check_fields(kind: str, d: Mapping[str, Any]) -> None:
    """ValueError unless `d` has exactly the fields of `kind`, each of its form."""
    if kind not in KINDS:
        raise ValueError(f"unknown kind of entry {kind[:40]!r}")
    known = {name.rstrip("?"): check for name, check in KINDS[kind].items()}
    for name in d:
        if name not in known:
            raise ValueError(f"{kind} has no field {name[:40]!r}")
    for name, check in known.items():
        if name not in d:
            if name in KINDS[kind]:
                raise ValueError(f"{kind} lacks the field {name!r}")
        elif not check(d[name]):
            raise ValueError(f"{kind}: field {name!r} is not as it must be")
