"""The lessons under real touches, and every step at every size."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from glass import Glass
from kivy.uix.widget import Widget
from scenes import SCENES

from table_firmware.rules.cards import Seat
from table_firmware.wire.messages import Up
from ui_kiosk import course
from ui_kiosk.lesson import lessons
from ui_kiosk.local import Local
from ui_kiosk.screens.lesson import LessonScreen
from ui_kiosk.screens.seat import SeatScreen
from ui_kiosk.screens.table import TableScreen
from ui_kiosk.text import text
from ui_kiosk.widgets.button import TouchButton
from ui_kiosk.widgets.words import Words

SIZES = {"1280x800": (1280, 800), "1024x600": (1024, 600), "1080x480": (1080, 480)}


def visible(widget: Widget) -> Iterator[Any]:
    if widget.opacity:
        yield widget
        for child in widget.children:
            yield from visible(child)


def touch(glass: Glass, screen: SeatScreen, act: str) -> None:
    buttons = [w for w in visible(screen) if isinstance(w, TouchButton) and w.model]
    button = next(b for b in buttons if b.model is not None and b.model.act == act)
    glass.tap(*button.center)
    glass.settle()


def touch_card(glass: Glass, screen: SeatScreen, index: int) -> None:
    assert isinstance(screen.screen, LessonScreen)
    x, y, _, height = screen.screen.hand.spot(index)
    glass.tap(x + 8, y + height - 8)
    glass.settle()


@pytest.fixture
def sent() -> list[Up]:
    return []


@pytest.fixture
def learner(glass: Glass, sent: list[Up]) -> SeatScreen:
    screen = SeatScreen()
    screen.send = sent.append
    glass.show(screen)
    screen.show(SCENES["lobby"])
    glass.settle()
    touch(glass, screen, "learn")
    return screen


@pytest.mark.slow
def test_a_lesson_is_entered_from_the_lobby_and_answered_by_touch(
    glass: Glass, learner: SeatScreen, sent: list[Up]
) -> None:
    touch(glass, learner, "lesson:next")
    touch_card(glass, learner, 0)
    touch(glass, learner, "play")
    assert learner.course is not None
    assert (learner.course.at, learner.course.step) == (0, 2)
    touch(glass, learner, "lesson:leave")
    assert learner.model is not None
    assert learner.model.name == "lobby"
    assert sent == []  # the table hears nothing of a lesson


def test_the_language_chosen_in_a_lesson_stays(glass: Glass, learner: SeatScreen) -> None:
    touch(glass, learner, "language")
    touch(glass, learner, "lesson:leave")
    assert learner.local.language == "en"


@pytest.mark.slow
def test_a_match_that_begins_ends_the_lesson(glass: Glass, learner: SeatScreen) -> None:
    learner.show(replace(SCENES["digits"], number=8))
    glass.settle()
    assert learner.course is None
    assert learner.model is not None
    assert learner.model.name == "digits"


def test_a_lesson_goes_on_without_a_table(glass: Glass, learner: SeatScreen) -> None:
    learner.lost()
    touch(glass, learner, "lesson:next")
    assert learner.course is not None
    assert learner.course.step == 1


@pytest.mark.slow
@pytest.mark.parametrize("seat", Seat)
@pytest.mark.parametrize("size", [(1280, 800), (640, 400), (800, 320)])
def test_a_learner_is_at_his_own_seat_and_his_cards_are_as_large_as_in_a_hand(
    glass: Glass, size: tuple[int, int], seat: Seat
) -> None:
    screen = SeatScreen()
    glass.show(screen, size)
    screen.show(replace(SCENES["play-follow"], number=1))
    glass.lay_out()
    assert isinstance(screen.screen, TableScreen)
    usual = screen.screen.hand.spot(0)[2]
    screen.show(replace(SCENES["lobby"], seat=seat, number=2))
    touch(glass, screen, "learn")
    assert isinstance(screen.screen, LessonScreen)
    assert screen.screen.own_name.text.startswith(text("zh", f"seat.{seat.name}"))
    sizes = set()
    for _ in lessons()[1:]:
        sizes.add(screen.screen.hand.spot(0)[2] if screen.screen.hand._faces else usual)
        told, plate = screen.screen.told.extent, screen.screen.plate
        assert plate.y <= told[1] < told[1] + told[3] <= plate.top
        assert plate.solid is not None
        screen.press("lesson:next")
        screen.press("lesson:skip")
        glass.lay_out()
    assert min(sizes) >= 0.85 * usual
    assert len(sizes) <= 2


@pytest.mark.slow
@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("size", SIZES)
def test_every_step_is_legible(glass: Glass, size: str, language: str) -> None:
    screen = SeatScreen(language=language)
    glass.show(screen, SIZES[size])
    found = []
    for at, lesson in enumerate(lessons()):
        going = course.begin(Local(language=language), at)
        for number in range(len(lesson.steps)):
            if number and lesson.steps[number].hands is None:
                continue  # shown where the step before leads
            screen.course = replace(going, step=number, state=course.position_of(going, number))
            screen.press("nothing")
            glass.settle()
            if number == 1:
                glass.picture(f"lesson-{lesson.key}-{language}-{size}")
            found += [
                f"{lesson.key} {number}: {widget.text}"
                for widget in visible(screen)
                if isinstance(widget, Words) and not widget.fits()
            ]
    assert not found, "\n".join(found)
