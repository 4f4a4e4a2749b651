"""What a seat may know of a 跑胡子 hand, and what it is asked (PH-24, PH-25)."""

from collections.abc import Sequence

from table_firmware.rules.cards import Seat
from table_firmware.rules.claiming import (
    Ask,
    AskClaim,
    AskDiscard,
    Claim,
    Discard,
    Meld,
    Open,
    View,
)
from table_firmware.rules.games.paohuzi import huxi
from table_firmware.rules.games.paohuzi.hand import NOTHING, State
from table_firmware.rules.games.paohuzi.offers import asked
from table_firmware.rules.games.paohuzi.tiles import PLAYERS, ordered
from table_firmware.rules.round import Clock

SHOWN = {"wei": 0, "chou_wei": 1, "ti": 1}
"""How many tiles of a meld others see; of all other melds they see all."""


def view(state: State, seat: Seat) -> View:
    """All that this seat may know: nothing here depends on what lies face down elsewhere."""
    places = state.places
    own = places[seat] if seat in PLAYERS else None
    seen = tuple(tuple(map(_seen, place.melds)) for place in places)
    return View(
        seat=seat,
        phase=state.phase,
        dealer=state.dealer,
        hand=own.hand if own else (),
        counts=tuple(len(place.hand) for place in places),
        melds=tuple(own.melds if at == seat and own else seen[at] for at in PLAYERS),
        huxi=tuple(huxi.total(meld for meld in melds if meld.tiles) for melds in seen),
        own_huxi=huxi.total(own.melds) if own else 0,
        rows=tuple(place.row for place in places),
        stock=len(state.stock),
        open=_open(state, seat),
        turn=state.turn if state.phase in ("claim", "discard") else None,
        ask=ask(state, seat),
        no_chi=ordered(tuple(own.no_chi if own else NOTHING)),
        no_peng=ordered(tuple(own.no_peng if own else NOTHING)),
        stuck=tuple(player for player in PLAYERS if places[player].stuck),
        result=state.result,
    )


def _seen(meld: Meld) -> Meld:
    return Meld(meld.kind, meld.tiles[: SHOWN.get(meld.kind)])


def _open(state: State, seat: Seat) -> Open | None:
    open_ = state.open
    if state.phase not in ("opening", "claim"):
        return None
    hidden = open_.taken and open_.kind != "liang" and open_.seat != seat
    return None if hidden else open_


def ask(state: State, seat: Seat) -> Ask | None:
    """What this seat may do now, None if nobody asks it."""
    if seat not in PLAYERS:
        return None
    if state.phase == "claim":
        return asked(state, seat)
    if state.phase == "discard" and state.turn == seat:
        return AskDiscard(state.places[seat].spare)
    return None


def plays(view: View) -> Sequence[Claim | Discard]:
    """Everything that the seat may do, beside claiming nothing."""
    return answers(view.seat, view.ask)


def answers(seat: Seat, question: Ask | None) -> Sequence[Claim | Discard]:
    """All that a seat may answer to what it is asked."""
    match question:
        case AskDiscard(tiles):
            return tuple(Discard(seat, tile) for tile in tiles)
        case AskClaim(hu, peng, chi):
            alone = [kind for kind, may in (("hu", hu), ("peng", peng)) if may]
            eaten = (Claim(seat, "chi", laid) for laid in chi)
            return *(Claim(seat, kind) for kind in alone), *eaten
    return ()


def minimal(_view: View) -> None:
    """No tile is the smallest."""


def sense(_view: View) -> None:
    """No combinations are laid."""


def clock(state: State) -> Clock | None:
    """Whom the hand waits for, None once it is over. An open tile always has its whole time,
    whoever may claim it (PH-21)."""
    match state.phase:
        case "opening":
            return Clock("show", ())
        case "claim":
            return Clock("claim", ())
        case "discard":
            return Clock("play", (state.turn,))
    return None
