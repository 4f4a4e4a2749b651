"""A strict stand-in for the module RPi.GPIO: it refuses what the real ones refuse.

It knows modes, directions, pulls and levels; `drive` is the world at an input pin, `outputs` what
the pins give out, `broken` makes every call fail as a vanished chip does.
"""

from dataclasses import dataclass, field


class ChipGone(Exception):
    """As lgpio.error: a class of the module's own, neither OSError nor RuntimeError."""


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
    world: dict[int, int] = field(default_factory=dict)
    pulls: dict[int, int] = field(default_factory=dict)
    outputs: dict[int, int] = field(default_factory=dict)

    def drive(self, channel: int, level: int) -> None:
        self.world[channel] = level

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
        self._alive()
        self._valid(channel)
        if channel not in self.outputs:
            raise RuntimeError("The GPIO channel has not been set up as an OUTPUT")
        self.outputs[channel] = self._level(value)

    def cleanup(self, channels: list[int], /) -> None:
        for channel in channels:
            self._valid(channel)
            self.pulls.pop(channel, None)
            self.outputs.pop(channel, None)

    def _alive(self) -> None:
        if self.broken:
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
