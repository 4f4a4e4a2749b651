"""The tutorial: every lesson can be completed, and teaches what it has to (000 §46)."""

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from fontTools.ttLib import TTFont

from table_firmware.rules.cards import Seat, cards
from table_firmware.rules.games import chinpok
from table_firmware.rules.games.chinpok.showing import TYPES
from table_firmware.rules.round import AskGive, AskPlay
from ui_kiosk.course import Course, begin, present, press, tapped, view
from ui_kiosk.fonts import BOLD, REGULAR
from ui_kiosk.lesson import LEARNER, Lesson, lessons, read
from ui_kiosk.local import Local, slots_of
from ui_kiosk.model_table import TableBody
from ui_kiosk.press import choice_of
from ui_kiosk.text import LANGUAGES

MONEY = re.compile(r"\b(bet|stake|money|coin|win(nings)?|cash|pot)\b|[赌钱币金]|下注|筹码|现金")
KEYS = [lesson.key for lesson in lessons()]


def chosen(course: Course, text: str) -> Course:
    """The course with these cards selected."""
    course = tapped(course, course.local.selected)
    return tapped(course, slots_of(cards(text)))


def done(course: Course) -> Course | None:
    """The course after the step was done right, by touching."""
    name, _, rest = course.asked.want.partition(" ")
    match name:
        case "":
            return press(course, "lesson:next")
        case "pass":
            return press(course, "pass")
        case "give":
            sure = press(chosen(course, rest), "give")  # a card given is gone: touched twice
            assert sure is not None
            return press(sure, "give")
        case "any":
            play = chinpok.minimal(chinpok.view(course.state, course.seat))
            assert play is not None
            return played(chosen(course, " ".join(play.cards)))
    course = chosen(course, course.asked.want)
    for number, reading in enumerate(choice_of(view(course), course.local).readings):
        if reading.type == course.asked.reading:
            course = press(course, f"reading:{number}") or course
    return played(course)


def played(course: Course) -> Course | None:
    """After 出牌; the last cards are touched twice."""
    sure = press(course, "play")
    return press(sure, "play") if sure and sure.local.armed == "play" else sure


def steps_of(lesson: int, seat: Seat = LEARNER) -> list[Course]:
    """The course at each step of a lesson."""
    seen = [begin(Local(), lesson, seat=seat)]
    while (following := done(seen[-1])) is not None and following.at == lesson:
        assert (following.step, following.told) == (seen[-1].step + 1, "")
        seen.append(following)
    return seen


@pytest.mark.parametrize("seat", Seat)
@pytest.mark.parametrize("at", range(len(KEYS)), ids=KEYS)
def test_46_2_every_lesson_can_be_completed(at: int, seat: Seat) -> None:
    steps = steps_of(at, seat)
    assert len(steps) == len(lessons()[at].steps)
    for each, usual in zip(steps, steps_of(at), strict=True):
        shown, as_written = present(each), present(usual)
        assert isinstance(shown.body, TableBody)
        assert isinstance(as_written.body, TableBody)
        assert shown.body.cards == as_written.body.cards
        assert set(shown.body.piles) == set(as_written.body.piles)
        own = next(badge for badge in shown.badges if badge.side == "bottom")
        assert own.seat == seat


def test_after_the_last_lesson_the_learner_is_back_in_the_lobby() -> None:
    assert done(steps_of(len(KEYS) - 1)[-1]) is None


@pytest.mark.parametrize("at", range(len(KEYS)), ids=KEYS)
def test_an_answer_that_was_not_asked_for_goes_no_further(at: int) -> None:
    for course in steps_of(at):
        ask = view(course).ask
        match ask:
            case AskPlay():
                right = sorted(cards(course.asked.want)) if course.asked.want[0] in "SHCDLB" else []
                others = [
                    play
                    for play in chinpok.plays(chinpok.view(course.state, LEARNER))
                    if sorted(play.cards) != right and course.asked.want != "any"
                ]
                for play in others[:3]:
                    after = played(chosen(course, " ".join(play.cards)))
                    assert after is not None
                    assert after.step == course.step
                    assert after.told
            case AskGive():
                sure = press(course, "keep")
                assert sure is not None
                after = press(sure, "keep")
                assert after is not None
                assert (after.step, bool(after.told)) == (course.step, True)
            case _:
                assert not course.asked.want


