"""The brightness of a seat's panel is judged, told and set."""

import pytest

from table_firmware.brightness import brightness
from table_firmware.service.areas import panels
from table_firmware.service.areas.source import Machine
from table_firmware.service.checks import Check
from tests.service.areas import Computer, brief
from ui_kiosk.backlight import Backlight

DSI = "sys/class/backlight/10-0045"
EAST = {"etc/table-firmware/seat-east.env": "SEATS=E\nSEAT_BACKLIGHT=10-0045\n"}
LIT = {f"{DSI}/brightness": "18\n", f"{DSI}/max_brightness": "31\n", f"{DSI}/bl_power": "0\n"}


def backlight(made: Machine) -> list[Check]:
    return panels.backlights(made, panels.screens(made))


def test_a_machine_without_a_backlight_says_that_there_is_none(computer: Computer) -> None:
    assert [brief(each) for each in backlight(computer())] == [("info", "none", "")]


def test_the_brightness_of_a_seats_panel_is_told(computer: Computer) -> None:
    made = computer({**EAST, **LIT})
    (made.root / f"{DSI}/brightness").chmod(0o664)
    (found,) = backlight(made)
    assert brief(found) == ("ok", "measured", "")
    assert (found.part, found.values["percent"], found.values["seats"]) == ("10-0045", 58, "E")


@pytest.mark.parametrize(
    ("files", "code"),
    [
        ({f"{DSI}/brightness": "2"}, "TBL-512"),
        ({f"{DSI}/bl_power": "4"}, "TBL-512"),
        ({}, "TBL-511"),
    ],
)
def test_a_dark_panel_and_one_that_its_seat_may_not_set_are_warnings(
    computer: Computer, files: dict[str, str], code: str
) -> None:
    (found,) = backlight(computer({**EAST, **LIT, **files}))
    assert brief(found) == ("warning", "measured", code)


@pytest.mark.parametrize("most", ["0", "-1", "?", "", "31"])
@pytest.mark.parametrize("now", ["18", "0", "-1", "?", ""])
def test_a_backlight_is_told_alike_by_the_check_the_command_and_the_screen(
    computer: Computer, most: str, now: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """None of them says that it is dark, or at 0 %, if nobody can tell."""
    files = {f"{DSI}/max_brightness": most, f"{DSI}/brightness": now}
    made = computer({**EAST, **LIT, **files})
    fit = most == "31" and now in ("18", "0")
    (found,) = backlight(made)
    assert (found.code == "TBL-510") is not fit
    assert ("percent" in found.values) is fit
    assert (Backlight(made.root / DSI).percent is not None) is fit
    assert brightness(made, "E", None) == (0 if fit else 3)
    assert capsys.readouterr().err.startswith("" if fit else "TBL-510")
    spare = computer({"etc/table-firmware/seat-east.env": "SEATS=E\n"})
    assert backlight(spare)[0].said == ("spare" if fit else "unfit")
    assert backlight(spare)[0].level == "info"


def test_a_backlight_of_no_seat_and_one_that_is_not_there_are_told(computer: Computer) -> None:
    spare, lost = backlight(
        computer({**LIT, "etc/table-firmware/seat-east.env": "SEATS=E\nSEAT_BACKLIGHT=x\n"})
    )
    assert brief(spare) == ("info", "spare", "")
    assert (*brief(lost), lost.part) == ("warning", "absent", "TBL-510", "x")


def test_the_brightness_is_set_from_a_terminal(
    computer: Computer, capsys: pytest.CaptureFixture[str]
) -> None:
    made = computer({**EAST, **LIT})
    assert brightness(made, "E", None) == 0
    assert brightness(made, "E", 80) == 0
    assert capsys.readouterr().out == "E 10-0045: 58%\nE 10-0045: 81%\n"
    assert (made.root / f"{DSI}/brightness").read_text() == "25\n"
    assert brightness(made, "N", 80) == 3
    assert capsys.readouterr().err.startswith("TBL-510")
