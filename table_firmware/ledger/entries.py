"""Every kind of entry of the log, and its one form as bytes (`tlog1` §2).

An entry is ``{"b":boot,"d":{…},"i":index,"k":kind,"m":ms_since_boot,"v":1}`` in canonical JSON:
keys sorted, no spaces, ASCII, whole numbers below 2^53, no fractions, no null, at most 65,535
bytes. Bytes are lowercase hex; seats are the letters E N W S; a table by seat names all four.

The order in which a table writes (each line durable before anything of it is shown; `*` = sign a
checkpoint after it)::

    boot epoch*                            at every start: boot, then Log.rotate_epoch
    match batch* contrib*                  batch: vault first (deal1 §3)
      hand draw* deal* act… hand_end* reveal*     once a hand; `void` may end it instead
      batch_end batch* contrib*            where a batch has fewer hands than the match
      seating                              before the hands 5 and 9 of mode 3; where partners are
                                           drawn with the cards, after `deal`
    reveal…*                               with "unused":1, each index that was not played
    match_end batch_end epoch_end* epoch*  the last two by Log.rotate_epoch
    export*                                by export.export

A match whose deals are those of an event (`events`) has `event*` in the place of `batch* contrib*`
and no reveal: match event* (hand draw* deal* act… hand_end*)… match_end batch_end epoch_end*
epoch*. The deals are made, and revealed at the end, in the log of whoever organises the event::

    boot epoch* event_open batch* contrib* … reveal…* batch_end

`boot` (a restart) may stand anywhere between; so may clock, seat, rng_fault, rollback, config,
witness, error, service and call (from `begin` to `end` play is suspended). After a restart in
mid-match: boot, epoch_end*, epoch*, then the hand goes on.

Fields of `d` (times in ms; "?" = may be left out)::

    boot      fw 64 hex · os text · noise text · counter · torn bytes · clean 0/1
    epoch     e · vkey · next 64 hex               epoch_end  e
    clock     unix · src rtc|ntp|witness|manual · unc
    match     match text · game (its VERSION) · mode (a key of `match.MODES`)
              · seats {E: guest|house|planner|16 hex, …} `empty`: closed, nobody watches
              · options {…} (what Game.options accepts) · ranked 0/1
    batch     bid 32 hex · BH hex · R · B 64 hex · leaves [128 hex, …] (CA || CS)
              · reveal_at hand|match|audit · beacon_round (0 = none) · noise text
    contrib   seats {E: {mode, data hex}, …} · K 64 hex
    hand      h · cuts {E: {mode, data hex}, …} · T 64 hex
    draw      h · A 64 hex · draws {label: number, …} those of the game (`deal1` §2)
              · trump? rank that the match decides instead
    deal      h · E [64 hex ×4] in seat order · open? {label: number} what lies open of the cards
    act       h · action {kind, seat?, …, by player|timeout|managed|system|house}
              · events [{kind,…},…] · p? 64 hex
    seat      seat · change sat|left|linked|lost|managed|returned
    hand_end  h · place [4] · left [4] · position_tenths [4] · pair_tenths [EW, NS] · winner EW|NS
              or "" (void) · marks [text…] · facts? [{name, numbers}…] what the game tells besides
    reveal    h · S 192 hex · hw 640 hex · os 128 hex · unused? 1
    reveal_sealed  h · sha256 64 hex               (reveal_at audit)
    event_open  game · mode · options               what will be played at the tables
    event     origin (of the event's log) · BH hex · B · K 64 hex (as there) · seats {…} as there
              · checkpoint hex (a note of the event's log) · noise text (as there)
              · sitting (how often this table plays these deals, from 1)
    seating   h (first hand it holds for) · places {E: "A", …} player letters; after a `deal`: of
              that hand, whose seats are the new ones from here on (`Game.places`)
    match_end ranking [{who, rank, …}]              `rules.notation` of `rules.match.Standing`
    batch_end played · void · unused                counts of indices
    void      h · reason text · os hex (operator signature, "" = none)
    config    changes {…} · os hex           a change of the identity key: `identities`
    export    files {path beside the log: 64 hex}
    service   act begin|move|end|refused|mute|unmute|panels|noise · by switch|pin|screen|command
              · on 0/1 · seat (of the technician, "" = none) · muted [role…] · failed (PINs in a
              row) · tries? {E: number, …} of them · panels {E: path, …}
                                                 each time the whole state (`upkeep`)
    call      act call|withdraw|agree|begin|end · seat ("" = the table) · on 0/1 · seats [E…]
              · agreed [E…]                      each time the whole state (`calls`)
    rng_fault, rollback, witness, error   cause text

An action and its events are `rules.notation.to_plain(Action, …)` and `to_plain(Event, …)`, the
action with `by` added. What is laid face down in the exchange stays hidden: every `give` action
and every `gave` event is written without `cards`, and the entry carries
`p = Log.keep_private({"cards": […]})` (empty list = declined).  `hide` does this to an `act`.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from table_firmware.ledger.fields import WHOLE_LIMIT, check_fields, whole

MOST_BYTES: Final = 65_535
SIGNED: Final = frozenset(
    {"batch", "contrib", "draw", "deal", "hand_end", "reveal", "reveal_sealed", "epoch", "export"}
    | {"event"}
)
"""Kinds after which a checkpoint is signed (§3); it may be missing only if the table lost its power
just then, so that a `boot` follows. `epoch_end` is signed even so, at the next start."""
_DEPTH_LIMIT: Final = 32


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
        if not (whole(self.b) and whole(self.i) and whole(self.m)):
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
        if not whole(plain[key]):
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
        case str() if value.isascii():
            return
        case bool():
            return
        case int() if abs(value) < WHOLE_LIMIT:
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
