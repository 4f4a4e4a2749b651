"""A board on the pins of a Raspberry Pi, through the `RPi.GPIO` interface.

`RPi.GPIO` (Pi 4 and older) and `rpi-lgpio` (Pi 5) give the same module name; never install both.
Levels are polled: edge detection differs between the two and breaks on newer kernels.
`hal.boards.rpi_wiring` says what is on which pin.
"""

import importlib
import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from types import ModuleType
from typing import Final, Protocol, cast

from hal.board import BoardLost, BoardRefused, checked_lamps
from hal.boards.rpi_wiring import Wiring, refused, wiring

PULSES_A_SECOND: Final = 200
"""Of a dimmed lamp: more than the eye follows, and little work for the machine."""
PIPE: Final = ".lgd-nfy"
"""How lgpio calls the pipe that it makes in the working directory when it is imported."""


class Pulse(Protocol):
    """The part of `RPi.GPIO.PWM` that is used: an output that is 1 for a part of the time.

    When the last reference goes, the pulses end and the pin is 0.
    """

    def start(self, duty: float, /) -> None:
        """Begin, with a percentage of the time."""

    def ChangeDutyCycle(self, duty: float, /) -> None:
        """Another percentage."""


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

    def PWM(self, channel: int, pulses_a_second: float, /) -> Pulse:
        """Pulses on an output. One object a pin at a time."""

    def cleanup(self, channels: list[int] = ..., /) -> None:
        """Give pins back; without a list all of them, and the chip."""


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
        if PIPE in str(error):
            raise BoardRefused(
                "TBL-203",
                f"RPi.GPIO cannot make its pipe in the directory {Path.cwd()} ({error})",
                "start the table in a directory that it may write to, or name one in LG_WD",
            ) from error
        raise BoardRefused(
            "TBL-203",
            f"RPi.GPIO does not run on this machine ({error})",
            'on a Raspberry Pi 5 install the extra pi5 instead of pi4; elsewhere set name = "sim"',
        ) from error


def take_up_anew(gpio: Gpio) -> Gpio:
    """The module as after its first import: it knows no other way to let go of a chip that left."""
    with suppress(Exception):
        gpio.cleanup()
    return cast("Gpio", importlib.reload(cast("ModuleType", gpio)))


class RpiGpioBoard:
    """Pins read and driven as `wiring` says. Raises BoardRefused when they cannot be set up."""

    name = "rpi_gpio"

    def __init__(
        self,
        gpio: Gpio,
        wiring: Wiring,
        devices: Path = Path("/dev"),
        may_open: Callable[[Path], bool] = lambda node: os.access(node, os.R_OK | os.W_OK),
        anew: Callable[[Gpio], Gpio] = take_up_anew,
    ) -> None:
        self._gpio = gpio
        self._wiring = wiring
        self._anew = anew
        self._pulses: dict[str, Pulse] = {}
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
            self._return()
            return {role: self._gpio.input(pin) == on for role, pin in self._wiring.inputs.items()}
        except Exception as error:  # each module has its own classes of error
            raise self._lost(error) from error

    def light(self, lamps: Mapping[str, float]) -> None:
        """Switch or dim lamps; see `hal.board.Board.light`."""
        levels = checked_lamps(lamps, self.lamps)
        try:
            self._return()
            for lamp, brightness in levels.items():
                self._shine(lamp, self._wiring.duty(lamp, brightness))
        except Exception as error:  # each module has its own classes of error
            raise self._lost(error) from error

    def close(self) -> None:
        """Lamps dark, pins given back."""
        if not self._ready:
            return
        self._ready = False
        self._pulses.clear()
        dark = self._wiring.level(False)
        with suppress(Exception):  # a chip that has left needs no goodbye
            for pin in self._wiring.lamps.values():
                self._gpio.output(pin, dark)
            self._gpio.cleanup([*self._wiring.inputs.values(), *self._wiring.lamps.values()])

    def _return(self) -> None:
        if not self._ready:
            self._gpio = self._anew(self._gpio)
            self._set_up()

    def _set_up(self) -> None:
        gpio = self._gpio
        # After a kill the pins are still taken by the dead process: that is no news.
        gpio.setwarnings(False)
        gpio.setmode(gpio.BCM)
        pulls = {"up": gpio.PUD_UP, "down": gpio.PUD_DOWN, "none": gpio.PUD_OFF}
        for pin in self._wiring.inputs.values():
            gpio.setup(pin, gpio.IN, pull_up_down=pulls[self._wiring.pull])
        for lamp, pin in self._wiring.lamps.items():
            gpio.setup(pin, gpio.OUT, initial=self._wiring.level(False))
            if lamp in self._wiring.dimmed:
                self._pulses[lamp] = gpio.PWM(pin, PULSES_A_SECOND)
                self._pulses[lamp].start(self._wiring.duty(lamp, 0.0))
        self._ready = True

    def _shine(self, lamp: str, duty: int) -> None:
        if lamp in self._pulses:
            self._pulses[lamp].ChangeDutyCycle(duty)
        else:
            self._gpio.output(self._wiring.lamps[lamp], duty // 100)

    def _lost(self, error: Exception) -> BoardLost:
        self._ready = False
        self._pulses.clear()
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
    # RPi.GPIO of the older machines goes through the second kind of node.
    closed = [node for node in (*chips, *devices.glob("gpiomem*")) if not may_open(node)]
    if closed:
        return BoardRefused(
            "TBL-204",
            f"{closed[0]} may not be opened ({error})",
            "add the user to the group gpio and install the udev rules (deploy/install.sh)",
        )
    return refused(
        f"the pins cannot be set up ({error})", "check [board.pins] and what else uses them"
    )
