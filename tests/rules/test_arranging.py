"""How a play lies on the table (000 §10.5, §21.6; CP-43, CP-52)."""

import pytest

from table_firmware.rules.cards import cards
from table_firmware.rules.combinations import arrange, classify, sort_key, stands_for
from table_firmware.rules.round import Reading

PLATE_2 = Reading("plate", 2, 6)
FLUSH_6 = Reading("straight_flush", 6, 5)
FLUSH_7 = Reading("straight_flush", 7, 5)
PURE_7 = Reading("straight_flush", 7, 5, True)


@pytest.mark.parametrize(
    ("played", "trump", "reading", "lying", "meant"),
    [
        ("H7", "7", Reading("single", 15, 1), "H7", "H7"),
        ("H7 C7", "7", Reading("pair", 15, 2), "C7 H7", "C7 H7"),
        ("H7 S9 C9", "7", Reading("triple", 9, 3), "C9 S9 H7", "C9 S9 H9"),
        ("S3 HA C4 D2 S5", "9", Reading("straight", 5, 5), "HA D2 S3 C4 S5", "HA D2 S3 C4 S5"),
        ("S3 C3 SA CA D2 S2", "9", Reading("tube", 3, 6), "CA SA D2 S2 C3 S3", "CA SA D2 S2 C3 S3"),
        ("S2 D2 SA CA H9 H9", "9", PLATE_2, "CA SA H9 D2 S2 H9", "CA SA HA D2 S2 H2"),
        ("S3 C3 S8 C8 D8", "2", Reading("full_house", 8, 5), "C8 D8 S8 C3 S3", "C8 D8 S8 C3 S3"),
        ("S7 C7 H2 BJ BJ", "2", Reading("full_house", 7, 5), "C7 S7 H2 BJ BJ", "C7 S7 H7 BJ BJ"),
        ("S7 C7 D7 H2 H2", "2", Reading("full_house", 7, 5), "C7 D7 S7 H2 H2", "C7 D7 S7 H2 H2"),
        ("S7 C7 D7 H7 H7", "7", Reading("full_house", 15, 5), "C7 D7 S7 H7 H7", "C7 D7 S7 HA HA"),
        ("SA CA DA HA HA", "A", Reading("full_house", 15, 5), "CA DA SA HA HA", "CA DA SA HK HK"),
        ("S3 S4 H2 S6 S7", "2", FLUSH_7, "S3 S4 H2 S6 S7", "S3 S4 S5 S6 S7"),
        ("S3 S4 H2 S6 S7", "2", Reading("straight", 7, 5), "S3 S4 H2 S6 S7", "S3 S4 H5 S6 S7"),
        ("H3 H4 H5 H6 H7", "7", PURE_7, "H3 H4 H5 H6 H7", "H3 H4 H5 H6 H7"),
        ("H3 H4 H5 H6 H7", "7", FLUSH_6, "H7 H3 H4 H5 H6", "H2 H3 H4 H5 H6"),
        ("H3 H4 H5 H6 H7", "7", Reading("straight", 7, 5), "H3 H4 H5 H6 H7", "H3 H4 H5 H6 S7"),
        ("LJ BJ LJ BJ", "7", Reading("four_jokers", 0, 4), "BJ BJ LJ LJ", "BJ BJ LJ LJ"),
        ("H7 S3 C3 D3 H3", "7", Reading("bomb", 3, 5), "C3 D3 S3 H3 H7", "C3 D3 S3 H3 H3"),
    ],
)  # fmt: skip
def test_cards_lie_in_order_and_a_wild_in_the_place_it_takes(
    played: str, trump: str, reading: Reading, lying: str, meant: str
) -> None:
    assert reading in classify(cards(played), trump)
    assert arrange(cards(played), reading, trump) == cards(lying)
    assert stands_for(cards(played), reading, trump) == cards(meant)


def test_cards_are_only_arranged_in_a_reading_they_have() -> None:
    with pytest.raises(ValueError, match="reading"):
        arrange(cards("S3 C3"), Reading("pair", 4, 2), "7")


def test_a_hand_sorts_by_value_then_suit_with_trump_above_the_ace() -> None:
    hand = cards("BJ H7 S7 SA LJ D2 C2 HA")
    assert sorted(hand, key=lambda card: sort_key(card, "7")) == list(
        cards("C2 D2 SA HA S7 H7 LJ BJ")
    )
