import errno
import random  # noqa: TID251
from collections.abc import Callable, Iterator
from itertools import cycle, islice, repeat
from pathlib import Path

import pytest

from hal.noise import HardwareNoise, NoiseLost, SimulatedNoise
from table_firmware.fairness.entropy import (
    BLOCK,
    REMEMBERED,
    HealthTests,
    Memory,
    NoiseFault,
    NoiseSource,
    healthy_noise,
    os_random,
)


class Scripted:
    """A source of the given bytes that knows how many were taken from it."""

    name = "scripted"

    def __init__(self, samples: Iterator[int]) -> None:
        self.samples = samples
        self.taken = 0

    def read(self, n: int) -> bytes:
        block = bytes(islice(self.samples, n))
        self.taken += len(block)
        return block


def twister() -> Iterator[int]:
    generator = random.Random(4)
    while True:
        yield generator.getrandbits(8)


def biased() -> Iterator[int]:
    """Each bit is 1 three times out of four."""
    generator = random.Random(4)
    while True:
        yield generator.getrandbits(8) | generator.getrandbits(8)


def shift_register() -> Iterator[int]:
    """A 16-bit LFSR (x^16 + x^14 + x^13 + x^11 + 1), eight steps a byte."""
    state = 0xACE1
    while True:
        for _ in range(8):
            bit = (state ^ state >> 2 ^ state >> 3 ^ state >> 5) & 1
            state = state >> 1 | bit << 15
        yield state & 0xFF


def masked(bits: int) -> Iterator[int]:
    return (byte & bits for byte in twister())


CAUGHT: dict[str, Callable[[], Iterator[int]]] = {
    "stuck at zero": lambda: repeat(0x00),
    "stuck at one": lambda: repeat(0xFF),
    "period of two": lambda: cycle(b"\x5a\xa5"),
    "six stuck bits": lambda: masked(0b11),
    "repeated block": lambda: cycle(islice(twister(), BLOCK)),
}
NOT_CAUGHT: dict[str, Callable[[], Iterator[int]]] = {
    "four stuck bits": lambda: masked(0b1111),
    "biased bits": biased,
    "shift register": shift_register,
    "Mersenne twister": twister,
}


@pytest.mark.parametrize("bad", CAUGHT)
def test_a_source_that_broke_is_caught_within_640_bytes(bad: str) -> None:
    source = Scripted(CAUGHT[bad]())
    first_alarm: list[int] = []
    with pytest.raises(NoiseFault) as fault:
        healthy_noise(source, 64_000, alarm=lambda _: first_alarm.append(source.taken))
    assert [*first_alarm, source.taken][0] <= 640
    expected = "noise-repeated" if bad == "repeated block" else "noise-unhealthy"
    assert fault.value.code == expected


@pytest.mark.slow
@pytest.mark.parametrize("bad", NOT_CAUGHT)
def test_a_source_that_is_subtly_bad_is_not_caught_in_64000_bytes(bad: str) -> None:
    """Why the system's pool is always mixed in and the noise is published."""
    alarms: list[str] = []
    assert len(healthy_noise(Scripted(NOT_CAUGHT[bad]()), 64_000, alarm=alarms.append)) == 64_000
    assert alarms == []


class Lost:
    name = "lost"

    def __init__(self, error: OSError) -> None:
        self.error = error

    def read(self, n: int) -> bytes:  # noqa: ARG002
        raise self.error


def test_a_short_read_a_failed_read_and_a_missing_device_are_faults() -> None:
    cases: list[tuple[NoiseSource, str]] = [
        (Scripted(iter(bytes(range(256)))), "noise-short"),
        (Lost(NoiseLost("noise-missing", "hwrng")), "noise-missing"),
        (Lost(NoiseLost("noise-short", "hwrng")), "noise-short"),
        (Lost(OSError(errno.EIO, "input/output error")), "noise-io"),
    ]
    for source, code in cases:
        with pytest.raises(NoiseFault) as fault:
            healthy_noise(source, 320)
        assert fault.value.code == code


def test_a_device_that_ends_is_a_fault(tmp_path: Path) -> None:
    path = tmp_path / "hwrng"
    path.write_bytes(SimulatedNoise(b"device").read(2000))
    device = HardwareNoise(path)
    assert len(healthy_noise(device, 320)) == 320
    with pytest.raises(NoiseFault, match="noise-short"):
        healthy_noise(device, 320)
    device.close()


# ---------------------------------------------------------------- the tests themselves


@pytest.mark.parametrize(
    ("run", "health"),
    [(8, "healthy"), (9, "intermittent"), (15, "intermittent"), (16, "permanent")],
)
def test_the_repetition_count_has_its_two_cutoffs(run: int, health: str) -> None:
    samples = bytes(range(100)) + bytes([7]) * run + bytes(range(100))
    assert HealthTests().check(samples) == health


