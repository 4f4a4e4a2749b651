"""The random source: does it answer, and do its bytes pass the health tests?"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from table_firmware.fairness.entropy import (
    BLOCK,
    PROPORTION_CUTOFFS,
    REPETITION_CUTOFFS,
    HealthTests,
    NoiseSource,
)
from table_firmware.service.areas.source import Machine
from table_firmware.service.checks import Check, Values, coded

BLOCKS: Final = 64
SIMULATED: Final = "simulated"


@dataclass(frozen=True, slots=True)
class Sample:
    """What was drawn from a source: blocks as they came, how many failed a test for once or for
    good, and how long it took (seconds)."""

    blocks: tuple[bytes, ...]
    intermittent: int
    permanent: int
    seconds: float

    @property
    def raw(self) -> bytes:
        """The bytes, untested and unmixed."""
        return b"".join(self.blocks)


def draw(machine: Machine, source: NoiseSource, blocks: int = BLOCKS) -> Sample:
    """Draw and test, apart from what deals are made of. OSError as the source raises it."""
    tests, begun = HealthTests(), machine.now()
    drawn = tuple(_read(source, blocks))
    found = [tests.check(block) for block in drawn]
    seconds = machine.now() - begun
    return Sample(drawn, found.count("intermittent"), found.count("permanent"), seconds)


def _read(source: NoiseSource, blocks: int) -> Iterator[bytes]:
    for _ in range(blocks):
        yield source.read(BLOCK)


def failed(source: str, error: OSError) -> Check:
    """The source did not answer."""
    code = str(getattr(error, "code", "noise-io"))
    return coded("noise.health", "fault", "failed", code, {"source": source})


def judged(source: str, sample: Sample) -> Check:
    """What a sample says of its source."""
    name = "noise.health"
    values: Values = {
        "source": source,
        "bytes": len(sample.raw),
        "intermittent": sample.intermittent,
        "permanent": sample.permanent,
        "rate": len(sample.raw) / sample.seconds / 1000 if sample.seconds else 0.0,
        "repetition": REPETITION_CUTOFFS[0],
        "proportion": PROPORTION_CUTOFFS[0],
    }
    if sample.permanent:
        return coded(name, "fault", "measured", "noise-unhealthy", values)
    if sample.intermittent:
        return coded(name, "warning", "measured", "noise-intermittent", values)
    if source == SIMULATED:
        return Check(name, "info", "simulated", values=values)
    return Check(name, "ok", "measured", values=values)


def retested(source: str, code: str, operators: bool = False) -> Check:
    """The start-up test, made once more after the source was repaired. code: of what is wrong.
    operators: the table has some, one of whom must agree."""
    name, values = "noise.again", {"source": source}
    if code:
        return coded(name, "fault", "failed", code, values)
    return Check(name, "ok", "waiting" if operators else "passed", values=values)


def kept(raw: Path | None) -> list[Check]:
    """Where the sample lies that was taken, if one was."""
    if raw is None or not raw.is_file():
        return []
    values: Values = {"file": str(raw), "bytes": raw.stat().st_size}
    return [Check("noise.sample", "info", "kept", values=values)]


def held(port: Path) -> Check:
    """A running table has the generator at this port for itself; whether it is there at all can
    be seen without opening it."""
    name, values = "noise.health", {"source": str(port)}
    if not port.exists():
        return coded(name, "fault", "gone", "noise-missing", values)
    return Check(name, "info", "held", values=values)
