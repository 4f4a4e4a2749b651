"""Displays and touch panels are found with their seats, and judged."""

import pytest

from table_firmware.service.areas import panels
from table_firmware.service.areas.source import Machine
from tests.service.areas import Computer, brief

DRM = "sys/class/drm/card1-HDMI-A-1"
AXES = "260800000000003"


def panel(event: str, axes: str = AXES) -> dict[str, str]:
    device = f"sys/class/input/{event}/device"
    return {
        f"{device}/capabilities/abs": axes,
        f"{device}/name": "ILITEK Touch",
        f"{device}/phys": f"usb-{event}/input0",
    }


def seat_file(name: str, seats: str, output: str = "", touch: str = "") -> dict[str, str]:
    text = f"# {name}\nSEATS={seats}\nSEAT_OUTPUT={output}\nSEAT_TOUCH={touch}\n"
    return {f"etc/table-firmware/seat-{name}.env": text}


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("HDMI-A-1", "HDMI-A-1"),
        ('"HDMI-A-1"', "HDMI-A-1"),
        ("'HDMI-A-1'", "HDMI-A-1"),
        ('  "HDMI-A-1"  ', "HDMI-A-1"),
        ("\"HDMI\"-A-'1'", "HDMI-A-1"),
        ("HDMI\\-A-1", "HDMI-A-1"),
        ('"a \\"b\\" \\c"', 'a "b" \\c'),
        ("'a \\b'", "a \\b"),
        ('""', ""),
        ("''", ""),
        ('"', '"'),
        ("", ""),
    ],
)
def test_values_are_read_as_systemd_reads_them(
    computer: Computer, written: str, meant: str
) -> None:
    text = f" # SEATS=S\n; SEATS=W\n  SEATS = {written}\nSEAT_OUTPUT={written}\n"
    text += f"SEAT_TOUCH={written}\nSEAT_BACKLIGHT={written}"
    made = computer({"etc/table-firmware/seat-east.env": text})
    assert panels.screens(made) == [panels.Screen(meant, meant, meant, meant)]


def test_quoted_values_are_no_faults(computer: Computer) -> None:
    files = {f"{DRM}/status": "connected", **panel("event1")}
    files |= seat_file("east", '"E"', '"HDMI-A-1"', "'/dev/input/table/seat-E'")
    made = computer(files)
    linked(made, "E", "event1")
    assert [each.code for each in panels.checks(made) if each.code] == []


def linked(made: Machine, seat: str, event: str) -> None:
    node = made.root / f"dev/input/{event}"
    node.parent.mkdir(parents=True, exist_ok=True)
    node.touch()
    link = made.root / f"dev/input/table/seat-{seat}"
    link.parent.mkdir(exist_ok=True)
    link.symlink_to(node)


def test_displays_are_found_with_their_seats(computer: Computer) -> None:
    files = {f"{DRM}/status": "connected", f"{DRM}/modes": "1280x800\n640x480"}
    files |= {"sys/class/drm/card0-DSI-1/status": "disconnected"}
    found = panels.checks(computer({**files, **seat_file("east", "E", "HDMI-A-1")}))
    shown = {(each.part, each.level, each.said) for each in found if each.name == "panels.display"}
    assert shown == {("HDMI-A-1", "ok", "connected"), ("DSI-1", "info", "unplugged")}
    first = next(each for each in found if each.part == "HDMI-A-1")
    assert dict(first.values) == {"seats": "E", "mode": "1280x800"}


def test_a_display_that_a_seat_needs_and_has_not_is_a_fault(computer: Computer) -> None:
    files = {f"{DRM}/status": "disconnected"} | seat_file("east", "E", "HDMI-A-1")
    found = panels.checks(computer({**files, **seat_file("west", "W", "DSI-2")}))
    codes = {(each.part, each.code) for each in found if each.code}
    assert codes == {("HDMI-A-1", "TBL-505"), ("DSI-2", "TBL-502")}


def test_a_machine_without_any_display_is_a_warning(computer: Computer) -> None:
    found = panels.checks(computer())
    assert [brief(each) for each in found] == [
        ("warning", "none", "TBL-504"),
        ("info", "none", ""),
        ("info", "none", ""),
    ]


def test_panels_are_found_with_their_seats_and_ports(computer: Computer) -> None:
    names = {"east": "E", "west": "W", "north": "N", "south": "S"}
    files: dict[str, str] = panel("event1") | panel("event7") | panel("event2", "3")
    for name, seat in names.items():
        files |= seat_file(name, seat, touch=f"/dev/input/table/seat-{seat}")
    made = computer(files)
    linked(made, "E", "event1")
    linked(made, "W", "event1")
    linked(made, "N", "event2")
    found = {each.part: each for each in panels.checks(made) if each.name == "panels.touch"}
    assert brief(found["E"]) == ("ok", "found", "")
    assert found["E"].values["port"] == "usb-event1/input0"
    assert brief(found["W"]) == ("fault", "shared", "TBL-507")
    assert brief(found["N"]) == ("warning", "strange", "TBL-508")
    assert brief(found["S"]) == ("fault", "absent", "TBL-506")
    assert brief(found["event7"]) == ("info", "spare", "")
    assert "event1" not in found
