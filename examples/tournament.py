"""Mirrored deals: two pairs of players play the same cards both ways.

python -m examples.tournament [DEALS] [PLAYER [PLAYER]] [--from SEED]

The players are planner, managed (rule 40) and greedy. In a mirrored deal the first kind sits East
and West and then, with the same cards, trump and leader, North and South; it beats the other kind
if its pair has more points over the two hands. Times of an answer are of the processor and, waiting
for a processor included, of the wall clock.
"""

import argparse
import json
import time  # noqa: TID251  # an example may look at the clock
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random  # noqa: TID251  # an example's own chance, from a seed it is given

from examples.greedy_play import greedy
from examples.random_play import deal
from table_firmware.rules.cards import PAIRS
from table_firmware.rules.dealing import Deal
from table_firmware.rules.games import chinpok
from table_firmware.rules.games.chinpok import planner
from table_firmware.rules.round import (
    Action,
    AskGive,
    Give,
    HandResult,
    Managed,
    Pass,
    Play,
    Proceed,
    SeatView,
)

Player = Callable[[SeatView], Action]


def by_greed(view: SeatView) -> Action:
    if isinstance(view.ask, AskGive):
        return Give(view.seat, ())
    play = greedy(view)
    return Play(view.seat, play.cards, play.reading) if play else Pass(view.seat)


PLAYERS: Mapping[str, Player] = {
    "planner": planner.choose,
    "managed": lambda view: Managed(view.seat),
    "greedy": by_greed,
}


@dataclass
class Count:
    """What came of the deals. won: mirrored deals; hands: single ones; tenths: the difference;
    milliseconds and waited: for each answer of the first kind, by processor and by wall clock."""

    deals: int = 0
    won: int = 0
    drawn: int = 0
    hands: int = 0
    tenths: int = 0
    milliseconds: list[float] = field(default_factory=list)
    waited: list[float] = field(default_factory=list)

    def told(self) -> dict[str, object]:
        """As it is printed."""
        return {
            "deals": self.deals,
            "won": self.won,
            "drawn": self.drawn,
            "hands_won_of": [self.hands, 2 * self.deals],
            "points_ahead_a_hand": round(self.tenths / self.deals / 20, 2),
            "answers": len(self.waited),
            "processor_ms": spread(self.milliseconds),
            "wall_ms": spread(self.waited),
        }


def spread(milliseconds: list[float]) -> dict[str, float]:
    """Median, the hundredth slowest, and the slowest."""
    ordered = sorted(milliseconds)
    at = {"median": len(ordered) // 2, "p99": len(ordered) * 99 // 100, "max": -1}
    return {name: round(ordered[place], 1) for name, place in at.items()}


def timed(player: Player, count: Count) -> Player:
    def answer(view: SeatView) -> Action:
        began, asked = time.thread_time(), time.perf_counter()
        action = player(view)
        count.milliseconds.append((time.thread_time() - began) * 1000)
        count.waited.append((time.perf_counter() - asked) * 1000)
        return action

    return answer


def play(dealt: Deal, east_west: Player, north_south: Player) -> HandResult:
    state = chinpok.opening(chinpok.options({}), dealt)
    while clock := chinpok.clock(state):
        action: Action = Proceed()
        if clock.seats:
            seat = clock.seats[0]
            player = east_west if seat in PAIRS["EW"] else north_south
            action = player(chinpok.view(state, seat))
        for event in chinpok.decide(state, action):
            state = chinpok.evolve(state, event)
    assert state.result is not None
    return state.result


def mirrored(dealt: Deal, one: Player, other: Player, count: Count) -> None:
    there, back = play(dealt, one, other), play(dealt, other, one)
    tenths = there.pair_tenths[0] - there.pair_tenths[1]
    tenths += back.pair_tenths[1] - back.pair_tenths[0]
    count.deals += 1
    count.won += tenths > 0
    count.drawn += tenths == 0
    count.hands += (there.winner == "EW") + (back.winner == "NS")
    count.tenths += tenths


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("deals", type=int, nargs="?", default=20)
    parser.add_argument("one", choices=PLAYERS, nargs="?", default="planner")
    parser.add_argument("other", choices=PLAYERS, nargs="?", default="managed")
    parser.add_argument("--from", dest="first", type=int, default=0)
    given = parser.parse_args()
    count = Count()
    one = timed(PLAYERS[given.one], count)
    for seed in range(given.first, given.first + given.deals):
        mirrored(deal(Random(seed)), one, PLAYERS[given.other], count)
    print(json.dumps(count.told()))


if __name__ == "__main__":
    main()
