"""The acceptance of a new table: steps from `acceptance.toml`, done by a technician at a prompt.

What has passed is not asked again, so that it can be left and taken up at any time. Nothing here
opens anything: the bench does.
"""

import json
import tomllib
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final, Literal, Protocol

from table_firmware.fairness import durable
from table_firmware.service.checks import Check, worst
from table_firmware.service.faults import told

State = Literal["passed", "failed", "skipped"]
SECONDS: Final = 30.0
"""To find a button, sit down or touch a screen."""
NAMES: Final = {
    "E": ("东", "East"),
    "N": ("北", "North"),
    "W": ("西", "West"),
    "S": ("南", "South"),
}


@dataclass(frozen=True, slots=True)
class Step:
    """One step; zh and en: its title and what to do."""

    id: str
    kind: str
    zh: tuple[str, str]
    en: tuple[str, str]
    areas: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Result:
    """How a step went. notes: what was found or written down."""

    state: State
    notes: tuple[str, ...] = ()
    date: str = ""


class Person(Protocol):
    """The technician."""

    def say(self, line: str) -> None:
        """Show a line."""

    def ask(self, question: str) -> str:
        """The answer to a question, one line; EOFError if he has gone."""


class Bench(Protocol):
    """The table under test. `changed` and `touched` wait for SECONDS at most."""

    def examine(self, areas: Collection[str]) -> Sequence[Check]:
        """The findings of these areas."""

    def refusal(self) -> str:
        """Why the board cannot be used, as a code or word and a detail; empty if it can."""

    def inputs(self, kind: str) -> Sequence[str]:
        """The roles of a kind that the board has: `button`, `seat`, `service`."""

    def lamps(self) -> Sequence[str]:
        """The lamps that the board has."""

    def changed(self, kinds: Collection[str], level: bool) -> str:
        """The next role of these kinds that goes to a level; empty if none does in time."""

    def light(self, lamp: str) -> None:
        """Only this lamp burns; none if it is empty."""

    def panels(self) -> Sequence[str]:
        """The seats that have a touch panel."""

    def touched(self) -> str:
        """The seat whose panel is touched next; empty if none is in time."""

    def enrolled(self, note: str, club: str) -> str:
        """Why the enrolment in this file is not the club's for this table; empty if it is."""


@cache
def steps() -> tuple[Step, ...]:
    """All steps in their order."""
    text = files("table_firmware.service").joinpath("acceptance.toml").read_text("utf-8")
    return tuple(
        Step(each["id"], each["kind"], *map(tuple, (each["zh"], each["en"], each.get("areas", ()))))
        for each in tomllib.loads(text)["step"]
    )


def accept(
    results: dict[str, Result],
    bench: Bench,
    person: Person,
    date: Callable[[], str],
    save: Callable[[], None],
    wanted: Iterable[Step] | None = None,
) -> None:
    """Do the steps that have not passed yet; `results` grows, and is saved after each. EOFError if
    the technician leaves."""
    wanted = tuple(steps() if wanted is None else wanted)
    for number, step in enumerate(wanted, start=1):
        if step.id in results and results[step.id].state == "passed":
            continue
        for title, text in (step.zh, step.en):
            person.say(f"[{number}/{len(wanted)}] {title}: {text}")
        result = _KINDS[step.kind](step, bench, person)
        results[step.id] = replace(result, date=date())
        save()
        person.say(f"    → {SAID[result.state]}")


SAID: Final = {"passed": "通过 / passed", "failed": "未通过 / failed", "skipped": "跳过 / skipped"}
"""How the state of a step is told."""


def summary(results: Mapping[str, Result]) -> Mapping[str, Any]:
    """For the report: `fault` if a step failed, `warning` if one is missing or was skipped."""
    states = [results[step.id].state if step.id in results else "missing" for step in steps()]
    level = "fault" if "failed" in states else "ok" if set(states) == {"passed"} else "warning"
    return {
        "level": level,
        "steps": {
            step.id: {"state": state, "notes": list(kept.notes), "date": kept.date}
            if (kept := results.get(step.id))
            else {"state": state}
            for step, state in zip(steps(), states, strict=True)
        },
    }


def read(path: Path) -> dict[str, Result]:
    """The results that `keep` wrote; none if there are none."""
    try:
        plain = json.loads(path.read_bytes())
        return {id: Result(each["state"], tuple(each["notes"]), each["date"]) for id, each in plain}
    except (OSError, ValueError, KeyError, TypeError):
        return {}


def keep(path: Path, results: Mapping[str, Result]) -> None:
    """Write the results; OSError if they cannot be."""
    plain = [[id, asdict(each)] for id, each in results.items()]
    durable.replace(path, json.dumps(plain, ensure_ascii=False).encode(), 0o644)


# ------------------------------------------------------------------ kinds of steps


_STATES: Final[Mapping[str, State]] = {"y": "passed", "n": "failed", "s": "skipped"}


