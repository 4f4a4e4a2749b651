"""A learner's way through the lessons: pure, over the real rules, without a table.

It shows itself with the presenter of the table, so a position looks and is handled as in a
hand; only the answer goes to the lesson instead of the controller.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Final

from table_firmware.rules.cards import Seat, cards
from table_firmware.rules.games import chinpok
from table_firmware.rules.round import Give, IllegalAction, Pass, Play
from table_firmware.rules.said import Action
from table_firmware.wire.messages import Intent, Place, View
from ui_kiosk import press as pressing
from ui_kiosk import tile_lesson
from ui_kiosk.lesson import (
    LEARNER,
    Lesson,
    Step,
    laid_out,
    lessons,
    place_of,
    position,
    rules,
    turned,
)
from ui_kiosk.local import Local, renewed, select
from ui_kiosk.model import Body, ScreenModel
from ui_kiosk.model_parts import Button, Slot
from ui_kiosk.model_table import TableBody
from ui_kiosk.model_tiles import TilesBody
from ui_kiosk.present_buttons import language
from ui_kiosk.presenter import present as present_view
from ui_kiosk.text import coded, text

_PLACES: Final = (
    Place("guest", "A", linked=True),
    Place("house", "D", linked=True),
    Place("house", "C", linked=True),
    Place("house", "B", linked=True),
)
_NOTHING: Final = Step({})


@dataclass(frozen=True, slots=True)
class Course:
    """Where the learner is. number: of the view shown, as a table counts them. told: what was
    wrong with the last answer. right: the last answer was the one asked for. seat: where he
    sits."""

    at: int
    step: int
    state: Any
    local: Local
    number: int = 1
    told: str = ""
    right: bool = False
    game: str = chinpok.VERSION
    seat: Seat = LEARNER

    @property
    def lesson(self) -> Lesson:
        """The present lesson."""
        return lessons(self.game)[self.at]

    @property
    def asked(self) -> Step:
        """The present step."""
        return self.lesson.steps[self.step]


def begin(local: Local, at: int = 0, game: str = chinpok.VERSION, seat: Seat = LEARNER) -> Course:
    """The first step of a lesson at a seat; `local` brings the language along."""
    empty = laid_out(lessons(game)[at], _NOTHING, ("", "", "", ""))
    local = Local(language=local.language, order=local.order)
    return _to_step(Course(at, 0, empty, local, game=game, seat=place_of(game, seat)), 0)


def position_of(course: Course, step: int) -> Any:
    """Where the hand stands at a step that the learner comes to from here."""
    return position(course.lesson, course.lesson.steps[step], course.state, course.seat)


def _to_step(course: Course, step: int) -> Course:
    state = position_of(course, step)
    old = view(course)
    moved = replace(course, step=step, state=state, number=course.number + 1, told="", right=False)
    local = renewed(course.local, old, view(moved))
    anew = course.lesson.steps[step].hands is not None
    return replace(moved, local=select(local, frozenset()) if anew else local)


def _onward(course: Course) -> Course | None:
    """The next step, or the next lesson; None after the last one."""
    if course.step + 1 < len(course.lesson.steps):
        return _to_step(course, course.step + 1)
    return skipped(course)


def skipped(course: Course) -> Course | None:
    """The next lesson, None after the last one."""
    more = course.at + 1 < len(lessons(course.game))
    return begin(course.local, course.at + 1, course.game, course.seat) if more else None


# ------------------------------------------------------------------ what is shown


def view(course: Course) -> View:
    """The position as a table would send it."""
    seen = rules(course.game).view(course.state, course.seat)
    if not course.asked.want:
        seen = replace(seen, ask=None)
    places = {turned(seat, course.seat): place for seat, place in zip(Seat, _PLACES, strict=True)}
    return View(
        number=course.number,
        seat=course.seat,
        stage="round",
        game=course.game,
        mode="2" if course.game == chinpok.VERSION else "P4",
        hand=1,
        hands=1,
        places=tuple(places[seat] for seat in Seat),
        practice=False,
        noise="",
        ask=seen.ask,
        round=seen,
        trump=course.lesson.trump,
    )


def present(course: Course) -> ScreenModel:
    """The screen of the present step; its text is the title."""
    say = course.local.language
    model = present_view(view(course), course.local)
    reading = not course.asked.want
    onward = (Button("lesson:next", text(say, "button.next"), tone="main"),)
    numbers = {"hand": course.at + 1, "hands": len(lessons(course.game))}
    top = replace(
        model.top,
        hand=text(say, "lesson.number", **numbers),
        trick=course.lesson.title[say],
    )
    message = "" if reading else model.message
    if course.right:
        message = f"{text(say, 'lesson.right')} {message}".strip()
    return replace(
        model,
        name="tile_lesson" if model.name == "tiles" else "lesson",
        title=course.asked.text[say],
        message=course.told or message,
        tone="alert" if course.told else "good" if course.right else model.tone,
        top=top,
        body=_uncalled(model.body),
        buttons=onward if reading else model.buttons,
        utility=(
            Button("lesson:leave", text(say, "button.leave"), tone="quiet"),
            Button("lesson:skip", text(say, "button.skip"), tone="quiet"),
            language(course.local.language),
        ),
    )


def _uncalled(body: Body) -> Body:
    """Nobody is called from a lesson."""
    return replace(body, call=None) if isinstance(body, TableBody | TilesBody) else body


# ------------------------------------------------------------------ what the learner does


def press(course: Course, act: str) -> Course | None:
    """A button was touched; None: the learner leaves."""
    match act:
        case "lesson:leave":
            return None
        case "lesson:skip":
            return skipped(course)
        case "lesson:next":
            return course if course.asked.want else _onward(course)
    local, intent = pressing.press(view(course), course.local, act)
    course = replace(course, local=local)
    return _answered(course, intent) if isinstance(intent, Intent) else course


def tapped(course: Course, changed: Iterable[Slot]) -> Course:
    """Cards were touched."""
    local = pressing.tapped(view(course), course.local, changed)
    return replace(course, local=local, told="", right=False)


def _answered(course: Course, intent: Intent) -> Course | None:
    say = course.local.language
    action = _action(intent, course.seat)
    if action is None:
        return course
    try:
        events = rules(course.game).decide(course.state, action)
    except IllegalAction as refusal:
        return _again(course, coded(say, "refused", refusal.code))
    if not _wanted(course.asked, intent):
        return _again(course, text(say, "lesson.again"))
    state = course.state
    for event in events:
        state = rules(course.game).evolve(state, event)
    onward = _onward(replace(course, state=state))
    return replace(onward, right=True) if onward is not None else None


def _again(course: Course, told: str) -> Course:
    local = replace(course.local, sent=0)
    return replace(course, local=local, number=course.number + 1, told=told, right=False)


def _action(intent: Intent, learner: Seat) -> Action | None:
    if intent.act in tile_lesson.ACTS:
        return tile_lesson.action(intent, learner)
    match intent.act:
        case "play":
            return Play(learner, intent.cards, intent.reading)
        case "pass":
            return Pass(learner)
        case "give":
            return Give(learner, intent.cards)
    return None


def _wanted(step: Step, intent: Intent) -> bool:
    """Whether the learner did what the step asks for."""
    if intent.act in tile_lesson.ACTS:
        return tile_lesson.said(intent) == step.want
    name, _, rest = step.want.partition(" ")
    match name:
        case "pass":
            return intent.act == "pass"
        case "any":
            return intent.act == "play"
        case "give":
            return intent.act == "give" and sorted(intent.cards) == sorted(cards(rest))
    right = intent.act == "play" and sorted(intent.cards) == sorted(cards(step.want))
    named = intent.reading is not None and intent.reading.type == step.reading
    return right and (named or not step.reading)
