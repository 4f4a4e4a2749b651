"""The state of a ChinPok hand after an event."""

from dataclasses import replace

from table_firmware.rules import climbing
from table_firmware.rules.cards import PAIRS, Card
from table_firmware.rules.climbing import Tricks
from table_firmware.rules.games.chinpok.hand import NOBODY, State, put
from table_firmware.rules.round import (
    Event,
    Exchanged,
    Gave,
    HandEnded,
    Passed,
    Played,
    TrickEnded,
    WentOut,
)


def evolve(state: State, event: Event) -> State:
    """The state after an event that `decide` gave."""
    match event:
        case Played():
            return _with_tricks(state, climbing.after_played(state.tricks, event))
        case Passed():
            return _with_tricks(state, climbing.after_passed(state.tricks, event))
        case TrickEnded():
            return _with_tricks(state, climbing.after_trick(state.tricks, event))
        case WentOut():
            return _with_tricks(state, climbing.after_out(state.tricks, event))
        case Gave(seat, cards):
            return replace(state, given=put(state.given, seat, cards))
        case Exchanged():
            tricks = replace(state.tricks, hands=_exchange(state.tricks.hands, event))
            return replace(state, phase="show", tricks=tricks, given=NOBODY, exchanged=event)
        case HandEnded(result):
            return replace(state, phase="over", given=NOBODY, result=result)
        case _:  # Shown
            return replace(state, phase="play")


def _with_tricks(state: State, tricks: Tricks) -> State:
    """As `replace`, which takes four times as long."""
    return State(
        state.options,
        state.phase,
        state.trump,
        state.leader,
        tricks,
        state.given,
        state.exchanged,
        state.result,
    )


def _exchange(
    hands: tuple[tuple[Card, ...], ...], event: Exchanged
) -> tuple[tuple[Card, ...], ...]:
    for name, swapped in (("EW", event.EW), ("NS", event.NS)):
        if swapped:
            one, other = PAIRS[name]
            hands = put(hands, one, _replaced(hands[one], swapped[0], swapped[1]))
            hands = put(hands, other, _replaced(hands[other], swapped[1], swapped[0]))
    return hands


def _replaced(hand: tuple[Card, ...], given: Card, received: Card) -> tuple[Card, ...]:
    at = hand.index(given)
    return (*hand[:at], received, *hand[at + 1 :])
