"""Views of 双扣 and 三叉子 as a table would send them, from hands that are really played."""

from dataclasses import replace
from random import Random  # noqa: TID251  (seeded; only the choice of what is dealt)
from typing import Any

from seated import by_a_guest

from table_firmware.rules.cards import Seat, cards
from table_firmware.rules.dealing import Deal
from table_firmware.rules.game import Game
from table_firmware.rules.games import by_version
from table_firmware.rules.match import Standing
from table_firmware.rules.round import AskReady, Combination, Managed, Move, Reading, SeatView
from table_firmware.wire.messages import Place, TimeLeft, View
from tests.laid import laid

SHUANGKOU = "shuangkou-qianbian/1"
SANCHAZI = "sanchazi/1"
DRAWS = {SHUANGKOU: {"start": 1, "flip": 22}, SANCHAZI: {"start": 3, "flip1": 36, "flip2": 61}}
RUNNING = {"A": 130, "B": -40, "C": -30, "D": -60}
SEATED = (
    Place("guest", "A", linked=True),
    Place("guest", "D", linked=True),
    Place("planner", "C", linked=True),
    Place("guest", "B", linked=True),
)


def rules(version: str) -> Game:
    game = by_version(version)
    assert game is not None
    return game


def opened(version: str, seed: int = 3) -> Any:
    game = rules(version)
    ids = list(range(len(game.DEALING.deck)))
    Random(seed).shuffle(ids)
    hands = game.DEALING.hands(ids, DRAWS[version])
    faces = tuple(tuple(game.DEALING.deck[number] for number in hand) for hand in hands)
    return game.opening(game.options({}), Deal(faces, DRAWS[version]))


def after(version: str, moves: int, seed: int = 3) -> Any:
    """After so many moves of the system, or at the end."""
    game, state = rules(version), opened(version, seed)
    for _ in range(moves):
        clock = game.clock(state)
        if clock is None:
            break
        for event in game.decide(state, Managed(clock.seats[0])):
            state = game.evolve(state, event)
    return state


def view(version: str, stage: str, **more: object) -> View:
    shown = View(
        number=7,
        seat=Seat.E,
        stage=stage,
        game=version,
        mode="P8",
        hand=2,
        hands=8,
        places=SEATED,
        practice=False,
        noise="simulated",
        running=RUNNING,
        draws=DRAWS[version],
    )
    return replace(shown, **more)  # type: ignore[arg-type]


def playing(version: str, moves: int) -> View:
    game, state = rules(version), after(version, moves)
    clock = game.clock(state)
    assert clock is not None
    (seat,) = clock.seats
    return seen(version, laid(game.view(state, seat)))


def seen(version: str, hand: SeatView) -> View:
    turn = () if hand.turn is None else (hand.turn,)
    clock = TimeLeft("play", 21_000, 30_000, turn)
    shown = view(version, "round", seat=hand.seat, round=hand, ask=hand.ask, clock=clock)
    return by_a_guest(shown)


def ended(version: str) -> View:
    game, state = rules(version), after(version, 10_000)
    result = laid(game.view(state, Seat.E)).result
    ready = TimeLeft("result", 9_000, 10_000)
    return view(version, "hand_result", result=result, ask=AskReady(), clock=ready)


def moving(version: str, came: tuple[Seat, ...]) -> View:
    return view(
        version,
        "move",
        came_from=came,
        open=laid(rules(version).view(opened(version), Seat.E)).open,
        ask=AskReady() if came[Seat.E] != Seat.E else None,
        clock=TimeLeft("move", 18_000, 20_000, (Seat.E, Seat.N)),
    )


PLATES = Combination(
    cards("S8 H8 C8 S9 D9 C9 ST HT CT SJ DJ SQ DQ SK DK"),
    Reading("plate_tube", 10, 15, more=(13,)),
)


def crowded(version: str, play: Combination) -> View:
    """Long plays at each side of the felt."""
    lead = playing(version, 0)
    hand, own = laid(lead.round), lead.seat
    others = (own.next, own.partner, own.next.partner)
    trick = tuple(Move(seat, play) for seat in others)
    return seen(version, replace(hand, trick=trick, to_beat=play.reading, ask=None, turn=own.next))


STANDINGS = (
    Standing(("A",), 1, 6, 5120, 3, 2, 13),
    Standing(("B",), 2, 4, 610, 2, 3, 21),
    Standing(("C",), 3, 2, -2030, 2, 2, 30),
    Standing(("D",), 4, 2, -3700, 1, 1, 48),
)
SCENES: dict[str, View] = {
    "sk-draw": view(SHUANGKOU, "draw", clock=TimeLeft("draw", 2_000, 3_000)),
    "sk-move": moving(SHUANGKOU, (Seat.N, Seat.E, Seat.W, Seat.S)),
    "sk-lead": playing(SHUANGKOU, 0),
    "sk-follow": playing(SHUANGKOU, 9),
    "sk-help-order": playing(SHUANGKOU, 0),
    "sk-result": ended(SHUANGKOU),
    "sc-draw": view(SANCHAZI, "draw", clock=TimeLeft("draw", 2_000, 3_000)),
    "sc-lead": playing(SANCHAZI, 0),
    "sc-follow": playing(SANCHAZI, 40),
    "sc-long": crowded(SANCHAZI, PLATES),
    "sc-help-types": playing(SANCHAZI, 0),
    "sc-result": ended(SANCHAZI),
}
ACTS: dict[str, tuple[str, ...]] = {
    "sk-follow": ("hint",),
    "sc-follow": ("hint",),
    "sk-help-order": ("panel:help-types", "panel:help-order"),
    "sc-help-types": ("panel:help-types",),
}
