"""The course of one ChinPok hand: exchange, show, play, end (000 ch. 4, §38 to §40)."""

from dataclasses import dataclass, replace
from typing import Final, TypeVar

from table_firmware.rules import climbing, combinations
from table_firmware.rules.cards import FACES, PAIRS, RANKS, Card, Seat
from table_firmware.rules.climbing import Tricks
from table_firmware.rules.games.chinpok.scoring import VOID, Settled, is_over, score
from table_firmware.rules.games.chinpok.settings import Options
from table_firmware.rules.round import (
    Action,
    Combination,
    Deal,
    Dealing,
    Event,
    Exchanged,
    Gave,
    Give,
    HandEnded,
    HandResult,
    IllegalAction,
    Managed,
    Pass,
    Passed,
    Play,
    Played,
    Proceed,
    Reading,
    Settle,
    Shown,
    TimedOut,
    TrickEnded,
    WentOut,
)

DEALING: Final = Dealing(
    deck=FACES * 2,
    draws=(("trump", 13), ("leader", 4)),
    hands=lambda ids, _draws: tuple(tuple(ids[seat::4]) for seat in Seat),
)
"""108 cards, position p to seat p mod 4 (CP-02)."""

REFUSALS: Final = frozenset(
    {
        "round-over",
        "exchange-closed",
        "too-many-cards",
        "already-passed",
        "not-your-turn",
        "leader-may-not-pass",
        "not-in-hand",
        "not-a-combination",
        "bad-reading",
        "does-not-beat",
    }
)
"""Every code `decide` can refuse with (000 §39.1)."""

_Item = TypeVar("_Item")

NOBODY: Final[tuple[tuple[Card, ...] | None, ...]] = (None, None, None, None)


@dataclass(frozen=True, slots=True)
class State:
    """Where a hand stands.

    phase: `exchange`, `show`, `play` or `over`. leader: of the first trick. given: by seat, what
    each has laid for his partner, None while undeclared; a laid card stays in the hand until the
    exchange is made.
    """

    options: Options
    phase: str
    trump: str
    leader: Seat
    tricks: Tricks
    given: tuple[tuple[Card, ...] | None, ...] = NOBODY
    exchanged: Exchanged | None = None
    result: HandResult | None = None


def opening(options: Options, deal: Deal) -> State:
    """The state after the deal: the drawn seat leads, unless an earlier hand has decided."""
    leader = Seat(deal.draws["leader"]) if deal.leader is None else deal.leader
    return State(
        options,
        "exchange" if options.exchange else "play",
        RANKS[deal.draws["trump"]],
        leader,
        Tricks(tuple(deal.hands), leader),
    )


# ------------------------------------------------------------------ decide


def decide(state: State, action: Action) -> tuple[Event, ...]:
    """What follows from an action; raises IllegalAction, and nothing else.

    Codes are looked for in the order of rules-batch. `Proceed` out of place, and any action of a
    seat that is not waited for, is `not-your-turn`.
    """
    if state.phase == "over":
        raise IllegalAction("round-over")
    match action:
        case Settle(seat):
            return (HandEnded(_settle(state, seat)),)
        case Give(seat, cards):
            return _give(state, seat, cards)
        case Proceed():
            return _proceed(state)
        case _ if state.phase == "play":
            return _act(state, action)
        case TimedOut(seat) | Managed(seat) if state.phase == "exchange":
            return _give(state, seat, ())
    raise IllegalAction("not-your-turn")


def _settle(state: State, seat: Seat) -> HandResult:
    match state.options.abnormal_rule:
        case "void":
            return VOID
        case "play_on":
            raise IllegalAction("not-your-turn")
    left = tuple(len(hand) for hand in state.tricks.hands)
    return score(state.tricks.out, left, Settled(seat, state.tricks.turn))


def _proceed(state: State) -> tuple[Event, ...]:
    if state.phase != "show":
        raise IllegalAction("not-your-turn")
    return (Shown(),)


def _give(state: State, seat: Seat, cards: tuple[Card, ...]) -> tuple[Event, ...]:
    """A seat declares itself, once; the fourth to do so closes the exchange (000 §19.2)."""
    if state.phase != "exchange" or state.given[seat] is not None:
        raise IllegalAction("exchange-closed")
    if len(cards) > 1:
        raise IllegalAction("too-many-cards")
    climbing.without(state.tricks.hands[seat], cards)
    given = _put(state.given, seat, cards)
    if None in given:
        return (Gave(seat, cards),)
    east_west, north_south = (_swap(given, *pair) for pair in PAIRS.values())
    return Gave(seat, cards), Exchanged(east_west, north_south)


