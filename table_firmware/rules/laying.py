"""What follows from an action where a hand is nothing but laying cards (003, 004).

A game says what cards are (`Laws`) and how a hand counts; the order of play is `climbing`.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from table_firmware.rules import climbing
from table_firmware.rules.cards import Card, Seat
from table_firmware.rules.climbing import Tricks
from table_firmware.rules.frozen import frozen
from table_firmware.rules.round import (
    AskPlay,
    Clock,
    Combination,
    Event,
    Fact,
    HandEnded,
    HandResult,
    IllegalAction,
    Managed,
    Pass,
    Passed,
    Play,
    Played,
    Reading,
    SeatView,
    TimedOut,
    TrickEnded,
    WentOut,
)
from table_firmware.rules.takes import WORTH, Group, Takes, lowest_first

REFUSALS: Final = frozenset(
    {
        "round-over",
        "exchange-closed",
        "already-passed",
        "not-your-turn",
        "leader-may-not-pass",
        "not-in-hand",
        "not-a-combination",
        "bad-reading",
        "does-not-beat",
    }
)
"""The codes with which a game of this kind refuses an action."""


@frozen
class Laws:
    """What cards are in a game.

    readings: all of a set of cards, strongest first. groups: every play of a hand that beats a
    reading (None: any), the smallest first. arrange: how a play lies. stands_for: the same, each
    wild as what it stands for. heavy: the types that beat others.
    """

    readings: Callable[[tuple[Card, ...]], tuple[Reading, ...]]
    beats: Callable[[Reading, Reading], bool]
    groups: Callable[[tuple[Card, ...], Reading | None], list[Group]]
    arrange: Callable[[tuple[Card, ...], Reading], tuple[Card, ...]]
    stands_for: Callable[[tuple[Card, ...], Reading], tuple[Card, ...]]
    heavy: frozenset[str]


# ------------------------------------------------------------------ plays


def plays(laws: Laws, view: SeatView) -> Takes:
    """Every play open to the seat that is asked to play, none otherwise."""
    match view.ask:
        case AskPlay(to_beat):
            return Takes(laws.groups(view.hand, to_beat))
    return Takes(())


def minimal(laws: Laws, view: SeatView) -> Combination | None:
    """The smallest legal play of the seat that is asked to play, None if it must pass: leading,
    the lowest single."""
    match view.ask:
        case AskPlay(None):
            return lowest_single(view.hand)
        case AskPlay(to_beat):
            return _smallest(laws, view.hand, to_beat)
    return None


def lowest_single(hand: tuple[Card, ...]) -> Combination:
    """What a leader plays who is out of time."""
    card = lowest_first(hand)[0]
    return Combination((card,), Reading("single", WORTH[card], 1))


def _smallest(laws: Laws, hand: tuple[Card, ...], to_beat: Reading | None) -> Combination | None:
    groups = laws.groups(hand, to_beat)
    return groups[0].lowest if groups else None


def managed(laws: Laws, hand: tuple[Card, ...], to_beat: Reading | None) -> Combination | None:
    """What the system plays for a seat, None to pass: the whole hand if it is one play; else
    leading the lowest single, following the smallest play of the same type (as CP-25, CP-26)."""
    whole = _strongest(laws, hand, to_beat)
    if whole is not None:
        return Combination(hand, whole)
    if to_beat is None:
        return lowest_single(hand)
    if to_beat.type in laws.heavy:
        return None
    play = _smallest(laws, hand, to_beat)
    return play if play and play.reading.type == to_beat.type else None


def choose(laws: Laws, view: SeatView) -> Play | Pass:
    """What a practice opponent does: as a managed seat; ValueError if nothing is asked."""
    match view.ask:
        case AskPlay(to_beat):
            top = next((move.seat for move in reversed(view.trick) if move.play), None)
            play = None if top == view.seat.partner else managed(laws, view.hand, to_beat)
            if play is None:
                return Pass(view.seat)
            return Play(view.seat, tuple(sorted(play.cards)), play.reading)
    raise ValueError("nothing is asked of this seat")


def _strongest(laws: Laws, cards: tuple[Card, ...], to_beat: Reading | None) -> Reading | None:
    for reading in laws.readings(cards):
        if to_beat is None or laws.beats(reading, to_beat):
            return reading
    return None


# ------------------------------------------------------------------ what a screen asks


@frozen
class Sense:
    """As `sense.Sense`, under these laws."""

    laws: Laws
    wilds: tuple[Card, ...] = ()

    @property
    def heavy(self) -> frozenset[str]:
        """The types that beat others."""
        return self.laws.heavy

    def wild(self, card: Card) -> bool:
        """Whether this face may stand for another one."""
        return card in self.wilds

    def worth(self, card: Card) -> int:
        """A 2 is above the ace."""
        return WORTH[card]

    def in_suit(self, card: Card) -> int:
        """The same: suits do not matter."""
        return WORTH[card]

    def readings(self, cards: tuple[Card, ...], to_beat: Reading | None) -> tuple[Reading, ...]:
        """The strongest one that holds; a player may name no other (SK-24)."""
        found = _strongest(self.laws, cards, to_beat) if cards else None
        return (found,) if found else ()

    def arrange(self, cards: tuple[Card, ...], reading: Reading) -> tuple[Card, ...]:
        """How they lie on the table."""
        return self.laws.arrange(cards, reading)

    def stands_for(self, cards: tuple[Card, ...], reading: Reading) -> tuple[Card, ...]:
        """In the order of `arrange`: each wild as the face that it stands for."""
        return self.laws.stands_for(cards, reading)

    def hints(self, hand: tuple[Card, ...], to_beat: Reading | None) -> tuple[Combination, ...]:
        """The lowest play of each reading, as the groups of plays stand; none is spelt out."""
        return _hints(self.laws, hand, to_beat)

    def heavies(self, hand: tuple[Card, ...]) -> tuple[Combination, ...]:
        """The heavy plays that need no wild."""
        return _heavies(self.laws, hand)


@lru_cache(maxsize=8)
def _hints(laws: Laws, hand: tuple[Card, ...], to_beat: Reading | None) -> tuple[Combination, ...]:
    lowest: dict[object, Combination] = {}
    if to_beat is None:
        single = lowest_single(hand)
        lowest[single.reading.type] = single
    for group in laws.groups(hand, to_beat):
        kind = group.reading if to_beat else group.reading.type
        if kind not in lowest:
            lowest[kind] = group.lowest
    return tuple(lowest.values())


@lru_cache(maxsize=8)
def _heavies(laws: Laws, hand: tuple[Card, ...]) -> tuple[Combination, ...]:
    found: dict[tuple[str, int], Combination] = {}
    for group in laws.groups(hand, None):
        reading, play = group.reading, group.lowest
        kind = reading.type, reading.key
        if reading.type not in laws.heavy or reading.size < _size(found.get(kind)):
            continue
        if laws.stands_for(play.cards, reading) == laws.arrange(play.cards, reading):
            found[kind] = play
    return tuple(found.values())


def _size(play: Combination | None) -> int:
    return play.reading.size if play else 0


# ------------------------------------------------------------------ rulings


def follow(
    laws: Laws,
    tricks: Tricks,
    action: Play | Pass | TimedOut | Managed,
    managed_follow: str,
    score: Callable[[Tricks], HandResult],
) -> tuple[Event, ...]:
    """What follows when a seat acts, to the end of the hand if this ends it.

    score: the result of a hand, from the tricks after the last play (SK-29, SC-30).
    """
    seat = action.seat
    climbing.check_turn(tricks, seat)
    play = _chosen(laws, tricks, action, managed_follow)
    if play is None:
        return climbing.pass_events(tricks, seat)
    played = Played(seat, laws.arrange(play.cards, play.reading), play.reading)
    went = climbing.going_out(tricks, seat, play.cards)
    if went and climbing.is_over((*tricks.out, seat)):
        last = climbing.after_out(climbing.after_played(tricks, played), went[0])
        return played, *went, HandEnded(score(last))
    return played, *went, *climbing.end_after_play(tricks, seat, bool(went))


def _chosen(
    laws: Laws, tricks: Tricks, action: Play | Pass | TimedOut | Managed, managed_follow: str
) -> Combination | None:
    hand, top = tricks.hands[action.seat], tricks.top
    match action:
        case Play(_, cards, reading):
            climbing.without(hand, cards)
            return Combination(cards, _ruled(laws, cards, reading, tricks.to_beat))
        case TimedOut() if top is None:
            return lowest_single(hand)
        case Managed(seat):
            partners = top is not None and top.seat == seat.partner
            if partners or (top is not None and managed_follow == "pass"):
                return None
            return managed(laws, hand, tricks.to_beat)
    return None


def _ruled(
    laws: Laws, cards: tuple[Card, ...], named: Reading | None, to_beat: Reading | None
) -> Reading:
    """The strongest reading that holds; a player may name it and no other (SK-24)."""
    readings = laws.readings(cards)
    if not readings:
        raise IllegalAction("not-a-combination")
    if named is not None and named not in readings:
        raise IllegalAction("bad-reading")
    strongest = _strongest(laws, cards, to_beat)
    if strongest is None:
        raise IllegalAction("does-not-beat")
    if named not in (None, strongest):
        raise IllegalAction("bad-reading")
    return strongest


def after(tricks: Tricks, event: Event) -> Tricks:
    """The tricks after an event of play."""
    match event:
        case Played():
            return climbing.after_played(tricks, event)
        case Passed():
            return climbing.after_passed(tricks, event)
        case TrickEnded():
            return climbing.after_trick(tricks, event)
        case WentOut():
            return climbing.after_out(tricks, event)
    return tricks


# ------------------------------------------------------------------ sight


@frozen
class Open:
    """What all may see beside the tricks: fields of `SeatView`."""

    leader: Seat
    result: HandResult | None
    places: tuple[Seat, ...]
    cards: tuple[tuple[Seat, Card], ...]
    facts: tuple[Fact, ...]
    wilds: tuple[Card, ...] = ()


def sight(tricks: Tricks, seat: Seat, known: Open) -> SeatView:
    """All that this seat may know: nothing here depends on another's cards."""
    playing = known.result is None
    to_beat = tricks.to_beat if playing else None
    return SeatView(
        seat=seat,
        phase="play" if playing else "over",
        trump="",
        leader=known.leader,
        hand=tricks.hands[seat],
        counts=tuple(map(len, tricks.hands)),
        turn=tricks.turn if playing else None,
        ask=AskPlay(to_beat) if playing and tricks.turn == seat else None,
        to_beat=to_beat,
        trick=tricks.trick,
        passed=tricks.passed,
        out=tricks.out,
        played=tricks.played,
        trick_number=tricks.number,
        gave=(),
        laid=(),
        exchanged=None,
        result=known.result,
        wilds=known.wilds,
        clockwise=tricks.course.clockwise,
        places=known.places,
        open=known.cards,
        facts=known.facts,
    )


def clock(tricks: Tricks, result: HandResult | None) -> Clock | None:
    """Whom the hand waits for, None once it is over."""
    return Clock("play", (tricks.turn,)) if result is None else None
