"""Whole hands of the other games at random, beside those of ChinPok."""

from random import Random  # noqa: TID251  # seeded: the same hands every time
from typing import Any, Final

from benchmarks.stopwatch import Row
from table_firmware.rules.claiming import AskDiscard
from table_firmware.rules.dealing import Deal
from table_firmware.rules.game import Game
from table_firmware.rules.games import GAMES
from table_firmware.rules.round import AskPlay, Combination, Pass, Play
from table_firmware.rules.said import Action

KEYS: Final = tuple(key for key in GAMES if key != "chinpok")
HANDS: Final = 20


def rows() -> list[Row]:
    """For each game a hand through `decide` and `evolve`, and the same with the views."""
    return [row for key in KEYS for row in _of(key)]


def _of(key: str) -> list[Row]:
    game = GAMES[key]
    dealt = [(key, _deal(game, seed), seed) for seed in range(HANDS)]
    done = [(key, deal, recorded(key, deal, seed)) for _, deal, seed in dealt]
    return [
        Row(f"{key}: decide and evolve", replayed, done),
        Row(f"{key}: with view and plays", recorded, dealt),
    ]


def _deal(game: Game, seed: int) -> Deal:
    chance, dealing = Random(seed), game.DEALING
    ids = list(range(len(dealing.deck)))
    chance.shuffle(ids)
    draws = {label: chance.randrange(outcomes) for label, outcomes in dealing.draws}
    hands = dealing.hands(ids, draws)
    return Deal(tuple(tuple(dealing.deck[n] for n in hand) for hand in hands), draws)


def recorded(key: str, deal: Deal, seed: int) -> list[Action]:
    """The actions of a hand in which whoever is asked does anything that is open to him."""
    game, chance = GAMES[key], Random(seed)
    state, actions = game.opening(game.options({}), deal), list[Action]()
    while (clock := game.clock(state)) is not None:
        if clock.seats:
            action = _any(game, game.view(state, clock.seats[0]), chance)
            assert action is not None
        else:
            answers = [_any(game, game.view(state, seat), chance) for seat in game.PLAYERS]
            action = game.settle(state, [answer for answer in answers if answer is not None])
        for event in game.decide(state, action):
            state = game.evolve(state, event)
        actions.append(action)
    return actions


def replayed(key: str, deal: Deal, actions: list[Action]) -> Any:
    """The end of a recorded hand, every action ruled again."""
    game = GAMES[key]
    state = game.opening(game.options({}), deal)
    for action in actions:
        for event in game.decide(state, action):
            state = game.evolve(state, event)
    return state


def _any(game: Game, view: Any, chance: Random) -> Action | None:
    """Any play, or none where that is open too."""
    match view.ask:
        case None:
            return None
        case AskDiscard() | AskPlay(None):
            spare = 0
        case _:
            spare = 1
    plays = game.plays(view)
    number = chance.randrange(len(plays) + spare)
    if number < len(plays):
        play = plays[number]
        if isinstance(play, Combination):
            return Play(view.seat, play.cards, play.reading)
        action: Action = play
        return action
    return Pass(view.seat) if isinstance(view.ask, AskPlay) else None
