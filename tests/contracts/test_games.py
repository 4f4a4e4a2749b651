"""What every game must keep, whatever its rules: one suite over all that are built.

Rounds are played by a script of small numbers that Hypothesis draws: each number chooses among
what is open at that moment, so a shorter script is a simpler round.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from table_firmware.rules import games
from table_firmware.rules.batch.fields import READINGS
from table_firmware.rules.cards import FACES, TILES, Card, Seat, cards
from table_firmware.rules.claiming import AskClaim, AskDiscard, Claim, Discard
from table_firmware.rules.claiming import View as TileView
from table_firmware.rules.games import by_version, chinpok, paohuzi, sanchazi
from table_firmware.rules.games.chinpok.showing import Sense
from table_firmware.rules.games.shuangkou import baibian, qianbian
from table_firmware.rules.notation import from_plain, to_plain
from table_firmware.rules.round import (
    AskGive,
    AskPlay,
    Clock,
    Deal,
    Game,
    Give,
    HandEnded,
    HandResult,
    IllegalAction,
    Managed,
    Pass,
    Passed,
    Play,
    Played,
    Proceed,
    Reading,
    Settle,
    TimedOut,
)
from table_firmware.rules.round import (
    Sense as Seen,
)
from table_firmware.rules.said import Action, Event, HandView
from tests.fifth_game import twelve
from tests.laid import laid

BUILT: tuple[Game, ...] = (chinpok, baibian, qianbian, sanchazi, paohuzi, twelve)
"""Named one by one, so that the type checker holds each against the protocol. The last is the game
of `docs/adding-a-game.md`."""

GAMES = {game.KEY: game for game in BUILT}

NOTHING_OPEN = {chinpok.KEY, twelve.KEY}
"""The games of whose deal no card lies open."""

ALL_READINGS = [
    Reading(name, key, size, pure)
    for name, (sizes, keys) in READINGS.items()
    for size in sizes
    for key in keys
    for pure in ((False, True) if name == "straight_flush" else (False,))
]
OTHER_TYPES = {"single": 1, "pair": 2, "triple": 3, "cha": 3, "jokers": 3, "bomb": 4}
OTHER_TYPES |= {"straight": 5, "tube": 6, "plate": 6, "full_house": 5}
OTHER_READINGS = [
    Reading(name, key, size, more=beside)
    for name, least in OTHER_TYPES.items()
    for size in range(least, 7)
    for key in range(0 if name == "jokers" else 3, 1 if name == "jokers" else 18)
    for beside in ([(n,) for n in range(3, 18)] if name == "full_house" else [()])
]

LAYING = tuple(key for key in GAMES if key != paohuzi.KEY)
"""The games of tricks, in which combinations of cards are laid."""

STEPS = 3000
"""More than any round can take."""

patient = settings(
    max_examples=25,
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


def test_the_suite_leaves_no_game_out() -> None:
    assert {**games.GAMES, twelve.KEY: twelve} == GAMES


@GAME
def test_a_game_is_known_by_its_own_key(key: str) -> None:
    with nullcontext() if key in games.GAMES else games.tried(GAMES[key]):
        assert games.GAMES[key] is GAMES[key]
        assert by_version(GAMES[key].VERSION) is GAMES[key]
        assert by_version(f"{key}/99") is by_version("bridge/1") is None


def test_a_game_that_is_tried_is_one_of_the_games_until_that_is_over() -> None:
    before = list(games.GAMES)
    with games.tried(GAMES["twelve"]):
        assert list(games.GAMES) == [*before, "twelve"]
        assert len(games.GAMES) == len(before) + 1
    assert list(games.GAMES) == before
    assert by_version(twelve.VERSION) is None


def test_no_game_that_is_tried_takes_the_place_of_another() -> None:
    with pytest.raises(ValueError, match="game chinpok"), games.tried(GAMES["chinpok"]):
        pass


@GAME
def test_every_card_of_the_deck_is_dealt_once(key: str) -> None:
    dealing = GAMES[key].DEALING
    ids = list(range(len(dealing.deck)))
    hands = dealing.hands(ids, {label: 0 for label, _ in dealing.draws})
    assert sorted(number for hand in hands for number in hand) == ids


@GAME
@given(st.data())
@patient
def test_players_take_their_cards_to_their_places(key: str, data: st.DataObject) -> None:
    game = GAMES[key]
    deal = data.draw(deals(game))
    places = game.places(game.options({}), deal)
    assert sorted(places) == list(Seat)
    played = begin(game, deal)
    for seat in game.PLAYERS:
        assert played.view(places[seat]).hand == deal.hands[seat]
    for seat in set(Seat) - set(game.PLAYERS):
        assert (places[seat], played.view(seat).hand) == (seat, ())
    whole = range(len(game.DEALING.deck))
    told = game.lies_open(game.options({}), deal, game.DEALING.hands(whole, deal.draws))
    assert bool(told) == (key not in NOTHING_OPEN)


@GAME
@given(st.data())
@patient
def test_a_round_ends(key: str, data: st.DataObject) -> None:
    played = data.draw(rounds(GAMES[key]))
    choice = 0
    while not played.over:
        choice += 1
        assert choice < STEPS
        played.step(choice)
    for seat in Seat:
        view = played.view(seat)
        assert view.seat == seat
        assert (view.phase, view.ask, view.turn) == ("over", None, None)
        assert view.result is not None
        assert not played.game.plays(view)
        assert played.game.minimal(view) is None
    end = played.events[-1]
    assert isinstance(end, HandEnded)
    assert played.game.ends_so(end.result)
    assert not any(isinstance(event, HandEnded) for event in played.events[:-1])
    assert not played.game.ends_so(replace(end.result, place=(1, 1, 1, 1)))
    nobody = replace(end.result, place=(0,) * 4, winner="")
    assert played.game.ends_so(nobody)
    assert not played.game.ends_so(replace(nobody, winner="EW"))
    again = there_and_back(HandResult, end.result)
    assert again == end.result


@LAYS
@given(st.data())
@patient
def test_no_card_is_lost_or_made(key: str, data: st.DataObject) -> None:
    played = data.draw(rounds(GAMES[key]))
    dealt = Counter(card for hand in played.deal.hands for card in hand)
    views = [laid(played.view(seat)) for seat in Seat]
    held = Counter(card for view in views for card in (*view.hand, *view.laid))
    seen = Counter(card for move in views[0].played if move.play for card in move.play.cards)
    assert held + seen == dealt
    for view in views:
        assert view.counts == tuple(len(other.hand) + len(other.laid) for other in views)


@given(st.data())
@patient
def test_no_tile_is_lost_or_made(data: st.DataObject) -> None:
    played = data.draw(rounds(paohuzi))
    views = [played.view(seat) for seat in paohuzi.PLAYERS]
    assume(views[0].phase != "over")
    held = Counter[Card]()
    for view in views:
        assert isinstance(view, TileView)
        held.update(view.hand)
        held.update(card for meld in view.melds[view.seat] for card in meld.tiles)
        held.update(view.rows[view.seat])
        assert view.counts == tuple(len(other.hand) for other in views)
        if view.open is not None and not view.open.taken and view.open.seat == view.seat:
            held.update([view.open.tile])
    stock = views[0].stock if isinstance(views[0], TileView) else 0
    assert held.total() + stock == len(paohuzi.DEALING.deck)
    assert held <= Counter(paohuzi.DEALING.deck)


@GAME
@given(st.data())
@patient
def test_a_refused_action_raises_a_known_code_and_changes_nothing(
    key: str, data: st.DataObject
) -> None:
    played = data.draw(rounds(GAMES[key], most=6))
    for action in data.draw(st.lists(any_action, max_size=20)):
        before = played.state
        refusal = refused(played, action)
        if refusal is None:
            played.act(action)
        else:
            assert refusal in played.game.REFUSALS
            assert played.state == before


@GAME
@given(st.data())
@patient
def test_a_time_out_of_any_seat_waited_for_is_accepted(key: str, data: st.DataObject) -> None:
    played = data.draw(rounds(GAMES[key]))
    choice = 0
    while not played.over:
        choice += 1
        for seat in played.clock.seats:
            assert played.game.decide(played.state, TimedOut(seat))
            assert played.game.decide(played.state, Managed(seat))
        if not played.clock.seats:
            nothing = played.game.settle(played.state, [])
            assert nothing == Proceed()
            assert played.game.decide(played.state, nothing)
        played.step(choice)


@GAME
@given(st.data())
@patient
def test_only_whom_the_clock_names_is_asked(key: str, data: st.DataObject) -> None:
    played = data.draw(rounds(GAMES[key], most=8))
    clock = played.game.clock(played.state)
    waited = clock.seats if clock else ()
    if clock and not waited and played.asked:  # all answer in secret, those who can do nothing too
        waited = played.game.PLAYERS
        assert all(isinstance(played.view(seat).ask, AskClaim) for seat in waited)
    assert played.asked == waited
    assert set(waited) <= set(played.game.PLAYERS)


@GAME
@given(st.data())
@patient
def test_an_answer_that_is_not_open_is_refused_with_a_known_code(
    key: str, data: st.DataObject
) -> None:
    game = GAMES[key]
    played = data.draw(rounds(game, most=8))
    for action in data.draw(st.lists(any_action, max_size=10)):
        if not isinstance(action, Proceed):
            code = unanswered(played, action)
            secret = not (game.clock(played.state) or Clock("", (Seat.E,))).seats
            assert code is None or code in game.REFUSALS
            listed = game.plays(played.view(action.seat)) if secret else ()
            assert (code is None) == (action in listed)


def subsets(hand: tuple[Card, ...]) -> set[tuple[Card, ...]]:
    return {
        tuple(chosen)
        for size in range(len(hand) + 1)
        for chosen in combinations(sorted(hand), size)
    }


@LAYS
@given(st.data())
@settings(patient, max_examples=10)
def test_the_plays_of_a_view_are_accepted_and_no_others(key: str, data: st.DataObject) -> None:
    game = GAMES[key]
    played, _ = data.draw(rounds_in_play(game, most=6))
    for seat in Seat:
        view = laid(played.view(seat))
        listed = {(play.cards, play.reading) for play in game.plays(view)}
        assert len(listed) == len(game.plays(view))
        for chosen in subsets(view.hand):
            named = {
                reading
                for reading in (ALL_READINGS if game is chinpok else OTHER_READINGS)
                if reading.size == len(chosen)
                and refused(played, Play(seat, chosen, reading)) is None
            }
            assert named == {reading for cards, reading in listed if cards == chosen}
            assert (refused(played, Play(seat, chosen)) is None) == bool(named)
        asked = isinstance(view.ask, AskPlay)
        following = asked and view.to_beat is not None
        assert (refused(played, Pass(seat)) is None) == following
        smallest = game.minimal(view)
        assert (smallest is not None) == bool(listed)
        assert smallest is None or (smallest.cards, smallest.reading) in listed


@GAME
@given(st.data())
@patient
def test_a_practice_opponent_does_what_is_open_to_it(key: str, data: st.DataObject) -> None:
    game = GAMES[key]
    played = data.draw(rounds(game, most=20))
    assume(not played.over)
    for seat in played.asked:
        view = played.view(seat)
        action = game.choose(view)
        assert action == game.choose(view)
        if not played.clock.seats:
            assert action is None or action in game.plays(view)
            continue
        assert action is not None
        assert not isinstance(action, Proceed)
        assert action.seat == seat
        assert refused(played, action) is None
        if isinstance(action, Play):
            listed = {(play.cards, play.reading) for play in game.plays(view)}
            assert (action.cards, action.reading) in listed


@LAYS
@given(st.data())
@patient
def test_a_play_without_a_reading_counts_as_one_of_the_plays_listed(
    key: str, data: st.DataObject
) -> None:
    played, seat = data.draw(rounds_in_play(GAMES[key], most=12))
    plays = played.game.plays(played.view(seat))
    assume(plays)
    play = data.draw(st.sampled_from(plays))
    first = played.game.decide(played.state, Play(seat, play.cards))[0]
    assert isinstance(first, Played)
    assert sorted(first.cards) == sorted(play.cards)
    assert any(other.cards == play.cards and other.reading == first.reading for other in plays)


def told(event: Event) -> Action | None:
    """The action a player would take himself to the same effect."""
    match event:
        case Played(seat, cards, reading):
            return Play(seat, cards, reading)
        case Passed(seat):
            return Pass(seat)
    return None


def own_actions(played: Round) -> list[Action]:
    """The round without the system's own choices, which look into a hand."""
    found: list[Action] = []
    state = played.game.opening(played.game.options({}), played.deal)
    for action in played.actions:
        events = played.game.decide(state, action)
        for event in events:
            state = played.game.evolve(state, event)
        found.append(told(events[0]) or action)
    return found


