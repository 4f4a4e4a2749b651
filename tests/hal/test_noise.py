import os
from pathlib import Path

import pytest

from hal.noise import HardwareNoise, NoiseLost, SimulatedNoise


def lost(path: Path | str, n: int = 1) -> str:
    with pytest.raises(NoiseLost) as failure:
        HardwareNoise(path).read(n)
    return failure.value.code


def test_a_device_is_read_in_order(tmp_path: Path) -> None:
    path = tmp_path / "hwrng"
    path.write_bytes(bytes(range(10)))
    noise = HardwareNoise(path)
    assert noise.name == str(path)
    assert noise.read(4) == bytes(range(4))
    assert noise.read(6) == bytes(range(4, 10))
    noise.close()


def test_a_character_device_gives_as_many_bytes_as_asked() -> None:
    noise = HardwareNoise("/dev/zero")
    assert noise.read(320) == bytes(320)
    noise.close()


def test_a_missing_device_is_lost(tmp_path: Path) -> None:
    assert lost(tmp_path / "hwrng") == "noise-missing"


def test_a_device_that_cannot_be_opened_is_lost() -> None:
    """A path through a file that is no directory fails with ENOTDIR."""
    assert lost("/dev/null/hwrng") == "noise-io"


def test_a_short_read_is_lost_and_not_tried_again(tmp_path: Path) -> None:
    path = tmp_path / "hwrng"
    path.write_bytes(bytes(9))
    noise = HardwareNoise(path)
    with pytest.raises(NoiseLost, match="noise-short"):
        noise.read(10)
    noise.close()


def test_a_pipe_that_gives_less_is_a_short_read(tmp_path: Path) -> None:
    path = tmp_path / "hwrng"
    os.mkfifo(path)
    writer = os.open(path, os.O_RDWR)
    noise = HardwareNoise(path)
    os.write(writer, b"abc")
    with pytest.raises(NoiseLost, match="noise-short"):
        noise.read(4)
    noise.close()
    os.close(writer)


def test_an_input_output_error_is_lost() -> None:
    """Reading one's own memory at address 0 fails with EIO."""
    noise = HardwareNoise("/proc/self/mem")
    with pytest.raises(NoiseLost, match="noise-io") as failure:
        noise.read(1)
    assert isinstance(failure.value, OSError)
    noise.close()


def test_simulated_noise_says_so_in_its_name() -> None:
    assert SimulatedNoise(b"seed").name == "simulated"


def test_simulated_noise_is_its_seeds_and_no_other_ones() -> None:
    one, same, other = (SimulatedNoise(seed) for seed in (b"a", b"a", b"b"))
    whole = one.read(1000)
    assert same.read(333) + same.read(667) == whole
    assert other.read(1000) != whole
    assert len({whole[at : at + 32] for at in range(0, 960, 32)}) == 30
    one.close()
