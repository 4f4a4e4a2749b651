"""Cards of one rank in a hand, and full houses (000 §13.1 to §13.4, §13.6; CP-09, CP-17)."""

from table_firmware.rules.cards import cards
from table_firmware.rules.combinations import count, plays
from table_firmware.rules.round import Reading

EIGHT = "C3 C3 D3 D3 S3 S3 H3 H3"


def bombs(hand: str, trump: str) -> dict[str, int]:
    by_type = count(cards(hand), trump, None)[1]
    return {name: number for name, number in by_type.items() if name.startswith("bomb")}


def test_the_largest_bombs_take_both_wilds() -> None:
    assert bombs(EIGHT, "9") == {"bomb4": 19, "bomb5": 16, "bomb6": 10, "bomb7": 4, "bomb8": 1}
    found = bombs(f"{EIGHT} H9 H9", "9")
    assert (found["bomb8"], found["bomb9"], found["bomb10"]) == (1 + 4 + 10, 1 + 4, 1)
    nine = plays(cards(f"{EIGHT} H9 H9"), "9", Reading("bomb", 14, 8))
    assert [(play.reading.size, play.cards.count(cards("H9")[0])) for play in nine] == [
        *((9, 1), (9, 2), (9, 2), (9, 2), (9, 2)),
        (10, 2),
    ]
