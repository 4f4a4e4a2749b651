"""跑胡子 at the table: three play in secret windows, the fourth watches, and the audit holds."""

from dataclasses import replace
from typing import Any

import pytest

from table_firmware.config import Play
from table_firmware.rules.cards import Seat
from tests.controller.desk import QUICK, Desk
from tests.controller.test_whole_match import RealDesk

E, N, W, S = Seat
MODES = ("P4", "P8", "P12")
PAOHUZI: Play = replace(QUICK, game="paohuzi", mode="P4", modes=MODES)


def of(desk: Desk, kind: str) -> list[dict[str, Any]]:
    return [dict(entry.d) for entry, _ in desk.entries if entry.k == kind]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> RealDesk:
    desk = RealDesk(
        tmp_path_factory.mktemp("tiles") / "state", replace(PAOHUZI, house_players="planner")
    )
    desk.link(*Seat)
    desk.wait_until(lambda: desk.stage == "match_result", most=24 * 3_600_000)
    return desk


def test_a_match_is_verified(played: RealDesk) -> None:
    report = played.verify()
    assert report.ok, report.lines()
    assert (report.hands, report.matches) == (4, 1)
    for d in of(played, "hand_end"):
        print(d)
    print(of(played, "match"), of(played, "match_end"))
    print(played.now, len(of(played, "act")))
    from collections import Counter

    print(Counter((d["action"]["kind"], d["action"]["by"]) for d in of(played, "act")))
    print(of(played, "deal")[0])
