"""Plays the loop-back wires of a bench on a simulated chip until it is ended (`gpio_real`). Writes
a line once they are drawn: whoever looked for the chip again and again would take the emulated
processor, whose time stands still while nobody computes, from it for ever."""

import time  # noqa: TID251

from hal.board import LAMPS, ROLES
from tests.gpio_real import PINS, SPARE, SimulatedChip

chip = SimulatedChip(on=1)
wires = [(SPARE[role], PINS[role]) for role in ROLES] + [
    (PINS[lamp], SPARE[lamp]) for lamp in LAMPS
]
print("drawn", flush=True)
while True:
    for source, end in wires:
        chip.drive(end, chip.value(source))
    time.sleep(0.02)
