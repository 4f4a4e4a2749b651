"""The action a planner takes: each is scored in tricks, the best one is done."""

from collections.abc import Iterator
from dataclasses import dataclass

from table_firmware.rules.cards import Card
from table_firmware.rules.games.chinpok.planner.odds import Odds, odds
from table_firmware.rules.games.chinpok.planner.plan import Plan, Planner, cards_for
from table_firmware.rules.groups import groups
from table_firmware.rules.holding import Holding
from table_firmware.rules.packed import pack, unpack
from table_firmware.rules.round import AskGive, AskPlay, Give, Pass, Play, Reading, SeatView
from table_firmware.rules.shapes import HEAVY, beats


@dataclass(frozen=True, slots=True)
class Option:
    """A play under consideration and the plan for what it leaves."""

    reading: Reading
    cards: int
    rest: Plan


def choose(view: SeatView) -> Play | Pass | Give:
    """What the seat does that is asked to give or to play; ValueError if it is not asked."""
    match view.ask:
        case AskGive():
            return Give(view.seat, given(view))
        case AskPlay(to_beat):
            return _play(view, to_beat)
    raise ValueError("nothing is asked of this seat")


def _play(view: SeatView, to_beat: Reading | None) -> Play | Pass:
    guess = odds(view)
    planner = Planner(guess, view.trump)
    packed = pack(view.hand, view.trump)
    plan = planner.plan(packed)
    options = list(_options(view, planner, packed, plan, to_beat))
    scored = [(_score(view, guess, plan, option), option) for option in options]
    best = max(scored, key=lambda found: found[0], default=None)
    if best is None or (to_beat is not None and best[0] <= _passing(view, guess, to_beat)):
        return Pass(view.seat)
    _, option = best
    return Play(view.seat, unpack(option.cards, view.trump), option.reading)


def _options(
    view: SeatView, planner: Planner, packed: int, plan: Plan, to_beat: Reading | None
) -> Iterator[Option]:
    trump = view.trump
    hand = Holding(packed, trump)
    planned = [part for part in plan.parts if to_beat is None or beats(part, to_beat)]
    for reading in dict.fromkeys(planned):
        cards = cards_for(reading, packed, plan, trump)
        yield Option(reading, cards, planner.plan(packed - cards))
    for reading, kind in groups(hand, to_beat):
        whole = reading.size == len(view.hand)
        if reading in planned or (to_beat is None and not whole and reading.size > 2):
            continue
        cards = kind.least(hand, reading) if whole else cards_for(reading, packed, plan, trump)
        yield Option(reading, cards, planner.plan(packed - cards))


def _score(view: SeatView, guess: Odds, plan: Plan, option: Option) -> float:
    if not option.rest.parts:
        return 100.0
    reading = option.reading
    holds = guess.holds(reading)
    score = option.rest.worth - plan.worth + holds * _lead(len(option.rest.parts))
    score -= _danger(view, guess, reading)
    partner = view.seat.partner
    if view.trick and _top(view) == partner:
        score -= 0.5 * (reading.type in HEAVY)
    elif not view.trick and guess.counts[partner] == reading.size:
        score += 2.0 * guess.beats(partner, reading) * holds
    return score + reading.size * 0.01


def _lead(parts: int) -> float:
    """What it is worth to have the lead with so many plays to go."""
    return 1.0 + 2.0 / parts**2


def _danger(view: SeatView, guess: Odds, reading: Reading) -> float:
    """What an opponent gains who beats this."""
    danger = 0.0
    for seat in guess.rivals:
        if seat not in view.passed:
            left = guess.counts[seat] - reading.size
            danger += guess.beats(seat, reading) * _threat(left)
    return danger


def _threat(left: int) -> float:
    """How bad it is that an opponent with so many cards left has the lead."""
    if left <= 0:
        return 3.0
    return 1.2 if left <= 2 else 0.6 if left <= 5 else 0.25 if left <= 10 else 0.1


def _top(view: SeatView) -> int:
    return next(move.seat for move in reversed(view.trick) if move.play)


def _passing(view: SeatView, guess: Odds, to_beat: Reading) -> float:
    holder = _top(view)
    left = guess.counts[holder]
    partner = view.seat.partner
    if holder == partner:
        holds = 1.0
        for seat in guess.rivals:
            if seat not in view.passed:
                holds *= 1 - guess.beats(seat, to_beat)
        return holds * _lead(max(1, (left + 2) // 3))
    helped = 0.0
    if guess.counts[partner] and partner not in view.passed:
        helped = guess.beats(partner, to_beat)
    return -_threat(left) * (1 - 0.7 * helped)


def given(view: SeatView) -> tuple[Card, ...]:
    """The card for the partner: from a strong hand one that only burdens it, from a weak one the
    strongest."""
    guess = odds(view)
    plan = Planner(guess, view.trump).plan(pack(view.hand, view.trump))
    singles = [part for part in plan.parts if part.type == "single"]
    if not singles:
        return ()
    least = min(singles, key=lambda part: part.key)
    packed = pack(view.hand, view.trump)
    return unpack(cards_for(least, packed, plan, view.trump), view.trump)
