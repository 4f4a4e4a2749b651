"""三叉子: who is away long enough has left the hand, by decision."""

import json
from random import Random  # noqa: TID251  (seeded; only the choice of what is tried)
from typing import Any

import pytest

from table_firmware.rules.cards import Seat
from table_firmware.rules.games import sanchazi
from table_firmware.rules.notation import from_plain, to_plain
from table_firmware.rules.round import Action, HandEnded, Managed, Pass, Settle, StoodIn, TimedOut
from table_firmware.rules.said import Event
from tests.laying_games import after, dealt, opened, play, play_out, refusal
from tests.sanchazi import E, N, S, W, opening


def test_sc_20_by_default_a_hand_never_ends_because_somebody_is_away() -> None:
    assert refusal(sanchazi, opening(), Settle(E)) == "not-your-turn"
    state = after(sanchazi, opening({"escape": "on"}), Settle(E))
    assert state.result.position_tenths == (-100, 0, 0, 0)
    assert refusal(sanchazi, state, Settle(E)) == "round-over"


def away(*, escape: str = "on", **by_seat: str) -> Any:
    """A hand of long hands, in which only East and the system play."""
    held = by_seat or {"E": "D3 D4 D5 D6 D7 D8 D9", "S": "S3", "W": "S4", "N": "S5"}
    return opening({"escape": escape, "managed_follow": "pass"}, E, **held)


def stands(state: Any, seat: Seat, *actions: Action) -> list[Event]:
    """What is told of a seat while it acts, and all others pass."""
    told: list[Event] = []
    for action in actions:
        while (clock := sanchazi.clock(state)) and clock.seats != (seat,):
            state = after(sanchazi, state, Managed(*clock.seats))
        events = sanchazi.decide(state, action)
        told += [event for event in events if isinstance(event, StoodIn | HandEnded)]
        for event in events:
            state = sanchazi.evolve(state, event)
        if state.result is not None:
            break
    return told


def test_sc_20_the_fifth_time_in_a_row_that_the_system_acts_for_a_player_is_leaving() -> None:
    """Whether he was out of time or managed; what he lays the fifth time, he has laid."""
    acts = TimedOut(E), Managed(E), Managed(E), TimedOut(E), Managed(E)
    *counts, end = stands(away(), E, *acts)
    assert counts == [StoodIn(E, times) for times in (1, 2, 3, 4, 5)]
    assert isinstance(end, HandEnded)
    assert end.result.position_tenths == (-100, 0, 0, 0)
    assert end.result.marks == ("abnormal", "escape")
    assert end.result.left == (2, 1, 1, 1)
    assert not end.result.winner


def test_sc_20_a_pass_that_the_system_makes_counts_as_well() -> None:
    held = {"E": "D3", "S": "S4 S5 S6 S7 S8 S9", "W": "C9 CT", "N": "H3"}
    state = opening({"escape": "on"}, leader=S, **held)
    state = after(sanchazi, state, play(S, "S4"), TimedOut(W))
    assert state.tricks.trick[-1].play is None
    assert state.stood_in[W] == 1


def test_sc_20_who_acts_himself_is_there_again() -> None:
    acts: list[Action] = [*[TimedOut(E)] * 4, play(E, "D7"), *[Managed(E)] * 2]
    told = stands(away(), E, *acts)
    counts = [event.times for event in told if isinstance(event, StoodIn)]
    assert counts == [1, 2, 3, 4, 0, 1, 2]


def test_sc_20_that_a_player_acts_is_told_once() -> None:
    assert stands(away(), E, play(E, "D3"), play(E, "D4")) == [StoodIn(E, 0)]


def test_sc_20_a_house_player_cannot_leave() -> None:
    """He is managed all along; a seat counts once somebody is known to sit at it."""
    assert stands(away(), E, *[Managed(E)] * 6) == []
    assert stands(away(), E, *[Managed(E)] * 5, TimedOut(E)) == [StoodIn(E, 1)]


def test_sc_20_a_hand_that_is_over_by_its_cards_is_over_by_its_cards() -> None:
    """The fifth time may be the last play of the hand."""
    state = away(E="D3 D4 D5 D6", S="S3 S4", W="S2", N="S5 S6")
    state = after(sanchazi, state, TimedOut(E), Managed(S), play(W, "S2"), Managed(N))
    told = stands(state, E, *[TimedOut(E)] * 4)
    assert [type(event) for event in told] == [StoodIn] * 3 + [HandEnded]
    assert isinstance(told[-1], HandEnded)
    assert told[-1].result.place == (2, 4, 1, 4)


def test_sc_20_all_may_know_when_a_player_will_have_left() -> None:
    state = after(sanchazi, away(), TimedOut(E), Pass(S), Managed(W))
    told = {fact.name: fact.numbers for fact in sanchazi.view(state, W).facts}
    assert told["left_after"] == (4, 0, 0, 5)
    without = sanchazi.view(after(sanchazi, away(escape="off"), TimedOut(E)), W)
    assert [fact.name for fact in without.facts] == ["captured", "trick"]


def test_sc_20_without_the_option_nobody_is_counted() -> None:
    assert stands(away(escape="off"), E, *[TimedOut(E)] * 6) == []


@pytest.mark.parametrize("seed", range(4))
def test_sc_20_a_whole_hand_is_the_same_from_its_events(seed: int) -> None:
    state = opened(sanchazi, dealt(sanchazi, seed), {"escape": "on"})
    begun = state
    state, events = play_out(sanchazi, state, Random(seed))
    for event in events:
        plain = json.loads(json.dumps(to_plain(Event, event)))
        begun = sanchazi.evolve(begun, from_plain(Event, plain))
    assert begun == state
    assert any(isinstance(event, StoodIn) for event in events)
