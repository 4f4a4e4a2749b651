"""胡: whether a seat wins with the open tile, and the best that its hand can count for."""

from collections.abc import Iterator, Mapping
from typing import Final

from table_firmware.rules.cards import Seat
from table_firmware.rules.claiming import Meld, Open, Result
from table_firmware.rules.games.paohuzi import huxi, names
from table_firmware.rules.games.paohuzi.hand import Place, State
from table_firmware.rules.games.paohuzi.names import REPEATED, Facts
from table_firmware.rules.games.paohuzi.running import must_run, quad
from table_firmware.rules.games.paohuzi.tiles import PLAYERS
from table_firmware.rules.games.paohuzi.ways import ways

ORDER: Final[Mapping[str, int]] = {
    kind: at
    for at, kind in enumerate(
        ("ti", "pao", "wei", "chou_wei", "peng", "chi", "bi", "kan", "shun", "jiao", "jiang")
    )
}
"""The kinds of melds, in the order in which a hand that is won is told."""


def win(state: State, seat: Seat) -> Result | None:
    """The result if the seat wins with the open tile, None if it may not (2.3 step 8)."""
    place, open_ = state.places[seat], state.open
    if place.stuck or not _may(state, open_, seat):
        return None
    results = (_result(state, seat, way) for way in _ways(place, open_, seat))
    good = [result for result in results if result.huxi >= state.options.min_huxi]
    return max(good, key=lambda result: (result.scores[seat], result.huxi), default=None)


def _may(state: State, open_: Open, seat: Seat) -> bool:
    """A tile that lies in a meld is its owner's alone; a discard only where that is allowed."""
    own = open_.seat == seat
    if open_.taken:
        return own
    return open_.kind != "discard" or (state.options.win_on_discard and not own)


def _ways(place: Place, open_: Open, seat: Seat) -> Iterator[tuple[Meld, ...]]:
    """With the tile as the fourth of a 跑 where it can be, and as one of the hand unless it must
    run; three alike made by another's tile count as 碰 (2.3 step 8)."""
    if open_.taken:
        yield from ways(place.melds, place.hand, None, "kan")
        return
    grown = quad(place, open_, seat)
    if grown:
        yield from ways(grown.melds, grown.hand, None, "kan")
    if not must_run(place, open_, seat):
        yield from ways(
            place.melds, place.hand, open_.tile, "kan" if open_.seat == seat else "peng"
        )


def _result(state: State, seat: Seat, way: tuple[Meld, ...]) -> Result:
    """What it counts for if it is seen this way."""
    options, open_ = state.options, state.open
    points = huxi.total(way)
    tun = huxi.tun(points, options.min_huxi)
    if open_.kind == "turned" and open_.seat == seat:
        tun += options.zimo_plus_tun
    fan, named = names.fan(options.table, names.counts(way, _facts(state, open_, seat, way)))
    if options.mingtang_preset in REPEATED:
        fan *= 1 + state.drawn
    loss = tun * fan
    scores = tuple(2 * loss if player == seat else -loss for player in PLAYERS)
    melds = tuple(sorted(way, key=lambda meld: ORDER[meld.kind]))
    return Result(seat, state.dealer, melds, points, tun, named, fan, scores)


def _facts(state: State, open_: Open, seat: Seat, way: tuple[Meld, ...]) -> Facts:
    place = state.places[seat]
    alone = (open_.tile,)
    return Facts(
        heaven=open_.kind == "liang" and seat == state.dealer,
        earth=open_.kind == "liang" and seat != state.dealer,
        last=open_.kind == "turned" and not state.stock,
        lone=not open_.taken and place.hand == alone and Meld("jiang", alone * 2) in way,
        untouched=not place.entered,
    )
