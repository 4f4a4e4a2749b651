"""The noise source is judged."""

import errno
from pathlib import Path

import pytest

from hal.noise import NoiseLost, SimulatedNoise
from table_firmware.service.areas import noise
from tests.service.areas import Computer, brief, ticking


class Stuck:
    """A source that gives one byte for ever."""

    name = "/dev/hwrng"

    def read(self, n: int) -> bytes:
        return bytes(n)


class Fading:
    """A source that repeats itself for a moment, or fails for good."""

    name = "/dev/hwrng"

    def __init__(self, error: OSError | None = None) -> None:
        self._noise = SimulatedNoise(b"fading")
        self._error = error
        self._first = True

    def read(self, n: int) -> bytes:
        if self._error:
            raise self._error
        first, self._first = self._first, False
        return bytes(10) + self._noise.read(n - 10) if first else self._noise.read(n)


def test_a_healthy_source_is_measured(computer: Computer) -> None:
    source = SimulatedNoise(b"seed")
    drawn = noise.draw(computer(now=ticking(iter([0.5]))), source, 4)
    assert len(drawn.raw) == 4 * 320
    assert brief(noise.judged("/dev/hwrng", drawn)) == ("ok", "measured", "")
    assert brief(noise.judged("simulated", drawn)) == ("info", "simulated", "")
    assert noise.judged("/dev/hwrng", drawn).values["rate"] == pytest.approx(2.56)


def test_a_source_that_is_stuck_or_fails_is_a_fault(computer: Computer, tmp_path: Path) -> None:
    made = computer()
    assert brief(noise.judged("x", noise.draw(made, Stuck(), 4))) == (
        "fault",
        "measured",
        "TBL-404",
    )
    assert brief(noise.judged("x", noise.draw(made, Fading(), 4)))[2] == "TBL-406"
    assert brief(noise.failed("x", NoiseLost("noise-short", "x")))[2] == "TBL-402"
    with pytest.raises(OSError, match="EIO"):
        noise.draw(made, Fading(OSError(errno.EIO, "EIO")), 1)
    assert brief(noise.failed("x", OSError(errno.EIO, "EIO")))[2] == "TBL-403"
    assert brief(noise.held(tmp_path)) == ("info", "held", "")
    assert noise.kept(None) == noise.kept(tmp_path / "sample") == []
    (tmp_path / "sample").write_bytes(bytes(320))
    (kept,) = noise.kept(tmp_path / "sample")
    assert brief(kept) == ("info", "kept", "")
    assert kept.values["bytes"] == 320
    gone = noise.held(tmp_path / "noise")
    assert brief(gone) == ("fault", "gone", "TBL-401")
    assert all(str(tmp_path / "noise") in gone.found(language) for language in ("zh", "en"))


def test_a_new_test_of_the_source_is_told_with_its_code() -> None:
    assert brief(noise.retested("x", "")) == ("ok", "passed", "")
    assert brief(noise.retested("x", "", operators=True)) == ("ok", "waiting", "")
    assert brief(noise.retested("x", "noise-short")) == ("fault", "failed", "TBL-402")
