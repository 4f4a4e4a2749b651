"""The manual's wiring is the one of the example, and it names every command and role."""

import re
import tomllib

import pytest

from hal.board import LAMPS, ROLES
from hal.boards.sim import HELP
from tests.deploy.conftest import CHECKOUT

PAGES = ("docs/hardware.md", "docs/hardware.zh-CN.md")
HEADER = {
    5: 29, 6: 31, 12: 32, 13: 33, 16: 36, 17: 11, 19: 35,
    20: 38, 21: 40, 22: 15, 23: 16, 26: 37, 27: 13,
}  # fmt: skip
"""Place on the 40-pin header of each BCM number used."""


def page(name: str) -> str:
    return (CHECKOUT / name).read_text("utf-8")


@pytest.mark.parametrize("name", PAGES)
def test_the_wiring_table_is_the_one_of_the_example(name: str) -> None:
    rows = re.findall(r"`([a-z]+(?:_[ENWS])?)` \| (\d+) \| (\d+)", page(name))
    example = (CHECKOUT / "deploy/table.toml").read_text("utf-8")
    pins = tomllib.loads("\n".join(re.findall(r"(?m)^# ([a-z]+(?:_[ENWS])? = \d+)$", example)))
    assert {role: int(bcm) for role, bcm, _ in rows} == pins
    assert set(pins) == {*ROLES, *LAMPS}
    assert {int(bcm): int(place) for _, bcm, place in rows} == HEADER


@pytest.mark.parametrize("name", PAGES)
def test_every_command_of_the_simulated_board_is_explained(name: str) -> None:
    for verb in {part.split()[0] for part in HELP.split(" | ") if part[0].islower()}:
        assert f"`{verb}" in page(name), verb
