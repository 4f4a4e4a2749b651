"""Rounds of any game, played by a script of small numbers that Hypothesis draws.

Each number chooses among what is open at that moment, so a shorter script is a simpler round.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from table_firmware.rules.batch.fields import READINGS
from table_firmware.rules.cards import FACES, TILES, Card, Seat
from table_firmware.rules.claiming import AskDiscard, Claim, Discard
from table_firmware.rules.dealing import Deal
from table_firmware.rules.game import Game
from table_firmware.rules.games import chinpok, paohuzi, sanchazi
from table_firmware.rules.games.shuangkou import baibian, qianbian
from table_firmware.rules.round import (
    AskGive,
    AskPlay,
    Clock,
    Give,
    IllegalAction,
    Managed,
    Pass,
    Play,
    Proceed,
    Reading,
    Settle,
    TimedOut,
)
from table_firmware.rules.said import Action, Event, HandView
from tests.examples import about
from tests.fifth_game import twelve

BUILT: tuple[Game, ...] = (chinpok, baibian, qianbian, sanchazi, paohuzi, twelve)
"""Named one by one, so that the type checker holds each against the protocol. The last is the game
of `docs/adding-a-game.md`."""

GAMES = {game.KEY: game for game in BUILT}

LAYING = tuple(key for key in GAMES if key != paohuzi.KEY)
"""The games of tricks, in which combinations of cards are laid."""

WITH_BOMBS = frozenset({chinpok.KEY, baibian.KEY, qianbian.KEY, sanchazi.KEY})
"""Of these, those that are known to have bombs; a new game may have any type or none."""

patient = settings(
    max_examples=about(25),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)


@dataclass
class Round:
    """A game, the state it has reached, and all that was done and followed."""

    game: Game
    deal: Deal
    state: Any
    actions: list[Action]
    events: list[Event]

    def act(self, action: Action) -> None:
        for event in self.game.decide(self.state, action):
            self.state = self.game.evolve(self.state, event)
            self.events.append(event)
        self.actions.append(action)

    def view(self, seat: Seat) -> HandView:
        return self.game.view(self.state, seat)

    def answers(self, choice: int) -> list[Action]:
        """What some seats answer in secret, or that the system acts for them."""
        found: list[Action] = []
        for seat in self.asked:
            plays = self.game.plays(self.view(seat))
            chosen = (choice >> 2 * seat) % (len(plays) + 2)
            found += plays[chosen : chosen + 1] if chosen <= len(plays) else [Managed(seat)]
        for answer in found:
            if not isinstance(answer, Managed):
                self.game.check(self.state, answer)
        return found

    @property
    def asked(self) -> tuple[Seat, ...]:
        return tuple(seat for seat in Seat if self.view(seat).ask is not None)

    def open_actions(self, choice: int) -> list[Action]:
        """Some of what may be done now; `choice` picks among the plays and cards."""
        waited = self.clock.seats
        if not waited:
            return [self.game.settle(self.state, self.answers(choice))]
        seat = waited[choice % len(waited)]
        found: list[Action] = [TimedOut(seat), Managed(seat)]
        view = self.view(seat)
        match view.ask:
            case AskGive():
                found += [Give(seat, ()), Give(seat, (view.hand[choice % len(view.hand)],))]
            case AskDiscard():
                found += self.game.plays(view)
            case AskPlay(to_beat):
                plays = self.game.plays(view)
                found += [Pass(seat)] if to_beat else []
                found += _some(seat, plays, choice)
        return found

    def step(self, choice: int) -> None:
        actions = self.open_actions(choice)
        self.act(actions[choice % len(actions)])

    @property
    def clock(self) -> Clock:
        clock = self.game.clock(self.state)
        assert clock is not None
        return clock

    @property
    def over(self) -> bool:
        return self.game.clock(self.state) is None


def _some(seat: Seat, plays: Sequence[Any], choice: int) -> Iterator[Play]:
    if plays:
        for number in (choice, choice * 7 + 3, choice * 31 + 11):
            play = plays[number % len(plays)]
            yield Play(seat, play.cards, play.reading)


def begin(game: Game, deal: Deal) -> Round:
    return Round(game, deal, game.opening(game.options({}), deal), [], [])


@st.composite
def deals(draw: st.DrawFn, game: Game, most: int = 27) -> Deal:
    """A deal of the game, cut to `most` cards a seat where nobody draws any later."""
    ids = draw(st.permutations(range(len(game.DEALING.deck))))
    draws = {label: draw(st.integers(0, n - 1)) for label, n in game.DEALING.draws}
    size = draw(st.integers(1, most)) if game.KEY in LAYING else None
    hands = game.DEALING.hands(ids, draws)
    cut = tuple(tuple(game.DEALING.deck[number] for number in hand[:size]) for hand in hands)
    leader = draw(st.none() | st.sampled_from(game.PLAYERS))
    return Deal(cut, draws, leader)


scripts = st.lists(st.integers(0, 1000), max_size=60)


@st.composite
def rounds(draw: st.DrawFn, game: Game, most: int = 27) -> Round:
    """A round somewhere on its way, or over."""
    played = begin(game, draw(deals(game, most)))
    for choice in draw(scripts):
        if not played.over:
            played.step(choice)
    return played


@st.composite
def rounds_in_play(draw: st.DrawFn, game: Game, most: int = 27) -> tuple[Round, Seat]:
    """A round in which a seat is asked to play, and that seat."""
    played = begin(game, draw(deals(game, most)))
    while played.clock.name != "play":
        played.step(draw(st.integers(0, 100)))
    for choice in draw(scripts):
        before = played.state
        played.step(choice)
        if played.over:
            played.state = before
            break
    (seat,) = played.clock.seats
    return played, seat


seats = st.sampled_from(Seat)
some_cards = st.lists(
    st.sampled_from([*FACES[:8], *FACES[-6:]]) | st.just(Card("??")), max_size=6
).map(tuple)
readings = st.none() | st.builds(
    Reading,
    st.sampled_from([*READINGS, "chain"]),
    st.integers(-1, 18),
    st.integers(0, 11),
    st.booleans(),
)
any_action = st.one_of(
    st.builds(Play, seats, some_cards, readings),
    st.builds(Give, seats, some_cards),
    st.builds(Discard, seats, st.sampled_from(TILES)),
    st.builds(Claim, seats, st.sampled_from(["hu", "peng", "chi", ""])),
    *(st.builds(kind, seats) for kind in (Pass, TimedOut, Managed, Settle)),
    st.just(Proceed()),
)


def refused(played: Round, action: Action) -> str | None:
    """The code with which an action is refused, None if it is accepted."""
    try:
        played.game.decide(played.state, action)
    except IllegalAction as refusal:
        return refusal.code
    return None


def unanswered(played: Round, answer: Action) -> str | None:
    """The code with which a secret answer is refused, None if it is taken."""
    try:
        played.game.check(played.state, answer)
    except IllegalAction as refusal:
        return refusal.code
    return None


def marked(keys: Iterable[str]) -> list[Any]:
    """百变 differs from 千变 in little, and costs as much."""
    return [
        pytest.param(key, marks=pytest.mark.slow) if key == baibian.KEY else key for key in keys
    ]


GAME = pytest.mark.parametrize("key", marked(GAMES))
LAYS = pytest.mark.parametrize("key", marked(LAYING))
