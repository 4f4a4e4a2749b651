"""What a technician tries and mends on his screen: the random source, lamps, checks and panels."""

from dataclasses import replace

import pytest

from table_firmware.controller import inbox
from table_firmware.controller.bench import MOST_FINDINGS
from table_firmware.rules.cards import Seat
from table_firmware.wire.codec import MAX_LINE, encode_down
from table_firmware.wire.messages import Finding, InService, Said
from tests.controller.desk import Desk
from tests.controller.tending import acts_of_service, audited, fitted, shown, tend

E, N, W, S = Seat


@pytest.fixture
def desk() -> Desk:
    return fitted(Desk())


# ------------------------------------------------------------------ the random source


def stopped_by_noise(desk: Desk) -> None:
    desk.noise_fault = "noise-missing"
    desk.seat_guests(*Seat)
    desk.wait(0)
    assert desk.stage == "fault"


def test_a_repaired_source_is_tested_again_in_service_and_the_match_goes_on(desk: Desk) -> None:
    stopped_by_noise(desk)
    desk.tell(inbox.PinTried(E, right=True))
    assert shown(desk).fault == "noise-missing"
    tend(desk, N, "noise")
    assert not desk.table.testing_noise
    tend(desk, E, "noise")
    tend(desk, E, "examine", "noise")
    assert (desk.table.testing_noise, shown(desk).busy) == (True, "noise")
    desk.tell(inbox.NoiseTested("noise-unhealthy", (finding("fault"),)))
    assert [entry.k for entry, _ in desk.entries][-1] == "rng_fault"
    told = shown(desk)
    assert (told.fault, told.busy, len(told.findings)) == ("noise-unhealthy", "", 1)
    tend(desk, E, "noise")
    desk.noise_fault = ""
    desk.tell(inbox.NoiseTested("", (finding("ok"),)))
    assert shown(desk).fault == ""
    assert [entry.k for entry, _ in desk.entries][-2:] == ["service", "config"]
    assert desk.entries[-1][0].d == {"changes": {"noise_fault": "cleared"}, "os": ""}
    tend(desk, E, "leave")
    assert desk.stage == "digits"
    assert acts_of_service(desk)[-2:] == [("noise", "screen", "E"), ("end", "screen", "")]
    assert audited(desk).now.on is False
    assert desk.restarted().stage == "digits"


def test_where_there_are_operators_a_passed_test_waits_for_the_order_of_one(desk: Desk) -> None:
    desk = fitted(Desk(), operators=True)
    stopped_by_noise(desk)
    desk.tell(inbox.PinTried(E, right=True))
    for _ in range(2):  # he may test it as often as he likes
        tend(desk, E, "noise")
        desk.noise_fault = ""
        desk.tell(inbox.NoiseTested("", (finding("ok"),)))
        assert shown(desk).fault == "noise-missing"
        assert acts_of_service(desk)[-1] == ("noise", "screen", "E")
    tend(desk, E, "leave")
    assert desk.stage == "fault"
    assert not [entry for entry, _ in desk.entries if entry.k == "config"]
    desk.tell(inbox.Ordered("config", {"changes": {"noise_fault": "cleared"}, "os": "00"}))
    assert desk.stage == "digits"


def test_a_log_that_went_on_after_a_test_alone_is_read_as_one_that_went_on(desk: Desk) -> None:
    """As logs were written before an operator was asked."""
    stopped_by_noise(desk)
    desk.noise_fault = ""
    desk.tell(inbox.Ordered("config", {"changes": {"noise_fault": "cleared"}, "os": ""}))
    assert desk.stage == "digits"
    order = next(n for n, (entry, _) in enumerate(desk.entries) if entry.k == "config")
    entry, private = desk.entries[order]
    desk.entries[order] = (
        replace(entry, k="clock", d={"unix": 0, "src": "rtc", "unc": 0}),
        private,
    )
    assert desk.restarted().stage == "digits"


def test_a_source_without_a_fault_is_not_tested_again(desk: Desk) -> None:
    desk.tell(inbox.PinTried(E, right=True))
    tend(desk, E, "noise")
    assert not desk.table.testing_noise
    entries = len(desk.entries)
    desk.tell(inbox.NoiseTested(""))
    assert len(desk.entries) == entries


def test_lamps_are_tried_one_by_one_and_are_as_before_afterwards(desk: Desk) -> None:
    desk.seat_guests(E)
    before = desk.table.lamps(desk.now)
    desk.tell(inbox.PinTried(N, right=True))
    assert desk.table.lamps(desk.now) == frozenset()
    tend(desk, N, "lamp", "lamp_W")
    tend(desk, N, "lamp", "lamp_E")
    tend(desk, N, "lamp", "lamp_E")
    tend(desk, N, "lamp", "sparkler")
    tend(desk, W, "lamp", "lamp_S")
    assert desk.table.lamps(desk.now) == frozenset({W})
    tend(desk, N, "leave")
    assert desk.table.lamps(desk.now) == before


def finding(level: str, long: int = 0) -> Finding:
    said = Said("字" * long, "word" * long)
    return Finding("noise", level, "TBL-404", said, said, said)


def test_checks_are_asked_for_once_and_the_worst_fit_into_a_line(desk: Desk) -> None:
    desk.tell(inbox.PinTried(E, right=True))
    tend(desk, E, "examine", "kitchen")
    assert desk.table.examining == ""
    tend(desk, E, "examine", "noise")
    tend(desk, E, "examine", "storage")
    assert (desk.table.examining, shown(desk).busy) == ("noise", "noise")
    many = (*[finding("ok", 60)] * MOST_FINDINGS, finding("fault", 60))
    desk.tell(inbox.Examined("storage", many))
    assert shown(desk).findings == ()
    desk.tell(inbox.Examined("noise", many))
    found = shown(desk)
    assert (found.busy, len(found.findings)) == ("", MOST_FINDINGS)
    assert found.findings[0].level == "fault"
    assert len(encode_down(found)) < MAX_LINE


# ------------------------------------------------------------------ panels


def test_panels_are_matched_by_touching_each_screen_that_is_asked_for(desk: Desk) -> None:
    desk.tell(inbox.PinTried(E, right=True))
    tend(desk, W, "touched", "/dev/input/table/seat-W")
    tend(desk, E, "match")
    asked = []
    for panel in ("N", "N", "E", "W", "S"):  # the second touch of a panel is of no account
        asked.append(desk.view(S).service)
        tend(desk, Seat[panel], "touched", f"/dev/input/table/seat-{panel}")
    assert [each.touch for each in asked if each] == [E, N, N, W, S]
    assert desk.view(S).service == InService()
    assert desk.table.panels[E] == "/dev/input/table/seat-N"
    assert desk.table.panels[N] == "/dev/input/table/seat-E"
    assert shown(desk).panels == desk.table.panels
    again = desk.restarted()
    assert again.table.panels == desk.table.panels


def test_matching_can_be_given_up_and_takes_no_nonsense(desk: Desk) -> None:
    desk.tell(inbox.PinTried(E, right=True))
    tend(desk, E, "match")
    for path in (
        "/dev/input/" + "x" * 118,
        "/dev/input/event3\n",
        "/dev/输入",
        "/dev/input/",
        "/dev/input/../sda",
        "/etc/passwd",
        "event3",
    ):
        tend(desk, N, "touched", path)
    assert desk.table._scene.bench.touch == E
    tend(desk, E, "match")
    assert desk.view(E).service == InService(mine=True)
    tend(desk, E, "match")
    for seat in Seat:
        tend(desk, seat, "touched")  # a desktop has no panels
    assert acts_of_service(desk) == [("begin", "pin", "E")]
