"""What players add to the deal besides digits (`deal1` §4): touch, device, public beacon."""

from collections.abc import Callable
from pathlib import Path

import pytest

from table_firmware.__main__ import beacon
from table_firmware.config import Config, ConfigError, read
from table_firmware.controller import clock
from table_firmware.rules.cards import Seat
from tests.controller.desk import Desk
from tests.controller.test_whole_match import RealDesk

E, N, W, S = Seat
TOUCH = "2:" + "00" * 16
DEVICE = "3:" + "ab" * 64
BEACON = "4:" + (77).to_bytes(8, "big").hex() + "cd" * 32


@pytest.mark.slow
def test_every_mode_is_logged_and_verified(tmp_path: Path) -> None:
    desk = RealDesk(tmp_path / "state")
    desk.begin(E, N, W, S, mode="1A")
    assert desk.want(E, "digits", value="314159") is None
    for seat, value in ((N, TOUCH), (W, DEVICE), (S, BEACON)):
        assert desk.want(seat, "contribute", value=value) is None
    desk.wait_until(lambda: desk.stage == "round")
    contrib = next(entry.d for entry, _ in desk.entries if entry.k == "contrib")
    assert [contrib["seats"][seat.name]["mode"] for seat in Seat] == [1, 2, 3, 4]
    for seat in Seat:
        desk.want(seat, "manage")
    desk.wait_until(lambda: desk.table.in_lobby)
    report = desk.verify()
    assert report.ok, report.lines()
    assert report.hands == 1


@pytest.mark.parametrize(
    "value",
    [
        "", "2", "2:", "1:" + "00" * 16, "5:" + "00" * 16, "2:" + "00" * 15, "2:" + "0" * 31,
        "2:" + "AB" * 16, "2:zz" + "00" * 15, "2: " + "00" * 16, "3:" + "00" * 65,
        "4:" + (78).to_bytes(8, "big").hex() + "cd" * 32, "4:" + "cd" * 39,
    ],
)  # fmt: skip
def test_what_is_no_contribution_is_refused(tmp_path: Path, value: str) -> None:
    desk = RealDesk(tmp_path / "state")
    desk.begin(E, mode="1A")
    refused = desk.want(E, "contribute", value=value)
    assert refused is not None
    assert refused.code == "bad-digits"


def test_a_beacon_that_was_not_announced_is_refused(new_desk: Callable[..., Desk]) -> None:
    desk = new_desk()
    desk.begin(E)
    for number in (0, 77):
        value = "4:" + number.to_bytes(8, "big").hex() + "cd" * 32
        refused = desk.want(E, "contribute", value=value)
        assert refused is not None


def test_contributions_come_in_their_time_and_on_the_view_that_asks(desk: Desk) -> None:
    desk.begin(E, N)
    old = desk.shown[E].number
    refused = desk.want(E, "contribute", value=TOUCH, view=old - 1)
    assert refused is not None
    assert refused.code == "stale-view"
    assert desk.want(E, "contribute", value=TOUCH) is None
    again = desk.want(E, "contribute", value=DEVICE)
    assert again is not None
    assert again.code == "not-now"


def test_the_round_of_a_beacon_lies_ahead() -> None:
    config = read({"beacon": {"genesis": 0, "period": 30}})
    number = beacon(config)()
    now = clock.claim()["unix"] / 1000
    assert 30 < (number - 1) * 30 - now <= 60
    assert beacon(Config())() == 0
    with pytest.raises(ConfigError, match="TBL-104"):
        read({"beacon": {"genesis": 0}})
