"""Tables in virtual time."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from table_firmware.config.play import Timers
from table_firmware.rules.cards import Seat
from tests.controller.club import Club
from tests.controller.desk import QUICK, Desk


@pytest.fixture
def desk() -> Desk:
    return Desk()


@pytest.fixture
def new_desk() -> Callable[..., Desk]:
    """Desks with other settings: `new_desk(house_after=0, play=10_000)`."""

    def make(seed: bytes = b"desk", **changes: Any) -> Desk:
        timers = {name: changes.pop(name) for name in TIMERS & changes.keys()}
        known = replace(QUICK.timers, **timers)
        return Desk(replace(QUICK, timers=known, **changes), seed)

    return make


TIMERS = frozenset(Timers.__dataclass_fields__)


@pytest.fixture(scope="session")
def played() -> Desk:
    """A whole match of four hands, two guests who let the system play and two house players."""
    desk = Desk()
    desk.to_round(Seat.E, Seat.S)
    own = desk.view(Seat.E).round
    assert own is not None
    assert desk.want(Seat.E, "give", cards=own.hand[:1]) is None
    desk.want(Seat.E, "manage")
    desk.want(Seat.S, "manage")
    desk.wait_until(lambda: desk.table.in_lobby)
    return desk


@pytest.fixture
def club(tmp_path: Path) -> Club:
    made = Club(tmp_path)
    assert made.create() == 0
    return made
