"""The action a planner takes: each is scored in tricks, and the best one is done."""

from collections.abc import Iterator
from typing import Final

from table_firmware.rules.cards import Card, Seat
from table_firmware.rules.frozen import frozen
from table_firmware.rules.games.chinpok.planner.odds import odds
from table_firmware.rules.games.chinpok.planner.plan import NARROW, Plan, Planner, cards_for
from table_firmware.rules.groups import groups
from table_firmware.rules.holding import Holding
from table_firmware.rules.packed import pack, unpack
from table_firmware.rules.round import AskGive, AskPlay, Give, Pass, Play, Reading, SeatView
from table_firmware.rules.shapes import HEAVY, beats

_OUT: Final = 100.0
"""Going out is better than anything else."""

_TRIED: Final = 16
"""How many plays beside those of the plan are considered, the smallest first."""

_OWN_BOMB: Final = 0.5
"""What it costs to spend a heavy play on the partner's trick."""

_NOTHING: Final = Plan(0.0, ())


@frozen
class _Option:
    """A play under consideration and the plan for what it leaves."""

    reading: Reading
    cards: int
    rest: Plan


def choose(view: SeatView) -> Play | Pass | Give:
    """What the seat does that is asked to give or to play; ValueError if it is not asked."""
    match view.ask:
        case AskGive():
            return Give(view.seat, _given(view))
        case AskPlay(to_beat):
            return _Turn(view).act(to_beat)
    raise ValueError("nothing is asked of this seat")


def _given(view: SeatView) -> tuple[Card, ...]:
    """The single card that burdens the hand most; a hand that has none keeps its cards together."""
    packed = pack(view.hand, view.trump)
    plan = Planner(odds(view), view.trump).plan(packed)
    singles = [part for part in plan.parts if part.type == "single"]
    if not singles:
        return ()
    part = min(singles, key=lambda single: single.key)
    return unpack(cards_for(part, packed, plan, view.trump), view.trump)


class _Turn:
    """One turn of a seat."""

    def __init__(self, view: SeatView) -> None:
        self._view = view
        self._odds = odds(view)
        self._planner = Planner(self._odds, view.trump)
        self._packed = pack(view.hand, view.trump)
        self._plan = self._planner.plan(self._packed)

    def act(self, to_beat: Reading | None) -> Play | Pass:
        """The best play, or a pass if that is better."""
        options = [(self._score(option), option) for option in self._options(to_beat)]
        score, best = max(options, key=lambda found: found[0], default=(-_OUT, None))
        seat = self._view.seat
        if best is None or (to_beat is not None and score <= self._passing(to_beat)):
            return Pass(seat)
        return Play(seat, unpack(best.cards, self._view.trump), best.reading)

    def _options(self, to_beat: Reading | None) -> Iterator[_Option]:
        """The parts of the plan that may be played, and what is not in the plan: to follow, one
        set of each reading; to lead, singles and pairs."""
        plan, trump, packed = self._plan, self._view.trump, self._packed
        planned = {part for part in plan.parts if to_beat is None or beats(part, to_beat)}
        hand = Holding(packed, trump)
        tried = 0
        for reading, kind in groups(hand, to_beat):
            if reading.size == len(self._view.hand):
                yield _Option(reading, kind.least(hand, reading), _NOTHING)
            elif reading in planned:
                cards = cards_for(reading, packed, plan, trump)
                rest = plan.without(reading, self._odds.of(reading), cards)
                yield _Option(reading, cards, rest)
            elif tried < _TRIED and (to_beat is not None or reading.size <= 2):
                tried += 1
                cards = cards_for(reading, packed, plan, trump)
                yield _Option(reading, cards, self._planner.plan(packed - cards, NARROW))

    def _score(self, option: _Option) -> float:
        """What the play gains or spoils in the plan, the lead if it holds, and what an opponent
        gains who beats it. More cards are better where all else is equal."""
        if not option.rest.parts:
            return _OUT
        reading, guess, partner = option.reading, self._odds, self._view.seat.partner
        holds = guess.holds(reading, self._view.passed)
        score = option.rest.worth - self._plan.worth + holds * _lead(len(option.rest.parts))
        score -= self._danger(reading)
        if self._holder == partner and reading.type in HEAVY:
            score -= _OWN_BOMB
        if self._holder is None and guess.counts[partner] == reading.size:
            score += 2.0 * guess.beats(partner, reading)
        return score + reading.size * 0.01

    def _passing(self, to_beat: Reading) -> float:
        """What a pass is worth: a partner's trick, or an opponent's with the lead he then has."""
        guess, holder = self._odds, self._holder
        assert holder is not None
        partner = self._view.seat.partner
        left = guess.counts[holder]
        if holder == partner:  # whose lead is our own once he is out (接风)
            parts = (left + 2) // 3 if left else len(self._plan.parts)
            return guess.holds(to_beat, self._view.passed) * _lead(parts)
        helped = 0.0 if partner in self._view.passed else guess.beats(partner, to_beat)
        leads = left or guess.counts[holder.partner]  # a lead plays a first set unopposed
        return -_threat(leads - 1) * (1 - 0.7 * helped)

    @property
    def _holder(self) -> Seat | None:
        """Who has laid what is to be beaten."""
        plays = (move.seat for move in reversed(self._view.trick) if move.play)
        return next(plays, None)

    def _danger(self, reading: Reading) -> float:
        guess = self._odds
        rivals = (seat for seat in guess.rivals if seat not in self._view.passed)
        return sum(
            guess.beats(seat, reading) * _threat(guess.counts[seat] - reading.size)
            for seat in rivals
        )


def _lead(parts: int) -> float:
    """What it is worth to have the lead with so many plays to go."""
    return 1.0 + 2.0 / parts**2


def _threat(left: int) -> float:
    """How bad it is that an opponent with so many cards left has the lead."""
    if left <= 0:
        return 3.0
    return 1.2 if left <= 2 else 0.6 if left <= 5 else 0.25 if left <= 10 else 0.1
