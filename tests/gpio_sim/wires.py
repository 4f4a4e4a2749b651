"""Plays the loop-back wires of a bench on a simulated chip until it is ended (`gpio_real`)."""

import time  # noqa: TID251

from hal.board import LAMPS, ROLES
from tests.gpio_real import PINS, SPARE, SimulatedChip

chip = SimulatedChip(on=1)
wires = [(SPARE[role], PINS[role]) for role in ROLES] + [
    (PINS[lamp], SPARE[lamp]) for lamp in LAMPS
]
while True:
    for source, end in wires:
        chip.drive(end, chip.value(source))
    time.sleep(0.02)
