"""Large type: nothing is ever smaller for it, and what a player must read is larger."""

from collections.abc import Iterator
from typing import Any

import pytest
from chinpok_views import playing, table
from glass import Glass
from scenes import SCENES
from test_screens import show, visible

from table_firmware.rules.cards import cards
from ui_kiosk.screens.seat import SeatScreen
from ui_kiosk.text import LANGUAGES
from ui_kiosk.widgets.card_row import CardRow
from ui_kiosk.widgets.hand import HandView
from ui_kiosk.widgets.played import PlayedView
from ui_kiosk.widgets.words import Words

SIZES = [(640, 400), (1280, 800), (800, 320)]
VIEWS = SCENES | {"nothing-beats": playing(table(hand=cards("S3 H4"), trump="9"), trump="9")}


def seen(screen: SeatScreen) -> Iterator[tuple[Any, str, float]]:
    """Of every text and every row of cards: its widget, what it shows, and how large."""
    for widget in visible(screen):
        if isinstance(widget, Words) and widget.text:
            yield widget, widget.text, widget.font_size
        elif isinstance(widget, CardRow | HandView | PlayedView):
            for faces, _, width, _ in filter(None, [widget._pictures._shown]):
                yield widget, f"{faces}", width  # type: ignore[misc]


def both(glass: Glass, screen: SeatScreen, name: str) -> list[tuple[str, float, float]]:
    """What is seen in both types, and how large it is in each."""
    if name in SCENES:
        show(screen, name)
    else:
        screen.show(VIEWS[name])
    screen.press("set:large=0")
    glass.lay_out()
    usual = {(id(widget), what): size for widget, what, size in seen(screen)}
    screen.press("set:large=1")
    glass.lay_out()
    return [
        (what, usual[id(widget), what], size)
        for widget, what, size in seen(screen)
        if (id(widget), what) in usual
    ]


@pytest.mark.slow
@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("size", SIZES)
def test_no_text_and_no_card_is_ever_smaller_in_large_type(
    glass: Glass, size: tuple[int, int], language: str
) -> None:
    screen = SeatScreen(language=language)
    glass.show(screen, size)
    found = [(name, *each) for name in VIEWS for each in both(glass, screen, name)]
    assert len(found) > len(SCENES)
    assert [each for each in found if each[3] < each[2]] == []


LARGER = {
    "play-follow": (
        "东 · 本家",
        "27 张",
        "第 2/4 局",
        "第 5 圈",
        "15.8",
        "理牌\n现按点数",
        "看已出牌\n80 张",
    ),
    "lobby-seated": ("玩法", "搭档固定，计组积分"),
    "digits": ("6 到 20 位，已输入 0 位", "数字会公开，请勿使用密码。", "发牌前，随便输几位数字"),
    "nothing-beats": ("压不过，请点「不出」",),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", LARGER)
@pytest.mark.parametrize("size", [(640, 400), (1280, 800)])
def test_what_was_too_small_to_read_is_larger_in_large_type(
    glass: Glass, size: tuple[int, int], name: str
) -> None:
    screen = SeatScreen()
    glass.show(screen, size)
    found = both(glass, screen, name)
    larger = {what for what, usual, large in found if large > usual}
    assert set(LARGER[name]) <= larger, found


@pytest.mark.slow
@pytest.mark.parametrize("name", ["play-follow", "play-lead", "sc-follow", "sk-follow"])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [(640, 400), (1280, 800)])
def test_who_is_partner_and_who_sits_beside_is_told_in_large_type_too(
    glass: Glass, size: tuple[int, int], language: str, name: str
) -> None:
    screen = SeatScreen(language=language)
    glass.show(screen, size)
    show(screen, name)
    screen.press("set:large=1")
    glass.lay_out()
    told = [what for _, what, _ in seen(screen)]
    assert screen.model is not None
    relations = {badge.relation for badge in screen.model.badges} - {""}
    assert len(relations) >= 3
    assert [each for each in relations if not any(each in what for what in told)] == []
