"""Whatever has happened to a table, what to do can be read on the smallest of its screens."""

from dataclasses import replace

import pytest
from glass import Glass
from kivy.clock import Clock
from scenes import SCENES
from test_frames import faults as told_badly
from test_upright import reads
from touching import touching

from table_firmware.rules.cards import Seat
from table_firmware.service.faults import catalogue
from ui_kiosk import faults
from ui_kiosk.passing import ANSWERING_SECONDS
from ui_kiosk.regions import regions
from ui_kiosk.screens.seat import FADE_SECONDS, SeatScreen
from ui_kiosk.text import LANGUAGES, text

SIZES = ((640, 400), (800, 320))
UPRIGHT = ((800, 1280), (600, 1024), (768, 1024), (1080, 1920))
TOP = tuple(repr(text(say, key)) for say in LANGUAGES for key in ("language.other", "game.chinpok"))
"""In the top line, which on a narrow pane is as small as all else."""


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_fault_has_room_for_its_remedy(
    glass: Glass, language: str, size: tuple[int, int]
) -> None:
    screen = SeatScreen(language=language)
    glass.show(screen, size)
    wrong: list[str] = []
    for code in catalogue():
        screen.show(replace(SCENES["fault"], fault=code))
        glass.lay_out()
        known = faults.entry(language, code)
        assert known is not None
        assert {known.code, known.text, known.remedy} <= reads(screen)
        wrong += [f"{code}: {each}" for each in (*told_badly(screen), *touching(screen))]
    assert not wrong, "\n".join(wrong)


@pytest.mark.slow
@pytest.mark.parametrize("top", UPRIGHT, ids=str)
@pytest.mark.parametrize("language", LANGUAGES)
def test_each_pane_of_an_upright_table_top_has_room_to_say_so(
    glass: Glass, language: str, top: tuple[int, int]
) -> None:
    for region in regions(tuple(Seat), *top):
        screen = SeatScreen(language=language)
        wide, high = region.inner
        glass.show(screen, (round(wide), round(high)))
        screen.show(SCENES["play-follow"])
        glass.lay_out()
        wrong = [*told_badly(screen), *touching(screen)]
        assert not [each for each in wrong if not each.endswith(TOP)], region


# ------------------------------------------------------------------ a table that does not answer


class Waiting:
    """A screen without a line, whose time is told by hand."""

    def __init__(self, glass: Glass) -> None:
        self.glass = glass
        self.now = 1_000.0
        self.screen = SeatScreen()
        self.screen.time = lambda: self.now
        glass.show(self.screen)
        self.screen.show(SCENES["play-follow"])

    def later(self, seconds: float) -> set[str]:
        """What stands on it so much later, when it has looked at the time twice."""
        self.now += seconds
        end = Clock.get_boottime() + 2 * FADE_SECONDS
        while Clock.get_boottime() < end:
            self.glass.frame()
        return reads(self.screen)


SILENT = faults.entry("zh", "table-silent")


@pytest.mark.slow
def test_a_table_that_does_not_answer_is_a_fault_of_which_the_staff_are_told(glass: Glass) -> None:
    assert SILENT is not None
    waiting = Waiting(glass)
    waiting.screen.lost()
    assert text("zh", "lost.title") in waiting.later(ANSWERING_SECONDS - 1)
    waiting.screen.lost()  # as it is told again when a try has failed: its time goes on
    told = waiting.later(2)
    assert {SILENT.code, SILENT.text, SILENT.remedy, text("zh", "fault.table-silent")} <= told
    waiting.screen.lost()
    assert SILENT.code in waiting.later(1)
    waiting.screen.show(SCENES["play-follow"])
    assert text("zh", "button.pass") in waiting.later(ANSWERING_SECONDS)
    waiting.screen.lost()
    assert SILENT.code not in waiting.later(1)
    assert SILENT.code in waiting.later(ANSWERING_SECONDS)


@pytest.mark.slow
@pytest.mark.parametrize("farewell", ["stopping", "replaced", "protocol", "bad-line"])
def test_a_table_that_has_said_why_there_is_no_line_is_no_fault_unless_it_tries_again(
    glass: Glass, farewell: str
) -> None:
    assert SILENT is not None
    waiting = Waiting(glass)
    waiting.screen.lost(farewell)
    assert text("zh", f"farewell.{farewell}") in "".join(waiting.later(1))
    assert (SILENT.code in waiting.later(ANSWERING_SECONDS)) is (farewell == "bad-line")