def swapped(deal: Deal, one: tuple[Seat, Card], other: tuple[Seat, Card]) -> Deal:
    hands = [list(hand) for hand in deal.hands]
    hands[one[0]][hands[one[0]].index(one[1])] = other[1]
    hands[other[0]][hands[other[0]].index(other[1])] = one[1]
    return replace(deal, hands=tuple(map(tuple, hands)))


@LAYS
@given(st.data())
@settings(patient, max_examples=50)
def test_no_view_changes_when_only_hidden_cards_change(key: str, data: st.DataObject) -> None:
    """Two cards that two seats still hold, and have held from the start, change places."""
    played = data.draw(rounds(GAMES[key]))
    watcher = data.draw(seats)
    hidden = [seat for seat in Seat if seat != watcher]
    one, other = data.draw(st.permutations(hidden))[:2]
    moved = [card for action in played.actions for card in getattr(action, "cards", ())]
    moved += [card for _, card in laid(played.view(watcher)).open]
    places = played.game.places(played.game.options({}), played.deal)
    chair = {seat: Seat(places.index(seat)) for seat in Seat}
    kept = {
        seat: [
            card
            for card in played.view(seat).hand
            if card in played.deal.hands[chair[seat]] and card not in moved
        ]
        for seat in (one, other)
    }
    assume(kept[one] and kept[other])
    mine = data.draw(st.sampled_from(kept[one]))
    yours = data.draw(st.sampled_from(kept[other]))
    again = begin(GAMES[key], swapped(played.deal, (chair[one], mine), (chair[other], yours)))
    for action in own_actions(played):
        again.act(action)
    assert again.view(watcher) == played.view(watcher)
    assert again.view(watcher).ask == played.view(watcher).ask
    if played.game.clock(played.state):
        was, now = (table.game.plays(table.view(watcher)) for table in (played, again))
        assert len(was) == len(now)
        for place in data.draw(st.lists(st.integers(0, 10**6), max_size=5)):
            assert not was or was[place % len(was)] == now[place % len(was)]