def test_a_wrong_answer_can_be_put_right() -> None:
    course = steps_of(0)[1]
    wrong = press(course, "pass")
    assert wrong is not None
    assert wrong.told
    right = done(wrong)
    assert right is not None
    assert (right.step, right.told) == (2, "")


def test_all_ten_types_wilds_exchange_and_the_lead_of_the_partner_are_taught() -> None:
    taught: set[str] = set()
    told = ""
    for at in range(len(KEYS)):
        for course in steps_of(at):
            told += course.asked.text["zh"]
            if course.asked.want[:1] in tuple("SHCDLB"):
                laid = chosen(course, course.asked.want)
                readings = choice_of(view(laid), laid.local).readings
                taught.add(course.asked.reading or readings[0].type)
    assert taught == set(TYPES)
    for word in ("四天王", "万能牌", "换牌", "扣", "接风", "双下", "头游", "组积分", "原位纯红心"):
        assert word in told


DIFFERENCES = (
    "定主",
    "首出",
    "看牌",
    "报牌",
    "罚张",
    "奖励分",
    "铜档",
    "标准分",
    "均值",
    "阈值",
    "牌士分",
    "不计入技术等级",
    "复式",
)


def test_46_1_the_last_lesson_names_every_difference() -> None:
    told = "".join(step.text["zh"] for step in lessons()[-1].steps)
    assert [word for word in DIFFERENCES if word not in told] == []


def texts_of(lesson: Lesson, language: str) -> list[str]:
    return [lesson.title[language], *(step.text[language] for step in lesson.steps)]


@pytest.mark.parametrize("font", [REGULAR, BOLD], ids=["regular", "bold"])
def test_every_letter_of_the_lessons_is_in_the_font(font: Path) -> None:
    covered = TTFont(font).getBestCmap().keys()
    wanted = {
        letter
        for lesson in lessons()
        for language in LANGUAGES
        for told in texts_of(lesson, language)
        for letter in told
    }
    assert sorted(letter for letter in wanted if ord(letter) not in covered) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_lesson_speaks_of_money(language: str) -> None:
    told = [text for lesson in lessons() for text in texts_of(lesson, language)]
    assert [text for text in told if MONEY.search(text)] == []


def test_the_lessons_take_about_ten_minutes() -> None:
    steps = [step for lesson in lessons() for step in lesson.steps]
    reading = sum(len(step.text["zh"]) for step in steps) / 6  # letters a second
    doing = sum(5 for step in steps if step.want)
    assert 240 < reading + doing < 660


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_step_is_shown_as_a_hand_is(language: str) -> None:
    course = replace(steps_of(0)[1], local=Local(language=language))
    model = present(course)
    assert model.name == "lesson"
    assert model.title == course.asked.text[language]
    assert {"play", "pass", "hint"} <= {button.act for button in model.buttons}
    assert [button.act for button in model.utility] == ["lesson:leave", "lesson:skip", "language"]


def test_the_language_changes_in_the_middle_of_a_lesson() -> None:
    course = press(steps_of(0)[1], "language")
    assert course is not None
    assert present(course).title == course.asked.text["en"]


def test_a_lesson_can_be_skipped_or_left_at_any_time() -> None:
    course = steps_of(2)[1]
    skipped = press(course, "lesson:skip")
    assert skipped is not None
    assert (skipped.at, skipped.step) == (3, 0)
    assert press(course, "lesson:leave") is None


@pytest.mark.parametrize(
    "plain",
    [{}, {"step": [{"zh": "好"}]}, {"step": [{"zh": "好", "en": "x", "hnad": "S3"}]}],
)
def test_a_file_that_is_no_lesson_is_named(plain: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="lesson 99-odd"):
        read("99-odd", {"title": {}, "trump": "9", **plain})
