"""Whole hands through the public interface of the game, with everything checked at every step."""

import random  # noqa: TID251  (seeded; only the choice of what is tried)
from collections import Counter
from dataclasses import dataclass, field

import pytest

from table_firmware.rules.cards import Card, Seat
from table_firmware.rules.dealing import Deal
from table_firmware.rules.games import chinpok
from table_firmware.rules.games.chinpok import State
from table_firmware.rules.round import (
    Action,
    AskGive,
    AskPlay,
    Combination,
    Event,
    Give,
    HandEnded,
    Managed,
    Pass,
    Passed,
    Play,
    Played,
    Proceed,
    SeatView,
    TimedOut,
    TrickEnded,
    WentOut,
)
from table_firmware.rules.shapes import beats


@dataclass
class Hand:
    """A hand in play and what has been seen of it."""

    chance: random.Random
    state: State
    dealt: Counter[Card]
    laid: Counter[Card] = field(default_factory=Counter)
    passed: set[Seat] = field(default_factory=set)
    out: list[Seat] = field(default_factory=list)
    top: Combination | None = None


def dealt(seed: int) -> Hand:
    chance = random.Random(seed)
    ids = list(range(108))
    chance.shuffle(ids)
    draws = {label: chance.randrange(n) for label, n in chinpok.DEALING.draws}
    hands = tuple(
        tuple(chinpok.DEALING.deck[number] for number in hand)
        for hand in chinpok.DEALING.hands(ids, draws)
    )
    state = chinpok.opening(chinpok.options({}), Deal(hands, draws))
    return Hand(chance, state, Counter(chinpok.DEALING.deck))


def chosen(hand: Hand, view: SeatView) -> Action:
    """Something that the seat may do: mostly sensible, sometimes anything at all."""
    chance, seat = hand.chance, view.seat
    match view.ask:
        case AskGive():
            given = chance.choice([(), (chance.choice(view.hand),)])
            return Give(seat, given)
        case AskPlay(to_beat):
            smallest = chinpok.minimal(view)
            pick = chance.random()
            if pick < 0.1:
                return Managed(seat)
            if pick < 0.13:
                return TimedOut(seat)
            if to_beat is not None and (smallest is None or pick < 0.35):
                return Pass(seat)
            if pick < 0.7 and to_beat is not None:
                play = chance.choice(list(chinpok.plays(view)))
                return Play(seat, play.cards, play.reading)
            if to_beat is None and pick > 0.4:
                whole = [p for p in chinpok.plays(view) if p.reading.size > 3]
                play = chance.choice(whole or list(chinpok.plays(view)))
                return Play(seat, play.cards, play.reading)
            assert smallest is not None
            return Play(seat, smallest.cards, smallest.reading)
    raise AssertionError(view.ask)


def step(hand: Hand) -> None:
    clock = chinpok.clock(hand.state)
    assert clock is not None
    views = [chinpok.view(hand.state, seat) for seat in Seat]
    asked = [view for view in views if view.ask is not None]
    assert tuple(view.seat for view in asked) == clock.seats
    action = chosen(hand, hand.chance.choice(asked)) if asked else Proceed()
    for event in chinpok.decide(hand.state, action):
        check_event(hand, event)
        hand.state = chinpok.evolve(hand.state, event)
    check_state(hand)


def check_event(hand: Hand, event: Event) -> None:
    match event:
        case Played(seat, cards, reading):
            assert seat not in hand.passed
            assert seat not in hand.out
            assert hand.top is None or beats(reading, hand.top.reading)
            hand.top = Combination(cards, reading)
            hand.laid.update(cards)
        case WentOut(seat, place):
            hand.out.append(seat)
            assert place == len(hand.out)
        case TrickEnded(winner, leader):
            assert leader == (winner.partner if winner in hand.out else winner)
            assert leader not in hand.out
            hand.passed.clear()
            hand.top = None
        case Passed(seat):
            assert hand.top is not None
            hand.passed.add(seat)


def check_state(hand: Hand) -> None:
    views = [chinpok.view(hand.state, seat) for seat in Seat]
    held: Counter[Card] = Counter()
    for view in views:
        held.update(view.hand)
        held.update(view.laid)
        assert view.counts == views[0].counts
        assert view.out == tuple(hand.out)
        assert view.turn is None or (view.turn not in hand.out and view.turn not in hand.passed)
    assert held + hand.laid == hand.dealt


def check_result(hand: Hand, event: HandEnded) -> None:
    result = event.result
    first = hand.out[0]
    double = len(hand.out) >= 2 and hand.out[1] == first.partner
    assert result.place[first] == 1
    assert first.name in result.winner
    assert result.double_down == double
    assert sorted(result.place) == ([1, 2, 4, 4] if double else [1, 2, 3, 4])
    assert sum(result.left) == 108 - hand.laid.total()
    assert sum(result.pair_tenths) == sum(result.position_tenths)
    for seat in Seat:
        assert result.left[seat] == 0 or result.place[seat] == 4
    bases = {True: 64, False: 52 + 20 if result.place[first.partner] == 3 else 40 + 34}
    assert sum(result.pair_tenths) == bases[double] - sum(result.left)


def play_out(seed: int) -> int:
    hand, steps = dealt(seed), 0
    while chinpok.clock(hand.state) is not None:
        step(hand)
        steps += 1
        assert steps < 1_500
    assert hand.state.result is not None
    check_result(hand, HandEnded(hand.state.result))
    return steps


@pytest.mark.no_cover
def test_random_hands_keep_every_rule() -> None:
    assert sum(play_out(seed) for seed in range(12)) > 12 * 20


@pytest.mark.soak
@pytest.mark.parametrize("hundred", range(100))
def test_ten_thousand_random_hands_keep_every_rule(hundred: int) -> None:
    for seed in range(hundred * 100, hundred * 100 + 100):
        play_out(seed)
