"""What is played, for how long people are waited for, and how they are protected: the sections
`match`, `timers`, `guard` and `options`."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from table_firmware.config.keys import BOOL, Key, minutes, one_of, seconds, whole
from table_firmware.rules.games import GAMES
from table_firmware.rules.match import HOUSE_PLAYERS
from table_firmware.rules.match import MODES as RULES

MODES: Final = tuple(RULES)
USUAL: Final = tuple(key for key, mode in RULES.items() if not mode.levels)
"""The modes that are offered where nothing else is said, as far as the game has them."""
USUAL_GAME: Final = "chinpok"
_OFFERED: Final = tuple(GAMES[USUAL_GAME].modes(GAMES[USUAL_GAME].options({})))


@dataclass(frozen=True, slots=True)
class Timers:
    """How long the table waits, in milliseconds. `play` 0: without limit (000 §37).

    code: how long at least a result stays once somebody has opened a code of it to scan.
    """

    play: int = 30_000
    exchange: int = 15_000
    show: int = 5_000
    claim: int = 8_000
    digits: int = 30_000
    cut: int = 15_000
    draw: int = 3_000
    move: int = 20_000
    result: int = 10_000
    match_result: int = 30_000
    code: int = 60_000
    house: int = 1_000

    def full(self, name: str) -> int:
        """The time of the clock called `name` (`rules.round.Clock`)."""
        return int(getattr(self, name))


@dataclass(frozen=True, slots=True)
class Guard:
    """How the operator protects players (000 §43). Times in milliseconds, 0 = never.

    minors: this table is open to minors, so modes 3 and 4 are not offered. remind: play in a day
    after which people are reminded. limit: play without a rest after which one is due. rest: how
    long it lasts.
    """

    minors: bool = False
    remind: int = 0
    limit: int = 0
    rest: int = 900_000


@dataclass(frozen=True, slots=True)
class Play:
    """What is played and how people come and go. Times in milliseconds.

    house_after: empty seats become house seats that long after somebody came (0 = never).
    house_players: who takes them, unless the players say otherwise: `house` or `planner`.
    auto_manage_after: so many time-outs in a row lead into 托管 (0 = never; CP-55).
    leave: a vacated sensor counts as gone after that (CP-53). settle: 000 §40.3.
    batch_hands: hands that one commitment covers; then new digits are asked (0 = the whole match).
    cuts: before each hand one player may cut the deck, seat after seat (`deal1` §5).
    pause: the longest pause that players may agree to when they call the operator (0 = none).
    hints: the smallest play is pointed out after a refusal, and on request (000 §39.2).
    options: the game's own options, as `Game.options` takes them.
    """

    game: str = USUAL_GAME
    mode: str = "2"
    modes: tuple[str, ...] = _OFFERED
    house_after: int = 0
    house_players: str = HOUSE_PLAYERS[0]
    auto_manage_after: int = 3
    leave: int = 20_000
    settle: int = 90_000
    batch_hands: int = 0
    cuts: bool = False
    pause: int = 600_000
    hints: bool = True
    guard: Guard = Guard()
    options: Mapping[str, Any] = field(default_factory=dict)
    timers: Timers = Timers()
    reveal_at: str = "hand"


def _read_modes(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list) or not value or not set(value) <= set(MODES):
        raise ValueError
    return tuple(mode for mode in MODES if mode in value)


_MODE_LIST: Final = Key(
    _read_modes,
    f"应为列表，取自：{', '.join(MODES)}",
    f"expected a list of some of: {', '.join(MODES)}",
)
KEYS: Final[Mapping[str, Mapping[str, Key]]] = {
    "match": {
        "game": one_of(*sorted(GAMES)),
        "mode": one_of(*MODES),
        "modes": _MODE_LIST,
        "reveal_at": one_of("hand", "match", "audit"),
        "house_after": seconds((0, 3600)),
        "house_players": one_of(*HOUSE_PLAYERS),
        "auto_manage_after": whole(0, 100),
        "leave": seconds((5, 600)),
        "settle": seconds((30, 600)),
        "batch_hands": whole(0, 256),
        "cuts": BOOL,
        "pause": minutes(0, 60),
        "hints": BOOL,
    },
    "timers": {
        "play": seconds((0, 0), (10, 60)),
        "exchange": seconds((10, 25)),
        "show": seconds((5, 15)),
        "claim": seconds((3, 30)),
        "digits": seconds((5, 300)),
        "cut": seconds((5, 60)),
        "draw": seconds((0, 30)),
        "move": seconds((0, 120)),
        "result": seconds((0, 120)),
        "match_result": seconds((0, 600)),
        "code": seconds((0, 600)),
        "house": seconds((0, 10)),
    },
    "guard": {
        "minors": BOOL,
        "remind": minutes(0, 1440),
        "limit": minutes(0, 1440),
        "rest": minutes(1, 1440),
    },
}