def _ask(_: Step, _bench: Bench, person: Person) -> Result:
    answer = _answer(person, "完成了吗？ / done? [y 是/yes, n 否/no, s 跳过/skip]", "yns")
    wrong = answer == "n"
    notes = (person.ask("有什么问题？ / what is wrong?"),) if wrong else ()
    return Result(_STATES[answer], notes)


def _checks(step: Step, bench: Bench, person: Person) -> Result:
    while True:
        found = [check for check in bench.examine(step.areas) if check.code]
        notes = tuple(f"{check.code} {check.part}".strip() for check in found)
        for check in found:
            zh, en = (f"{check.title(say)}: {check.found(say)}" for say in ("zh", "en"))
            person.say(told(check.code, f"{zh} / {en}"))
        if not found:
            return Result("passed")
        question, allowed = "[r 重查/again, n 不接受/no, s 跳过/skip]", "rns"
        if worst(found) != "fault":  # a warning may be accepted
            question, allowed = "[y 接受/accept, " + question[1:], "yrns"
        answer = _answer(person, question, allowed)
        if answer != "r":
            return Result(_STATES[answer], notes)


def _buttons(_: Step, bench: Bench, person: Person) -> Result:
    def wanted() -> list[tuple[str, bool]]:
        return [(role, True) for kind in ("button", "service") for role in bench.inputs(kind)]

    return _with_board(bench, person, lambda: _each(bench, person, wanted()))


def _sensors(_: Step, bench: Bench, person: Person) -> Result:
    def wanted() -> list[tuple[str, bool]]:
        return [(role, level) for role in bench.inputs("seat") for level in (True, False)]

    return _with_board(bench, person, lambda: _each(bench, person, wanted()))


def _lamps(_: Step, bench: Bench, person: Person) -> Result:
    return _with_board(bench, person, lambda: _each_lamp(bench, person))


def _with_board(bench: Bench, person: Person, do: Callable[[], Result]) -> Result:
    refusal = bench.refusal()
    if not refusal:
        return do()
    person.say(refusal)
    return Result("failed", (refusal.splitlines()[0],))


def _each(bench: Bench, person: Person, wanted: Sequence[tuple[str, bool]]) -> Result:
    kinds, notes = {role.partition("_")[0] for role, _ in wanted}, []
    for role, level in wanted:
        person.say(_wish(role, level))
        found = bench.changed(kinds, level)
        person.say(f"    {found or '—'}")
        if found != role:
            notes.append(f"{role}: {found or '—'}")
    return _judged(wanted, notes)


def _judged(wanted: Collection[Any], notes: Sequence[str]) -> Result:
    """What the table does not have is skipped."""
    return Result("failed" if notes else "passed" if wanted else "skipped", tuple(notes))


def _wish(role: str, level: bool) -> str:
    kind, _, seat = role.partition("_")
    zh, en = NAMES.get(seat, ("", ""))
    match kind:
        case "button":
            return f"  请按 {zh} 的按钮 / press the button of {en}"
        case "seat" if level:
            return f"  请在 {zh} 坐下 / sit down at {en}"
        case "seat":
            return f"  请离开 {zh} / leave {en}"
        case _:
            return "  请按机箱内的维护按钮 / press the service button inside the case"


def _each_lamp(bench: Bench, person: Person) -> Result:
    notes = []
    for lamp in bench.lamps():
        bench.light(lamp)
        question = "  哪个座位的灯亮着？ / whose lamp burns? [E, N, W, S, - 没有/none]"
        answer = _answer(person, question, "ENWS-")
        if lamp != f"lamp_{answer}":
            notes.append(f"{lamp}: {answer}")
    bench.light("")
    return _judged(bench.lamps(), notes)


def _panels(_: Step, bench: Bench, person: Person) -> Result:
    notes = []
    for seats in bench.panels():
        name = NAMES.get(seats, ("四座共用", "all seats"))
        person.say(f"  请触摸 {name[0]} 的屏幕 / touch the screen of {name[1]}")
        found = bench.touched()
        person.say(f"    {found or '—'}")
        if found != seats:
            notes.append(f"{seats}: {found or '—'}")
    return _judged(bench.panels(), notes)


def _enrol(_: Step, bench: Bench, person: Person) -> Result:
    note = person.ask("登记文件（空为跳过） / file of the enrolment (empty: skip)")
    if not note:
        return Result("skipped")
    why = bench.enrolled(note, person.ask("俱乐部公钥 / key of the club"))
    if why:
        person.say(f"    {why}")
    return Result("failed" if why else "passed", (why,) if why else ())


def _answer(person: Person, question: str, allowed: str) -> str:
    """One of the letters that are allowed; whatever else is typed is asked for again."""
    answers = frozenset(allowed)  # not the text itself: it contains "" and each piece of it
    while True:
        answer = person.ask(question).strip()
        for each in (answer, answer.lower(), answer.upper()):
            if each in answers:
                return each


_KINDS: Final[Mapping[str, Callable[[Step, Bench, Person], Result]]] = {
    "ask": _ask,
    "checks": _checks,
    "buttons": _buttons,
    "sensors": _sensors,
    "lamps": _lamps,
    "panels": _panels,
    "enrol": _enrol,
}
