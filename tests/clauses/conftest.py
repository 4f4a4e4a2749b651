"""Tables in virtual time for the clauses that speak of a match."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from table_firmware.config.play import Timers
from table_firmware.rules.cards import Seat
from tests.controller.desk import QUICK, Desk

TIMERS = frozenset(Timers.__dataclass_fields__)


@pytest.fixture
def desk() -> Desk:
    """A table with the usual times."""
    return Desk()


@pytest.fixture
def new_desk() -> Callable[..., Desk]:
    """Tables with other settings and timers: `new_desk(house_after=0, play=10_000)`."""

    def make(**changes: Any) -> Desk:
        timers = {name: changes.pop(name) for name in TIMERS & changes.keys()}
        return Desk(replace(QUICK, timers=replace(QUICK.timers, **timers), **changes))

    return make


@pytest.fixture(scope="session")
def played() -> Desk:
    """Four hands that the system plays for a guest and three house players."""
    desk = Desk()
    desk.to_round(Seat.E)
    desk.want(Seat.E, "manage")
    desk.wait_until(lambda: desk.table.in_lobby)
    return desk
