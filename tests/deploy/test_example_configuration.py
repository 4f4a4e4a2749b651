"""The commented example is a configuration that works as it stands."""

import dataclasses
import re
import tomllib
from pathlib import Path

from hal.boards import BOARDS
from hal.boards.rpi_wiring import wiring
from table_firmware import config
from tests.deploy.conftest import CHECKOUT

EXAMPLE = CHECKOUT / "deploy/table.toml"


def test_the_example_names_a_table_on_the_simulated_board() -> None:
    plain = tomllib.loads(EXAMPLE.read_text("utf-8"))
    assert plain["board"]["name"] in BOARDS
    assert plain["noise"]["source"] in plain["table"]["origin"]
    assert Path(plain["table"]["state"]).is_absolute()


def test_the_pins_of_the_example_are_a_wiring_when_uncommented() -> None:
    text = EXAMPLE.read_text("utf-8")
    board = text[text.index('# name = "rpi_gpio"') : text.index("# 谁可以使用")]
    made = wiring(tomllib.loads("[board]\n" + re.sub(r"(?m)^# (?=[a-z\[])", "", board))["board"])
    assert len(made.inputs) == 9
    assert len(made.lamps) == 4


def test_the_example_shows_the_defaults() -> None:
    shown = config.load(EXAMPLE)
    assert shown == dataclasses.replace(config.Config(), state=shown.state, run=shown.run)
