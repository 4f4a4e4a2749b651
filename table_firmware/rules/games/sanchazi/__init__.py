"""宁国三叉子 (004), as five pure functions; the score is in 底分 alone (SC-22).

>>> from table_firmware.rules.cards import Seat, cards
>>> from table_firmware.rules.dealing import Deal
>>> from table_firmware.rules.round import Play
>>> hands = cards("S4 S4 S4"), cards("D9"), cards("C5"), cards("HK HK")
>>> draws = {"start": 0, "flip1": 0, "flip2": 1}
>>> state = opening(options({}), Deal(hands, draws, leader=Seat.E))
>>> [one] = [play for play in plays(view(state, Seat.E)) if len(play.cards) == 3]
>>> one.reading.type
'cha'
>>> for event in decide(state, Play(Seat.E, cards("S4"))):
...     state = evolve(state, event)
>>> clock(state)
Clock(name='play', seats=(<Seat.S: 3>,))
"""

from table_firmware.rules.climbing import PLAYERS, check, ends_so, settle
from table_firmware.rules.games.sanchazi.hand import (
    DEALING,
    REFUSALS,
    State,
    choose,
    clock,
    decide,
    evolve,
    lies_open,
    minimal,
    opening,
    places,
    plays,
    sense,
    view,
)
from table_firmware.rules.games.sanchazi.settings import (
    CHOICES,
    Options,
    in_force,
    options,
    terms,
)
from table_firmware.rules.partners import modes, rank, ranks

KEY = "sanchazi"
VERSION = "sanchazi/1"
PLANS = False

__all__ = [
    "CHOICES",
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
