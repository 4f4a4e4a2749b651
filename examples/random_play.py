"""Four players who know the rules and nothing else: a whole hand of ChinPok, printed as a record.

python -m examples.random_play [SEED]
"""

import sys
from random import Random  # noqa: TID251  # an example's own chance, from a seed it is given

from table_firmware.rules.cards import Seat
from table_firmware.rules.dealing import Deal
from table_firmware.rules.games import chinpok
from table_firmware.rules.record import Record, write
from table_firmware.rules.round import Action, AskGive, AskPlay, Give, Pass, Play, Proceed


def deal(chance: Random) -> Deal:
    dealing = chinpok.DEALING
    ids = list(range(len(dealing.deck)))
    chance.shuffle(ids)
    draws = {label: chance.randrange(outcomes) for label, outcomes in dealing.draws}
    hands = dealing.hands(ids, draws)
    return Deal(tuple(tuple(dealing.deck[number] for number in hand) for hand in hands), draws)


def choose(state: chinpok.State, seat: Seat, chance: Random) -> Action:
    view = chinpok.view(state, seat)
    match view.ask:
        case AskGive():
            return Give(seat, (chance.choice(view.hand),))
        case AskPlay(to_beat):
            plays = chinpok.plays(view)  # counted, not yet spelt out
            number = chance.randrange(len(plays) + (to_beat is not None))
            if number < len(plays):
                return Play(seat, plays[number].cards, plays[number].reading)
    return Pass(seat)


def play(dealt: Deal, chance: Random) -> tuple[chinpok.State, tuple[Action, ...]]:
    state = chinpok.opening(chinpok.options({}), dealt)
    actions: list[Action] = []
    while clock := chinpok.clock(state):
        action = choose(state, clock.seats[0], chance) if clock.seats else Proceed()
        for event in chinpok.decide(state, action):
            state = chinpok.evolve(state, event)
        actions.append(action)
    return state, tuple(actions)


def main(seed: int) -> None:
    chance = Random(seed)
    dealt = deal(chance)
    state, actions = play(dealt, chance)
    print(write(Record(chinpok.VERSION, {}, dealt, actions)), end="")
    print(f"# {state.result}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1)
