"""Noise from a device: the kernel's hardware generator, one on a serial port, or one that says in
its name that it is simulated.

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
SERIAL_BAUD: Final = 115200
SERIAL_BYTES_A_SECOND: Final = 1000
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


class SerialNoise:
    """A generator on a serial port (USB) that streams raw bytes without being asked. NoiseLost if
    the port cannot be opened for us alone. `patience`: seconds to wait beyond the time that the
    bytes take at a thousand a second.
    """

    def __init__(self, port: Path | str, patience: float = 1.0) -> None:
        # Only a table that has such a generator needs the serial library.
        from hal.serial.port import PORT_ERRORS, open_port

        self.name = str(port)
        self._patience = patience
        self._errors = PORT_ERRORS
        try:
            self._port = open_port(Path(port), SERIAL_BAUD, patience)
        except PORT_ERRORS as error:
            raise NoiseLost(_open_code(error), self.name) from error

    def read(self, n: int) -> bytes:
        """Exactly `n` bytes that arrive from now on, or NoiseLost."""
        try:
            self._port.timeout = self._patience + n / SERIAL_BYTES_A_SECOND
            # What has waited in a full buffer has holes in it.
            self._port.reset_input_buffer()
            data: bytes = self._port.read(n)
        except self._errors as error:
            raise NoiseLost("noise-io", self.name) from error
        if len(data) < n:
            raise NoiseLost("noise-short", self.name)
        return data

    def close(self) -> None:
        """Let the port go."""
        self._port.close()


def _open_code(error: BaseException) -> str:
    gone = (*GONE, errno.EAGAIN, errno.EBUSY)
    return "noise-missing" if getattr(error, "errno", None) in gone else "noise-io"


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
