"""Noise from a device: the hardware generator, or one that says in its name that it is simulated.

A short read or an I/O error from the generator is a failure of its health (its driver resets the
block and reports it so): it is passed on, never tried again for ever.
"""

import errno
import os
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Final

HWRNG: Final = Path("/dev/hwrng")
GONE: Final = (errno.ENOENT, errno.ENODEV, errno.ENXIO, errno.EACCES, errno.EPERM)


class NoiseLost(OSError):
    """The generator cannot be relied on.

    code: `noise-missing` (no device, or none we may open), `noise-short` (a short read) or
    `noise-io` (the read failed).
    """

    def __init__(self, code: str, name: str) -> None:
        super().__init__(f"{code}: {name}")
        self.code = code


class HardwareNoise:
    """The kernel's hardware random number generator. NoiseLost if it cannot be opened."""

    def __init__(self, path: Path | str = HWRNG) -> None:
        self.name = str(path)
        try:
            self._file = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
        except OSError as error:
            raise self._lost(error) from error

    def read(self, n: int) -> bytes:
        """Exactly `n` bytes, or NoiseLost."""
        try:
            data = os.read(self._file, n)
        except OSError as error:
            raise self._lost(error) from error
        if len(data) < n:
            raise NoiseLost("noise-short", self.name)
        return data

    def close(self) -> None:
        """Let the device go; once."""
        os.close(self._file)

    def _lost(self, error: OSError) -> NoiseLost:
        return NoiseLost("noise-missing" if error.errno in GONE else "noise-io", self.name)


class SimulatedNoise:
    """Bytes expanded from a seed, the same ones for the same seed: for desks without a generator.
    Whoever uses it must say so wherever the deal is spoken of."""

    name: Final = "simulated"

    def __init__(self, seed: bytes) -> None:
        self._bytes = _expand(seed)

    def read(self, n: int) -> bytes:
        """The next `n` bytes."""
        return bytes(next(self._bytes) for _ in range(n))

    def close(self) -> None:
        """Nothing to let go."""


def _expand(seed: bytes) -> Iterator[int]:
    block = 0
    while True:
        yield from sha256(b"simulated noise\0" + block.to_bytes(8, "big") + seed).digest()
        block += 1
