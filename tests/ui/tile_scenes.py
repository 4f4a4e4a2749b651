"""Views of 跑胡子 as a table would send them, from hands that are really played."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random  # noqa: TID251  (seeded; only the choice of what is dealt)

from seated import by_a_guest

from table_firmware.rules.cards import TILES, Card, Seat
from table_firmware.rules.claiming import AskClaim, AskDiscard, Claim
from table_firmware.rules.dealing import Deal
from table_firmware.rules.games import paohuzi
from table_firmware.rules.games.paohuzi import State
from table_firmware.rules.games.paohuzi.tiles import PLAYERS
from table_firmware.rules.games.paohuzi.words import Action
from table_firmware.rules.match import Standing
from table_firmware.rules.round import AskReady, Managed
from table_firmware.wire.messages import Place, TimeLeft, View

SEATED = (
    Place("guest", "A", linked=True),
    Place("house", "D", linked=True),
    Place("guest", "C", linked=True),
    Place("empty", linked=True),
)
RUNNING = {"A": 120, "D": -30, "C": -90}


def tiles(words: str) -> tuple[Card, ...]:
    return tuple(map(Card, words.split()))


def opened(seed: int) -> State:
    deck = [face for face in TILES for _ in range(4)]
    Random(seed).shuffle(deck)
    hands = (*(tuple(deck[seat:60:3]) for seat in range(3)), tuple(deck[60:]))
    return paohuzi.opening(paohuzi.options({}), Deal(hands, {"dealer": seed % 3}))


def states(seed: int) -> Iterator[State]:
    """A hand that is played by the practice opponent, state by state."""
    state = opened(seed)
    yield state
    while (clock := paohuzi.clock(state)) is not None:
        if clock.seats:
            decided: Action = Managed(clock.seats[0])
        else:
            answers = [paohuzi.choose(paohuzi.view(state, seat)) for seat in PLAYERS]
            decided = paohuzi.settle(state, [each for each in answers if isinstance(each, Claim)])
        for event in paohuzi.decide(state, decided):
            state = paohuzi.evolve(state, event)
        yield state


def somewhere(seat: Seat, good: Callable[[State, object], bool]) -> State:
    """The first state, in some hand, in which a seat is asked as wanted."""
    for seed in range(400):
        for state in states(seed):
            if good(state, paohuzi.view(state, seat).ask):
                return state
    raise LookupError("no such hand")


def found(seat: Seat, good: Callable[[State, object], bool]) -> View:
    """What that seat sees then."""
    return playing(somewhere(seat, good), seat)


def view(stage: str, seat: Seat = Seat.E, **more: object) -> View:
    shown = View(
        number=7,
        seat=seat,
        stage=stage,
        game="paohuzi/1",
        mode="P8",
        hand=2,
        hands=8,
        places=SEATED,
        practice=False,
        noise="simulated",
        running=RUNNING,
        draws={"dealer": 1},
        leader=Seat.N,
    )
    return replace(shown, **more)  # type: ignore[arg-type]


def playing(state: State, seat: Seat, **more: object) -> View:
    clock = paohuzi.clock(state)
    left = TimeLeft(clock.name, 9_000, 12_000, clock.seats) if clock else None
    hand = paohuzi.view(state, seat)
    shown: dict[str, object] = {"round": hand, "ask": hand.ask, "clock": left}
    return by_a_guest(view("round", seat, **(shown | more)))


def last(seed: int) -> State:
    *_, state = states(seed)
    return state


def ended(good: Callable[[State], bool]) -> View:
    state = next(state for state in map(last, range(400)) if good(state))
    hand = paohuzi.view(state, Seat.E)
    return view(
        "hand_result", round=hand, ask=AskReady(), clock=TimeLeft("result", 9_000, 10_000),
        receipts={"seat": "1" + "4839" * 418, "hand": "1" + "4839" * 418 + "7"},
    )  # fmt: skip


def late(state: State, ask: object) -> bool:
    return len(state.stock) < 6 and state.phase == "claim" and not any(vars_of(ask))


def vars_of(ask: object) -> tuple[object, ...]:
    return (ask.hu, ask.peng, ask.chi, ask.pao) if isinstance(ask, AskClaim) else (True,)


def eats(_: State, ask: object) -> bool:
    return isinstance(ask, AskClaim) and len(ask.chi) > 2 and any(len(g) > 1 for g in ask.chi)


def kan(state: State) -> bool:
    hand = state.places[Seat.E].hand
    return any(hand.count(tile) == 3 for tile in hand)


def everything(_: State, ask: object) -> bool:
    return isinstance(ask, AskClaim) and ask.hu and bool(ask.peng or ask.chi)


FIRST = next(state for state in states(3) if state.phase == "claim")
DISCARD = found(Seat.E, lambda state, ask: isinstance(ask, AskDiscard) and kan(state))
CHI = found(Seat.E, eats)
HU = found(Seat.E, everything)
LAST = somewhere(Seat.E, late)
LATE = playing(LAST, Seat.E)
STANDINGS = (
    Standing(("A",), 1, 4, 120, 0, 0, 0),
    Standing(("D",), 2, 2, -30, 0, 0, 0),
    Standing(("C",), 3, 1, -90, 0, 0, 0),
)

SCENES: dict[str, View] = {
    "pz-draw": view("draw", clock=TimeLeft("draw", 2_000, 3_000)),
    "pz-liang": playing(FIRST, Seat.E),
    "pz-discard": DISCARD,
    "pz-kan": DISCARD,
    "pz-chi": CHI,
    "pz-chi-choice": CHI,
    "pz-answered": replace(CHI, answered="decline"),
    "pz-hu": HU,
    "pz-late": LATE,
    "pz-covered": CHI,
    "pz-watch": playing(LAST, Seat.S),
    "pz-help-types": LATE,
    "pz-help-order": LATE,
    "pz-result": ended(lambda s: s.result is not None and bool(s.result.names)),
    "pz-nobody": ended(lambda s: s.result is not None and s.result.winner is None),
    "pz-match": view("match_result", standings=STANDINGS, ask=AskReady(), hand=8),
    "pz-large": HU,
    "pz-contrast": LATE,
    "pz-points": CHI,
}
ACTS: dict[str, tuple[str | tuple[int, ...], ...]] = {
    "pz-discard": ((-1,),),
    "pz-kan": ((0,),),
    "pz-chi-choice": ("panel:chi",),
    "pz-points": ("sort",),
    "pz-covered": ("cover",),
    "pz-help-types": ("panel:help-types",),
    "pz-help-order": ("panel:help-types", "panel:help-order"),
    "pz-large": ("set:large=1",),
    "pz-contrast": ("set:contrast=1",),
}
