"""升级 of the paper edition as a match at the table: off by default, never ranked, verified."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from table_firmware.config import Play
from table_firmware.ledger.course import Course
from table_firmware.ledger.entries import Entry
from table_firmware.ledger.report import Refusal
from table_firmware.ledger.tree import Tree, leaf_hash
from table_firmware.rules.cards import Seat
from tests.controller.desk import QUICK
from tests.controller.test_whole_match import RealDesk

E, N, W, S = Seat
LEVELS: Play = replace(
    QUICK, mode="U", modes=("2", "U"), options={"upgrade_mode": True, "managed_follow": "pass"}
)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> RealDesk:
    """A whole match of four guests who let the table play for them."""
    desk = RealDesk(tmp_path_factory.mktemp("levels") / "state", LEVELS)
    desk.seat_guests(*Seat)
    desk.wait(0)
    for seat in Seat:
        desk.want(seat, "digits")
        desk.want(seat, "manage")
    desk.wait_until(lambda: desk.stage == "match_result", most=24 * 3_600_000)
    return desk


def test_a_match_of_levels_is_played_until_a_pair_passes_a_and_verified(played: RealDesk) -> None:
    report = played.verify()
    assert report.ok, report.lines()