def _swap(
    given: tuple[tuple[Card, ...] | None, ...], one: Seat, other: Seat
) -> tuple[Card, Card] | None:
    """The two cards that change hands: both partners have laid one, or none does."""
    mine, yours = given[one], given[other]
    return (mine[0], yours[0]) if mine and yours else None


def _act(state: State, action: Play | Pass | TimedOut | Managed) -> tuple[Event, ...]:
    seat = action.seat
    climbing.check_turn(state.tricks, seat)
    match action:
        case Play(_, cards, reading):
            return _lay(state, seat, _ruled(state, seat, cards, reading))
        case TimedOut():
            play = _on_time_out(state, seat)
        case Managed():
            play = _when_managed(state, seat)
        case _:
            play = None
    return _lay(state, seat, play) if play else climbing.pass_events(state.tricks, seat)


def _ruled(
    state: State, seat: Seat, cards: tuple[Card, ...], reading: Reading | None
) -> Combination:
    """The play as it counts: the reading named, or the strongest that holds (CP-12 to CP-14)."""
    climbing.without(state.tricks.hands[seat], cards)
    readings = combinations.classify(cards, state.trump)
    if not readings:
        raise IllegalAction("not-a-combination")
    if reading is not None:
        if reading not in readings:
            raise IllegalAction("bad-reading")
        readings = (reading,)
    to_beat = state.tricks.to_beat
    if to_beat is None:
        return Combination(cards, readings[0])
    for candidate in readings:
        if combinations.beats(candidate, to_beat):
            return Combination(cards, candidate)
    raise IllegalAction("does-not-beat")


def _on_time_out(state: State, seat: Seat) -> Combination | None:
    """A follower passes; a leader plays the smallest there is (000 §38.1, §38.2, CP-25)."""
    if state.tricks.top is not None:
        return None
    return combinations.minimal(state.tricks.hands[seat], state.trump, None)


def _when_managed(state: State, seat: Seat) -> Combination | None:
    """The smallest play of the same type; the partner is never beaten (000 §40, CP-26)."""
    top = state.tricks.top
    if top and (top.seat == seat.partner or state.options.managed_follow == "pass"):
        return None
    return combinations.managed(state.tricks.hands[seat], state.trump, state.tricks.to_beat)


def _lay(state: State, seat: Seat, play: Combination) -> tuple[Event, ...]:
    tricks = state.tricks
    cards = combinations.arrange(play.cards, play.reading, state.trump)
    played = Played(seat, cards, play.reading)
    went = climbing.going_out(tricks, seat, cards)
    if went and is_over((*tricks.out, seat)):
        left = tuple(0 if other == seat else len(tricks.hands[other]) for other in Seat)
        return played, *went, HandEnded(score((*tricks.out, seat), left))
    return played, *went, *climbing.end_after_play(tricks, seat, bool(went))


# ------------------------------------------------------------------ evolve


def evolve(state: State, event: Event) -> State:
    """The state after an event that `decide` gave."""
    match event:
        case Gave(seat, cards):
            return replace(state, given=_put(state.given, seat, cards))
        case Exchanged():
            hands = _exchange(state.tricks.hands, event)
            tricks = replace(state.tricks, hands=hands)
            return replace(state, phase="show", tricks=tricks, given=NOBODY, exchanged=event)
        case Shown():
            return replace(state, phase="play")
        case HandEnded(result):
            return replace(state, phase="over", given=NOBODY, result=result)
    return State(
        state.options,
        state.phase,
        state.trump,
        state.leader,
        _tricks_after(state.tricks, event),
        NOBODY,
        state.exchanged,
    )


def _tricks_after(tricks: Tricks, event: Played | Passed | WentOut | TrickEnded) -> Tricks:
    match event:
        case Played():
            return climbing.after_played(tricks, event)
        case Passed():
            return climbing.after_passed(tricks, event)
        case WentOut():
            return climbing.after_out(tricks, event)
        case _:
            return climbing.after_trick(tricks, event)


def _exchange(
    hands: tuple[tuple[Card, ...], ...], event: Exchanged
) -> tuple[tuple[Card, ...], ...]:
    for name, swapped in (("EW", event.EW), ("NS", event.NS)):
        if swapped:
            one, other = PAIRS[name]
            hands = _put(hands, one, _replaced(hands[one], swapped[0], swapped[1]))
            hands = _put(hands, other, _replaced(hands[other], swapped[1], swapped[0]))
    return hands


def _replaced(hand: tuple[Card, ...], given: Card, received: Card) -> tuple[Card, ...]:
    at = hand.index(given)
    return (*hand[:at], received, *hand[at + 1 :])


def _put(items: tuple[_Item, ...], seat: Seat, item: _Item) -> tuple[_Item, ...]:
    return (*items[:seat], item, *items[seat + 1 :])
