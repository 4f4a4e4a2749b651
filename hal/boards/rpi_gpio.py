"""A board on the pins of a Raspberry Pi, through the `RPi.GPIO` interface.

`RPi.GPIO` (Pi 4 and older) and `rpi-lgpio` (Pi 5) give the same module name; never install both.
Levels are polled: edge detection differs between the two and breaks on newer kernels. Pins are BCM
numbers from the configuration: `[board.pins]` maps a role or a lamp to a pin.
"""

import importlib
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol, cast

from hal.board import LAMPS, ROLES, BoardLost, BoardRefused, checked_lamps

HIGHEST_PIN: Final = 27
LIT: Final = 0.5


class Gpio(Protocol):
    """The part of the module `RPi.GPIO` that is used."""

    BCM: int
    IN: int
    OUT: int
    PUD_OFF: int
    PUD_DOWN: int
    PUD_UP: int

    def setmode(self, mode: int, /) -> None:
        """Choose how pins are numbered."""

    def setwarnings(self, on: bool, /) -> None:
        """Whether to warn of a pin that is already in use."""

    def setup(
        self, channel: int, direction: int, /, pull_up_down: int = ..., initial: int = ...
    ) -> None:
        """Make a pin an input or an output."""

    def input(self, channel: int, /) -> int:
        """Level of an input, 0 or 1."""

    def output(self, channel: int, value: int, /) -> None:
        """Drive an output to 0 or 1."""

    def cleanup(self, channels: list[int], /) -> None:
        """Give pins back."""


@dataclass(frozen=True, slots=True)
class Wiring:
    """Which role or lamp is on which pin, and which level means on.

    `active_high`: an input reads 1 when on (a contact to 3.3 V); otherwise 0 (a contact to
    ground). `lamp_active_high`: a lamp burns when its pin is 1. `pull`: `up`, `down` or `none`.
    """

    inputs: Mapping[str, int]
    lamps: Mapping[str, int]
    active_high: bool = False
    lamp_active_high: bool = True
    pull: str = "up"


def open_board(settings: Mapping[str, object], _run: Path) -> "RpiGpioBoard":
    """Open the pins as the section `[board]` says. Raises BoardRefused."""
    return RpiGpioBoard(load_gpio(), wiring(settings))


def load_gpio(load: Callable[[str], object] = importlib.import_module) -> Gpio:
    """The module `RPi.GPIO`. Raises BoardRefused with what to install or change."""
    try:
        return cast("Gpio", load("RPi.GPIO"))
    except ImportError as error:
        raise BoardRefused(
            "TBL-203",
            f"the module RPi.GPIO is missing ({error})",
            "install the extra pi4 (Raspberry Pi 4 and older) or pi5 (Raspberry Pi 5), never both",
        ) from error
    except Exception as error:  # off a Pi the import itself raises RuntimeError
        raise BoardRefused(
            "TBL-203",
            f"RPi.GPIO does not run on this machine ({error})",
            'on a Raspberry Pi 5 install the extra pi5 instead of pi4; elsewhere set name = "sim"',
        ) from error


def wiring(settings: Mapping[str, object]) -> Wiring:
    """The wiring that the section `[board]` describes. Raises BoardRefused."""
    unknown = sorted(set(settings) - {"name", "noise", "active", "lamp_active", "pull", "pins"})
    if unknown:
        raise _bad(f"there is no setting {unknown[0]!r}", "remove it")
    pins = _pins(settings.get("pins"))
    return Wiring(
        inputs={role: pins[role] for role in ROLES if role in pins},
        lamps={lamp: pins[lamp] for lamp in LAMPS if lamp in pins},
        active_high=_choice(settings, "active", ("low", "high")) == "high",
        lamp_active_high=_choice(settings, "lamp_active", ("high", "low")) == "high",
        pull=_choice(settings, "pull", ("up", "down", "none")),
    )


def _pins(table: object) -> dict[str, int]:
    if not isinstance(table, Mapping) or not table:
        raise _bad("no pins are given", "write one line a role in [board.pins]")
    taken: dict[int, str] = {}
    for role, pin in table.items():
        if role not in (*ROLES, *LAMPS):
            raise _bad(f"no role is called {role!r}", "see docs/hardware.md for the roles")
        if type(pin) is not int or not 0 <= pin <= HIGHEST_PIN:
            raise _bad(f"{role} = {pin!r} is not a pin", f"give a BCM number 0 to {HIGHEST_PIN}")
        if pin in taken:
            raise _bad(f"{taken[pin]} and {role} are both on pin {pin}", "move one of them")
        taken[pin] = role
    return {role: pin for pin, role in taken.items()}


