"""Who is said to have acted at the seat of a house player."""

from collections.abc import Mapping

import pytest

from table_firmware.ledger.replay import Act, rule_again
from table_firmware.ledger.report import Refusal
from table_firmware.rules import round
from table_firmware.rules.cards import Seat, cards
from table_firmware.rules.dealing import Deal
from table_firmware.rules.games import chinpok, sanchazi
from table_firmware.rules.games.chinpok import Options
from table_firmware.rules.notation import to_plain
from table_firmware.rules.round import Managed, Play, Settle, TimedOut
from table_firmware.rules.said import Action, Event

HANDS = Deal((*map(cards, ("S3", "D9", "C5", "HK")),), {"trump": 0, "leader": 0})
OPTIONS = Options(exchange=False)
THREES = Deal(
    tuple(cards(rank * 3) for rank in ("S3 ", "D9 ", "C5 ", "HK ")),
    {"start": 0, "flip1": 0, "flip2": 1},
    leader=Seat.E,
)
LEAVING = sanchazi.options({"escape": "on"})


def led_by_east(by: str) -> Act:
    action = Play(Seat.E, cards("S3"))
    events = chinpok.decide(chinpok.opening(OPTIONS, HANDS), action)
    plain = {**to_plain(Action, action), "by": by}
    return Act(7, {"action": plain, "events": [to_plain(Event, event) for event in events]})


@pytest.mark.parametrize(
    ("by", "house"), [("player", {}), ("player", {"N": "house"}), ("house", {"E": "planner"})]
)
def test_a_person_plays_as_player_and_a_planner_as_house(by: str, house: Mapping[str, str]) -> None:
    assert rule_again(chinpok, OPTIONS, HANDS, [led_by_east(by)], house) is None


@pytest.mark.parametrize(
    ("by", "house"), [("player", {"E": "planner"}), ("house", {}), ("house", {"N": "planner"})]
)
def test_neither_acts_in_the_name_of_the_other(by: str, house: Mapping[str, str]) -> None:
    with pytest.raises(Refusal, match=f"said to be by {by}"):
        rule_again(chinpok, OPTIONS, HANDS, [led_by_east(by)], house)


@pytest.mark.parametrize("who", ["house", "planner"])
@pytest.mark.parametrize(
    ("action", "by"),
    [
        (Play(Seat.E, cards("S3")), "player"),
        (TimedOut(Seat.E), "timeout"),
        (Managed(Seat.E), "managed"),
        (Settle(Seat.E), "system"),
    ],
    ids=lambda each: each if isinstance(each, str) else "",
)
def test_a_house_player_does_nothing_as_a_person_does(
    action: round.Action, by: str, who: str
) -> None:
    """Else a table could have him time out, leave, and lose a hand for his partner (SC-20)."""
    events = sanchazi.decide(sanchazi.opening(LEAVING, THREES), action)
    plain = {**to_plain(Action, action), "by": by}
    act = Act(7, {"action": plain, "events": [to_plain(Event, event) for event in events]})
    rule_again(sanchazi, LEAVING, THREES, [act])
    if (who, by) == ("house", "managed"):
        rule_again(sanchazi, LEAVING, THREES, [act], {"E": who})
        return
    with pytest.raises(Refusal, match=r"seat of a house player|said to be by player"):
        rule_again(sanchazi, LEAVING, THREES, [act], {"E": who})
