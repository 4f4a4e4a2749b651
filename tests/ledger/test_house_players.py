"""Who is said to have acted at the seat of a house player that plans."""

import pytest

from table_firmware.ledger.replay import Act, rule_again
from table_firmware.ledger.report import Refusal
from table_firmware.rules.cards import Seat, cards
from table_firmware.rules.dealing import Deal
from table_firmware.rules.games import chinpok
from table_firmware.rules.games.chinpok import Options
from table_firmware.rules.notation import to_plain
from table_firmware.rules.round import Play
from table_firmware.rules.said import Action, Event

HANDS = Deal((*map(cards, ("S3", "D9", "C5", "HK")),), {"trump": 0, "leader": 0})
OPTIONS = Options(exchange=False)


def led_by_east(by: str) -> Act:
    action = Play(Seat.E, cards("S3"))
    events = chinpok.decide(chinpok.opening(OPTIONS, HANDS), action)
    plain = {**to_plain(Action, action), "by": by}
    return Act(7, {"action": plain, "events": [to_plain(Event, event) for event in events]})


@pytest.mark.parametrize(("by", "planners"), [("player", []), ("house", ["E", "W"])])
def test_a_person_plays_as_player_and_a_planner_as_house(by: str, planners: list[str]) -> None:
    assert rule_again(chinpok, OPTIONS, HANDS, [led_by_east(by)], planners) is None


@pytest.mark.parametrize(("by", "planners"), [("player", ["E"]), ("house", []), ("house", ["N"])])
def test_neither_acts_in_the_name_of_the_other(by: str, planners: list[str]) -> None:
    with pytest.raises(Refusal, match=f"said to be by {by}"):
        rule_again(chinpok, OPTIONS, HANDS, [led_by_east(by)], planners)