def _choice(settings: Mapping[str, object], key: str, allowed: tuple[str, ...]) -> str:
    value = settings.get(key, allowed[0])
    if value not in allowed:
        raise _bad(f"{key} = {value!r} is unknown", f"choose one of: {', '.join(allowed)}")
    return str(value)


def _bad(detail: str, remedy: str) -> BoardRefused:
    return BoardRefused("TBL-202", f"[board]: {detail}", remedy)


class RpiGpioBoard:
    """Pins read and driven as `wiring` says. Raises BoardRefused when they cannot be set up."""

    name = "rpi_gpio"

    def __init__(
        self,
        gpio: Gpio,
        wiring: Wiring,
        devices: Path = Path("/dev"),
        may_open: Callable[[Path], bool] = lambda node: os.access(node, os.R_OK | os.W_OK),
    ) -> None:
        self._gpio = gpio
        self._wiring = wiring
        self._ready = False
        try:
            self._set_up()
        except Exception as error:  # each module has its own classes of error
            raise _refusal(error, devices, may_open) from error

    @property
    def roles(self) -> tuple[str, ...]:
        """The inputs that have a pin."""
        return tuple(self._wiring.inputs)

    @property
    def lamps(self) -> tuple[str, ...]:
        """The lamps that have a pin."""
        return tuple(self._wiring.lamps)

    @property
    def lines(self) -> Mapping[str, str]:
        """The pins by role, as `GPIO17`."""
        pins = {**self._wiring.inputs, **self._wiring.lamps}
        return {role: f"GPIO{pin}" for role, pin in pins.items()}

    def read(self) -> Mapping[str, bool]:
        """Poll every input; see `hal.board.Board.read`."""
        on = int(self._wiring.active_high)
        try:
            if not self._ready:
                self._set_up()
            return {role: self._gpio.input(pin) == on for role, pin in self._wiring.inputs.items()}
        except Exception as error:  # each module has its own classes of error
            raise self._lost(error) from error

    def light(self, lamps: Mapping[str, float]) -> None:
        """Switch lamps; see `hal.board.Board.light`."""
        levels = checked_lamps(lamps, self.lamps)
        try:
            if not self._ready:
                self._set_up()
            for lamp, brightness in levels.items():
                self._gpio.output(self._wiring.lamps[lamp], self._drive(brightness >= LIT))
        except Exception as error:  # each module has its own classes of error
            raise self._lost(error) from error

    def close(self) -> None:
        """Lamps dark, pins given back."""
        if not self._ready:
            return
        self._ready = False
        for pin in self._wiring.lamps.values():
            self._gpio.output(pin, self._drive(False))
        self._gpio.cleanup([*self._wiring.inputs.values(), *self._wiring.lamps.values()])

    def _set_up(self) -> None:
        gpio = self._gpio
        # After a kill the pins are still taken by the dead process: that is no news.
        gpio.setwarnings(False)
        gpio.setmode(gpio.BCM)
        pulls = {"up": gpio.PUD_UP, "down": gpio.PUD_DOWN, "none": gpio.PUD_OFF}
        for pin in self._wiring.inputs.values():
            gpio.setup(pin, gpio.IN, pull_up_down=pulls[self._wiring.pull])
        for pin in self._wiring.lamps.values():
            gpio.setup(pin, gpio.OUT, initial=self._drive(False))
        self._ready = True

    def _drive(self, lit: bool) -> int:
        return int(lit == self._wiring.lamp_active_high)

    def _lost(self, error: Exception) -> BoardLost:
        self._ready = False
        return BoardLost("TBL-201", f"the pins do not answer ({error})")


def _refusal(error: Exception, devices: Path, may_open: Callable[[Path], bool]) -> BoardRefused:
    # The modules' own texts do not tell a missing chip from a forbidden one; the nodes do.
    chips = sorted(devices.glob("gpiochip*"))
    if not chips:
        return BoardRefused(
            "TBL-205",
            f"this machine has no GPIO chip ({error})",
            f"check that {devices}/gpiochip0 exists; the kernel must be the Raspberry Pi one",
        )
    closed = [node for node in chips if not may_open(node)]
    if closed:
        return BoardRefused(
            "TBL-204",
            f"{closed[0]} may not be opened ({error})",
            "add the user to the group gpio and install the udev rules (deploy/install.sh)",
        )
    return _bad(
        f"the pins cannot be set up ({error})", "check [board.pins] and what else uses them"
    )
