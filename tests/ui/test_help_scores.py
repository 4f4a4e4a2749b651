"""What the help says of scores is what the rules count, number by number."""

import re
from dataclasses import replace

import pytest
from scenes import SCENES

from table_firmware.rules.cards import Card, Seat, cards
from table_firmware.rules.games.chinpok.scoring import REWARD
from table_firmware.rules.games.sanchazi import scoring as sanchazi
from table_firmware.rules.games.shuangkou import scoring as shuangkou
from table_firmware.rules.games.shuangkou.settings import Options
from table_firmware.rules.round import Combination, Move, Reading
from ui_kiosk.local import Local
from ui_kiosk.model import ResultBody
from ui_kiosk.present_help import OWN_SCORES, help_panel
from ui_kiosk.presenter import present
from ui_kiosk.speech import family, tenths_text
from ui_kiosk.text import LANGUAGES, text

pytestmark = pytest.mark.parametrize("say", LANGUAGES)


def line(scene: str, key: str, say: str) -> str:
    panel = help_panel(SCENES[scene], "", Local(say, panel="help-scores"))
    assert panel is not None
    (told,) = (each.text for each in panel.lines if each.name == text(say, f"help.{key}_name"))
    return told


def numbers(told: str) -> list[int]:
    """Those that are counted, without places."""
    return list(map(int, re.findall(r"\d+(?!st|nd|rd|\d)", told)))


def bomb(level: int) -> Reading:
    return Reading("bomb", 5, level)


def test_the_catch_counts_by_the_place_of_the_partner(say: str) -> None:
    counted = numbers(line("sk-lead", "kou", say))
    assert counted == list(Options().kou)


def test_doublings_and_contributions_are_those_of_the_table(say: str) -> None:
    doubled, brought = (line("sk-lead", key, say) for key in ("multiplier", "contribution"))
    by_level = [shuangkou.doubling(bomb(level)) for level in (4, 5, 6, 7)]
    assert by_level == [1, 2, 4, 8]
    most = shuangkou.multiplier([bomb(12)], "big")
    told = {"zh": [2, 4, 16], "en": [5, 2, 6, 4, 16, 4, 5]}[say]
    assert numbers(doubled) == told
    assert most == 16
    assert shuangkou.multiplier([bomb(12)], "both") > most
    given = [shuangkou.contribution(bomb(level)) for level in (5, 6, 7, 8)]
    assert given == [0, 2, 4, 8]
    assert numbers(brought) == {"zh": [2, 4], "en": [6, 2, 7, 4]}[say]
    together = [bomb(4)] * 4
    assert shuangkou.multiplier(together, "both") > shuangkou.multiplier(together[:1], "both")


def test_captured_points_tiers_lifts_and_news_are_those_of_the_rules(say: str) -> None:
    worth = [sanchazi.worth(cards(face)) for face in ("S5", "ST", "SK")]
    captured = numbers(line("sc-lead", "captured", say).replace("10 points", "10"))
    assert worth == [5, 10, 10]
    assert captured == {"zh": [5, 5, 10, 10, 300], "en": [5, 5, 10, 10, 300]}[say]
    tiers = [number for least, score in reversed(sanchazi.TIERS) for number in (least, score)]
    assert numbers(line("sc-lead", "tier", say)) == tiers
    lifted = [sanchazi.LIFTED, sanchazi.ALL, sanchazi.LIFTED_WITH_ALL]
    assert sorted(numbers(line("sc-lead", "lifted", say))) == sorted(lifted)
    assert numbers(line("sc-lead", "good_news", say)) == [sanchazi.GOOD_NEWS]
    three = Combination((Card("BJ"),) * 3, Reading("cha", 17, 3))
    assert sanchazi.good_news([Move(Seat.E, three)]) == (1, 0, 0, 0)


def test_a_side_that_counts_other_points_than_it_captured_reads_why(say: str) -> None:
    view = SCENES["sc-result"]
    assert view.result is not None
    (counted,) = (fact for fact in view.result.facts if fact.name == "points")
    (captured,) = (fact for fact in view.result.facts if fact.name == "captured")
    east, north, west, south = captured.numbers
    even = replace(counted, numbers=(east + west, north + south))
    others = tuple(fact for fact in view.result.facts if fact != counted)
    for fact, told in ((counted, text(say, "result.counted_why")), (even, "")):
        shown = replace(view, result=replace(view.result, facts=(fact, *others)))
        body = present(shown, Local(say)).body
        assert isinstance(body, ResultBody)
        assert body.reason == told
    assert counted != even


def test_all_rewards_are_listed(say: str) -> None:
    told = line("play-follow", "reward", say)
    for row in REWARD.values():
        for tenths in filter(None, row):
            assert tenths_text(tenths) in told
    assert told.count(text(say, "reward.and").strip()) == len(REWARD) - 1


def test_every_game_has_a_page_of_scores_but_where_levels_count_no_points(say: str) -> None:
    rounds = [view for view in SCENES.values() if view.stage == "round"]
    assert {family(view.game) for view in rounds} == OWN_SCORES.keys()
    for view in rounds:
        panel = help_panel(view, "", Local(say, panel="help-types"))
        assert panel is not None
        assert len(panel.tabs) == 3 - (view.levels is not None)
