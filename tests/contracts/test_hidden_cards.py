"""No seat learns from a view what is hidden from it, in any game."""

from dataclasses import replace

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from table_firmware.rules.cards import Card, Seat
from table_firmware.rules.dealing import Deal
from table_firmware.rules.games import chinpok, paohuzi
from table_firmware.rules.round import Give, IllegalAction, Pass, Passed, Play, Played
from table_firmware.rules.said import Action, Event
from tests.contracts.rounds import GAMES, LAYS, Round, begin, deals, patient, rounds, seats
from tests.examples import about
from tests.laid import laid


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


@pytest.mark.slow
@LAYS
@given(st.data())
@settings(patient, max_examples=about(50))
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
@settings(patient, max_examples=about(50))
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