@given(st.data())
@settings(patient, max_examples=50)
def test_no_view_changes_when_only_hidden_tiles_change(data: st.DataObject) -> None:
    """Two tiles that nobody but their holders has seen change places, and all that is told of the
    hand stays the same."""
    played = begin(paohuzi, data.draw(deals(paohuzi)))
    for choice in data.draw(st.lists(st.integers(0, 1000), max_size=8)):
        if not played.over:
            played.step(choice)
    watcher = data.draw(seats)
    hidden = [seat for seat in Seat if seat != watcher]
    one, other = data.draw(st.permutations(hidden))[:2]
    mine, yours = (data.draw(st.sampled_from(played.deal.hands[seat][1:])) for seat in (one, other))
    assume(played.deal.hands[Seat.S][0] not in (mine, yours))  # the 亮张 is no hidden tile
    again = begin(paohuzi, swapped(played.deal, (one, mine), (other, yours)))
    try:
        for action in played.actions:
            again.act(action)
    except IllegalAction:
        assume(False)
    assume(again.events == played.events and not played.over)
    assert again.view(watcher) == played.view(watcher)


@given(st.data())
@patient
def test_no_view_tells_what_another_has_laid_before_all_have(data: st.DataObject) -> None:
    game = chinpok
    played = begin(game, data.draw(deals(game)))
    assume(played.clock.name == "exchange")
    watcher = data.draw(seats)
    others = [seat for seat in data.draw(st.permutations(list(Seat))) if seat != watcher]
    again = begin(game, played.deal)
    for seat in others:
        hand = played.view(seat).hand
        for table in (played, again):
            chosen = data.draw(st.sampled_from([(), *((card,) for card in hand)]))
            table.act(Give(seat, chosen))
        assert played.view(watcher) == again.view(watcher)


