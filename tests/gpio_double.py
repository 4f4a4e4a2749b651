"""A strict stand-in for the module RPi.GPIO: it refuses what the real ones refuse.

It knows modes, directions, pulls, levels and pulses; `drive` is the world at an input pin,
`outputs` what the pins give out, `shine` for how much of the time. `lose` takes the chip away, and
as with the real module its return (`restore`) is not seen before the module is taken up anew.
"""

from dataclasses import dataclass, field
from weakref import WeakValueDictionary

from hal.boards.rpi_gpio import Gpio


class ChipGone(Exception):
    """As lgpio.error: a class of the module's own, neither OSError nor RuntimeError."""


class PulseDouble:
    """As RPi.GPIO.PWM: it ends, with the pin at 0, when the last reference goes."""

    def __init__(self, double: "GpioDouble", channel: int, pulses_a_second: float) -> None:
        if channel in double.pulses:
            raise RuntimeError("A PWM object already exists for this GPIO channel")
        if not 0 < pulses_a_second <= 10_000:
            raise ValueError("frequency must be greater than 0.0")
        self.double, self.channel, self.duty = double, channel, -1.0
        double.claimed_output(channel)
        double.pulses[channel] = self

    def start(self, duty: float, /) -> None:
        self.duty = 0.0
        self.ChangeDutyCycle(duty)

    def ChangeDutyCycle(self, duty: float, /) -> None:
        assert self.duty >= 0, "not started"
        if not 0 <= duty <= 100:
            raise ValueError("dutycycle must have a value from 0.0 to 100.0")
        self.duty = duty

    def __del__(self) -> None:
        if not self.double.stale:
            self.double.output(self.channel, 0)


@dataclass
class GpioDouble:
    BCM: int = 11
    IN: int = 1
    OUT: int = 0
    PUD_OFF: int = 20
    PUD_DOWN: int = 21
    PUD_UP: int = 22
    mode: int = 0
    broken: bool = False
    stale: bool = False
    world: dict[int, int] = field(default_factory=dict)
    pulls: dict[int, int] = field(default_factory=dict)
    outputs: dict[int, int] = field(default_factory=dict)
    pulses: WeakValueDictionary[int, PulseDouble] = field(default_factory=WeakValueDictionary)

    def drive(self, channel: int, level: int) -> None:
        self.world[channel] = level

    def shine(self, channel: int) -> float:
        """Percent of the time that an output is 1."""
        pulse = self.pulses.get(channel)
        return pulse.duty if pulse else 100.0 * self.outputs[channel]

    def lose(self) -> None:
        self.broken = self.stale = True

    def restore(self) -> None:
        self.broken = False

    def anew(self, gpio: Gpio) -> Gpio:
        """As `hal.boards.rpi_gpio.take_up_anew` does to the real module."""
        self.mode, self.stale = 0, self.broken
        for forgotten in (self.pulls, self.outputs):
            forgotten.clear()
        return gpio

    def setwarnings(self, on: bool, /) -> None:
        assert not on

    def setmode(self, mode: int, /) -> None:
        self._alive()
        if self.mode not in (0, mode):
            raise ValueError("A different mode has already been set!")
        self.mode = mode

    def setup(
        self, channel: int, direction: int, /, pull_up_down: int = 20, initial: int | None = None
    ) -> None:
        self._alive()
        self._valid(channel)
        if direction == self.OUT:
            if pull_up_down != self.PUD_OFF:
                raise ValueError("pull_up_down parameter is not valid for outputs")
            self.outputs[channel] = self._level(0 if initial is None else initial)
            return
        if initial is not None:
            raise ValueError("initial parameter is not valid for inputs")
        self.pulls[channel] = pull_up_down

    def input(self, channel: int, /) -> int:
        self._alive()
        self._valid(channel)
        if channel not in self.pulls:
            raise RuntimeError("You must setup() the GPIO channel first")
        if channel in self.world:
            return self.world[channel]
        assert self.pulls[channel] != self.PUD_OFF, f"pin {channel} floats"
        return int(self.pulls[channel] == self.PUD_UP)

    def output(self, channel: int, value: int, /) -> None:
        self.claimed_output(channel)
        self.outputs[channel] = self._level(value)

    def PWM(self, channel: int, pulses_a_second: float, /) -> PulseDouble:
        return PulseDouble(self, channel, pulses_a_second)

    def cleanup(self, channels: list[int] | None = None, /) -> None:
        self._alive()
        for channel in [*self.pulls, *self.outputs] if channels is None else channels:
            self._valid(channel)
            assert channel not in self.pulses, f"pin {channel} is given back while it pulses"
            self.pulls.pop(channel, None)
            self.outputs.pop(channel, None)

    def claimed_output(self, channel: int) -> None:
        self._alive()
        self._valid(channel)
        if channel not in self.outputs:
            raise RuntimeError("The GPIO channel has not been set up as an OUTPUT")

    def _alive(self) -> None:
        if self.broken or self.stale:
            raise ChipGone("can not open gpiochip")

    def _valid(self, channel: int) -> None:
        if self.mode != self.BCM:
            raise RuntimeError("Please set pin numbering mode")
        if not 0 <= channel <= 27:
            raise ValueError("The channel sent is invalid on a Raspberry Pi")

    @staticmethod
    def _level(value: int) -> int:
        if value not in (0, 1):
            raise ValueError("output level must be 0 or 1")
        return value
