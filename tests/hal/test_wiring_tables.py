"""The tables of docs/hardware.md are the pins of the example, of the tests, and of the header."""

import re
import tomllib
from pathlib import Path

import pytest

from hal.board import LAMPS, ROLES
from tests.gpio_real import PINS, SPARE

ROOT = Path(__file__).parents[2]
MANUALS = [ROOT / "docs/hardware.md", ROOT / "docs/hardware.zh-CN.md"]
PLACES = "2:3 3:5 4:7 14:8 15:10 17:11 18:12 27:13 22:15 23:16 24:18 10:19 9:21 25:22"
MORE = "11:23 8:24 7:26 5:29 6:31 12:32 13:33 19:35 16:36 26:37 20:38 21:40"
HEADER = {int(pin): int(place) for pin, place in re.findall(r"(\d+):(\d+)", f"{PLACES} {MORE}")}
"""BCM number: place on the header."""
ROLE = r"\| `(\w+)` \|"


@pytest.fixture(params=MANUALS, ids=lambda path: path.name)
def manual(request: pytest.FixtureRequest) -> str:
    path: Path = request.param
    return path.read_text("utf-8")


def test_the_wiring_table_gives_each_role_its_pin_and_place(manual: str) -> None:
    found = re.findall(rf"{ROLE} (\d+) \| (\d+) (?=\|)", manual)
    rows = {role: (int(pin), int(place)) for role, pin, place in found}
    assert rows == {role: (pin, HEADER[pin]) for role, pin in PINS.items()}


def test_the_loop_back_table_wires_each_pin_to_its_spare_one(manual: str) -> None:
    found = re.findall(rf"{ROLE} (\d+) \((\d+)\) \| (\d+) \((\d+)\) (?=\|)", manual)
    wires = {role: tuple(map(int, places)) for role, *places in found}
    assert wires == {
        role: (pin, HEADER[pin], SPARE[role], HEADER[SPARE[role]]) for role, pin in PINS.items()
    }


def test_no_pin_is_used_twice_on_the_bench() -> None:
    assert len({*PINS.values(), *SPARE.values()}) == 2 * len((*ROLES, *LAMPS))


def test_the_example_configuration_has_the_same_pins() -> None:
    text = (ROOT / "deploy/table.toml").read_text("utf-8")
    pins = re.findall(r"(?m)^# ((?:seat|button|lamp)_[ENWS]|service) = (\d+)$", text)
    assert tomllib.loads("\n".join(f"{role} = {pin}" for role, pin in pins)) == PINS
