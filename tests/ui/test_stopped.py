"""Whatever has happened to a table, what to do can be read on the smallest of its screens."""

from dataclasses import replace

import pytest
from glass import Glass
from scenes import SCENES
from test_frames import faults as told_badly
from test_upright import reads
from touching import touching

from table_firmware.rules.cards import Seat
from table_firmware.service.faults import catalogue
from ui_kiosk import faults
from ui_kiosk.regions import regions
from ui_kiosk.screens.seat import SeatScreen
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
