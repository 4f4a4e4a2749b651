"""The lessons of the tutorial as they stand in `lessons/*.toml`: texts, positions, what to do.

A step shows a text. With `want` it asks for an action: cards (`"S7 H7"`), `pass`, `any` play, or
`give` with a card; without it the learner reads and goes on. `hand` (and `north`, `west`,
`south`) lay a new position, else the step goes on from where the last one ended; `moves` are
made before the learner is asked: a seat with cards, `pass`, `keep` or `give`, or `show` (the end
of showing) and `lead` (nothing: the learner's own turn has come).
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, Final

from table_firmware.rules.cards import RANKS, Seat, cards
from table_firmware.rules.games import chinpok
from table_firmware.rules.games.chinpok import Options, State
from table_firmware.rules.round import Action, Deal, Give, Pass, Play, Proceed

LEARNER: Final = Seat.E
SIDES: Final = {"north": Seat.N, "west": Seat.W, "south": Seat.S}
SPARE: Final = "C2 D2"
"""What a seat of which a step says nothing holds beside the cards it plays."""


@dataclass(frozen=True, slots=True)
class Step:
    """One thing to read or to do; see the module. `hands` are by seat, None to go on."""

    text: Mapping[str, str]
    hands: tuple[str, ...] | None = None
    leader: Seat = LEARNER
    exchange: bool = False
    moves: tuple[str, ...] = ()
    want: str = ""
    reading: str = ""


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson: its title by language, the trump of its positions, its steps."""

    key: str
    title: Mapping[str, str]
    trump: str
    steps: tuple[Step, ...]


def teaches(game: str) -> bool:
    """Whether the lessons are of the game of this version."""
    return game == chinpok.VERSION


@cache
def lessons() -> tuple[Lesson, ...]:
    """All lessons in order. Raises ValueError for a file that is no lesson."""
    folder = resources.files("ui_kiosk") / "lessons"
    files = sorted((f for f in folder.iterdir() if f.name.endswith(".toml")), key=lambda f: f.name)
    return tuple(
        read(f.name.removesuffix(".toml"), tomllib.loads(f.read_text("utf-8"))) for f in files
    )


def read(key: str, plain: Mapping[str, Any]) -> Lesson:
    """The lesson of a parsed file; ValueError names what is wrong."""
    try:
        steps = tuple(_step(each) for each in plain["step"])
        return Lesson(key, plain["title"], plain["trump"], steps)
    except (KeyError, TypeError) as error:
        raise ValueError(f"lesson {key}: {error}") from None


def _step(plain: Mapping[str, Any]) -> Step:
    given = dict(plain)
    text = {"zh": given.pop("zh"), "en": given.pop("en")}
    moves = tuple(given.pop("moves", ()))
    hands = _hands(given, moves)
    leader = Seat[given.pop("leader", LEARNER.name)]
    return Step(text, hands, leader, moves=moves, **given)


def _hands(given: dict[str, Any], moves: tuple[str, ...]) -> tuple[str, ...] | None:
    if "hand" not in given:
        return None
    hands = {LEARNER: given.pop("hand")}
    for name, seat in SIDES.items():
        laid = (move.partition(" ")[2] for move in moves if move.startswith(f"{seat.name} "))
        own = [words for words in laid if words.split()[0] not in ("pass", "keep", "give")]
        hands[seat] = given.pop(name, " ".join([*own, SPARE]))
    return tuple(hands[seat] for seat in Seat)


def position(lesson: Lesson, step: Step, before: State) -> State:
    """Where the hand stands when the learner is asked."""
    state = before if step.hands is None else laid_out(step.hands, lesson.trump, step)
    for move in step.moves:
        action = _action(move)
        for event in chinpok.decide(state, action) if action else ():
            state = chinpok.evolve(state, event)
    return state


def laid_out(hands: tuple[str, ...], trump: str, step: Step) -> State:
    """A hand of these cards, before any move."""
    draws = {"trump": RANKS.index(trump), "leader": int(step.leader)}
    options = Options(exchange=step.exchange)
    return chinpok.opening(options, Deal(tuple(map(cards, hands)), draws))


def _action(move: str) -> Action | None:
    name, _, words = move.partition(" ")
    match name, words.split():
        case "lead", []:
            return None
        case "show", []:
            return Proceed()
        case _, ["pass"]:
            return Pass(Seat[name])
        case _, ["keep"]:
            return Give(Seat[name], ())
        case _, ["give", *given]:
            return Give(Seat[name], cards(given))
        case _, given:
            return Play(Seat[name], cards(given))
