"""ChinPok (侨牌): the electronic edition's rules (000), as five pure functions.

A hand is an `opening` and the events that `decide` finds for each action, folded by `evolve`:

>>> from table_firmware.rules.cards import Seat, cards
>>> from table_firmware.rules.dealing import Deal
>>> from table_firmware.rules.round import Play
>>> hands = cards("S3 S4"), cards("D9"), cards("C5"), cards("HK")
>>> state = opening(Options(exchange=False), Deal(hands, {"trump": 0, "leader": 0}))
>>> [play.cards for play in plays(view(state, Seat.E))]
[('S3',), ('S4',)]
>>> for event in decide(state, Play(Seat.E, cards("S3"))):
...     state = evolve(state, event)
>>> clock(state)
Clock(name='play', seats=(<Seat.N: 1>,))
>>> minimal(view(state, Seat.N)).cards
('D9',)
"""

from table_firmware.rules.climbing import PLAYERS, check, ends_so, settle
from table_firmware.rules.games.chinpok.course import evolve
from table_firmware.rules.games.chinpok.hand import DEALING, State, lies_open, opening, places
from table_firmware.rules.games.chinpok.rulings import REFUSALS, decide
from table_firmware.rules.games.chinpok.settings import (
    Options,
    in_force,
    modes,
    options,
    rank,
    ranks,
    terms,
)
from table_firmware.rules.games.chinpok.sight import clock, minimal, plays, view
from table_firmware.rules.round import Give, Pass, Play, SeatView
from table_firmware.rules.sense import Sense as Seen

KEY = "chinpok"
VERSION = "chinpok/1"
PLANS = True

__all__ = [
    "DEALING",
    "KEY",
    "PLANS",
    "PLAYERS",
    "REFUSALS",
    "VERSION",
    "Options",
    "State",
    "check",
    "choose",
    "clock",
    "decide",
    "ends_so",
    "evolve",
    "in_force",
    "lies_open",
    "minimal",
    "modes",
    "opening",
    "options",
    "places",
    "plays",
    "rank",
    "ranks",
    "sense",
    "settle",
    "terms",
    "view",
]


def sense(view: SeatView) -> Seen:
    """What cards are in the hand of this view."""
    # Only a screen asks.
    from table_firmware.rules.games.chinpok.showing import Sense

    return Sense(view.trump, view.variant)


def choose(view: SeatView) -> Play | Pass | Give:
    """What the practice opponent does whom the view asks (see `planner`); ValueError if nothing
    is asked."""
    # Whoever only wants the rules does not wait for the planner.
    from table_firmware.rules.games.chinpok import planner

    return planner.choose(view)
