"""The lessons of the tutorial as they stand in `lessons/`: texts, positions, what to do. Those of
ChinPok lie there themselves, those of another game in a folder of its family.

A step shows a text. With `want` it asks for an action: cards (`"S7 H7"`), `pass`, `any` play, or
`give` with a card; without it the learner reads and goes on. `hand` (and `north`, `west`,
`south`) lay a new position, else the step goes on from where the last one ended; `moves` are
made before the learner is asked: a seat with cards, `pass`, `keep` or `give`, or `show` (the end
of showing) and `lead` (nothing: the learner's own turn has come). Steps of 跑胡子: `tile_lesson`.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any, Final

from table_firmware.rules.cards import FACES, RANKS, Seat, card, cards
from table_firmware.rules.dealing import Deal
from table_firmware.rules.game import Game
from table_firmware.rules.games import by_version, chinpok, paohuzi
from table_firmware.rules.games.chinpok import Options
from table_firmware.rules.round import Action, Give, Pass, Play, Proceed
from ui_kiosk import tile_lesson
from ui_kiosk.speech import family

LEARNER: Final = Seat.E
"""Where the learner sits as lessons are written; they are turned to where he does sit."""
SIDES: Final = {"north": Seat.N, "west": Seat.W, "south": Seat.S}
UNDRAWN: Final = {"start": 0, "flip": FACES.index(card("H2")), "flip1": 160, "flip2": 160}
"""What is drawn where partners are found by a card: one that no hand of a lesson has."""
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
    open: str = ""
    melds: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson: its title by language, the trump of its positions or none, its steps, and the
    version of its game."""

    key: str
    title: Mapping[str, str]
    trump: str
    steps: tuple[Step, ...]
    game: str = chinpok.VERSION


def teaches(game: str) -> bool:
    """Whether there are lessons of the game of this version."""
    return by_version(game) is not None and bool(lessons(game))


def _folder(game: str) -> Traversable:
    folder = resources.files("ui_kiosk") / "lessons"
    return folder if game == chinpok.VERSION else folder / family(game)


@cache
def lessons(game: str = chinpok.VERSION) -> tuple[Lesson, ...]:
    """All lessons of a game in order. Raises ValueError for a file that is no lesson."""
    folder = _folder(game)
    found = folder.iterdir() if folder.is_dir() else iter(())
    files = sorted((f for f in found if f.name.endswith(".toml")), key=lambda f: f.name)
    return tuple(
        read(f.name.removesuffix(".toml"), tomllib.loads(f.read_text("utf-8")), game) for f in files
    )


def read(key: str, plain: Mapping[str, Any], game: str = chinpok.VERSION) -> Lesson:
    """The lesson of a parsed file; ValueError names what is wrong."""
    try:
        steps = tuple(_step(each) for each in plain["step"])
        return Lesson(key, plain["title"], plain.get("trump", ""), steps, game)
    except (KeyError, TypeError) as error:
        raise ValueError(f"lesson {key}: {error}") from None


def _step(plain: Mapping[str, Any]) -> Step:
    given = dict(plain)
    text = {"zh": given.pop("zh"), "en": given.pop("en")}
    moves = tuple(given.pop("moves", ()))
    given["melds"] = tuple(given.pop("melds", ()))
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


def rules(game: str) -> Game:
    """The rules that a lesson is played by."""
    found = by_version(game)
    assert found is not None
    return found


def place_of(game: str, seat: Seat) -> Seat:
    """Where the learner of a seat sits in the lessons of a game: in those of 跑胡子, in which the
    fourth place has no tiles, always at the first one."""
    return LEARNER if game == paohuzi.VERSION else seat


def turned(seat: Seat, learner: Seat) -> Seat:
    """A seat of a lesson, for this learner."""
    return Seat((seat - LEARNER + learner) % len(Seat))


def position(lesson: Lesson, step: Step, before: Any, learner: Seat = LEARNER) -> Any:
    """Where the hand stands when the learner is asked."""
    game = rules(lesson.game)
    state = before if step.hands is None else laid_out(lesson, step, step.hands, learner)
    for move in step.moves:
        action = _action(move, learner)
        for event in game.decide(state, action) if action else ():
            state = game.evolve(state, event)
    return state


def laid_out(lesson: Lesson, step: Step, hands: tuple[str, ...], learner: Seat = LEARNER) -> Any:
    """A hand of these cards, before any move."""
    if lesson.game == paohuzi.VERSION:
        return tile_lesson.laid_out(hands[LEARNER], step.melds, step.open)
    by_seat = {turned(seat, learner): cards(hands[seat]) for seat in Seat}
    dealt, leader = tuple(by_seat[seat] for seat in Seat), turned(step.leader, learner)
    if lesson.game != chinpok.VERSION:
        game, draws = rules(lesson.game), UNDRAWN | {"start": int(turned(Seat.E, learner))}
        return game.opening(game.options({}), Deal(dealt, draws, leader))
    draws = {"trump": RANKS.index(lesson.trump), "leader": int(leader)}
    return chinpok.opening(Options(exchange=step.exchange), Deal(dealt, draws))


def _action(move: str, learner: Seat) -> Action | None:
    name, _, words = move.partition(" ")
    match name, words.split():
        case "lead", []:
            return None
        case "show", []:
            return Proceed()
        case _, ["pass"]:
            return Pass(turned(Seat[name], learner))
        case _, ["keep"]:
            return Give(turned(Seat[name], learner), ())
        case _, ["give", *given]:
            return Give(turned(Seat[name], learner), cards(given))
        case _, given:
            return Play(turned(Seat[name], learner), cards(given))
