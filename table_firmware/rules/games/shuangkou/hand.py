"""A 双扣 hand: how it begins, what follows from an action, and what a seat may know (003)."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from typing import Final

from table_firmware.rules import laying
from table_firmware.rules.cards import FACES, Card, Seat
from table_firmware.rules.climbing import Course, Tricks
from table_firmware.rules.dealing import Deal, Dealing, Terms
from table_firmware.rules.frozen import frozen
from table_firmware.rules.games.shuangkou.arranging import arrange, stands_for
from table_firmware.rules.games.shuangkou.finding import groups
from table_firmware.rules.games.shuangkou.readings import HEAVY, WILDS, beats, readings
from table_firmware.rules.games.shuangkou.scoring import facts, score
from table_firmware.rules.games.shuangkou.settings import Options
from table_firmware.rules.match import Before
from table_firmware.rules.partners import STAY, opposite, seated
from table_firmware.rules.round import (
    Action,
    Clock,
    Combination,
    Event,
    Give,
    HandEnded,
    HandResult,
    IllegalAction,
    Managed,
    Pass,
    Play,
    SeatView,
    TimedOut,
)
from table_firmware.rules.sense import Sense

REFUSALS: Final = laying.REFUSALS


def _dealt(ids: Sequence[int], draws: Mapping[str, int]) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(ids[(seat - draws["start"]) % 4 :: 4]) for seat in Seat)


DEALING: Final = Dealing(deck=FACES * 2, draws=(("start", 4), ("flip", 52)), hands=_dealt)
"""108 cards, position p to seat (start + p) mod 4 (SK-21, SK-22; `deal1` §2)."""


@frozen
class State:
    """Where a hand stands. leader: of the first trick. places: of the players of each seat.
    called: the called face, with the seat of each copy in deal order (SK-26)."""

    options: Options
    leader: Seat
    tricks: Tricks
    places: tuple[Seat, ...] = STAY
    called: tuple[tuple[Seat, Card], ...] = ()
    result: HandResult | None = None


# ------------------------------------------------------------------ the beginning


def _called(deal: Deal) -> list[tuple[int, Seat]]:
    """The deal positions of the called face and who was dealt it there, the lower first."""
    start, face = deal.draws["start"], FACES[deal.draws["flip"]]
    return sorted(
        (4 * at + (seat - start) % 4, seat)
        for seat in Seat
        for at, card in enumerate(deal.hands[seat])
        if card == face
    )


def holders(deal: Deal) -> tuple[Seat, ...]:
    """Who was dealt the called face, the lower deal position first (SK-26)."""
    return tuple(seat for _, seat in _called(deal))


def lies_open(_options: Options, deal: Deal, _ids: Sequence[Sequence[int]]) -> Mapping[str, int]:
    """The called face and the two positions where it was dealt."""
    found = {f"p{number}": at for number, (at, _) in enumerate(_called(deal), start=1)}
    return {"face": deal.draws["flip"], **found}


def places(options: Options, deal: Deal) -> tuple[Seat, ...]:
    """The first holder of the called face stays, the other comes to sit opposite (SK-14, SK-25)."""
    held = holders(deal)
    if options.fixed_partners or len(held) < 2:
        return STAY
    return opposite(held[0], held[1])


def opening(options: Options, deal: Deal) -> State:
    """The state after the deal: the first holder of the called face leads (SK-26). Where no hand
    has it, as in a made-up deal, the drawn seat does; a given leader goes before both."""
    held, moved = holders(deal), places(options, deal)
    drawn = held[0] if held else Seat(deal.draws["start"])
    leader = moved[drawn if deal.leader is None else deal.leader]
    face = FACES[deal.draws["flip"]]
    tricks = Tricks(seated(deal.hands, moved), leader, course=Course(final=options.pass_final))
    called = tuple((moved[seat], face) for seat in held)
    return State(options, leader, tricks, moved, called)


# ------------------------------------------------------------------ play


@cache
def laws(wilds: tuple[Card, ...]) -> laying.Laws:
    """What cards are where these faces are wild."""
    return laying.Laws(
        readings=lambda cards: readings(cards, wilds),
        beats=beats,
        groups=lambda hand, to_beat: groups(hand, wilds, to_beat),
        arrange=arrange,
        stands_for=stands_for,
        heavy=HEAVY,
    )


def decide(state: State, action: Action) -> tuple[Event, ...]:
    """What follows from an action; raises IllegalAction, and nothing else.

    A hand is never settled early: the system plays on for whoever is away (SK-19).
    """
    if state.result is not None:
        raise IllegalAction("round-over")
    match action:
        case Play() | Pass() | TimedOut() | Managed():
            return laying.follow(
                laws(WILDS[state.options.wild]),
                state.tricks,
                action,
                state.options.managed_follow,
                partial(score, options=state.options),
            )
        case Give():
            raise IllegalAction("exchange-closed")
    raise IllegalAction("not-your-turn")


def evolve(state: State, event: Event) -> State:
    """The state after an event that `decide` gave."""
    match event:
        case HandEnded(result):
            return replace(state, result=result)
    return replace(state, tricks=laying.after(state.tricks, event))


# ------------------------------------------------------------------ sight


def view(state: State, seat: Seat) -> SeatView:
    """All that this seat may know; card counts, the called face and 贡献 are public (SK-30)."""
    known = laying.Open(
        state.leader,
        state.result,
        state.places if state.places != STAY else (),
        state.called,
        facts(state.tricks.played, state.options),
        WILDS[state.options.wild],
    )
    return laying.sight(state.tricks, seat, known)


def plays(view: SeatView) -> Sequence[Combination]:
    """Every play open to the seat that is asked to play, each in the reading it will count as."""
    return laying.plays(laws(view.wilds), view)


def minimal(view: SeatView) -> Combination | None:
    """The smallest legal play of the seat that is asked to play, None if it must pass."""
    return laying.minimal(laws(view.wilds), view)


def sense(view: SeatView) -> Sense:
    """What cards are in the hand of this view."""
    return laying.Sense(laws(view.wilds), view.wilds)


def clock(state: State) -> Clock | None:
    """Whom the hand waits for, None once it is over."""
    return laying.clock(state.tricks, state.result)


def choose(view: SeatView) -> Play | Pass:
    """What the practice opponent does whom the view asks: as a managed seat (SK-32)."""
    return laying.choose(laws(view.wilds), view)


# ------------------------------------------------------------------ the match


def terms(_options: Options, _before: Before) -> Terms:
    """The called face decides in every hand, never the hand before (003 3)."""
    return Terms()
