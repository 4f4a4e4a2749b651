"""Hands that are really played, move by move, and the tricks that happened in them."""

from collections.abc import Iterator, Mapping
from random import Random  # noqa: TID251  (seeded; only the choice of what is played)
from typing import Any, Final

from table_firmware.rules.cards import Seat
from table_firmware.rules.game import Game
from table_firmware.rules.games import by_version
from table_firmware.rules.round import (
    Action,
    Combination,
    Managed,
    Move,
    Pass,
    Passed,
    Play,
    Played,
    SeatView,
    TrickEnded,
)
from tests.laid import laid
from tests.laying_games import dealt, opened
from ui_kiosk.tricks import Trick

CHINPOK: Final = "chinpok/1"
GAMES: Final = (CHINPOK, "shuangkou-qianbian/1", "sanchazi/1")


def rules(version: str) -> Game:
    game = by_version(version)
    assert game is not None
    return game


def played_by_chance(
    version: str, seed: int, size: int, given: Mapping[str, Any] | None = None
) -> Iterator[tuple[SeatView, list[Trick]]]:
    """After each move of a hand with so many cards each: what a seat sees, and what happened."""
    game, chance = rules(version), Random(seed)
    state = opened(game, dealt(game, seed, size), given)
    done: list[Trick] = []
    moves: list[Move] = []
    caught = False
    while (clock := game.clock(state)) is not None:
        seat = clock.seats[0] if clock.seats else None
        action = game.settle(state, ()) if seat is None else _chosen(game, state, seat, chance)
        for event in game.decide(state, action):
            state = game.evolve(state, event)
            match event:
                case Played():
                    moves.append(Move(event.seat, Combination(event.cards, event.reading)))
                case Passed():
                    moves.append(Move(event.seat, None))
                case TrickEnded():
                    number = len(done) + 1
                    done.append(Trick(number, number, _told(moves), event.winner, caught))
                    moves, caught = [], event.winner != event.leader
        number = len(done) + 1
        open_ = [Trick(number, number, _told(moves), None, caught)] if moves else []
        yield laid(game.view(state, Seat(seed % 4))), [*done, *open_]


def seen_after(version: str, moves: int, seed: int = 3) -> SeatView:
    """What the seat to act sees after so many moves of the system."""
    game, state = rules(version), _after(version, moves, seed)
    clock = game.clock(state)
    assert clock is not None
    return laid(game.view(state, clock.seats[0]))


def all_after(version: str, moves: int, seed: int = 3) -> tuple[SeatView, ...]:
    """What each seat sees then."""
    game, state = rules(version), _after(version, moves, seed)
    return tuple(laid(game.view(state, seat)) for seat in Seat)


def _after(version: str, moves: int, seed: int) -> Any:
    game = rules(version)
    state = opened(game, dealt(game, seed))
    for _ in range(moves):
        clock = game.clock(state)
        assert clock is not None
        action = Managed(clock.seats[0]) if clock.seats else game.settle(state, ())
        for event in game.decide(state, action):
            state = game.evolve(state, event)
    return state


def _chosen(game: Game, state: Any, seat: Seat, chance: Random) -> Action:
    view = laid(game.view(state, seat))
    plays = game.plays(view)
    if not plays and view.to_beat is None:
        return Managed(seat)  # nothing but to lay a card for the partner, or not
    if not plays or (view.to_beat is not None and chance.random() < 0.4):
        return Pass(seat)
    play = plays[chance.randrange(len(plays))]
    return Play(seat, play.cards, play.reading)


def _told(moves: list[Move]) -> tuple[Move, ...]:
    """Who passes twice in a row, without having played between, has passed."""
    last: dict[Seat, Move] = {}
    found = []
    for move in moves:
        before = last.get(move.seat)
        if move.play is not None or before is None or before.play is not None:
            found.append(move)
        last[move.seat] = move
    return tuple(found)
