"""竞技跑胡子 (002 with the decisions PH-01 to PH-28), as pure functions.

A tile that lies open has one time for all. The seats answer in secret; when the time is over,
`settle` finds what is decided: the claim that wins, or `Proceed`. Events say only what is public.
Three play; the fourth seat is closed, and its hand in the deal is the 亮张 and the stock.

>>> from table_firmware.rules.cards import Seat
>>> from table_firmware.rules.dealing import Deal
>>> from table_firmware.rules.round import Proceed
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
from table_firmware.rules.games.paohuzi.hand import State, lies_open, opening
from table_firmware.rules.games.paohuzi.house import choose, managed
from table_firmware.rules.games.paohuzi.rulings import REFUSALS, check, decide, settle
from table_firmware.rules.games.paohuzi.score import ends_so, terms
from table_firmware.rules.games.paohuzi.settings import CHOICES, Options, in_force, options
from table_firmware.rules.games.paohuzi.sight import clock, minimal, plays, sense, view
from table_firmware.rules.games.paohuzi.tiles import DEALING, PLAYERS
from table_firmware.rules.partners import modes, places, rank, ranks

KEY = "paohuzi"
VERSION = "paohuzi/1"
PLANS = True

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
    "managed",
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
