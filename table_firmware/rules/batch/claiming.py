"""The operations for 跑胡子, with `options` (a table as an operator writes it; left out: none).

Tiles are `s1` to `s10` and `b1` to `b10`, groups lists of three. `classify` takes `melds` (each
with `kind` and `tiles`) and tells the 胡息 of each. `plays` takes `hand` and `tile` and lists every
way to eat it with what must be laid besides. `score` takes the `melds` of a hand that is won, and
`own` (a tile one turned oneself), `drawn` (hands just before that nobody won) and `facts` (names of
`names.Facts`) where they hold. `rank` and `points` are those of `comparing`. `round` takes `hands`
of `E N W`, `stock` (the 亮张 first), `draws`, and `leader` and `drawn` where earlier hands have
decided them; its `actions` are `claim` (with `groups` for `chi`), `discard`, `timeout` and
`managed` of a seat, and `{"proceed": true}`.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from table_firmware.rules.batch.comparing import points, rank
from table_firmware.rules.batch.fields import Fields
from table_firmware.rules.batch.running import run
from table_firmware.rules.cards import TILES, Card, Seat
from table_firmware.rules.claiming import Claim, Discard, Group, Meld, Result, in_threes
from table_firmware.rules.dealing import Deal
from table_firmware.rules.games import paohuzi
from table_firmware.rules.games.paohuzi import Options, huxi, names
from table_firmware.rules.games.paohuzi.eating import layings
from table_firmware.rules.games.paohuzi.names import REPEATED, Facts
from table_firmware.rules.games.paohuzi.tiles import RUNS, STRAIGHTS, ordered
from table_firmware.rules.games.paohuzi.winning import ORDER
from table_firmware.rules.games.paohuzi.words import Action
from table_firmware.rules.round import Managed, Proceed, TimedOut

COPIES: Final = 4
_THREES: Final = ("wei", "chou_wei", "peng", "kan")
ALIKE: Final = {"ti": 4, "pao": 4, "jiang": 2, **dict.fromkeys(_THREES, 3)}
"""How many tiles alike make a meld of each kind; the other kinds are runs."""
FACTS: Final = Facts.__match_args__


def operate(fields: Fields) -> dict[str, Any]:
    """The answer to a request for this game."""
    return OPERATIONS[fields.one_of("op", OPERATIONS)](fields, _options(fields))


def _options(fields: Fields) -> Options:
    try:
        return paohuzi.options(fields.inner("options").plain if "options" in fields else {})
    except ValueError as error:
        raise fields.bad("options", str(error)) from None


# ------------------------------------------------------------------ fields


def _tiles(fields: Fields, key: str) -> tuple[Card, ...]:
    given = fields.items(key)
    if not all(isinstance(face, str) and face in TILES for face in given):
        raise fields.bad(key, "not a list of tiles")
    if max(Counter(given).values(), default=0) > COPIES:
        raise fields.bad(key, f"more than {COPIES} tiles of one face")
    return tuple(map(Card, given))


def _tile(fields: Fields, key: str) -> Card:
    return Card(fields.one_of(key, TILES))


def _melds(fields: Fields) -> tuple[Meld, ...]:
    found = []
    for inner in fields.inners("melds"):
        meld = Meld(inner.one_of("kind", ORDER), ordered(_tiles(inner, "tiles")))
        if not _is_whole(meld):
            raise inner.bad("tiles", f"no {meld.kind}")
        found.append(meld)
    if max(Counter(tile for meld in found for tile in meld.tiles).values(), default=0) > COPIES:
        raise fields.bad("melds", f"more than {COPIES} tiles of one face")
    return tuple(found)


def _is_whole(meld: Meld) -> bool:
    if meld.kind in ALIKE:
        return len(meld.tiles) == ALIKE[meld.kind] and len(set(meld.tiles)) == 1
    other = "jiao" if meld.tiles in STRAIGHTS else "shun"
    return meld.tiles in RUNS and meld.kind != other


def _groups(fields: Fields) -> tuple[Group, ...]:
    if "groups" not in fields:
        return ()
    laid: list[Card] = []
    for number, group in enumerate(fields.items("groups")):
        one = _tiles(Fields({"": group}, f"{fields.path}groups[{number}]"), "")
        if len(one) != 3:
            raise fields.bad(f"groups[{number}]", "not three tiles")
        laid += one
    return in_threes(tuple(laid))


# ------------------------------------------------------------------ melds


def _classify(fields: Fields, _options: Options) -> dict[str, Any]:
    each = [huxi.value(meld) for meld in _melds(fields)]
    return {"huxi": each, "total": sum(each)}


def _plays(fields: Fields, _options: Options) -> dict[str, Any]:
    found = layings(_tiles(fields, "hand"), _tile(fields, "tile"))
    return {"count": len(found), "plays": [[list(group) for group in laid] for laid in found]}


def _score(fields: Fields, options: Options) -> dict[str, Any]:
    melds = _melds(fields)
    points = huxi.total(melds)
    if points < options.min_huxi:
        return {"huxi": points, "tun": 0, "names": [], "fan": 0, "loss": 0}
    told = fields.texts("facts", FACTS) if "facts" in fields else ()
    tun = huxi.tun(points, options.min_huxi)
    tun += options.zimo_plus_tun if fields.flag("own", False) else 0
    facts = Facts(**dict.fromkeys(told, True))
    fan, named = names.fan(options.table, names.counts(melds, facts))
    if options.mingtang_preset in REPEATED:
        fan *= 1 + _drawn(fields)
    return {"huxi": points, "tun": tun, "names": list(named), "fan": fan, "loss": tun * fan}


def _drawn(fields: Fields) -> int:
    return fields.number("drawn", range(1000)) if "drawn" in fields else 0


# ------------------------------------------------------------------ a whole hand


def _claim(fields: Fields, seat: Seat) -> Action:
    return Claim(seat, fields.one_of("claim", ("hu", "peng", "chi")), _groups(fields))


def _discard(fields: Fields, seat: Seat) -> Action:
    return Discard(seat, _tile(fields, "discard"))


def _timed_out(fields: Fields, seat: Seat) -> Action:
    fields.true("timeout")
    return TimedOut(seat)


def _managed(fields: Fields, seat: Seat) -> Action:
    fields.true("managed")
    return Managed(seat)


_ACTIONS: Final[Mapping[str, Callable[[Fields, Seat], Action]]] = {
    "claim": _claim,
    "discard": _discard,
    "timeout": _timed_out,
    "managed": _managed,
}


def _action(fields: Fields) -> Action:
    if "proceed" in fields:
        fields.true("proceed")
        return Proceed()
    named = [name for name in _ACTIONS if name in fields]
    if len(named) != 1:
        raise fields.bad("seat", f"must come with one of {' '.join(_ACTIONS)}")
    return _ACTIONS[named[0]](fields, fields.seat())


def _round(fields: Fields, options: Options) -> dict[str, Any]:
    deal = _deal(fields)
    actions = [_action(inner) for inner in fields.inners("actions")]
    state, _, told = run(paohuzi, paohuzi.opening(options, deal), actions)
    return told | _stand(state)


def _deal(fields: Fields) -> Deal:
    inner = fields.by_seat("hands", paohuzi.PLAYERS)
    hands = (*(_tiles(inner, seat.name) for seat in paohuzi.PLAYERS), _tiles(fields, "stock"))
    if [len(hand) for hand in hands] != [20] * 4:
        raise fields.bad("hands", "must be of 20 tiles each, and the stock too")
    if set(Counter(face for hand in hands for face in hand).values()) != {COPIES}:
        raise fields.bad("hands", "are not the whole deck with the stock")
    draws = {"dealer": fields.inner("draws").number("dealer", range(3))}
    leader = Seat[fields.one_of("leader", "ENW")] if "leader" in fields else None
    return Deal(hands, draws, leader, drawn=_drawn(fields))


def _stand(state: paohuzi.State) -> dict[str, Any]:
    """What is public; of the melds what all may see (PH-24)."""
    view = paohuzi.view(state, Seat.S)
    result = state.result
    return {
        "phase": view.phase,
        "turn": None if view.turn is None else view.turn.name,
        "open": None if view.open is None else view.open.tile,
        "melds": _by_seat(_meld_out(melds) for melds in view.melds),
        "huxi": _by_seat(view.huxi),
        "rows": _by_seat(map(list, view.rows)),
        "stock": view.stock,
        "left": _by_seat(view.counts),
        "over": result is not None,
        "result": _result_out(result) if result else None,
    }


def _by_seat(values: Iterable[Any]) -> dict[str, Any]:
    return {seat.name: value for seat, value in zip(paohuzi.PLAYERS, values, strict=True)}


def _meld_out(melds: Iterable[Meld]) -> list[dict[str, Any]]:
    return [{"kind": meld.kind, "tiles": list(meld.tiles)} for meld in melds]


def _result_out(result: Result) -> dict[str, Any]:
    return {
        "winner": None if result.winner is None else result.winner.name,
        "dealer": result.dealer.name,
        "melds": _meld_out(result.melds),
        "huxi": result.huxi,
        "tun": result.tun,
        "names": list(result.names),
        "fan": result.fan,
        "scores": _by_seat(result.scores),
    }


OPERATIONS: Final[Mapping[str, Callable[[Fields, Options], dict[str, Any]]]] = {
    "classify": _classify,
    "plays": _plays,
    "score": _score,
    "points": points,
    "rank": rank,
    "round": _round,
}
"""Every operation for this game, by name."""
