"""East and West get rid of as many cards as they can, North and South play the smallest.

python -m examples.greedy_play [HANDS]
"""

import sys
from random import Random  # noqa: TID251  # an example's own chance, from a seed it is given

from examples.random_play import deal
from table_firmware.rules.cards import PAIRS, Seat
from table_firmware.rules.games import chinpok
from table_firmware.rules.round import Action, Combination, Give, Pass, Play, Proceed, SeatView


def greedy(view: SeatView) -> Combination | None:
    """The play with the most cards, the lowest of these; the partner is left alone."""
    last = [move for move in view.trick if move.play]
    if last and last[-1].seat == view.seat.partner:
        return None
    return max(chinpok.plays(view), key=worth, default=None)


def worth(play: Combination) -> tuple[int, int]:
    return play.reading.size, -play.reading.key


def choose(state: chinpok.State, seat: Seat) -> Action:
    view = chinpok.view(state, seat)
    if view.phase == "exchange":
        return Give(seat, ())
    play = greedy(view) if seat in PAIRS["EW"] else chinpok.minimal(view)
    return Play(seat, play.cards, play.reading) if play else Pass(seat)


def winner(seed: int) -> str:
    state = chinpok.opening(chinpok.options({}), deal(Random(seed)))
    while clock := chinpok.clock(state):
        action = choose(state, clock.seats[0]) if clock.seats else Proceed()
        for event in chinpok.decide(state, action):
            state = chinpok.evolve(state, event)
    assert state.result is not None
    return state.result.winner


def main(hands: int) -> None:
    won = sum(winner(seed) == "EW" for seed in range(hands))
    print(f"the greedy pair won {won} of {hands} hands")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 20)
