"""Whole hands of 跑胡子: what every hand keeps, whoever does what in it."""

import json
import random  # noqa: TID251  (seeded; only the choice of what is tried)
from collections import Counter
from dataclasses import replace
from typing import Any, get_args

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from table_firmware.rules.cards import FACES, TILES, Card, Seat
from table_firmware.rules.claiming import (
    AskClaim,
    Claim,
    Closed,
    Discard,
    Discarded,
    Ended,
    Meld,
    Melded,
    Turned,
    View,
)
from table_firmware.rules.games import paohuzi
from table_firmware.rules.games.paohuzi import Options, State
from table_firmware.rules.games.paohuzi.hand import Place
from table_firmware.rules.games.paohuzi.words import Action, Event
from table_firmware.rules.notation import from_plain, to_plain
from table_firmware.rules.round import HandEnded, IllegalAction, Managed, Proceed, Settle, TimedOut
from tests.examples import about
from tests.paohuzi import E, N, W, lying, open_actions, shuffled

pytestmark = pytest.mark.no_cover  # slow under it, and covered by the decisions

patient = settings(
    max_examples=about(12), deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
STEPS = 200
"""More than any hand can take: 61 tiles come to lie open at most, each with a discard."""

seeds = st.integers(0, 10**9)
scripts = st.lists(st.integers(0, 1000), max_size=60)
OPTIONS = [
    Options(),
    Options(must_win=True),
    Options(win_on_discard=True, mingtang_preset="B"),
    Options(min_huxi=10, mingtang_preset="C"),
]


def step(state: State, choice: int) -> Action:
    """Each seat that is asked answers by the number, or not at all."""
    if state.phase == "discard":
        seat = state.turn
        plays = paohuzi.plays(paohuzi.view(state, seat))
        actions: list[Action] = [TimedOut(seat), Managed(seat), *plays]
        return actions[choice % len(actions)]
    if state.phase == "opening":
        return Proceed()
    answers = []
    for seat in (E, N, W):
        plays = paohuzi.plays(paohuzi.view(state, seat))
        chosen = (choice >> seat) % (len(plays) + 1)
        for play in plays[chosen : chosen + 1]:
            assert isinstance(play, Claim)
            paohuzi.check(state, play)
            answers.append(play)
    return paohuzi.settle(state, answers)


def act(state: State, action: Action) -> tuple[State, tuple[Event, ...]]:
    events = paohuzi.decide(state, action)
    for event in events:
        watch(state, event)
        state = paohuzi.evolve(state, event)
    return state, events


def watch(state: State, event: Event) -> None:
    """What the terms of 002 say of each event, seen from the tiles alone."""
    open_, places = state.open, state.places
    match event:
        case Closed() if not open_.taken and open_.kind != "liang":
            assert not any(
                held(place, open_.tile) == 3 or has(place, "wei", open_.tile)
                for seat, place in enumerate(places)
                if seat != open_.seat
            )
            if open_.kind == "turned":
                assert not any(has(place, "peng", open_.tile) for place in places)
        case Turned(seat, index, tile):
            assert seat == (state.turn + 1) % 3
            assert index == 19 - len(state.stock)
            face = state.stock[0]
            alike = held(places[seat], face) >= 2 or has(places[seat], "wei", face)
            assert (tile is None) == alike
        case Melded(seat, "peng", (tile, *_)):
            assert seat != open_.seat
            assert (tile, held(places[seat], tile)) == (open_.tile, 2)
        case Melded(seat, "chi", tiles):
            assert open_.tile in tiles
            assert seat == (open_.seat + 1) % 3 or (open_.kind, open_.seat) == ("turned", seat)
        case Melded(seat, "bi", tiles):
            assert state.places[seat].melds[-1].kind in ("chi", "bi")
            assert state.open.tile in tiles
        case Melded(seat, "chou_wei", (tile,)):
            assert tile in places[seat].no_peng
        case Discarded(seat, tile):
            assert held(places[seat], tile) in (1, 2)
            assert seat == state.turn
        case _:
            pass


def held(place: Place, tile: Card) -> int:
    return place.hand.count(tile)


def has(place: Place, kind: str, tile: Card) -> bool:
    """`wei` for both kinds of it."""
    return any(each.kind.endswith(kind) and each.tiles[0] == tile for each in place.melds)


def check_own_discards(told: list[Event]) -> None:
    """Nobody takes a tile like one that he has discarded (002 term 十九)."""
    given: set[tuple[Seat, Card]] = set()
    tile: Card | None = None
    for event in told:
        match event:
            case Turned(_, _, tile):
                pass
            case Discarded(seat, tile):
                given.add((seat, tile))
            case Melded(seat, "peng" | "chi") if tile is not None:
                assert (seat, tile) not in given


def at(seed: int, script: list[int], options: Options = OPTIONS[0]) -> State:
    """A hand somewhere on its way, or over."""
    state = paohuzi.opening(options, shuffled(seed))
    for choice in script:
        if paohuzi.clock(state) is not None:
            state, _ = act(state, step(state, choice))
    return state


def play_out(seed: int) -> State:
    """A whole hand with everything checked at every step."""
    chance = random.Random(seed)
    state = begun = paohuzi.opening(OPTIONS[seed % len(OPTIONS)], shuffled(seed))
    told: list[Event] = []
    for _ in range(STEPS):
        assert lying(state) == dict.fromkeys(TILES, 4)
        if paohuzi.clock(state) is None:
            break
        state, events = act(state, step(state, chance.randrange(1000)))
        told += events
        check(state)
    again = begun
    for event in told:
        plain = json.loads(json.dumps(to_plain(Event, event)))
        again = paohuzi.evolve(again, from_plain(Event, plain))
    assert again == state
    assert isinstance(told[-2], Ended)
    assert isinstance(told[-1], HandEnded)
    assert paohuzi.ends_so(told[-1].result)
    check_result(state)
    check_own_discards(told)
    return state


def check(state: State) -> None:
    assert state.phase in ("claim", "discard", "over")
    for place in state.places:
        assert max(Counter(place.hand).values(), default=0) <= 3
        limit = 20 + max(0, place.quads - 1)
        waiting = state.phase == "discard" and state.places[state.turn] is place
        taken = state.phase == "claim" and state.open.taken
        if state.phase != "over" and not place.stuck and not waiting and not taken:
            assert place.owned <= limit


def check_result(state: State) -> None:
    result = state.result
    assert result is not None
    assert sum(result.scores) == 0
    if result.winner is None:
        assert not state.stock
        return
    sizes = sorted(len(each.tiles) for each in result.melds)
    quads = sizes.count(4)
    assert sizes == sorted([4] * quads + [2] * (quads > 0) + [3] * (7 - quads - (quads > 0)))
    assert result.huxi >= state.options.min_huxi
    assert result.scores[result.winner] == 2 * result.tun * result.fan


@pytest.mark.slow
def test_random_hands_keep_every_rule() -> None:
    ends = Counter(play_out(seed).result is not None for seed in range(20))
    assert ends == {True: 20}


@pytest.mark.soak
@pytest.mark.parametrize("hundred", range(100))
def test_ten_thousand_random_hands_keep_every_rule(hundred: int) -> None:
    for seed in range(hundred * 100, hundred * 100 + 100):
        play_out(seed)


def chosen(state: State) -> Action:
    """What practice opponents do at all seats."""
    if state.phase == "opening":
        return Proceed()
    plays = [paohuzi.choose(paohuzi.view(state, seat)) for seat in (E, N, W)]
    found = [play for play in plays if play is not None]
    if state.phase == "discard":
        return found[0]
    return paohuzi.settle(state, [play for play in found if isinstance(play, Claim)])


def test_practice_opponents_play_whole_hands_and_some_are_won() -> None:
    winners: Counter[Seat | None] = Counter()
    for seed in range(20):
        state = paohuzi.opening(Options(), shuffled(seed))
        while paohuzi.clock(state) is not None:
            state, _ = act(state, chosen(state))
        assert state.result is not None
        winners[state.result.winner] += 1
    assert winners.total() - winners[None] >= 2


def test_a_managed_seat_claims_nothing_but_hu() -> None:
    claims: Counter[bool] = Counter()
    for seed in range(10):
        state = at(seed, [1000] * 40)
        for seat in (E, N, W):
            view = paohuzi.view(state, seat)
            play = paohuzi.managed(view)
            if isinstance(view.ask, AskClaim):
                claims[view.ask.hu] += 1
                assert play == (Claim(seat, "hu") if view.ask.hu else None)
            elif view.ask is not None:
                assert play in paohuzi.plays(view)
            else:
                assert play is None
    assert claims[False] > 0


@patient
@given(seeds, scripts)
def test_every_claim_and_discard_that_a_view_offers_is_accepted(
    seed: int, script: list[int]
) -> None:
    state = at(seed, script)
    for action in open_actions(state):
        if paohuzi.clock(state) is not None:
            assert paohuzi.decide(state, action)


def refused(state: State, action: Action) -> str | None:
    try:
        paohuzi.decide(state, action)
    except IllegalAction as refusal:
        return refusal.code
    return None


some_tiles = st.sampled_from([*TILES, *FACES[:3], Card("??")])
some_groups = st.lists(st.tuples(some_tiles, some_tiles, some_tiles), max_size=3).map(tuple)
all_seats = st.sampled_from(Seat)
any_action = st.one_of(
    st.builds(Claim, all_seats, st.sampled_from(["hu", "peng", "chi", "gang"]), some_groups),
    st.builds(Discard, all_seats, some_tiles),
    *(st.builds(kind, all_seats) for kind in (TimedOut, Managed, Settle)),
    st.just(Proceed()),
)


@patient
@given(seeds, scripts, st.lists(any_action, max_size=30))
def test_nothing_but_what_is_open_is_accepted_and_refusals_have_a_code(
    seed: int, script: list[int], actions: list[Any]
) -> None:
    state = at(seed, script)
    accepted = open_actions(state) if paohuzi.clock(state) else []
    for action in actions:
        code = refused(state, action)
        if code is None:
            timed = isinstance(action, TimedOut | Managed) and action.seat == state.turn
            managed = isinstance(action, Managed) and Claim(action.seat, "hu") in accepted
            assert action in accepted or timed or managed
        else:
            assert code in paohuzi.REFUSALS


@patient
@given(seeds, scripts)
def test_what_the_clock_waits_for_is_always_accepted(seed: int, script: list[int]) -> None:
    state = at(seed, script)
    clock = paohuzi.clock(state)
    if clock is None:
        assert refused(state, Proceed()) == "round-over"
    elif clock.seats:
        assert [refused(state, TimedOut(seat)) for seat in clock.seats] == [None]
        assert refused(state, Proceed()) == "not-your-turn"
    else:
        assert refused(state, Proceed()) is None


def hidden(state: State, seat: Seat, seed: int) -> State:
    """The same hand with everything changed that the seat may not know."""
    chance = random.Random(seed)
    others = [player for player in (E, N, W) if player != seat]
    pool = [*state.stock, *(face for player in others for face in state.places[player].hand)]
    chance.shuffle(pool)
    places = list(state.places)
    for player in others:
        place = places[player]
        size = len(place.hand)
        melds = tuple(
            Meld("wei", (chance.choice(TILES),) * 3) if each.kind == "wei" else each
            for each in place.melds
        )
        dead = frozenset(chance.sample(TILES, 3))
        places[player] = Place(
            tuple(pool[:size]), melds, place.row, dead, dead, dead, place.entered, place.stuck
        )
        del pool[:size]
    open_ = state.open
    if open_.taken and open_.kind != "liang" and open_.seat != seat:
        open_ = replace(open_, tile=chance.choice(TILES))
    return replace(state, places=tuple(places), stock=tuple(pool), open=open_)


@patient
@given(seeds, scripts, all_seats, seeds)
def test_no_view_changes_when_only_hidden_tiles_differ(
    seed: int, script: list[int], seat: Seat, other: int
) -> None:
    state = at(seed, script)
    if state.phase != "over":
        assert paohuzi.view(hidden(state, seat, other), seat) == paohuzi.view(state, seat)


@patient
@given(seeds, scripts, all_seats, any_action)
def test_views_and_actions_survive_the_codec(
    seed: int, script: list[int], seat: Seat, action: Any
) -> None:
    view = paohuzi.view(at(seed, script), seat)
    assert from_plain(View, json.loads(json.dumps(to_plain(View, view)))) == view
    if isinstance(action, get_args(Action)) and "??" not in repr(action):
        assert from_plain(Action, json.loads(json.dumps(to_plain(Action, action)))) == action
