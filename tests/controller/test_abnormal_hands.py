"""Hands that end because somebody is gone, on a real log (CP-27)."""

from dataclasses import replace
from pathlib import Path

import pytest

from table_firmware.rules.cards import Seat
from tests.controller.desk import QUICK
from tests.controller.test_whole_match import RealDesk

E, N, W, S = Seat


@pytest.mark.slow
def test_hands_that_became_void_are_verified_with_who_did_not_finish(
    tmp_path: Path,
) -> None:
    timers = replace(QUICK.timers, house=3_000)
    play = replace(QUICK, options={"abnormal_rule": "void"}, settle=30_000, timers=timers)
    desk = RealDesk(tmp_path / "state", play)
    desk.to_round(E, N)
    desk.want(E, "manage")
    desk.unlink(N)
    desk.wait_until(lambda: desk.stage == "match_result")
    report = desk.verify()
    assert report.ok, report.lines()
    assert [(line.who, line.rank) for line in desk.view(E).standings] == [
        (("A", "C"), 1),
        (("B", "D"), 0),
    ]
