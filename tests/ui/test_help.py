"""The help of the play screen: one touch away, true to the rules, in both languages."""

import re
from dataclasses import replace
from itertools import pairwise

import pytest
from glass import Glass
from presented import body
from scenes import SCENES

from table_firmware.rules.cards import Seat, cards, natural_value, value
from table_firmware.rules.combinations import arrange, classify
from table_firmware.rules.games.chinpok.scoring import BASE, score
from table_firmware.wire.messages import Intent, View
from tests.laid import laid
from ui_kiosk.choice import sense_of
from ui_kiosk.local import Local
from ui_kiosk.model_parts import HelpPanel
from ui_kiosk.prefs import Prefs
from ui_kiosk.present_help import TYPES, types_of
from ui_kiosk.presenter import present
from ui_kiosk.press import press
from ui_kiosk.screens.seat import SeatScreen
from ui_kiosk.screens.table import TableScreen
from ui_kiosk.text import texts
from ui_kiosk.widgets.fan import LEAST_STEP, row
from ui_kiosk.widgets.help import LineView
from ui_kiosk.widgets.words import measure

FOLLOW = SCENES["play-follow"]


def opened(view: View, *acts: str, language: str = "en") -> HelpPanel:
    local = Local(language)
    for act in acts:
        local, intent = press(view, local, act)
        assert intent is None
    panel = body(view, local).help_panel
    assert panel is not None
    return panel


@pytest.mark.parametrize("name", ["sk-help-order", "sc-help-types"])
def test_each_type_of_another_game_has_a_picture_that_is_one(name: str) -> None:
    view = SCENES[name]
    sense = sense_of(view, laid(view.round))
    for kind, example in types_of(view.game).items():
        (reading,) = sense.readings(cards(example), None)
        assert reading.type == kind


def test_a_coach_and_lessons_are_offered_where_the_game_has_them() -> None:
    lobby = SCENES["lobby-seated"]
    acts = [button.act for button in present(lobby, Local()).buttons]
    assert {"house:planner", "house:house"} <= set(acts)
    other = present(replace(lobby, game="sanchazi/1"), Local())
    assert "house:planner" not in [button.act for button in other.buttons]
    assert "house:house" in [button.act for button in other.buttons]
    assert "learn" in [button.act for button in other.utility]
    unknown = present(replace(lobby, game="sanchazi/9"), Local())
    assert "learn" not in [button.act for button in unknown.utility]


def test_one_touch_opens_it_and_another_one_closes_it() -> None:
    local = Local()
    assert body(FOLLOW, local).help_panel is None
    opener = body(FOLLOW, local).help
    assert opener is not None
    local, _ = press(FOLLOW, local, opener.act)
    panel = body(FOLLOW, local).help_panel
    assert panel is not None
    assert [tab.chosen for tab in panel.tabs] == [True, False, False]
    local, _ = press(FOLLOW, local, panel.tabs[1].act)
    local, _ = press(FOLLOW, local, panel.tabs[1].act)
    panel = body(FOLLOW, local).help_panel
    assert panel is not None
    assert [tab.chosen for tab in panel.tabs] == [False, True, False]
    local, _ = press(FOLLOW, local, panel.head.close.act)
    assert body(FOLLOW, local).help_panel is None


@pytest.mark.parametrize("language", ["zh", "en"])
def test_each_type_has_a_picture_that_is_one_and_lies_as_on_the_table(language: str) -> None:
    panel = opened(FOLLOW, "panel:help-types", language=language)
    assert len(panel.lines) == 10
    for (kind, _), line in zip(TYPES.items(), panel.lines, strict=True):
        faces = tuple(face.card for face in line.cards if face.card)
        reading, *_ = classify(faces, "2")
        assert reading.type == kind
        lies = arrange(faces, reading, "2")
        assert list(map(natural_value, lies)) == list(map(natural_value, faces))
        assert line.name == texts(language)[f"type.{kind}"]
        assert line.text


def test_the_ranks_are_in_the_order_of_this_hand() -> None:
    ranks, wild, *rest = opened(FOLLOW, "panel:help-order").lines
    shown = [value(face.card, "7") for face in ranks.cards if face.card]
    assert shown == sorted(shown, reverse=True)
    assert len(set(shown)) == 15
    assert [face.card for face in ranks.cards if face.trump] == ["S7"]
    assert [(face.card, face.wild) for face in wild.cards] == [("H7", True)]
    assert "partner leads" in " ".join(line.text for line in rest)


