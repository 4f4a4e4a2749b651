"""The composition root's own words: faults in full, the noise source, the release."""

import re
from functools import partial
from pathlib import Path

import pytest

from hal.noise import HardwareNoise, NoiseLost, SimulatedNoise
from table_firmware.__main__ import boot_facts, release_hash
from table_firmware.config import Config
from table_firmware.fairness.entropy import NoiseFault, healthy_noise
from table_firmware.ledger.entries import Entry
from table_firmware.ledger.faults import CODES
from table_firmware.noise import Replaceable, open_noise
from table_firmware.service.faults import told


@pytest.mark.parametrize("word", sorted(CODES | {"scanner-ended"}))
def test_every_fault_that_ends_the_table_is_told_with_its_remedy(word: str) -> None:
    first, zh, en = told(word, "the detail").splitlines()
    assert re.fullmatch(rf"TBL-[236]\d\d {word}: the detail", first)
    assert any("\u4e00" <= letter <= "\u9fff" for letter in zh)
    assert en.isascii()


def test_simulated_noise_is_new_at_every_start() -> None:
    first, second = open_noise(Config()), open_noise(Config())
    assert isinstance(first, SimulatedNoise)
    assert first.name == "simulated"
    assert first.read(32) != second.read(32)


def test_an_absent_generator_is_a_noise_fault_and_not_a_dead_table(tmp_path: Path) -> None:
    absent = Replaceable("hwrng", partial(HardwareNoise, tmp_path / "hwrng"))
    with pytest.raises(NoiseFault) as caught:
        healthy_noise(absent, 320)
    assert caught.value.code == "noise-missing"
    absent.close()


def test_a_generator_that_failed_is_opened_anew_by_the_next_read_and_not_before(
    tmp_path: Path,
) -> None:
    device = tmp_path / "hwrng"
    device.write_bytes(b"old")
    noise = Replaceable("hwrng", partial(HardwareNoise, device))
    assert noise.read(3) == b"old"
    with pytest.raises(NoiseLost, match="noise-short"):
        noise.read(1)
    device.unlink()
    for _ in range(2):
        with pytest.raises(NoiseLost, match="noise-missing"):
            noise.read(1)
    device.write_bytes(b"new")
    assert noise.read(3) == b"new"
    noise.close()


def test_a_serial_generator_that_is_not_there_is_a_noise_fault_too(tmp_path: Path) -> None:
    port = tmp_path / "noise"
    noise = open_noise(Config(noise="serial", noise_port=port))
    assert noise.name == str(port)
    with pytest.raises(NoiseFault) as caught:
        healthy_noise(noise, 320)
    assert caught.value.code == "noise-missing"


def test_the_boot_entry_is_as_the_log_wants_it() -> None:
    facts = boot_facts(SimulatedNoise(b""), clean=True)
    Entry(1, 0, "boot", 0, {**facts, "torn": 0}).encode()
    assert facts["fw"] == release_hash()
