"""What a hand starts from: the draw, unless an earlier hand has decided."""

from collections.abc import Mapping

import pytest

from table_firmware.rules.cards import Seat, cards
from table_firmware.rules.dealing import Deal, Terms, settled_by

HANDS = (cards("S3"), cards("D9"), cards("C5"), cards("HK"))


@pytest.mark.parametrize(
    ("terms", "draws", "settled"),
    [
        (Terms(), {"leader": 2, "trump": 0}, (Seat.W, "2")),
        (Terms(leader=Seat.E, trump="A"), {"leader": 2, "trump": 0}, (Seat.E, "A")),
        (Terms(), {"dealer": 1}, (Seat.N, "")),
        (Terms(), {"start": 1, "flip": 3}, (None, "")),
        (Terms(trump="7"), {}, (None, "7")),
    ],
)
def test_leader_and_trump_are_drawn_unless_they_are_decided(
    terms: Terms, draws: Mapping[str, int], settled: tuple[Seat | None, str]
) -> None:
    assert settled_by(terms, draws) == settled


def test_a_deal_takes_over_what_is_decided() -> None:
    draws = {"leader": 2}
    assert Terms().deal(HANDS, draws) == Deal(HANDS, draws, None, "", False, 0)
    decided = Terms(Seat.S, "7", True, 2).deal(HANDS, draws)
    assert decided == Deal(HANDS, draws, Seat.S, "7", True, 2)
    assert Terms() == Terms(None, "", False, 0)
    assert Deal(HANDS, draws) == Deal(HANDS, draws, None, "", False, 0)
