"""Plays the loop-back wires of a bench on a simulated chip until it is ended (`gpio_real`). Writes
the number of the chip once they are drawn, which is another one where the kernel still holds
those of earlier chips; whoever waits for that line takes no processor time from it."""

import time  # noqa: TID251

from hal.board import LAMPS, ROLES
from tests.gpio_real import PINS, SPARE, SimulatedChip

chip = SimulatedChip(on=1)
wires = [(SPARE[role], PINS[role]) for role in ROLES] + [
    (PINS[lamp], SPARE[lamp]) for lamp in LAMPS
]
print(chip.lines.name.removeprefix("gpiochip"), flush=True)
while True:
    for source, end in wires:
        chip.drive(end, chip.value(source))
    time.sleep(0.02)
