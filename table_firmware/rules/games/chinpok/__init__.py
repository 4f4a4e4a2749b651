"""ChinPok (侨牌): the electronic edition's rules (000), as five pure functions."""

from table_firmware.rules.games.chinpok.course import evolve
from table_firmware.rules.games.chinpok.hand import DEALING, State, opening
from table_firmware.rules.games.chinpok.rulings import REFUSALS, decide
from table_firmware.rules.games.chinpok.settings import Options, in_force, leader, options, ranks
from table_firmware.rules.games.chinpok.sight import clock, minimal, plays, view

KEY = "chinpok"
VERSION = "chinpok/1"

__all__ = [
    "DEALING",
    "KEY",
    "REFUSALS",
    "VERSION",
    "Options",
    "State",
    "clock",
    "decide",
    "evolve",
    "in_force",
    "leader",
    "minimal",
    "opening",
    "options",
    "plays",
    "ranks",
    "view",
]
