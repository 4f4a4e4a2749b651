"""The inputs: the 50 hands of the published vectors, and seeded ones beside them."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random  # noqa: TID251  # seeded: the same hands every time

from table_firmware.rules import combinations
from table_firmware.rules.cards import FACES, RANKS, Card, cards
from table_firmware.rules.round import Reading

GOLDEN = Path(__file__).parent.parent / "tests/golden/chinpok-plays.json"
HANDS = 200
SIZE = 27


@dataclass(frozen=True, slots=True)
class Position:
    """A hand under a trump, and a reading that another hand could play."""

    hand: tuple[Card, ...]
    trump: str
    to_beat: Reading


@cache
def positions() -> tuple[Position, ...]:
    """200 full hands, a third each with 0, 1 and 2 wilds."""
    chance = Random(7)
    found = [
        (cards(case["request"]["hand"]), case["request"]["trump"])
        for case in json.loads(GOLDEN.read_text())
    ]
    found += [dealt(chance, SIZE, number % 3) for number in range(HANDS - len(found))]
    return tuple(Position(hand, trump, _offered(chance, trump)) for hand, trump in found)


def dealt(chance: Random, size: int, wilds: int) -> tuple[tuple[Card, ...], str]:
    """A random hand with so many wilds."""
    trump = chance.choice(RANKS)
    wild = Card("H" + trump)
    rest = [card for card in FACES * 2 if card != wild]
    return (*chance.sample(rest, size - wilds), *[wild] * wilds), trump


def _offered(chance: Random, trump: str) -> Reading:
    """A reading of another hand: of a type that it has, each as likely, a random play."""
    hand = chance.sample(FACES * 2, SIZE)
    readings = [play.reading for play in combinations.plays(hand, trump, None)]
    kind = chance.choice(sorted({reading.type for reading in readings}))
    return chance.choice([reading for reading in readings if reading.type == kind])


def played_sets() -> Iterator[tuple[tuple[Card, ...], str, Reading]]:
    """A set that each hand might lay, of every type it has, and what lies on the table."""
    chance = Random(11)
    for position in positions():
        plays = combinations.plays(position.hand, position.trump, None)
        by_type: dict[str, list[tuple[Card, ...]]] = {}
        for play in plays:
            by_type.setdefault(play.reading.type, []).append(play.cards)
        for name in sorted(by_type):
            yield chance.choice(by_type[name]), position.trump, position.to_beat
