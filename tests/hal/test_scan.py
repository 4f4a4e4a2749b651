"""One step of scanning at a time, on the simulated board, at times that the test chooses."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType

import pytest

from hal.board import ROLES, BoardLost
from hal.boards.sim import PRESS_SCANS, SimBoard
from hal.scanner import Ailing, Bounced, Changed, Found, Lost, Report, Scan

TICK = 0.005


class Desk:
    """A simulated board under a scan, with a clock of its own."""

    def __init__(self, path: Path) -> None:
        self.board = SimBoard(path)
        self.scan = Scan(self.board)
        self.now = 100.0
        self.bounced: list[Report] = []

    def after(self, seconds: float) -> list[Report]:
        reports: list[Report] = []
        for _ in range(round(seconds / TICK)):
            self.now += TICK
            reports += self.scan.step(self.now)
        self.bounced += [report for report in reports if isinstance(report, Bounced)]
        return [report for report in reports if not isinstance(report, Bounced)]


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    made = Desk(tmp_path / "board.sock")
    yield made
    made.board.close()


@pytest.fixture
def found(desk: Desk) -> Desk:
    assert desk.after(TICK) == [Found(dict.fromkeys(ROLES, False))]
    return desk


def test_nothing_is_reported_while_nothing_changes(found: Desk) -> None:
    assert found.after(1.0) == []


def test_someone_who_sits_down_is_reported_once_after_settling(found: Desk) -> None:
    found.board.command("sit N")
    assert found.after(0.2) == []
    assert found.after(0.2) == [Changed("seat_N", True)]
    found.board.command("leave N")
    assert found.after(0.5) == [Changed("seat_N", False)]


def test_who_fidgets_on_the_chair_does_not_leave_it(found: Desk) -> None:
    found.board.command("sit N")
    found.after(1.0)
    for _ in range(10):
        found.board.command("leave N")
        assert found.after(0.2) == []
        found.board.command("sit N")
        assert found.after(0.1) == []


def test_a_short_press_is_one_press_and_one_release(found: Desk) -> None:
    found.board.command("press E")
    assert found.after(1.0) == [Changed("button_E", True), Changed("button_E", False)]
    assert found.bounced == [Bounced("button_E", 0)] * 2


def test_the_service_button_is_held_and_released(found: Desk) -> None:
    found.board.command("hold")
    assert found.after(1.0) == [Changed("service", True)]
    found.board.command("release")
    assert found.after(1.0) == [Changed("service", False)]


def test_a_bouncing_button_is_no_press(found: Desk) -> None:
    found.board.command("bounce button_E")
    assert found.after(1.0) == []


def test_a_chattering_contact_is_reported_and_then_well_again(found: Desk) -> None:
    found.board.command("bounce seat_S 100")
    assert found.after(1.0) == [Ailing("seat_S", "chatters")]
    assert found.after(10.0) == [Ailing("seat_S", "")]


def test_whoever_leaves_while_his_contact_chatters_is_told_of_before_it_is_well(
    found: Desk,
) -> None:
    found.board.command("sit S")
    assert found.after(1.0) == [Changed("seat_S", True)]
    found.board.command("bounce seat_S 100")
    found.board.command("leave S")
    reports = found.after(12.0)
    assert [r for r in reports if isinstance(r, Ailing)] == [
        Ailing("seat_S", "chatters"),
        Ailing("seat_S", ""),
    ]
    assert reports.index(Changed("seat_S", False)) < reports.index(Ailing("seat_S", ""))


@pytest.mark.no_cover
@pytest.mark.slow
def test_a_button_that_somebody_leans_on_is_reported(found: Desk) -> None:
    found.board.command("hold E")
    assert found.after(61.0) == [Changed("button_E", True), Ailing("button_E", "sticks")]


def test_a_lost_board_is_reported_once_and_found_with_all_its_levels(found: Desk) -> None:
    found.board.command("unplug")
    assert found.after(3.0) == [Lost("TBL-201", "the simulated board is unplugged", ROLES)]
    found.board.command("sit W")
    found.board.command("plug")
    assert found.after(0.6) == [Found({role: role == "seat_W" for role in ROLES})]
    assert found.after(1.0) == []


def test_a_board_that_is_away_at_the_start_is_lost_and_then_found(desk: Desk) -> None:
    desk.board.command("unplug")
    assert [type(report) for report in desk.after(0.1)] == [Lost]
    desk.board.command("plug")
    assert [type(report) for report in desk.after(1.0)] == [Found]


def test_a_return_clears_the_complaints(found: Desk) -> None:
    found.board.command("bounce seat_S 100")
    found.after(1.0)
    found.board.command("unplug")
    found.after(0.1)
    found.board.command("plug")
    assert [r for r in found.after(1.0) if isinstance(r, Ailing)] == [Ailing("seat_S", "")]


def test_a_lost_board_is_tried_twice_a_second_only(found: Desk) -> None:
    found.board.command("unplug")
    found.after(TICK)
    found.board.command("plug")
    assert found.after(0.45) == []
    assert len(found.after(0.1)) == 1


def test_lamps_are_set_at_the_next_step(found: Desk) -> None:
    found.scan.want({"lamp_E": 1.0})
    found.scan.want({"lamp_N": 0.5})
    found.after(TICK)
    assert found.board.command("lamps") == "lamp_E=1 lamp_N=0.5 lamp_W=0 lamp_S=0"
    found.scan.want({"lamp_E": 0.0})
    found.after(TICK)
    assert found.board.command("lamps") == "lamp_E=0 lamp_N=0.5 lamp_W=0 lamp_S=0"


def test_lamps_burn_again_when_a_lost_board_returns(found: Desk) -> None:
    found.scan.want({"lamp_E": 1.0})
    found.after(0.1)
    found.board.command("unplug")
    found.after(1.0)
    found.board.command("plug")
    assert "lamp_E=0" in found.board.command("lamps")
    found.after(1.0)
    assert "lamp_E=1" in found.board.command("lamps")


def test_a_lamp_that_the_board_has_not_is_passed_over(found: Desk) -> None:
    found.scan.want({"lamp_Q": 1.0, "lamp_W": 1.0})
    assert found.after(0.1) == []
    assert "lamp_W=1" in found.board.command("lamps")


def test_a_press_outlasts_the_settling_of_a_button() -> None:
    assert PRESS_SCANS * TICK > 0.02


class Parts:
    """A board of two parts, one of which can be away; lamps go dark with their part."""

    name = "parts"
    roles = ("seat_E", "button_E", "seat_N", "button_N")
    lamps = ("lamp_E", "lamp_N")
    lines: Mapping[str, str] = MappingProxyType({})

    def __init__(self) -> None:
        self.on: set[str] = set()
        self.away: set[str] = set()
        self.lit: dict[str, float] = {}

    def read(self) -> dict[str, bool]:
        levels = {role: role in self.on for role in self.roles if role[-1] not in self.away}
        if self.away:
            raise BoardLost("TBL-201", f"{sorted(self.away)} away", levels)
        return levels

    def light(self, lamps: Mapping[str, float]) -> None:
        self.lit |= {lamp: level for lamp, level in lamps.items() if lamp[-1] not in self.away}

    def close(self) -> None:
        pass


class PartsDesk(Desk):
    def __init__(self) -> None:
        self.parts = Parts()
        self.scan = Scan(self.parts)
        self.now = 100.0
        self.bounced: list[Report] = []
        assert len(self.after(TICK)) == 1


def test_a_part_that_is_lost_is_named_once_and_the_rest_goes_on() -> None:
    desk = PartsDesk()
    desk.parts.away = {"N"}
    assert desk.after(1.0) == [Lost("TBL-201", "['N'] away", ("seat_N", "button_N"))]
    desk.parts.on = {"button_E"}
    assert desk.after(0.1) == [Changed("button_E", True)]


def test_a_part_that_returns_is_found_with_its_levels_and_lit_again() -> None:
    desk = PartsDesk()
    desk.scan.want({"lamp_N": 1.0, "lamp_E": 1.0})
    desk.parts.away = {"N"}
    desk.after(1.0)
    desk.parts.lit.clear()
    desk.parts.away = set()
    desk.parts.on = {"seat_N"}
    assert desk.after(0.1) == [Found({"seat_N": True, "button_N": False})]
    assert desk.parts.lit == {"lamp_N": 1.0, "lamp_E": 1.0}
    assert desk.after(1.0) == []


def test_parts_are_lost_one_by_one_and_then_all_together() -> None:
    desk = PartsDesk()
    desk.parts.away = {"N"}
    desk.after(0.1)
    desk.parts.away = {"E", "N"}
    assert desk.after(2.0) == [Lost("TBL-201", "['E', 'N'] away", ("seat_E", "button_E"))]
    desk.parts.away = {"E"}
    assert desk.after(1.0) == [Found({"seat_N": False, "button_N": False})]
    desk.parts.away = set()
    assert desk.after(1.0) == [Found({"seat_E": False, "button_E": False})]
