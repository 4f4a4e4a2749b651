"""The lessons of 双扣, 三叉子 and 跑胡子: each can be completed by touching."""

import re
from dataclasses import replace

import pytest
from fontTools.ttLib import TTFont
from glass import Glass

from table_firmware.rules.cards import Card, Seat, cards
from table_firmware.rules.games import GAMES
from ui_kiosk.course import Course, begin, position_of, present, press, tapped, view
from ui_kiosk.fonts import BOLD, REGULAR
from ui_kiosk.lesson import lessons, teaches
from ui_kiosk.local import Local, slots_of
from ui_kiosk.screens.seat import SeatScreen
from ui_kiosk.text import LANGUAGES
from ui_kiosk.widgets.words import Words

VERSIONS = [game.VERSION for key, game in GAMES.items() if key != "chinpok"]
LESSONS = [(game, at) for game in VERSIONS for at in range(len(lessons(game)))]
NAMES = [f"{game}-{lessons(game)[at].key}" for game, at in LESSONS]
MONEY = re.compile(r"\b(bet|stake|money|coin|win(nings)?|cash|pot)\b|[赌钱币金]|下注|筹码|现金")


def done(course: Course) -> Course | None:
    """The course after the step was done right, by touching."""
    name, _, rest = course.asked.want.partition(" ")
    match name:
        case "":
            return press(course, "lesson:next")
        case "hu" | "peng":
            return press(course, f"claim:{name}")
        case "let_go":
            return press(course, "decline")
        case "pass":
            return press(course, "pass")
        case "discard":
            return _then(tapped(course, [(Card(rest), 0)]), "discard")
        case "chi":
            ask = view(course).ask
            wanted = tuple(rest.split())
            ways = [tuple(t for group in way for t in group) for way in ask.chi]  # type: ignore[union-attr]
            return _then(press(course, "panel:chi"), f"chi:{ways.index(wanted)}")
    chosen = tapped(course, slots_of(cards(course.asked.want)))
    after = press(chosen, "play")
    return press(after, "play") if after and after.local.armed == "play" else after


def _then(course: Course | None, act: str) -> Course | None:
    return course and press(course, act)


@pytest.mark.parametrize("game", VERSIONS)
def test_each_game_has_a_short_course(game: str) -> None:
    assert teaches(game)
    assert 3 <= len(lessons(game)) <= 5


@pytest.mark.parametrize("seat", Seat)
@pytest.mark.parametrize(("game", "at"), LESSONS, ids=NAMES)
def test_every_lesson_can_be_completed_and_other_answers_go_no_further(
    game: str, at: int, seat: Seat
) -> None:
    course: Course | None = begin(Local(), at, game, seat)
    for number in range(len(lessons(game)[at].steps)):
        assert course is not None
        assert (course.at, course.step, course.told) == (at, number, "")
        assert {button.act for button in present(course).utility} >= {"lesson:leave"}
        if course.asked.want:
            assert press(course, "lesson:next") == course
            if course.asked.want not in ("pass", "let_go"):
                wrong = press(course, "pass") if game != "paohuzi/1" else press(course, "decline")
                assert wrong is not None
                assert wrong.step == course.step
        course = done(course)
    assert course is None or course.at == at + 1


def texts_of(game: str, language: str) -> list[str]:
    return [
        told
        for lesson in lessons(game)
        for told in (lesson.title[language], *(step.text[language] for step in lesson.steps))
    ]


@pytest.mark.parametrize("game", VERSIONS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_lesson_speaks_of_money_and_every_letter_is_in_the_font(
    game: str, language: str
) -> None:
    told = texts_of(game, language)
    assert [text for text in told if MONEY.search(text)] == []
    for font in (REGULAR, BOLD):
        assert {ord(letter) for text in told for letter in text} <= TTFont(
            font
        ).getBestCmap().keys()


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", pytest.param("zh", marks=pytest.mark.soak)])
def test_every_step_is_legible(glass: Glass, language: str) -> None:
    screen = SeatScreen(language=language)
    glass.show(screen, (1024, 600))
    found = []
    for game, at in LESSONS:
        going = begin(Local(language=language), at, game)
        for number in range(len(lessons(game)[at].steps)):
            screen.course = replace(going, step=number, state=position_of(going, number))
            screen.press("nothing")
            glass.settle()
            if number == 1:
                glass.picture(f"lesson-{lessons(game)[at].key}-{game[:4]}-{language}")
            shown = (each for each in screen.walk() if isinstance(each, Words))
            found += [f"{game} {at} {number}: {each.text}" for each in shown if not each.fits()]
    assert not found, "\n".join(found)
