"""The picture of what a score is made of, on the screen."""

from itertools import chain

import pytest
from glass import Glass
from scenes import SCENES

from ui_kiosk.screens.result import HandResultScreen
from ui_kiosk.screens.seat import SeatScreen
from ui_kiosk.widgets.words import Plate


@pytest.mark.slow
def test_every_bar_lies_in_its_row_and_none_outlives_its_score(glass: Glass) -> None:
    screen = SeatScreen()
    for size in ((1280, 800), (1080, 480)):
        glass.show(screen, size)
        screen.show(SCENES["hand-double-down"])
        glass.settle()
        shown = screen.screen
        assert isinstance(shown, HandResultScreen)
        table = shown.table
        for row, bars in zip(table._plates, table._bars, strict=True):
            lying = [bar for bar in bars if seen(bar)]
            assert lying
            for bar in lying:
                assert row.x < bar.x < bar.right < row.right
                assert row.y < bar.y < bar.top < row.y + row.height / 4
    screen.show(SCENES["hand-void"])
    assert not any(map(seen, chain(*table._bars)))


def seen(bar: Plate) -> bool:
    return bar.solid is not None