@GAME
@given(st.data())
@patient
def test_folding_the_events_gives_the_state(key: str, data: st.DataObject) -> None:
    played = data.draw(rounds(GAMES[key]))
    state = played.game.opening(played.game.options({}), played.deal)
    for event in played.events:
        state = played.game.evolve(state, event)
    assert state == played.state


def there_and_back(kind: Any, value: Any) -> Any:
    return from_plain(kind, json.loads(json.dumps(to_plain(kind, value))))


@GAME
@given(st.data())
@patient
def test_every_action_event_and_view_survives_the_notation(key: str, data: st.DataObject) -> None:
    played = data.draw(rounds(GAMES[key]))
    for action in played.actions:
        assert there_and_back(Action, action) == action
    for event in played.events:
        assert there_and_back(Event, event) == event
    for seat in Seat:
        assert there_and_back(HandView, played.view(seat)) == played.view(seat)


# ------------------------------------------------------------------ what a screen asks


def sense_of(game: Game, view: HandView) -> Seen:
    sense = game.sense(view)
    assert sense is not None
    return sense


def test_where_no_combinations_are_laid_a_screen_asks_nothing_of_them() -> None:
    deal = Deal((TILES[:20],) * 4, {"dealer": 0})
    assert GAMES["paohuzi"].sense(begin(paohuzi, deal).view(Seat.E)) is None


