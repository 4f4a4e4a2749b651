"""What each seat may do with the open tile, and what it refuses by not doing it."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from table_firmware.rules.cards import Card, Seat
from table_firmware.rules.claiming import AskClaim, Group, Meld
from table_firmware.rules.games.paohuzi.eating import Laying, layings
from table_firmware.rules.games.paohuzi.hand import Place, State
from table_firmware.rules.games.paohuzi.running import alike, must_run
from table_firmware.rules.games.paohuzi.tiles import PLAYERS, order, right
from table_firmware.rules.games.paohuzi.winning import win


def asked(state: State, seat: Seat) -> AskClaim:
    """All that the seat may claim."""
    chi = eatings(state, seat)
    return AskClaim(win(state, seat) is not None, may_peng(state, seat), chi, runs(state, seat))


def runs(state: State, seat: Seat) -> bool:
    """Whether the seat must 跑 with the open tile."""
    return must_run(state.places[seat], state.open, seat)


def runner(state: State) -> Seat | None:
    """The one who must 跑."""
    return next((seat for seat in PLAYERS if runs(state, seat)), None)


def winner(state: State) -> Seat | None:
    """The first who could win: who turned the tile, then counter-clockwise (2.3 step 5)."""
    return next((seat for seat in order(state.open.seat) if win(state, seat)), None)


def may_peng(state: State, seat: Seat) -> bool:
    """A pair, and another's tile (PH-02); it may not leave him without the discard he owes."""
    place, open_ = state.places[seat], state.open
    if open_.taken or open_.kind == "liang" or open_.seat == seat:
        return False
    if place.hand.count(open_.tile) != 2 or open_.tile in place.no_peng:
        return False
    return _goes_on(alike(place, "peng", open_.tile))


def eatings(state: State, seat: Seat) -> tuple[Laying, ...]:
    """Each way to eat: a tile one turned oneself, or any of the 上家 (002 term 十八)."""
    place, open_ = state.places[seat], state.open
    if open_.taken or open_.kind == "liang" or runs(state, seat):
        return ()
    eaters = (right(open_.seat), *([open_.seat] if open_.kind == "turned" else []))
    if seat not in eaters or open_.tile in place.no_chi:
        return ()
    tile = open_.tile
    found = layings(place.hand, tile)
    return tuple(laid for laid in found if _goes_on(eaten(place, laid, tile)))


def eaten(place: Place, laid: Laying, tile: Card) -> Place:
    """The place after 吃 and 比."""
    after = lay(place, "chi", laid[0], tile)
    for run in laid[1:]:
        after = lay(after, "bi", run, None)
    return after


def lay(place: Place, kind: str, run: Group, tile: Card | None) -> Place:
    """The place after one group was laid, with the open tile or all from the hand."""
    out = Counter(run)
    if tile is not None:
        out[tile] -= 1
    hand = list(place.hand)
    for face in out.elements():
        hand.remove(face)
    return replace(place, hand=tuple(hand), melds=(*place.melds, Meld(kind, run)))


def declined(state: State, taker: Seat | None = None) -> tuple[Place, ...]:
    """The places when nobody took the open tile, or `taker` ate it: who could have taken it
    before him and did not has refused it (PH-08, PH-21)."""
    return tuple(_declined(state, taker))


def _declined(state: State, taker: Seat | None) -> Iterator[Place]:
    open_ = state.open
    for seat in PLAYERS:
        place = state.places[seat]
        first = taker is None or (taker != seat == open_.seat)
        could_peng = taker != seat and may_peng(state, seat)
        could_chi = first and bool(eatings(state, seat))
        tile = frozenset((open_.tile,))
        if could_peng:
            place = replace(place, refused=place.refused | tile, no_peng=place.no_peng | tile)
        if could_chi or (could_peng and open_.seat != right(seat)):
            place = replace(place, no_chi=place.no_chi | tile, no_peng=place.no_peng | tile)
        yield place


def _goes_on(place: Place) -> bool:
    return not place.owes or bool(place.spare)
