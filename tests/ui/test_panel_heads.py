"""Whatever lies over the table says whose turn it is, how long it lasts, and leads back to it."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from glass import Glass
from scenes import SCENES
from test_screens import problems, visible

from table_firmware.wire.messages import TimeLeft, View
from tests.laid import laid
from ui_kiosk.local import Local
from ui_kiosk.present_head import panel_head
from ui_kiosk.presenter import present
from ui_kiosk.screens.seat import SeatScreen
from ui_kiosk.text import LANGUAGES, text
from ui_kiosk.widgets.button import TouchButton
from ui_kiosk.widgets.panel import Panel
from ui_kiosk.widgets.words import Words

OPENERS = ("panel:settings", "panel:member", "panel:pin", "panel:help-types")
CARDS = (*OPENERS, "panel:played")
TURNS = {
    **{("play-follow", act): "head.to_play" for act in CARDS},
    **{("exchange", act): "head.to_give" for act in CARDS},
    **{("pz-discard", act): "head.to_discard" for act in OPENERS},
    ("digits", "panel:settings"): "button.close",
    ("cut", "panel:member"): "button.close",
}
"""Where a player is waited for, with each panel that can lie over it, and what closing it says."""


def others_turn(view: View) -> View:
    """The same where the next player is waited for."""
    hand = laid(view.round)
    return replace(view, round=replace(hand, turn=hand.seat.next, ask=None), ask=None, clock=None)


def panel_of(screen: SeatScreen) -> Panel:
    (panel,) = (each for each in visible(screen) if isinstance(each, Panel))
    return panel


def reads(panel: Panel) -> list[str]:
    return [each.text for each in visible(panel) if isinstance(each, Words) and each.text]


def close_of(panel: Panel) -> TouchButton:
    (found,) = (
        each
        for each in visible(panel)
        if isinstance(each, TouchButton) and each.model and each.model.act == "close"
    )
    return found


def counts_as_the_table(panel: Panel, screen: SeatScreen) -> bool:
    """Whether its clock is that of the table, counted from the same moment."""
    assert screen.screen is not None
    own, table = panel.clock, screen.screen.clock
    return (own._face, own._since) == (table._face, table._since)


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("name", "act"), TURNS)
def test_an_open_panel_says_that_it_is_ones_turn_and_how_long(
    glass: Glass, name: str, act: str, language: str
) -> None:
    screen = SeatScreen(language=language)
    glass.show(screen, (1080, 480))
    screen.show(replace(SCENES[name], clock=TimeLeft("play", 29_900, 30_000)))
    screen.press(act)
    glass.settle()
    panel = panel_of(screen)
    own = "digits.title" if name == "digits" else "head.your_turn"
    assert text(language, own) in reads(panel)
    assert panel.clock.seconds > 0
    assert counts_as_the_table(panel, screen)
    close = close_of(panel)
    assert close.model is not None
    assert (close.model.text, close.model.tone) == (text(language, TURNS[name, act]), "main")
    assert not list(wrong(screen, panel, language))
    glass.tap(*close.center)
    glass.settle()
    assert not [each for each in visible(screen) if isinstance(each, Panel)]


def wrong(screen: SeatScreen, panel: Panel, language: str) -> Iterator[str]:
    """What cannot be read of the head."""
    texts = {each.replace("\n", " ") for each in reads(panel)} | set(reads(panel))
    for told in problems(screen, language):
        if told.startswith("overflows") and told.partition(": ")[2] in texts:
            yield told


@pytest.mark.slow
@pytest.mark.parametrize("act", CARDS)
def test_an_open_panel_hears_whose_turn_comes_and_goes(glass: Glass, act: str) -> None:
    mine = replace(SCENES["play-follow"], clock=TimeLeft("play", 29_900, 30_000))
    screen = SeatScreen()
    glass.show(screen)
    screen.show(others_turn(mine))
    screen.press(act)
    glass.settle()
    panel = panel_of(screen)
    other = text("zh", "play.wait", seat=text("zh", f"seat.{mine.seat.next.name}"))
    for number, view in enumerate((mine, others_turn(mine), mine), start=8):
        screen.show(replace(view, number=number))
        glass.settle()
        assert panel_of(screen) is panel
        assert (text("zh", "head.your_turn") in reads(panel)) is (view is mine)
        assert (other in reads(panel)) is (view is not mine)
        assert counts_as_the_table(panel, screen)


def test_there_is_no_panel_that_is_not_looked_at_here(glass: Glass) -> None:
    screen, opened = SeatScreen(), set()
    glass.show(screen)
    screen.show(SCENES["play-follow"])
    for act in CARDS:
        screen.press(act)
        opened.add(type(panel_of(screen)))
        screen.press("close")
    assert opened == set(Panel.__subclasses__())


@pytest.mark.slow
def test_without_a_table_a_panel_has_its_title_alone(glass: Glass) -> None:
    screen = SeatScreen()
    glass.show(screen)
    screen.press("panel:settings")
    panel = panel_of(screen)
    assert text("zh", "settings.title") in reads(panel)
    assert not {text("zh", "head.your_turn"), "30"} & set(reads(panel))
    assert screen.local.panel == "settings"


@pytest.mark.parametrize(("name", "own"), [("pz-hu", True), ("pz-watch", False)])
def test_a_tile_that_may_be_claimed_is_told_over_it_as_under_it(
    glass: Glass, name: str, own: bool
) -> None:
    screen = SeatScreen()
    glass.show(screen)
    screen.show(SCENES[name])
    under = screen.model.message if screen.model else ""
    screen.press("panel:settings")
    assert (text("zh", "tiles.may") in reads(panel_of(screen))) is own
    assert (under == text("zh", "tiles.may")) is own


@pytest.mark.parametrize("name", ["pz-late", "pz-liang", "pz-answered", "pz-watch"])
def test_who_has_nothing_to_do_reads_beside_the_clock_of_a_panel_what_it_runs_to(name: str) -> None:
    """A clock without a word beside the way out hurries a reader out of the help."""
    view, local = SCENES[name], Local("zh")
    told = panel_head(view, local, "").turn
    waits = name in ("pz-late", "pz-liang")
    assert told == (present(view, local).message if waits else "")


@pytest.mark.slow
@pytest.mark.parametrize("large", ["0", "1"])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [(640, 400), (800, 320)], ids=str)
def test_whatever_a_head_says_keeps_clear_of_its_clock(
    glass: Glass, size: tuple[int, int], language: str, large: str
) -> None:
    local = Local(language)
    played = {name: view for name, view in SCENES.items() if view.stage == "round"}
    said = {panel_head(view, local, "").turn: name for name, view in played.items()}
    assert len(said) > 5
    screen = SeatScreen(language=language)
    glass.show(screen, size)
    for told, name in said.items():
        screen.lost()
        screen.local = local  # a pause had covered the hand
        screen.show(replace(SCENES[name], clock=TimeLeft("play", 299_000, 300_000)))
        for act in (f"set:large={large}", "panel:help-types"):  # whose head is the narrowest
            screen.press(act)
        glass.lay_out()
        panel = panel_of(screen)
        assert panel._turn.text == told
        assert panel._turn.fits(), (name, told)
