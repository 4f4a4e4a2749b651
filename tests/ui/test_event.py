"""What is shown of an event (`deal1` §12): its name, and the commitment that is everybody's."""

from dataclasses import replace
from typing import Any

import pytest
from chinpok_views import COMMITMENT
from glass import Glass, keep
from kivy.uix.widget import Widget
from scenes import SCENES

from ui_kiosk.local import Local
from ui_kiosk.model import DrawBody, LobbyBody
from ui_kiosk.presenter import present
from ui_kiosk.screens.seat import SeatScreen
from ui_kiosk.widgets.words import Words

EVENT = "club.example/2026-spring-open/simulated"
LOBBY = replace(
    SCENES["lobby-seated"], event=EVENT, commitment=COMMITMENT, modes=("2",), mode="2", clock=None
)


def words(widget: Widget) -> list[Any]:
    own = [widget] if isinstance(widget, Words) and widget.opacity and widget.text else []
    return own + [each for child in widget.children for each in words(child)]


@pytest.mark.parametrize("language", ["zh", "en"])
def test_name_and_commitment_are_shown_before_anybody_is_ready(language: str) -> None:
    body = present(LOBBY, Local(language)).body
    assert isinstance(body, LobbyBody)
    assert EVENT in body.event
    assert COMMITMENT in body.event.replace(" ", "")
    draw = present(replace(SCENES["draw"], event=EVENT), Local(language)).body
    assert isinstance(draw, DrawBody)
    assert EVENT in draw.note


def test_without_an_event_nothing_is_said_of_one() -> None:
    body = present(SCENES["lobby-seated"], Local("en")).body
    assert isinstance(body, LobbyBody)
    assert body.event == ""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("size", "language"),
    [((1280, 800), "zh"), ((1280, 800), "en"), ((960, 540), "en"), ((1080, 480), "zh")],
)
def test_all_of_it_can_be_read(glass: Glass, size: tuple[int, int], language: str) -> None:
    screen = SeatScreen(language=language)
    glass.show(screen, size)
    screen.lost()
    for name, view in (("lobby", LOBBY), ("draw", replace(SCENES["draw"], event=EVENT))):
        screen.show(view)
        glass.settle()
        keep(glass.seen(), f"event-{name}-{language}-{size[0]}")
        assert [each.text for each in words(screen) if not each.fits()] == []
        assert any(EVENT in each.text for each in words(screen))
