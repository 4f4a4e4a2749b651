"""Scores and rankings of games that are nothing but laying cards (双扣, 三叉子).

A hand is told by `finish` (seats in order of going out) and `left`, as for ChinPok, and by what
else its score is made of. In 双扣: `bombs`, by seat the cards of each bomb it played; a seat
without any may be left out. In 三叉子: `left` are the cards themselves, for their points count;
`captured`, the points each seat has won; and `good_news`, how often each has played three equal
jokers, or `escape` alone, the seat that left for good. `facts` tells how the score is made up.
`rank` takes such hands with the `seats` of the players, which change with their partners.
"""

from collections.abc import Callable, Mapping
from itertools import chain
from typing import Any, Final

from table_firmware.rules.batch.families import check_deck, family
from table_firmware.rules.batch.fields import Fields
from table_firmware.rules.batch.records import finish, hand_records, result_out, standing_out
from table_firmware.rules.cards import Card, Seat
from table_firmware.rules.game import Game
from table_firmware.rules.games.sanchazi import scoring as sanchazi
from table_firmware.rules.games.shuangkou import hand as shuangkou_hand
from table_firmware.rules.games.shuangkou import scoring as shuangkou
from table_firmware.rules.games.shuangkou.readings import HEAVY, WILDS
from table_firmware.rules.round import HandResult, Reading

HAND: Final = 27
"""Cards of each seat in 双扣."""
MOST_NEWS: Final = 2
"""Times that three equal jokers can be played in a hand."""


def score(fields: Fields, game: Game, options: Any) -> dict[str, Any]:
    """The answer to a `score` request."""
    return told(SCORES[family(game)](fields, game, options))


def told(result: HandResult) -> dict[str, Any]:
    """A result with what its score is made of."""
    facts = {fact.name: list(fact.numbers) for fact in result.facts}
    return result_out(result) | {"facts": facts}


def rank(fields: Fields, game: Game, options: Any) -> dict[str, Any]:
    """The answer to a `rank` request."""
    mode = fields.one_of("mode", game.modes(options))
    read = SCORES[family(game)]
    hands = hand_records(fields, True, lambda inner: read(inner, game, options))
    return {"ranking": [standing_out(line) for line in game.rank(options, mode, hands)]}


# ------------------------------------------------------------------ 双扣


def _shuangkou(fields: Fields, game: Game, options: Any) -> HandResult:
    out = finish(fields)
    others = [seat for seat in Seat if seat not in out]
    counts = fields.by_seat("left", others)
    left = [counts.number(seat.name, range(1, HAND + 1)) if seat in others else 0 for seat in Seat]
    facts = shuangkou.told(_bombs(fields, game, options, left), options)
    return shuangkou.settled(out, left, facts, options)


def _bombs(fields: Fields, game: Game, options: Any, left: list[int]) -> list[list[Reading]]:
    """By seat the bombs that were played."""
    given = fields.inner("bombs")
    if not given.plain.keys() <= set(Seat.__members__):
        raise fields.bad("bombs", "not by seat")
    laid: list[Card] = []
    read: list[list[Reading]] = []
    for seat in Seat:
        each = _laid(given, seat.name) if seat.name in given else []
        if sum(map(len, each)) + left[seat] > HAND:
            raise given.bad(seat.name, f"more than {HAND} cards with those left")
        read.append([_bomb(given, seat.name, one, options) for one in each])
        laid += [card for one in each for card in one]
    check_deck(fields, "bombs", game, tuple(laid))
    return read


def _laid(given: Fields, seat: str) -> list[tuple[Card, ...]]:
    path = given.path + seat
    return [
        Fields({f"[{at}]": one}, path).any_cards(f"[{at}]")
        for at, one in enumerate(given.items(seat))
    ]


def _bomb(given: Fields, seat: str, held: tuple[Card, ...], options: Any) -> Reading:
    found = shuangkou_hand.laws(WILDS[options.wild]).readings(held) if held else ()
    if not found or found[0].type not in HEAVY:
        raise given.bad(seat, "not a bomb")
    return found[0]


# ------------------------------------------------------------------ 三叉子


def _sanchazi(fields: Fields, game: Game, options: Any) -> HandResult:
    if "escape" in fields:
        return _escaped(fields, options)
    out = finish(fields)
    others = [seat for seat in Seat if seat not in out]
    inner = fields.by_seat("left", others)
    hands = tuple(_held(inner, seat) if seat in others else () for seat in Seat)
    check_deck(fields, "left", game, tuple(card for hand in hands for card in hand))
    won = _numbers(fields, "captured", range(0, sanchazi.ALL + 1, sanchazi.LEAST))
    if sum(won) + sum(map(sanchazi.worth, hands)) > sanchazi.ALL:
        raise fields.bad("captured", f"more than {sanchazi.ALL} points with those left")
    fives = sanchazi.FIVES - sum(
        sanchazi.worth((card,)) == sanchazi.LEAST for card in chain(*hands)
    )
    if sum(points % 10 != 0 for points in won) > fives:
        raise fields.bad("captured", f"more fives than the {fives} that are not left")
    news = _numbers(fields, "good_news", range(MOST_NEWS + 1)) if "good_news" in fields else None
    if news and sum(news) > MOST_NEWS:
        raise fields.bad("good_news", f"more than {MOST_NEWS} in all")
    return sanchazi.settled(out, hands, won, news or sanchazi.NOTHING, options)


def _held(inner: Fields, seat: Seat) -> tuple[Card, ...]:
    held = inner.any_cards(seat.name)
    if not held:
        raise inner.bad(seat.name, "holds no card")
    return held


def _numbers(fields: Fields, key: str, allowed: range) -> tuple[int, ...]:
    inner = fields.by_seat(key, Seat)
    return tuple(inner.number(seat.name, allowed) for seat in Seat)


def _escaped(fields: Fields, options: Any) -> HandResult:
    if options.escape != "on":
        raise fields.bad("escape", "not under these options")
    return sanchazi.escaped((0,) * len(Seat), fields.seat("escape"))


SCORES: Final[Mapping[str, Callable[[Fields, Game, Any], HandResult]]] = {
    "shuangkou": _shuangkou,
    "sanchazi": _sanchazi,
}
"""By family: how the result of a hand is told."""
