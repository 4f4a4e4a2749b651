"""Colours and sizes that can be read at arm's length."""

from pathlib import Path

import pytest

from ui_kiosk import theme
from ui_kiosk.theme import Area, Colour, Scale
from ui_kiosk.widgets.atlas import FOUR_COLOURS, GOLD, TWO_COLOURS, VIOLET
from ui_kiosk.widgets.cards import PLAIN, SELECTED, TRUMP, WILD
from ui_kiosk.widgets.easel import Rgb
from ui_kiosk.widgets.sheet import MARKED, PAPER

GROUNDS = (theme.FELT, theme.FELT_LIGHT, theme.SHADE, theme.PANEL, theme.QUIET)
INKS = (theme.INK, theme.MUTED, theme.GOLD, theme.GOOD, theme.ALERT)


def luminance(colour: Colour) -> float:
    parts = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour[:3]]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(one: Colour, other: Colour) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("ground", GROUNDS)
@pytest.mark.parametrize("ink", INKS)
def test_every_text_stands_out_from_every_ground(ink: Colour, ground: Colour) -> None:
    assert contrast(ink, ground) >= 5.5


STRONG_GROUNDS = (theme.BLACK, theme.CONTRAST[theme.BUTTON])


@pytest.mark.parametrize("ground", STRONG_GROUNDS)
@pytest.mark.parametrize("ink", [*INKS, theme.LINE])
def test_high_contrast_is_high(ink: Colour, ground: Colour) -> None:
    strong = theme.CONTRAST[ink]
    assert contrast(strong, ground) >= 7
    assert contrast(strong, ground) > contrast(ink, theme.FELT)


def test_in_high_contrast_every_ground_is_one_of_few() -> None:
    assert {theme.CONTRAST[each] for each in GROUNDS} == {theme.BLACK}
    assert contrast(theme.CONTRAST[theme.OFF_INK], theme.CONTRAST[theme.OFF]) >= 4.5
    assert contrast(theme.CONTRAST[theme.DARK_INK], theme.CONTRAST[theme.GOLD]) >= 7


def test_the_texts_of_buttons_stand_out() -> None:
    assert contrast(theme.INK, theme.BUTTON) >= 5.5
    assert contrast(theme.DARK_INK, theme.GOLD) >= 7


@pytest.mark.parametrize("size", [(1280, 800), (1280, 720), (1024, 600), (960, 540)])
def test_a_touch_area_is_twelve_millimetres_on_a_ten_inch_panel(size: tuple[int, int]) -> None:
    assert Scale.of(*size).px(theme.TOUCH) >= 12 / 222 * size[0] - 1


def test_areas_are_cut_without_overlap_or_loss() -> None:
    area = Area(0, 0, 100, 80)
    top, left = area.top(20, 5), area.left(30, 5)
    assert (top.y, top.h, left.h) == (60, 20, 55)
    assert (area.x, area.y, area.w, area.h) == (35, 0, 65, 55)
    assert [column.x for column in area.columns(2, 5)] == [35, 70]
    assert [row.y for row in area.rows(2, 5)] == [30, 0]


@pytest.mark.parametrize("paper", [PLAIN, TRUMP, WILD, SELECTED])
@pytest.mark.parametrize(("suit", "colour"), [*TWO_COLOURS.inks, *FOUR_COLOURS.inks])
def test_every_suit_stands_out_from_the_paper_however_it_is_tinted(
    suit: str, colour: Rgb, paper: Rgb
) -> None:
    ground = tuple(a * b for a, b in zip(PAPER, paper, strict=True))
    assert contrast((*colour, 1), (*ground, 1)) >= 4.5, suit  # type: ignore[arg-type]


@pytest.mark.parametrize("colour", [GOLD, VIOLET, MARKED])
def test_frames_and_their_words_stand_out(colour: Rgb) -> None:
    assert contrast((*colour, 1), (*PAPER, 1)) >= 3
    assert contrast((1, 1, 1, 1), (*colour, 1)) >= 3


def test_the_manual_names_every_colour_and_size_of_the_theme() -> None:
    manual = (Path(__file__).resolve().parents[2] / "docs" / "ui.md").read_text("utf-8")
    colours = {name: each for name, each in vars(theme).items() if isinstance(each, tuple)}
    for name in ("INK", "MUTED", "GOLD", "GOOD", "ALERT"):
        worst = min(contrast(colours[name], ground) for ground in GROUNDS)
        assert f"| {name.lower()} | {worst:.1f} |" in manual
    for size in ("TOUCH", "SMALL", "BODY", "LARGE", "HUGE"):
        assert f"| {size.lower()} | {getattr(theme, size)} |" in manual
