"""What the tests of 双扣 and 三叉子 share: deals, acting, and counting what can be done."""

import random  # noqa: TID251  (seeded; only the choice of what is tried)
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from table_firmware.rules.cards import Card, Seat, cards
from table_firmware.rules.dealing import Deal
from table_firmware.rules.game import Game
from table_firmware.rules.round import (
    Action,
    AskPlay,
    Combination,
    IllegalAction,
    Managed,
    Pass,
    Play,
    Reading,
    TimedOut,
)
from table_firmware.rules.said import Event
from tests.laid import laid


def play(seat: Seat, text: str, reading: Reading | None = None) -> Play:
    return Play(seat, cards(text), reading)


def after(game: Game, state: Any, *actions: Action) -> Any:
    for action in actions:
        for event in game.decide(state, action):
            state = game.evolve(state, event)
    return state


def last_events(game: Game, state: Any, *actions: Action) -> tuple[Event, ...]:
    events: tuple[Event, ...] = ()
    for action in actions:
        events = game.decide(state, action)
        for event in events:
            state = game.evolve(state, event)
    return events


def refusal(game: Game, state: Any, action: Action) -> str:
    with pytest.raises(IllegalAction) as refused:
        game.decide(state, action)
    return refused.value.code


def dealt(game: Game, seed: int, size: int = 99, **changed: Any) -> Deal:
    """A deal from a seed, cut to the first cards of each seat."""
    chance = random.Random(seed)
    ids = list(range(len(game.DEALING.deck)))
    chance.shuffle(ids)
    draws = {label: chance.randrange(n) for label, n in game.DEALING.draws}
    hands = tuple(
        tuple(game.DEALING.deck[number] for number in hand[:size])
        for hand in game.DEALING.hands(ids, draws)
    )
    return Deal(hands, draws, **changed)


def written(case: Mapping[str, Any]) -> Deal:
    """A deal of a golden table, which stands there card by card for whoever counts it too."""
    return Deal(hands(**case["hands"]), case["draws"])


def opened(game: Game, deal: Deal, given: Mapping[str, Any] | None = None) -> Any:
    return game.opening(game.options(given or {}), deal)


def choices(game: Game, state: Any) -> list[Action]:
    """Every action of the seat to act, from what that seat may know."""
    clock = game.clock(state)
    if clock is None:
        return []
    view = laid(game.view(state, clock.seats[0]))
    found: list[Action] = [Pass(view.seat)] if view.to_beat else []
    found += [Play(view.seat, each.cards, each.reading) for each in game.plays(view)]
    return found


def perft(game: Game, state: Any, depth: int) -> int:
    """In how many ways the next actions can be done."""
    if depth == 1:
        clock = game.clock(state)
        if clock is None:
            return 0
        view = laid(game.view(state, clock.seats[0]))
        return len(game.plays(view)) + (view.to_beat is not None)
    return sum(
        perft(game, after(game, state, action), depth - 1) for action in choices(game, state)
    )


def tree(game: Game, state: Any) -> tuple[int, int]:
    """How many positions and how many ends the whole hand has."""
    actions = choices(game, state)
    if not actions:
        return 1, 1
    below = [tree(game, after(game, state, action)) for action in actions]
    return 1 + sum(nodes for nodes, _ in below), sum(ends for _, ends in below)


def play_out(game: Game, state: Any, chance: random.Random) -> tuple[Any, list[Event]]:
    """A whole hand with something of everything; the state at its end and all events."""
    events: list[Event] = []
    while (clock := game.clock(state)) is not None:
        assert len(events) < 2000
        for event in game.decide(state, some_action(game, state, clock.seats[0], chance)):
            state = game.evolve(state, event)
            events.append(event)
    return state, events


def some_action(game: Game, state: Any, seat: Seat, chance: random.Random) -> Action:
    pick = chance.random()
    if pick < 0.2:
        return TimedOut(seat) if pick < 0.05 else Managed(seat)
    view = game.view(state, seat)
    assert isinstance(view.ask, AskPlay)
    found: Sequence[Combination] = game.plays(view)
    if view.to_beat is not None and (not found or pick < 0.5):
        return Pass(seat)
    chosen = found[chance.randrange(len(found))]
    return Play(seat, chosen.cards, chosen.reading)


def hands(**by_seat: str) -> tuple[tuple[Card, ...], ...]:
    """Hands by seat; a seat that is left out holds nothing."""
    return tuple(cards(by_seat.get(seat.name, "")) for seat in Seat)
