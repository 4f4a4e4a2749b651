"""The collectors that a laboratory asks for (`trust-decisions` §1.2): raw noise as the table
reads it, and decks as the table deals them, each with its chi-square report. A file may be longer
than the memory of the machine, so the report is made from the file."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from table_firmware.fairness.deal import NOTHING, deal_hand, make_batch, mix
from table_firmware.fairness.entropy import BLOCK, HealthTests, NoiseSource
from table_firmware.fairness.statistics import Evenness, neighbours, ones, positions, values
from table_firmware.rules.game import Game

BATCH: Final = 64
CHUNK: Final = 65_536


def collect_raw(source: NoiseSource, count: int, destination: Path) -> list[str]:
    """Write `count` bytes of the source as they come, untested and unmixed; the report."""
    tests, alarms, taken = HealthTests(), 0, 0
    with destination.open("xb") as file:
        while taken < count:
            block = source.read(min(BLOCK, count - taken))
            alarms += tests.check(block) != "healthy"
            file.write(block)
            taken += len(block)
    even = values(_pieces(destination, CHUNK)), ones(_pieces(destination, CHUNK))
    health = f"health tests: {alarms} blocks of {-(-count // BLOCK)} failed / 健康测试未通过的块数"
    return [f"source {source.name}", *_lines(*even), health]


def collect_final(
    source: NoiseSource,
    os_random: Callable[[int], bytes],
    game: Game,
    count: int,
    destination: Path,
) -> list[str]:
    """Write `count` decks, one byte an id, dealt as the table deals them; the report."""
    cards = len(game.DEALING.deck)
    with destination.open("xb") as file:
        for deck in _decks(source, os_random, game, count):
            file.write(bytes(deck))
    even = (each(_pieces(destination, cards), cards) for each in (positions, neighbours))
    return [f"source {source.name}, {game.VERSION}", *_lines(*even)]


def _decks(
    source: NoiseSource, os_random: Callable[[int], bytes], game: Game, count: int
) -> Iterator[tuple[int, ...]]:
    for start in range(0, count, BATCH):
        hands = min(BATCH, count - start)
        batch = make_batch("laboratory", game.VERSION, start, bytes(32), hands, source, os_random)
        k = mix(batch.b, NOTHING)
        for h in range(hands):
            yield deal_hand(batch, k, h, NOTHING, game.DEALING).deck


def _pieces(path: Path, size: int) -> Iterator[bytes]:
    with path.open("rb") as file:
        while piece := file.read(size):
            yield piece


def _lines(*found: Evenness) -> list[str]:
    return [each.line() for each in found]
