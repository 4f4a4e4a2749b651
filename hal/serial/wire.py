"""A bad line, simulated: bytes take their time, and are lost, repeated, flipped, inserted and
delayed. Pure: chance and time are given."""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

BITS_A_BYTE: Final = 10
"""Start bit, eight data bits, stop bit."""


@dataclass(frozen=True, slots=True)
class Faults:
    """How likely each fault is, for each byte (0 to 1); a delay stops the line for `delay_for`
    seconds."""

    lose: float = 0.0
    repeat: float = 0.0
    flip: float = 0.0
    insert: float = 0.0
    delay: float = 0.0
    delay_for: float = 0.05


NONE: Final = Faults()


class Wire:
    """One direction of a line of `baud` bits a second (0: as fast as you like). `chance` gives a
    number from 0 up to 1, a new one each time."""

    def __init__(self, chance: Callable[[], float], baud: int = 0, faults: Faults = NONE) -> None:
        self.faults = faults
        self._chance = chance
        self._byte_time = BITS_A_BYTE / baud if baud else 0.0
        self._bytes: deque[tuple[float, int]] = deque()
        self._free_at = 0.0

    def send(self, data: bytes, now: float) -> None:
        """Bytes enter the line at `now`, after those that are still on it."""
        for byte in data:
            for sent in self._spoil(byte, now):
                self._free_at = max(self._free_at, now) + self._byte_time
                self._bytes.append((self._free_at, sent))

    def arrived(self, now: float) -> bytes:
        """The bytes that have come out by `now`."""
        out = bytearray()
        while self._bytes and self._bytes[0][0] <= now:
            out.append(self._bytes.popleft()[1])
        return bytes(out)

    def cut(self) -> None:
        """What is on the line never arrives."""
        self._bytes.clear()
        self._free_at = 0.0

    def deadline(self) -> float | None:
        """When the next byte comes out; None if none is on the line."""
        return self._bytes[0][0] if self._bytes else None

    def _spoil(self, byte: int, now: float) -> bytes:
        if self.faults == NONE:
            return bytes((byte,))
        faults = self.faults
        if self._happens(faults.delay):
            self._free_at = max(self._free_at, now) + faults.delay_for
        if self._happens(faults.lose):
            return b""
        if self._happens(faults.flip):
            byte ^= 1 << int(8 * self._chance())
        if self._happens(faults.repeat):
            return bytes((byte, byte))
        if self._happens(faults.insert):
            return bytes((int(256 * self._chance()), byte))
        return bytes((byte,))

    def _happens(self, rate: float) -> bool:
        return rate > 0 and self._chance() < rate
