"""Hands laid out for the tests of the clauses, by the notation of `rules.cards`."""

from collections.abc import Iterable

import pytest

from table_firmware.rules.cards import RANKS, Seat, cards
from table_firmware.rules.combinations import beats, classify
from table_firmware.rules.dealing import Deal
from table_firmware.rules.games import chinpok
from table_firmware.rules.games.chinpok import Options, State
from table_firmware.rules.round import Action, Event, IllegalAction, Pass, Play, Reading

E, N, W, S = Seat


def opening(
    east: str,
    north: str = "D3",
    west: str = "D4",
    south: str = "D6",
    trump: str = "9",
    leader: Seat = E,
    **options: object,
) -> State:
    """A hand of these cards, without the exchange unless it is asked for."""
    draws = {"trump": RANKS.index(trump), "leader": int(leader)}
    settings = Options(**{"exchange": False, **options})  # type: ignore[arg-type]
    return chinpok.opening(settings, Deal(tuple(map(cards, (east, north, west, south))), draws))


def follow(state: State, actions: Iterable[Action]) -> tuple[State, list[Event]]:
    """The state after these actions, and the last one's events."""
    events: list[Event] = []
    for action in actions:
        events = list(chinpok.decide(state, action))
        for event in events:
            state = chinpok.evolve(state, event)
    return state, events


def after(state: State, *actions: Action) -> State:
    """The state after these actions."""
    return follow(state, actions)[0]


def play(seat: Seat, text: str, reading: Reading | None = None) -> Play:
    """The play of these cards."""
    return Play(seat, cards(text), reading)


def passes(*seats: Seat) -> list[Action]:
    """Passes of these seats, in order."""
    return [Pass(seat) for seat in seats]


def refusal(state: State, action: Action) -> str:
    """The code with which the rules refuse the action."""
    with pytest.raises(IllegalAction) as refused:
        chinpok.decide(state, action)
    return refused.value.code


def best(text: str, trump: str = "9") -> Reading | None:
    """The reading that holds by default, None if the cards are no combination."""
    found = classify(cards(text), trump)
    return found[0] if found else None


def named(text: str, trump: str = "9") -> list[tuple[str, int]]:
    """Type and key of every reading, the default one first."""
    return [(each.type, each.key) for each in classify(cards(text), trump)]


def beaten(left: str, right: str, trump: str = "9") -> bool:
    """Whether `left` beats `right`, each in its default reading."""
    stronger, weaker = best(left, trump), best(right, trump)
    assert stronger is not None
    assert weaker is not None
    return beats(stronger, weaker)
