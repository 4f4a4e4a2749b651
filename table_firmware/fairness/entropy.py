"""The door by which chance enters: the system's pool, and noise that is tested as it is drawn.

The tests are those of SP 800-90B §4.4 for byte samples at an assumed 4 bits each, with two
cut-offs: beyond the first (2^-30) a block is thrown away, beyond the second (2^-60) the source
is out of order. They find a source that broke, not one that is subtly bad: therefore the system's
pool is always mixed in, and the noise is published with the reveal.
"""

import os
from collections import deque
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Final, Literal, Protocol

from table_firmware.fairness import durable

REPETITION_CUTOFFS: Final = (9, 16)
PROPORTION_CUTOFFS: Final = (71, 91)
WINDOW: Final = 512
BLOCK: Final = 320
STARTUP_BLOCKS: Final = 4
REDRAWS: Final = 3
REMEMBERED: Final = 4096

Health = Literal["healthy", "intermittent", "permanent"]


class NoiseSource(Protocol):
    """Where raw noise comes from. `read` gives exactly n bytes or raises OSError."""

    @property
    def name(self) -> str:
        """What the log and the screen call it."""

    def read(self, n: int) -> bytes:
        """The next `n` bytes."""


class NoiseFault(Exception):
    """There is no verifiable random source: no batch may be opened.

    code: `noise-missing`, `noise-short`, `noise-io` (the device failed), `noise-unhealthy` (a
    health test failed for good, or too often) or `noise-repeated` (a block was seen before).
    """

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def os_random(n: int) -> bytes:
    """`n` (at most 256) bytes from the system's pool; waits until the pool is ready."""
    return os.getrandom(n)  # noqa: TID251


class HealthTests:
    """The repetition count and the adaptive proportion test, over one continuous stream."""

    def __init__(self) -> None:
        self.restart()

    def restart(self) -> None:
        """Forget the stream so far: what comes next does not continue it."""
        self._last = -1
        self._run = 0
        self._first = -1
        self._seen = 0
        self._equal = 0

    def check(self, samples: bytes) -> Health:
        """The worst that the tests said while these samples went by."""
        worst = (0, 0)
        for sample in samples:
            self._repetition(sample)
            self._proportion(sample)
            worst = max(worst[0], self._run), max(worst[1], self._equal)
        cutoffs = zip(REPETITION_CUTOFFS, PROPORTION_CUTOFFS, strict=True)
        failed = sum(worst[0] >= run or worst[1] >= equal for run, equal in cutoffs)
        levels: tuple[Health, ...] = ("healthy", "intermittent", "permanent")
        return levels[failed]

    def _repetition(self, sample: int) -> None:
        self._run = self._run + 1 if sample == self._last else 1
        self._last = sample

    def _proportion(self, sample: int) -> None:
        if self._seen % WINDOW == 0:
            self._first, self._equal = sample, 0
        self._seen += 1
        self._equal += sample == self._first


class Memory:
    """The digests of the last blocks drawn, kept in a file so that a table that starts again from
    a copied image knows noise that it has met before."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        kept = path.read_bytes() if path is not None and path.exists() else b""
        digests = (kept[at : at + 32] for at in range(0, len(kept), 32))
        self._digests = deque(digests, maxlen=REMEMBERED)

    def admit(self, block: bytes) -> None:
        """Remember the block; NoiseFault `noise-repeated` if it is known."""
        digest = sha256(b"noise block\0" + block).digest()
        if digest in self._digests:
            raise NoiseFault("noise-repeated")
        self._digests.append(digest)

    def save(self) -> None:
        """Make what was met durable."""
        if self._path is not None:
            durable.replace(self._path, b"".join(self._digests))


def ignore(code: str) -> None:
    """Take no notice of a discarded block."""


def healthy_noise(
    source: NoiseSource,
    n: int,
    memory: Memory | None = None,
    alarm: Callable[[str], None] = ignore,
) -> bytes:
    """`n` bytes that passed the tests, in blocks of 320, after a start-up test over 1,280 samples
    that are used for nothing else. Each discarded block is told to `alarm` (for the log's
    `rng_fault`); NoiseFault if the source fails for good."""
    memory = Memory() if memory is None else memory
    tests = HealthTests()
    blocks = STARTUP_BLOCKS + -(-n // BLOCK)
    drawn = b"".join(_healthy_block(source, tests, memory, alarm) for _ in range(blocks))
    memory.save()
    return drawn[STARTUP_BLOCKS * BLOCK :][:n]


def _healthy_block(
    source: NoiseSource, tests: HealthTests, memory: Memory, alarm: Callable[[str], None]
) -> bytes:
    for _ in range(1 + REDRAWS):
        block = _read(source)
        health = tests.check(block)
        if health == "permanent":
            break
        memory.admit(block)
        if health == "healthy":
            return block
        alarm("noise-intermittent")
        tests.restart()
    raise NoiseFault("noise-unhealthy")


def _read(source: NoiseSource) -> bytes:
    try:
        block = source.read(BLOCK)
    except OSError as error:
        raise NoiseFault(getattr(error, "code", "noise-io")) from error
    if len(block) != BLOCK:
        raise NoiseFault("noise-short")
    return block
