"""Every row of the rules core's targets, on the positions of `positions` and `playouts`."""

from typing import Any

from benchmarks import games, playouts
from benchmarks.positions import played_sets, positions
from benchmarks.stopwatch import Row
from table_firmware.rules.combinations import beats, classify
from table_firmware.rules.groups import expanded, groups, patterns, smallest
from table_firmware.rules.holding import Holding
from table_firmware.rules.packed import pack
from table_firmware.rules.readings import read
from table_firmware.rules.round import Reading

ROUNDS_PLAYED = 40


def rows() -> list[Row]:
    """The rows, quick ones first."""
    sets = list(played_sets())
    hands = [(pack(one.hand, one.trump), one.trump, one.to_beat) for one in positions()]
    leads = [(hand, trump, None) for hand, trump, _ in hands]
    return [
        Row(
            "classify and compare, packed",
            _ruled,
            [(pack(cards, trump), trump, over) for cards, trump, over in sets],
            20,
            0.5,
        ),
        Row("classify and compare, from cards", _ruled_cards, sets, 20, 2.0),
        Row("lead readings without cards (hints)", patterns, leads, 5, 15.0),
        Row("leads, every set of cards", expanded, leads, 3, 200.0, 500.0),
        Row("responses", _listed, hands, 5, 15.0, 70.0),
        Row("responses, every set of cards", expanded, hands, 5),
        Row("smallest response", smallest, hands, 5, 5.0),
        *_whole_hands(),
        *games.rows(),
    ]


def _whole_hands() -> list[Row]:
    seeds = range(ROUNDS_PLAYED)
    packed = [(*playouts.packed_deal(seed), seed) for seed in seeds]
    dealt = [(playouts.deal(seed), seed) for seed in seeds]
    recorded = [(deal, playouts.recorded(deal, seed)) for deal, seed in dealt]
    return [
        Row("random hand, packed, a reading at random", playouts.by_reading, packed, 1, 1000.0),
        Row("random hand, packed, a play at random", playouts.by_play, packed),
        Row("the same through decide and evolve", playouts.replayed, recorded, 1, 2000.0),
        Row("the same with view and plays", playouts.through_the_api, dealt),
    ]


def _ruled(cards: int, trump: str, over: Reading) -> bool:
    return beats(read(cards, trump)[0], over)


def _ruled_cards(cards: Any, trump: str, over: Reading) -> bool:
    return beats(classify(cards, trump)[0], over)


def _listed(hand: int, trump: str, over: Reading) -> list[Any]:
    return groups(Holding(hand, trump), over)