def window(equal: int) -> bytes:
    """A window in which the first sample occurs `equal` times, never twice in a row."""
    rest = b"".join(bytes([1 + at % 3, 0]) for at in range(equal - 1))
    others = bytes(4 + at % 250 for at in range(512 - 1 - len(rest)))
    return bytes([0]) + rest + others


@pytest.mark.parametrize(
    ("equal", "health"),
    [(70, "healthy"), (71, "intermittent"), (90, "intermittent"), (91, "permanent")],
)
def test_the_proportion_test_has_its_two_cutoffs(equal: int, health: str) -> None:
    assert len(window(equal)) == 512
    assert HealthTests().check(window(equal)) == health


def test_each_window_counts_for_itself() -> None:
    tests = HealthTests()
    assert [tests.check(window(60)) for _ in range(3)] == ["healthy"] * 3


def test_the_last_sample_of_a_window_counts_and_the_next_one_does_not() -> None:
    assert HealthTests().check(window(70)[:-1] + b"\0") == "intermittent"
    assert HealthTests().check(window(70) + b"\0") == "healthy"


def test_a_run_goes_on_from_one_block_to_the_next() -> None:
    tests = HealthTests()
    assert tests.check(bytes([5]) * 8) == "healthy"
    assert tests.check(bytes([5])) == "intermittent"
    assert tests.check(bytes([5]) * 7) == "permanent"


def with_a_run(length: int, blocks: set[int]) -> Iterator[int]:
    """Good noise; in the blocks numbered so, the middle is stuck for `length` samples."""
    noise = SimulatedNoise(b"device")
    block = 0
    while True:
        samples = bytearray(noise.read(BLOCK))
        if block in blocks:
            samples[100 : 100 + length] = bytes([samples[99]]) * length
        yield from samples
        block += 1


def test_a_block_that_fails_for_once_is_thrown_away_and_drawn_again() -> None:
    alarms: list[str] = []
    source = Scripted(with_a_run(9, {4}))
    drawn = healthy_noise(source, 640, alarm=alarms.append)
    good = SimulatedNoise(b"device").read(7 * BLOCK)
    assert drawn == good[5 * BLOCK :]
    assert alarms == ["noise-intermittent"]


def test_a_block_that_is_drawn_again_does_not_continue_the_one_thrown_away() -> None:
    good = SimulatedNoise(b"device").read(6 * BLOCK)
    end, start = good[: 5 * BLOCK - 9] + bytes(9), bytes(7) + good[5 * BLOCK + 7 :]
    assert healthy_noise(Scripted(iter(end + start)), 320) == start


def test_three_draws_more_are_made_and_no_fourth() -> None:
    assert len(healthy_noise(Scripted(with_a_run(9, {4, 5, 6})), 320)) == 320
    source = Scripted(with_a_run(9, {4, 5, 6, 7}))
    alarms: list[str] = []
    with pytest.raises(NoiseFault, match="noise-unhealthy"):
        healthy_noise(source, 320, alarm=alarms.append)
    assert source.taken == 8 * BLOCK
    assert len(alarms) == 4


def test_a_failure_for_good_is_not_drawn_again() -> None:
    source = Scripted(with_a_run(16, {5}))
    with pytest.raises(NoiseFault, match="noise-unhealthy"):
        healthy_noise(source, 640)
    assert source.taken == 6 * BLOCK


def test_the_startup_samples_are_used_for_nothing_else() -> None:
    source = Scripted(with_a_run(0, set()))
    assert healthy_noise(source, 100) == SimulatedNoise(b"device").read(1380)[1280:]
    assert source.taken - BLOCK >= 1024


# ---------------------------------------------------------------- noise met before


def test_a_table_that_starts_from_a_copied_image_knows_its_noise(tmp_path: Path) -> None:
    path = tmp_path / "noise"
    healthy_noise(SimulatedNoise(b"one"), 640, Memory(path))
    assert path.stat().st_mode & 0o777 == 0o600
    healthy_noise(SimulatedNoise(b"other"), 640, Memory(path))
    with pytest.raises(NoiseFault, match="noise-repeated"):
        healthy_noise(SimulatedNoise(b"one"), 640, Memory(path))


def test_the_memory_keeps_no_noise_and_does_not_grow_for_ever(tmp_path: Path) -> None:
    memory = Memory(tmp_path / "noise")
    for block in range(REMEMBERED + 10):
        memory.admit(block.to_bytes(320, "big"))
    memory.save()
    kept = (tmp_path / "noise").read_bytes()
    assert len(kept) == REMEMBERED * 32
    again = Memory(tmp_path / "noise")
    again.admit(bytes(320))
    with pytest.raises(NoiseFault, match="noise-repeated"):
        again.admit((REMEMBERED + 9).to_bytes(320, "big"))


def test_the_pool_of_the_system_never_gives_the_same_bytes_twice() -> None:
    assert len({os_random(16) for _ in range(1000)}) == 1000
    assert len(os_random(64)) == 64