def test_it_says_so_when_the_seat_is_waited_for() -> None:
    assert opened(FOLLOW, "panel:help-types").head.tone == "turn"
    assert opened(SCENES["play-wait"], "panel:help-types").head.tone == "plain"
    assert FOLLOW.seat == Seat.E


@pytest.mark.slow
def test_no_touch_goes_through_it(glass: Glass) -> None:
    sent: list[object] = []
    screen = SeatScreen(language="zh")
    screen.send = sent.append
    glass.show(screen, (1280, 800))
    screen.show(FOLLOW)
    glass.settle()
    table = screen.screen
    assert isinstance(table, TableScreen)
    (passing,) = (each for each in table.actions if each.model and each.model.act == "pass")
    glass.tap(*table.help.center)
    glass.settle()
    glass.tap(*passing.center)
    glass.settle()
    assert (sent, screen.local.panel) == ([], "help-types")
    screen.press("close")
    glass.settle()
    glass.tap(*passing.center)
    assert [each.act for each in sent if isinstance(each, Intent)] == ["pass"]


@pytest.mark.parametrize("language", ["zh", "en"])
def test_what_each_place_counts_is_what_the_rules_say(language: str) -> None:
    lines = opened(FOLLOW, "panel:help-types", "panel:help-scores", language=language).lines
    told = {line.name: line.text for line in lines}
    charge = score([Seat.E, Seat.W], [0, 1, 0, 1]).position_tenths[Seat.N]
    for key, tenths in (("base", BASE[1:4]), ("left", (-charge,))):
        line = told[texts(language)[f"help.{key}_name"]]
        numbers = re.findall(r"\d(?:\.\d)?(?!st|nd|rd|\.)", line)
        assert list(map(float, numbers)) == [each / 10 for each in tenths]


@pytest.mark.parametrize("language", ["zh", "en"])
def test_the_scores_that_modes_name_are_explained(language: str) -> None:
    lines = opened(FOLLOW, "panel:help-types", "panel:help-scores", language=language).lines
    said = " ".join(line.text for line in lines)
    for note, name in (("mode.rotating", "own_score"), ("mode.fixed", "pair_score")):
        term = re.split("[，,] *", texts(language)[note])[-1]
        assert term in said
        assert texts(language)[f"help.{name}_name"] in [line.name for line in lines]


@pytest.mark.parametrize(
    ("name", "others"), [("help-order", 7), ("sk-help-order", 6), ("sc-lead", 7)]
)
def test_what_the_help_says_of_strength_holds_in_the_rules(name: str, others: int) -> None:
    """What is no bomb or the like falls to these, or to what is higher of its own type and size."""
    view = SCENES[name]
    sense = sense_of(view, laid(view.round))
    plays = {kind: cards(example) for kind, example in types_of(view.game).items()}
    rest = [kind for kind in plays if kind not in sense.heavy]
    assert len(rest) == others
    for kind in rest:
        (standing, *_) = sense.readings(plays[kind], None)
        beats = [other for other in plays if sense.readings(plays[other], standing)]
        assert beats == [other for other in plays if other in sense.heavy]


@pytest.mark.slow
@pytest.mark.parametrize("size", [(640, 400), (1280, 800)])
@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("language", ["zh", "en"])
def test_strength_is_set_in_two_lines_as_large_as_any_and_ranks_lie_apart(
    glass: Glass, size: tuple[int, int], language: str, large: bool
) -> None:
    screen = SeatScreen(language=language)
    screen.local = Local(language, prefs=Prefs(large=large))
    glass.show(screen, size)
    screen.show(FOLLOW)
    for act in ("panel:help-types", "panel:help-order"):
        screen.press(act)
    glass.settle()
    lines = [each for each in screen.walk() if isinstance(each, LineView)]
    ranks, strength = (
        next(each for each in lines if each._name.text == texts(language)[f"help.{name}_name"])
        for name in ("ranks", "ladder")
    )
    assert strength._text.font_size == max(each._text.font_size for each in lines)
    assert strength._text.extent[3] < 3 * measure("Ag", strength._text.font_size, False, None)[1]
    lie = row((LEAST_STEP,) * 15, ranks._cards.width, ranks._cards.height, "left")
    assert all(b.x - a.x >= lie.card[0] for a, b in pairwise(lie.spots))
