"""The pins of a real machine under the contract suite (`TABLE_BOARD=rpi_gpio`).

`Wires`: on a bench, every pin of a role is wired to a spare pin that stands for the world
(docs/hardware.md). `SimulatedChip`: the kernel's gpio-sim, made by `tests/gpio_sim` in an emulated
machine. Both go through the module `RPi.GPIO` that is installed.
"""

import os
import time  # noqa: TID251
from collections.abc import Mapping
from pathlib import Path

import pytest

from hal.board import LAMPS, ROLES
from hal.boards.rpi_gpio import load_gpio, take_up_anew

PINS: Mapping[str, int] = {
    **dict(zip(ROLES, (5, 6, 13, 19, 17, 27, 22, 23, 26), strict=True)),
    **dict(zip(LAMPS, (12, 16, 20, 21), strict=True)),
}
"""As the table of docs/hardware.md says."""
SPARE: Mapping[str, int] = dict(
    zip(PINS, (2, 3, 4, 14, 15, 18, 24, 25, 8, 7, 9, 10, 11), strict=True)
)
CHIPS = Path("/sys/kernel/config/gpio-sim")
LEVELS = {"pull-down": 0, "pull-up": 1}


class Wires:
    """The world at the spare pins."""

    def __init__(self, on: int, settle: float) -> None:
        self.on = on
        self.settle = settle
        self.gpio = load_gpio()
        self.gpio.setwarnings(False)
        self.gpio.setmode(self.gpio.BCM)
        for role in ROLES:
            self.gpio.setup(SPARE[role], self.gpio.OUT, initial=1 - on)
        for lamp in LAMPS:
            # A pin that nobody drives any more counts as dark.
            dark = self.gpio.PUD_DOWN if on else self.gpio.PUD_UP
            self.gpio.setup(SPARE[lamp], self.gpio.IN, pull_up_down=dark)
        time.sleep(self.settle)

    def put(self, role: str, pressed: bool) -> None:
        self.move(role, pressed)
        time.sleep(self.settle)

    def move(self, role: str, pressed: bool) -> None:
        self.gpio.output(SPARE[role], self.on if pressed else 1 - self.on)

    def lit(self, lamp: str) -> bool:
        time.sleep(self.settle)
        return self.gpio.input(SPARE[lamp]) == self.on

    def lose(self) -> None:
        pytest.skip("the chip of a real machine cannot be taken out")

    def restore(self) -> None:
        raise NotImplementedError

    def end(self) -> None:
        self.gpio.cleanup()


class SimulatedChip:
    """A chip of 28 lines, with a resistor on each that holds it off."""

    def __init__(self, on: int) -> None:
        self.on = on
        self.folder = CHIPS / "table"
        (self.folder / "bank0").mkdir(parents=True)
        (self.folder / "bank0/num_lines").write_text("28")
        self.levels = dict.fromkeys(PINS.values(), 1 - on)
        self._appear()

    @property
    def lines(self) -> Path:
        device = (self.folder / "dev_name").read_text().strip()
        chip = (self.folder / "bank0/chip_name").read_text().strip()
        return Path("/sys/devices/platform") / device / chip

    def put(self, role: str, pressed: bool) -> None:
        self.drive(PINS[role], self.on if pressed else 1 - self.on)

    move = put

    def drive(self, pin: int, level: int) -> None:
        self.levels[pin] = level
        if self.alive:
            (self.lines / f"sim_gpio{pin}/pull").write_text(("pull-down", "pull-up")[level])

    def pull(self, pin: int) -> int:
        return LEVELS[(self.lines / f"sim_gpio{pin}/pull").read_text().strip()]

    def value(self, pin: int) -> int:
        return int((self.lines / f"sim_gpio{pin}/value").read_text())

    def lit(self, lamp: str) -> bool:
        return self.value(PINS[lamp]) == self.on

    def shine(self, lamp: str, seconds: float = 0.5) -> float:
        """Percent of the time that the lamp's pin is 1."""
        until, values = time.monotonic() + seconds, []
        while time.monotonic() < until:
            values.append(self.value(PINS[lamp]))
        return 100 * sum(values) / len(values)

    @property
    def alive(self) -> bool:
        return (self.folder / "live").read_text().strip() == "1"

    def lose(self) -> None:
        (self.folder / "live").write_text("0")

    def restore(self) -> None:
        self._appear()

    def end(self) -> None:
        take_up_anew(load_gpio())
        if self.alive:
            self.lose()
        (self.folder / "bank0").rmdir()
        self.folder.rmdir()

    def _appear(self) -> None:
        (self.folder / "live").write_text("1")
        # A chip that returns while something still holds the old one has another number.
        os.environ["RPI_LGPIO_CHIP"] = self.lines.name.removeprefix("gpiochip")
        for pin, level in self.levels.items():
            self.drive(pin, level)


def world(on: int) -> SimulatedChip | Wires:
    """The simulated chip where the kernel has one, otherwise the wires of a bench.

    TABLE_WIRES says how many seconds a wire takes: a program may play the wires.
    """
    wires = os.environ.get("TABLE_WIRES")
    if wires is None and CHIPS.exists():
        return SimulatedChip(on)
    return Wires(on, float(wires or "0.002"))
