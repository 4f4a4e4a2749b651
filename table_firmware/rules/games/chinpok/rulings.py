"""What follows from an action in a ChinPok hand, or why it is refused (000 ch. 4, §38 to §40)."""

from typing import Final

from table_firmware.rules import climbing, combinations, variants
from table_firmware.rules.cards import PAIRS, Card, Seat
from table_firmware.rules.games.chinpok.hand import State, put
from table_firmware.rules.games.chinpok.scoring import VOID, Settled, score
from table_firmware.rules.round import (
    Action,
    Combination,
    Event,
    Exchanged,
    Gave,
    Give,
    HandEnded,
    HandResult,
    IllegalAction,
    Managed,
    Pass,
    Play,
    Played,
    Proceed,
    Reading,
    Settle,
    Shown,
    TimedOut,
)

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


def decide(state: State, action: Action) -> tuple[Event, ...]:
    """What follows from an action; raises IllegalAction, and nothing else.

    Codes are looked for in the order of rules-batch. `Proceed` out of place, and any action of a
    seat that is not waited for, is `not-your-turn`.
    """
    if state.phase == "over":
        raise IllegalAction("round-over")
    match action:
        case Play() | Pass() | TimedOut() | Managed() if state.phase == "play":
            return _act(state, action)
        case TimedOut(seat) | Managed(seat) if state.phase == "exchange":
            return _give(state, seat, ())
        case Give(seat, cards):
            return _give(state, seat, cards)
        case Proceed():
            return _proceed(state)
        case Settle(seat):
            return (HandEnded(_settle(state, seat)),)
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
    given = put(state.given, seat, cards)
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
    readings = variants.classify(cards, state.trump, state.options.variant)
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
    return variants.minimal(state.tricks.hands[seat], state.trump, None, state.options.variant)


def _when_managed(state: State, seat: Seat) -> Combination | None:
    """The smallest play of the same type; the partner is never beaten (000 §40, CP-26)."""
    top = state.tricks.top
    if top and (top.seat == seat.partner or state.options.managed_follow == "pass"):
        return None
    asked = state.tricks.hands[seat], state.trump, state.tricks.to_beat
    return variants.managed(*asked, state.options.variant)


def _lay(state: State, seat: Seat, play: Combination) -> tuple[Event, ...]:
    tricks = state.tricks
    cards = play.cards
    if len(cards) != 1:
        lies = variants.usual(cards, play.reading, state.trump, state.options.variant)
        cards = combinations.arrange(cards, lies, state.trump)
    played = Played(seat, cards, play.reading)
    went = climbing.going_out(tricks, seat, cards)
    if went and climbing.is_over((*tricks.out, seat)):
        left = tuple(0 if other == seat else len(tricks.hands[other]) for other in Seat)
        return played, *went, HandEnded(score((*tricks.out, seat), left))
    return played, *went, *climbing.end_after_play(tricks, seat, bool(went))
