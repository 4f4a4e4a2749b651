"""Counts of reachable positions against the published table: nothing legal is missing or extra."""

import json
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from table_firmware.rules import combinations
from table_firmware.rules.cards import RANKS, Card, Seat, cards
from table_firmware.rules.dealing import Deal
from table_firmware.rules.games import chinpok
from table_firmware.rules.round import (
    Action,
    Combination,
    Event,
    HandEnded,
    Pass,
    Play,
    Reading,
    TrickEnded,
)

pytestmark = [pytest.mark.slow, pytest.mark.no_cover]

GOLDEN = json.loads((Path(__file__).parent.parent / "golden/chinpok-perft.json").read_text())
DEALS = {case["id"]: case for case in GOLDEN["deals"]}
TREES = {case["id"]: case for case in GOLDEN["trees"]}


def opening(case: Any) -> chinpok.State:
    hands = tuple(cards(case["hands"][seat.name]) for seat in Seat)
    draws = {"trump": RANKS.index(case["trump"]), "leader": int(Seat[case["leader"]])}
    return chinpok.opening(chinpok.Options(exchange=False), Deal(hands, draws))


@cache
def plays(hand: tuple[Card, ...], trump: str, to_beat: Reading | None) -> list[Combination]:
    """A whole tree asks for the plays of few hands very often."""
    return combinations.plays(hand, trump, to_beat)


def actions(state: chinpok.State) -> list[Action]:
    """Every action of the seat to act, from what that seat may know."""
    seat = state.tricks.turn
    view = chinpok.view(state, seat)
    found: list[Action] = [] if view.to_beat is None else [Pass(seat)]
    for play in plays(view.hand, view.trump, view.to_beat):
        found.append(Play(seat, play.cards, play.reading))
    return found


def fold(state: chinpok.State, events: tuple[Event, ...]) -> chinpok.State:
    for event in events:
        state = chinpok.evolve(state, event)
    return state


@cache
def number_of_plays(hand: tuple[Card, ...], trump: str, to_beat: Reading | None) -> int:
    return combinations.count(hand, trump, to_beat)[0]


def choices(state: chinpok.State) -> int:
    """How many actions there are, without spelling them out."""
    view = chinpok.view(state, state.tricks.turn)
    passing = view.to_beat is not None
    return number_of_plays(view.hand, view.trump, view.to_beat) + passing


def sequences(state: chinpok.State, depth: int) -> int:
    if depth == 1:
        return choices(state)
    return sum(
        sequences(fold(state, chinpok.decide(state, action)), depth - 1)
        for action in actions(state)
    )


def sequences_by_reading(state: chinpok.State, depth: int) -> int:
    """The same for at most three actions of full hands: the next seats see of a play its reading
    alone, so one play stands for all that are read alike."""
    if depth == 1:
        return choices(state)
    alike = Counter(getattr(action, "reading", None) for action in actions(state))
    first = {getattr(action, "reading", None): action for action in actions(state)}
    return sum(
        count * sequences_by_reading(fold(state, chinpok.decide(state, first[reading])), depth - 1)
        for reading, count in alike.items()
    )


def walk(state: chinpok.State, seen: Counter[str]) -> None:
    seen["nodes"] += 1
    for action in actions(state):
        events = chinpok.decide(state, action)
        for event in events:
            if isinstance(event, HandEnded):
                seen["leaves"] += 1
                seen[shape(event)] += 1
        if not isinstance(events[-1], HandEnded):
            seen["partner_leads"] += any(
                isinstance(event, TrickEnded) and event.winner != event.leader for event in events
            )
            walk(fold(state, events), seen)


def shape(event: HandEnded) -> str:
    place = event.result.place
    if event.result.double_down:
        return "double_down"
    partner = Seat(place.index(1)).partner
    return {3: "first_third", 4: "first_last"}[place[partner]]


def check_tree(case: Any) -> None:
    seen: Counter[str] = Counter()
    walk(opening(case), seen)
    expected = {key: value for key, value in case.items() if isinstance(value, int)}
    assert dict(seen) == expected


@pytest.mark.parametrize("name", DEALS)
def test_the_first_two_actions_of_a_deal_can_be_done_in_as_many_ways(name: str) -> None:
    case = DEALS[name]
    assert [sequences(opening(case), depth) for depth in (1, 2)] == case["perft"][:2]


@pytest.mark.parametrize("name", DEALS)
def test_the_first_three_actions_of_a_deal_can_be_done_in_as_many_ways(name: str) -> None:
    case = DEALS[name]
    assert sequences_by_reading(opening(case), 3) == case["perft"][2]


@pytest.mark.soak
@pytest.mark.parametrize("name", DEALS)
def test_the_first_three_actions_one_by_one_are_as_many(name: str) -> None:
    case = DEALS[name]
    assert sequences(opening(case), 3) == case["perft"][2]


SMALLEST = min(TREES, key=lambda name: int(TREES[name]["nodes"]))


def test_the_smallest_whole_tree_is_as_published() -> None:
    check_tree(TREES[SMALLEST])


@pytest.mark.soak
@pytest.mark.parametrize("name", sorted(TREES.keys() - {SMALLEST}))
def test_the_other_whole_trees_are_as_published(name: str) -> None:
    check_tree(TREES[name])
