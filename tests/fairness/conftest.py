import json
from pathlib import Path
from typing import Any

import pytest

from hal.noise import SimulatedNoise
from table_firmware.fairness.deal import DIGITS, NOTHING, Batch, Contribution, make_batch
from table_firmware.rules.dealing import Dealing
from table_firmware.rules.games import GAMES

GOLDEN = Path(__file__).parents[1] / "golden" / "deal1.json"


@pytest.fixture(scope="session")
def chinpok() -> Dealing:
    return GAMES["chinpok"].DEALING


@pytest.fixture(scope="session")
def vectors() -> list[dict[str, Any]]:
    loaded: list[dict[str, Any]] = json.loads(GOLDEN.read_text())
    return loaded


@pytest.fixture(scope="session")
def batch() -> Batch:
    """Five hands of a table with known noise."""
    system = SimulatedNoise(b"system")
    noise = SimulatedNoise(b"device")
    return make_batch("simulated/t/1", "chinpok/1", 7, bytes(range(32)), 5, noise, system.read)


@pytest.fixture(scope="session")
def contributions() -> tuple[Contribution, ...]:
    typed = (Contribution(DIGITS, digits) for digits in (b"314159", b"27182818284590452353"))
    return (*typed, *NOTHING[2:])