@LAYS
@given(st.data())
@settings(patient, max_examples=10)
def test_what_a_screen_says_of_cards_is_what_the_rules_accept(
    key: str, data: st.DataObject
) -> None:
    game = GAMES[key]
    played, seat = data.draw(rounds_in_play(game, most=8))
    view = played.view(seat)
    assert isinstance(view.ask, AskPlay)
    sense, to_beat = sense_of(game, view), view.ask.to_beat
    for chosen in data.draw(st.lists(st.sampled_from(sorted(subsets(view.hand))), max_size=8)):
        told = sense.readings(chosen, to_beat) if chosen else ()
        accepted = refused(played, Play(seat, chosen)) is None
        assert bool(told) == accepted
        for reading in told:
            assert refused(played, Play(seat, chosen, reading)) is None
            lies, seen = sense.arrange(chosen, reading), sense.stands_for(chosen, reading)
            assert sorted(lies) == sorted(chosen)
            assert all(
                one == other or sense.wild(one) for one, other in zip(lies, seen, strict=True)
            )


@LAYS
@given(st.data())
@settings(patient, max_examples=10)
def test_a_hint_is_a_play_and_the_first_one_is_the_smallest(key: str, data: st.DataObject) -> None:
    game = GAMES[key]
    played, seat = data.draw(rounds_in_play(game, most=14))
    view = played.view(seat)
    assert isinstance(view.ask, AskPlay)
    sense = sense_of(game, view)
    hints = sense.hints(view.hand, view.ask.to_beat)
    assert (hints[0] if hints else None) == game.minimal(view)
    assert "bomb" in sense.heavy
    for hint in hints:
        assert refused(played, Play(seat, hint.cards, hint.reading)) is None
    told = [hint.reading for hint in hints]
    assert len(told) == len(set(told))
    for heavy in sense.heavies(view.hand):
        assert heavy.reading.type in sense.heavy
        assert sense.readings(heavy.cards, None)[0].type in sense.heavy
    worths = sorted(map(sense.worth, FACES))
    assert worths[-2:] == [16, 17]
    assert {sense.in_suit(card) for card in FACES} <= set(range(2, 18))


@LAYS
def test_who_is_asked_nothing_chooses_nothing(key: str) -> None:
    game = GAMES[key]
    deal = Deal((cards("S4"),) * 4, {label: 0 for label, _ in game.DEALING.draws})
    view = replace(game.view(game.opening(game.options({}), deal), Seat.E), ask=None)
    with pytest.raises(ValueError, match="ask"):
        game.choose(view)


def test_four_jokers_are_the_last_hint() -> None:
    sense = Sense("7")
    hints = sense.hints(cards("S3 BJ BJ LJ LJ"), Reading("pair", 5, 2))
    assert [hint.reading.type for hint in hints] == ["pair", "pair", "four_jokers"]


def test_no_file_of_the_table_names_a_game() -> None:
    """Controller, ledger, wire and hal serve every game alike."""
    root = Path(__file__).resolve().parents[2]
    names = {key.partition("-")[0] for key in GAMES}
    for room in (
        "table_firmware/controller",
        "table_firmware/ledger",
        "table_firmware/wire",
        "hal",
    ):
        files = list((root / room).rglob("*.py"))
        assert files
        named = [path for path in files if any(name in path.read_text("utf-8") for name in names)]
        assert not named
