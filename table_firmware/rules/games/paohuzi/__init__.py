"""競技跑胡子 (002 with the decisions PH-01 to PH-28), as pure functions.

A tile that lies open has one time for all. The seats answer in secret; when the time is over,
`settle` finds what is decided: the claim that wins, or `Proceed`. Events say only what is public.

>>> from table_firmware.rules.cards import Seat
>>> from table_firmware.rules.round import Deal, Proceed
>>> tiles = DEALING.deck
>>> hands = tuple(tiles[seat:60:3] for seat in range(3))
>>> state = opening(options({}), Deal((*hands, tiles[60:]), {"dealer": 0}))
>>> clock(state)
Clock(name='show', seats=())
>>> for event in decide(state, Proceed()):
...     state = evolve(state, event)
>>> view(state, Seat.N).open
Open(kind='liang', seat=<Seat.E: 0>, tile='b6', taken=False)
>>> settle(state, ())
Proceed()
"""

from table_firmware.rules.games.paohuzi.course import evolve
from table_firmware.rules.games.paohuzi.hand import State, next_dealer, opening
from table_firmware.rules.games.paohuzi.house import choose, managed
from table_firmware.rules.games.paohuzi.rulings import REFUSALS, check, decide, settle
from table_firmware.rules.games.paohuzi.settings import CHOICES, Options, in_force, options
from table_firmware.rules.games.paohuzi.sight import clock, plays, view
from table_firmware.rules.games.paohuzi.tiles import DEALING

KEY = "paohuzi"
VERSION = "paohuzi/1"

__all__ = [
    "CHOICES",
    "DEALING",
    "KEY",
    "REFUSALS",
    "VERSION",
    "Options",
    "State",
    "check",
    "choose",
    "clock",
    "decide",
    "evolve",
    "in_force",
    "managed",
    "next_dealer",
    "opening",
    "options",
    "plays",
    "settle",
    "view",
]
