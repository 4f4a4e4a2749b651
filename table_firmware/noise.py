"""The noise source that the configuration names, as the running table holds it."""

from collections.abc import Callable
from functools import partial
from typing import Protocol

from hal.noise import HWRNG, HardwareNoise, SerialNoise, SimulatedNoise
from table_firmware.config import Config
from table_firmware.config.hardware import SIMULATED
from table_firmware.fairness.entropy import NoiseSource, os_random


class Device(NoiseSource, Protocol):
    """A source that holds something open."""

    def close(self) -> None:
        """Let it go."""


class Replaceable:
    """A source that is opened when it is first drawn from, and anew after it has failed: whoever
    wants to draw from it once more may have replaced it. A read that fails is never repeated
    here."""

    def __init__(self, name: str, opened: Callable[[], Device]) -> None:
        """opened: opens the device; OSError if it is not there."""
        self.name = name
        self._opened = opened
        self._device: Device | None = None

    def read(self, n: int) -> bytes:
        """The next `n` bytes, or the device's OSError."""
        if self._device is None:
            self._device = self._opened()
        try:
            return self._device.read(n)
        except OSError:
            self.close()
            raise

    def close(self) -> None:
        """Let the device go until the next read."""
        device, self._device = self._device, None
        if device is not None:
            device.close()


def noise_name(config: Config) -> str:
    """What the source is called that the configuration names."""
    if config.noise == SIMULATED:
        return SIMULATED
    return str(config.noise_port or HWRNG)


def open_noise(config: Config) -> Device:
    """The source that the configuration names; there is no silent fallback. One that is not there
    says so when it is drawn from, so that the table stands in stage `fault` instead of not
    standing at all."""
    if config.noise == SIMULATED:
        return SimulatedNoise(os_random(32))
    if config.noise_port is not None:
        return Replaceable(noise_name(config), partial(SerialNoise, config.noise_port))
    return Replaceable(noise_name(config), HardwareNoise)
