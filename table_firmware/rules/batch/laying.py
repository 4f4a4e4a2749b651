"""The operations for games that are nothing but laying cards (双扣, 三叉子).

As for ChinPok, without `trump`, with `options` (a table as an operator writes it; left out: none)
and these differences. A reading may have `more`, a list of what else counts. `plays` lists only
if `list` is true. `score` and `rank` are those of `outcomes`. `round` takes `draws` (a number by
label, `deal1` §2), and `leader` and `after_double_down` where an earlier hand has decided them;
hands are those of the deal, and the answer tells `places` (where the player of each seat goes),
from when on all seats are the new ones, and `facts` by name.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, Final

from table_firmware.rules.batch.families import cards, family
from table_firmware.rules.batch.fields import BadRequest, Fields
from table_firmware.rules.batch.outcomes import rank, score
from table_firmware.rules.batch.readings import reading_out
from table_firmware.rules.batch.records import result_out
from table_firmware.rules.batch.rounds import action_in, move_out
from table_firmware.rules.batch.running import run
from table_firmware.rules.cards import Seat
from table_firmware.rules.dealing import Deal
from table_firmware.rules.game import Game
from table_firmware.rules.games import GAMES
from table_firmware.rules.games.sanchazi import hand as sanchazi
from table_firmware.rules.games.shuangkou import hand as shuangkou
from table_firmware.rules.games.shuangkou.readings import WILDS
from table_firmware.rules.laying import Laws
from table_firmware.rules.round import Combination, Passed, Played, Reading, SeatView
from table_firmware.rules.said import Event
from table_firmware.rules.takes import Takes

_PLAIN: Final = ("single", "pair", "triple", "tube", "plate", "bomb")
TYPES: Final[Mapping[str, Mapping[str, int]]] = {
    "shuangkou": dict.fromkeys((*_PLAIN, "straight", "jokers"), 0) | {"serial": 2},
    "sanchazi": dict.fromkeys((*_PLAIN, "cha"), 0) | {"full_house": 1, "plate_tube": 1},
}
"""By family: each type, and how many numbers `more` has."""

LAWS: Final[Mapping[str, Callable[[Any], Laws]]] = {
    "shuangkou": lambda options: shuangkou.laws(WILDS[options.wild]),
    "sanchazi": lambda _options: sanchazi.LAWS,
}
"""By family: what cards are, under some options."""

KEYS: Final = range(18)
SIZES: Final = range(1, 42)


def _laws(game: Game, options: Any) -> Laws:
    return LAWS[family(game)](options)


def operate(fields: Fields) -> dict[str, Any]:
    """The answer to a request for one of these games."""
    game = GAMES[fields.text("game")]
    if family(game) not in LAWS:
        raise fields.bad("game", "no question about this game is answered")
    return OPERATIONS[fields.one_of("op", OPERATIONS)](fields, game, _options(fields, game))


def _options(fields: Fields, game: Game) -> Any:
    try:
        return game.options(fields.inner("options").plain if "options" in fields else {})
    except ValueError as error:
        raise fields.bad("options", str(error)) from None


# ------------------------------------------------------------------ combinations


def _reading(fields: Fields, key: str, game: Game) -> Reading | None:
    """A reading by its form; None for null or left out."""
    if fields.plain.get(key) is None:
        return None
    inner, types = fields.inner(key), TYPES[family(game)]
    name = inner.one_of("type", types)
    more = tuple(inner.items("more")) if "more" in inner else ()
    if len(more) != types[name] or not all(type(one) is int for one in more):
        raise inner.bad("more", f"not {types[name]} whole numbers")
    return Reading(name, inner.number("key", KEYS), inner.number("size", SIZES), more=more)


def _classify(fields: Fields, game: Game, options: Any) -> dict[str, Any]:
    held = cards(fields, "cards", game)
    plain = [reading_out(each) for each in _laws(game, options).readings(held)] if held else []
    return {"readings": plain, "default": plain[0] if plain else None}


def _beats(fields: Fields, game: Game, options: Any) -> dict[str, Any]:
    rules, left = _laws(game, options), cards(fields, "left", game)
    right = cards(fields, "right", game)
    rights = rules.readings(right) if right else ()
    if not rights:
        raise BadRequest("right", "not a combination")
    named = _reading(fields, "right_reading", game) or rights[0]
    if named not in rights:
        raise BadRequest("right_reading", "not a reading of right")
    lefts = rules.readings(left) if left else ()
    best = next((each for each in lefts if rules.beats(each, named)), None)
    return {"beats": best is not None, "reading": reading_out(best) if best else None}


def _groups(fields: Fields, game: Game, options: Any) -> Takes:
    hand = cards(fields, "hand", game)
    return Takes(_laws(game, options).groups(hand, _reading(fields, "to_beat", game)))


def _plays(fields: Fields, game: Game, options: Any) -> dict[str, Any]:
    takes, by_type = _groups(fields, game, options), Counter[str]()
    for group in takes.groups:
        by_type[group.reading.type] += group.size
    reply: dict[str, Any] = {"count": len(takes), "by_type": dict(by_type)}
    if fields.flag("list", False):
        reply["plays"] = [_play_out(play) for play in takes]
    return reply


def _minimal(fields: Fields, game: Game, options: Any) -> dict[str, Any]:
    takes = _groups(fields, game, options)
    return {"play": _play_out(takes.groups[0].lowest) if takes else None}


def _play_out(play: Combination) -> dict[str, Any]:
    return {"cards": sorted(play.cards), "reading": reading_out(play.reading)}


# ------------------------------------------------------------------ a hand


def _round(fields: Fields, game: Game, options: Any) -> dict[str, Any]:
    deal = _deal(fields, game)
    actions = [
        action_in(inner, lambda at, key: _reading(at, key, game))
        for inner in fields.inners("actions")
    ]
    state, history, told = run(game, game.opening(options, deal), actions)
    places = game.places(options, deal)
    told |= {"places": {seat.name: places[seat].name for seat in Seat}}
    return told | _stand(game, state, history)


def _deal(fields: Fields, game: Game) -> Deal:
    inner, drawn = fields.by_seat("hands", Seat), fields.inner("draws")
    draws = {label: drawn.number(label, range(most)) for label, most in game.DEALING.draws}
    hands = tuple(cards(inner, seat.name, game) for seat in Seat)
    for seat in Seat:
        if not hands[seat]:
            raise inner.bad(seat.name, "holds no card")
    leader = fields.seat("leader") if "leader" in fields else None
    after = fields.flag("after_double_down", False)
    return Deal(hands, draws, leader, after_double_down=after)


def _stand(game: Game, state: Any, history: list[Event]) -> dict[str, Any]:
    view = game.view(state, Seat.E)
    assert isinstance(view, SeatView)
    result = view.result
    return {
        "turn": None if view.turn is None else view.turn.name,
        "leading": view.turn is not None and view.to_beat is None,
        "to_beat": reading_out(view.to_beat) if view.to_beat else None,
        "played": [move_out(event) for event in history if isinstance(event, Played | Passed)],
        "out": [seat.name for seat in view.out],
        "left": {seat.name: view.counts[seat] for seat in Seat},
        "facts": {fact.name: list(fact.numbers) for fact in (result or view).facts},
        "over": view.phase == "over",
        "result": result_out(result) if result else None,
    }


OPERATIONS: Final[Mapping[str, Callable[[Fields, Game, Any], dict[str, Any]]]] = {
    "classify": _classify,
    "beats": _beats,
    "plays": _plays,
    "minimal": _minimal,
    "score": score,
    "rank": rank,
    "round": _round,
}
"""Every operation for these games, by name."""
