"""One number for all that the engine says of many seeded hands: any change of it is a change of
the rules, whatever made the engine faster."""

import hashlib
import random  # noqa: TID251  (seeded; only the choice of what is tried)
from collections.abc import Iterator

import pytest

from table_firmware.rules.cards import RANKS, Card, cards
from table_firmware.rules.combinations import classify, managed, minimal, plays
from table_firmware.rules.games import chinpok
from table_firmware.rules.round import Combination, Reading


def hands(seed: int, number: int, size: int) -> Iterator[tuple[tuple[Card, ...], str]]:
    """Hands with their trumps, of `size` cards each."""
    chance = random.Random(seed)
    for _ in range(number):
        deck = list(chinpok.DEALING.deck)
        chance.shuffle(deck)
        yield tuple(deck[:size]), chance.choice(RANKS)


def spelled(reading: Reading) -> str:
    return f"{reading.type}/{reading.key}/{reading.size}/{int(reading.pure)}"


def line(play: Combination | None) -> str:
    return "pass" if play is None else f"{' '.join(sorted(play.cards))}={spelled(play.reading)}"


def digest(lines: Iterator[str]) -> str:
    found = hashlib.sha256()
    for each in lines:
        found.update(each.encode() + b"\n")
    return found.hexdigest()[:32]


def move_lists(number: int, size: int) -> Iterator[str]:
    for hand, trump in hands(1, number, size):
        listed = plays(hand, trump, None)
        yield from sorted(map(line, listed))
        to_beat = min(listed, key=line).reading
        yield from sorted(map(line, plays(hand, trump, to_beat)))
        for play in (minimal, managed):
            yield line(play(hand, trump, to_beat))
            yield line(play(hand, trump, None))


def readings(number: int) -> Iterator[str]:
    """Sets that are often combinations: few ranks, many wilds."""
    chance = random.Random(2)
    for _ in range(number):
        trump, low = chance.choice(RANKS), chance.randrange(13)
        size = chance.randrange(1, 11)
        ranks = [RANKS[(low + n) % 13] for n in range(chance.choice([1, 2, 3, 5]))]
        some = [chance.choice("SHCD") + chance.choice(ranks) for _ in range(size)]
        if chance.random() < 0.4:
            some[0] = f"H{trump}"
        found = " ".join(sorted(some))
        yield f"{trump} {found}: {' '.join(map(spelled, classify(cards(found), trump)))}"


def test_the_plays_of_seeded_hands_are_what_they_always_were() -> None:
    assert digest(move_lists(60, 13)) == "126791b32c756732914e36b803da5c23"


@pytest.mark.slow
def test_the_plays_of_seeded_whole_hands_are_what_they_always_were() -> None:
    assert digest(move_lists(20, 27)) == "dd60d7c5e07db8e0133729f618982f84"


def test_the_readings_of_seeded_sets_are_what_they_always_were() -> None:
    assert digest(readings(4000)) == "77dfa71a577ad0856ff9018c6e76270b"
