"""The state of a 跑胡子 hand after an event."""

from dataclasses import replace

from table_firmware.rules.cards import Card, Seat
from table_firmware.rules.claiming import (
    Closed,
    Discarded,
    Ended,
    Group,
    Melded,
    Offered,
    Open,
    Stuck,
    Turned,
)
from table_firmware.rules.games.paohuzi.hand import Place, State
from table_firmware.rules.games.paohuzi.offers import declined, lay
from table_firmware.rules.games.paohuzi.running import alike
from table_firmware.rules.games.paohuzi.words import Event


def evolve(state: State, event: Event) -> State:
    """The state after an event that `decide` gave."""
    match event:
        case Offered():
            return replace(state, phase="claim")
        case Turned(seat, _, tile):
            open_ = Open("turned", seat, state.stock[0], taken=tile is None)
            return replace(state, phase="claim", turn=seat, stock=state.stock[1:], open=open_)
        case Melded(seat, kind, tiles):
            return _melded(state, seat, kind, tiles)
        case Closed():
            return _closed(replace(state, places=declined(state)))
        case Discarded(seat, tile):
            return _discarded(state, seat, tile)
        case Stuck(seat):
            return replace(state.put(seat, replace(state.places[seat], stuck=True)), phase="turn")
        case Ended(result):
            return replace(state, phase="over", result=result)
        case _:  # HandEnded says the same
            return state


def _melded(state: State, seat: Seat, kind: str, tiles: tuple[Card, ...]) -> State:
    place = state.places[seat]
    if kind == "bi":
        return state.put(seat, lay(place, kind, _group(tiles), None))
    if state.phase == "opening":
        return _opened(state, seat, tiles[0])
    tile = state.open.tile
    if state.open.taken:
        return state.put(seat, replace(alike(place, kind, tile), entered=True))
    if kind == "chi":
        state = replace(state, places=declined(state, seat))
        place = lay(state.places[seat], kind, _group(tiles), tile)
    else:
        place = alike(place, kind, tile)
    state = state.put(seat, replace(place, entered=True))
    return _entered(state, seat)


def _group(tiles: tuple[Card, ...]) -> Group:
    one, two, three = tiles
    return one, two, three


def _opened(state: State, seat: Seat, tile: Card) -> State:
    """提 of the opening: four of the hand, or three and the 亮张."""
    with_liang = state.places[seat].hand.count(tile) == 3
    state = state.put(seat, alike(state.places[seat], "ti", tile))
    return replace(state, open=replace(state.open, taken=state.open.taken or with_liang))


def _closed(state: State) -> State:
    """What lies in a meld stays there, the 亮张 joins the dealer's hand, others lie in a row."""
    open_, place = state.open, state.places[state.open.seat]
    if open_.taken:
        return _entered(state, open_.seat)
    if open_.kind == "liang":
        joined = replace(place, hand=(*place.hand, open_.tile))
        return _entered(state.put(open_.seat, joined), open_.seat)
    left = replace(place, row=(*place.row, open_.tile))
    return replace(state.put(open_.seat, left), phase="turn", turn=open_.seat)


def _entered(state: State, seat: Seat) -> State:
    """After 进张 a discard is due, or the next seat turns (PH-19)."""
    phase = "discard" if state.places[seat].owes else "turn"
    return replace(state, phase=phase, turn=seat)


def _discarded(state: State, seat: Seat, tile: Card) -> State:
    """Who has discarded a tile never takes one like it (002 term 十九)."""
    place = state.places[seat]
    at, dead = place.hand.index(tile), frozenset((tile,))
    place = Place(
        (*place.hand[:at], *place.hand[at + 1 :]),
        place.melds,
        place.row,
        place.refused,
        place.no_chi | dead,
        place.no_peng | dead,
        place.entered,
        place.stuck,
    )
    return replace(
        state.put(seat, place), phase="claim", turn=seat, open=Open("discard", seat, tile)
    )
