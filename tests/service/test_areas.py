"""What a machine tells is judged, area by area."""

import errno
import os
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest

from hal.bounce import Bounces
from hal.noise import NoiseLost, SimulatedNoise
from table_firmware.brightness import brightness
from table_firmware.service.areas import board, hours, machine, noise, panels, storage, upload
from table_firmware.service.areas.source import Machine, run
from table_firmware.service.checks import Check
from ui_kiosk.backlight import Backlight

Computer = Callable[..., Machine]
THERMAL = "sys/class/thermal/thermal_zone0/temp"
RTC = "sys/class/rtc/rtc0/since_epoch"
UNIX = 1_800_000_000


def brief(check: Check) -> tuple[str, str, str]:
    assert check.found("zh")
    assert check.found("en")
    return check.level, check.said, check.code


# ------------------------------------------------------------------ the computer


@pytest.mark.parametrize(
    ("millidegrees", "level", "code"),
    [("45000", "ok", ""), ("75000", "warning", "TBL-701"), ("82000", "fault", "TBL-702")],
)
def test_the_hottest_sensor_counts(
    computer: Computer, millidegrees: str, level: str, code: str
) -> None:
    other = "sys/class/thermal/thermal_zone1/temp"
    found = machine.temperature(computer({THERMAL: millidegrees, other: "20000"}))
    assert brief(found) == (level, "measured", code)
    assert found.values["degrees"] == int(millidegrees) / 1000


def test_a_machine_without_sensors_is_no_fault(computer: Computer) -> None:
    assert [brief(each) for each in machine.checks(computer())] == [("info", "unknown", "")] * 3


@pytest.mark.parametrize(
    ("said", "level", "code"),
    [
        ("throttled=0x0\n", "ok", ""),
        ("throttled=0x50005\n", "fault", "TBL-703"),
        ("throttled=0x4\n", "warning", "TBL-704"),
        ("throttled=0x50000\n", "warning", "TBL-705"),
    ],
)
def test_the_firmware_tells_of_the_supply(
    computer: Computer, said: str, level: str, code: str
) -> None:
    found = machine.supply(computer(said={"vcgencmd": said}))
    assert (found.level, found.code) == (level, code)


def test_the_kernel_tells_of_the_supply_where_the_program_is_missing(computer: Computer) -> None:
    assert machine.supply(computer({machine.FIRMWARE: "50005"})).code == "TBL-703"
    volts = {"sys/class/hwmon/hwmon1/name": "rpi_volt"}
    alarm = "sys/class/hwmon/hwmon1/in0_lcrit_alarm"
    (computer().root / machine.FIRMWARE).unlink()
    assert machine.supply(computer({**volts, alarm: "1"})).code == "TBL-703"
    assert machine.supply(computer({**volts, alarm: "0"})).level == "ok"


def test_little_memory_is_a_warning(computer: Computer) -> None:
    text = "MemTotal:        4000000 kB\nMemAvailable:    {} kB\nHugePages_Total:\n"
    assert machine.memory(computer({"proc/meminfo": text.format(3_000_000)})).level == "ok"
    found = machine.memory(computer({"proc/meminfo": text.format(300_000)}))
    assert brief(found) == ("warning", "measured", "TBL-706")


def test_a_program_that_is_missing_or_fails_says_nothing() -> None:
    assert run(("/no/such/program",)) is None
    assert run(("false",)) is None
    assert run(("echo", "yes")) == "yes\n"


# ------------------------------------------------------------------ storage


def ticking(spans: Iterator[float]) -> Callable[[], float]:
    """A clock that goes on by each span between two looks in turn, and stands still else."""
    looks, time = count(), [0.0]

    def now() -> float:
        if next(looks) % 2:
            time[0] += next(spans)
        return time[0]

    return now


def test_synced_writes_are_timed_and_leave_nothing(computer: Computer, tmp_path: Path) -> None:
    spans = iter([0.001] * 90 + [0.02] * 10)
    state = tmp_path / "state"
    state.mkdir()
    found = storage.sync(computer(now=ticking(spans)), state)
    assert brief(found) == ("ok", "measured", "")
    assert found.values["p50"] == pytest.approx(1)
    assert [found.values[name] for name in ("p95", "longest")] == pytest.approx([20, 20])
    assert list(state.iterdir()) == []


@pytest.mark.parametrize("spans", [[0.2] * 100, [0.001] * 99 + [1.5]])
def test_slow_writes_are_a_warning(computer: Computer, tmp_path: Path, spans: list[float]) -> None:
    found = storage.sync(computer(now=ticking(iter(spans))), tmp_path)
    assert brief(found) == ("warning", "measured", "TBL-711")


def test_a_place_that_cannot_be_written_is_a_fault(computer: Computer, tmp_path: Path) -> None:
    (tmp_path / storage.PROBE).mkdir()
    assert brief(storage.sync(computer(), tmp_path)) == ("fault", "failed", "TBL-313")
    assert brief(storage.space(tmp_path / "gone")) == ("fault", "failed", "TBL-313")


def test_a_state_folder_that_is_not_made_yet_is_no_fault(
    computer: Computer, tmp_path: Path
) -> None:
    (found,) = storage.checks(computer(), tmp_path / "state")
    assert brief(found) == ("info", "absent", "")


def test_the_real_disk_is_looked_at_in_three_ways(computer: Computer, tmp_path: Path) -> None:
    found = storage.checks(computer(), tmp_path, writes=5)
    assert [each.name for each in found] == ["storage.sync", "storage.space", "storage.wear"]


@pytest.mark.parametrize(
    ("free", "files", "level", "code"),
    [
        (9000, 90, "ok", ""),
        (499, 90, "warning", "TBL-712"),
        (9000, 4, "warning", "TBL-712"),
        (49, 90, "fault", "TBL-713"),
        (9000, 0, "fault", "TBL-713"),
    ],
)
def test_space_is_judged_in_blocks_and_in_files(
    free: int, files: int, level: str, code: str
) -> None:
    assert brief(storage.judged_space(free, 32000, files)) == (level, "measured", code)


@pytest.mark.parametrize(
    ("life", "end", "level", "code"),
    [
        ("0x02 0x03", "0x01", "ok", ""),
        ("0x02 0x08", "0x01", "warning", "TBL-714"),
        ("0x02 0x02", "0x02", "warning", "TBL-714"),
        ("0x0b 0x02", "0x01", "fault", "TBL-715"),
        ("0x02 0x02", "0x03", "fault", "TBL-715"),
    ],
)
def test_an_emmc_tells_of_its_wear(
    computer: Computer, tmp_path: Path, life: str, end: str, level: str, code: str
) -> None:
    here = tmp_path.stat().st_dev
    disk = "sys/devices/mmcblk0"
    files = {f"{disk}/device/life_time": life, f"{disk}/device/pre_eol_info": end}
    made = computer({**files, f"{disk}/mmcblk0p2/partition": "2", f"{disk}/device/name": "BJTD4R"})
    node = made.root / f"sys/dev/block/{os.major(here)}:{os.minor(here)}"
    node.parent.mkdir(parents=True)
    node.symlink_to(made.root / disk / "mmcblk0p2")
    found = storage.wear(made, tmp_path)
    assert brief(found) == (level, "measured", code)
    assert found.values["medium"] == "BJTD4R"


def test_a_card_that_tells_nothing_is_no_fault(computer: Computer, tmp_path: Path) -> None:
    assert brief(storage.wear(computer(), tmp_path)) == ("info", "unknown", "")


# ------------------------------------------------------------------ clocks


def test_the_clock_of_the_day(computer: Computer) -> None:
    assert brief(hours.day(computer(unix=0))) == ("fault", "past", "TBL-722")
    assert brief(hours.day(computer())) == ("warning", "alone", "TBL-721")
    assert brief(hours.day(computer({RTC: str(UNIX)}))) == ("info", "battery", "")
    assert brief(hours.day(computer({hours.SYNCHRONISED: ""}))) == ("ok", "synchronised", "")


def test_the_battery_clock(computer: Computer) -> None:
    assert brief(hours.battery(computer())) == ("info", "none", "")
    assert brief(hours.battery(computer({RTC: str(UNIX + 5)}))) == ("ok", "measured", "")
    late = hours.battery(computer({RTC: str(UNIX - 90)}))
    assert brief(late) == ("warning", "measured", "TBL-723")
    assert late.values["apart"] == -90


# ------------------------------------------------------------------ the noise source


class Stuck:
    """A source that gives one byte for ever."""

    name = "/dev/hwrng"

    def read(self, n: int) -> bytes:
        return bytes(n)


class Fading:
    """A source that repeats itself for a moment, or fails for good."""

    name = "/dev/hwrng"

    def __init__(self, error: OSError | None = None) -> None:
        self._noise = SimulatedNoise(b"fading")
        self._error = error
        self._first = True

    def read(self, n: int) -> bytes:
        if self._error:
            raise self._error
        first, self._first = self._first, False
        return bytes(10) + self._noise.read(n - 10) if first else self._noise.read(n)


def test_a_healthy_source_is_measured(computer: Computer) -> None:
    source = SimulatedNoise(b"seed")
    drawn = noise.draw(computer(now=ticking(iter([0.5]))), source, 4)
    assert len(drawn.raw) == 4 * 320
    assert brief(noise.judged("/dev/hwrng", drawn)) == ("ok", "measured", "")
    assert brief(noise.judged("simulated", drawn)) == ("info", "simulated", "")
    assert noise.judged("/dev/hwrng", drawn).values["rate"] == pytest.approx(2.56)


def test_a_source_that_is_stuck_or_fails_is_a_fault(computer: Computer, tmp_path: Path) -> None:
    made = computer()
    assert brief(noise.judged("x", noise.draw(made, Stuck(), 4))) == (
        "fault",
        "measured",
        "TBL-404",
    )
    assert brief(noise.judged("x", noise.draw(made, Fading(), 4)))[2] == "TBL-406"
    assert brief(noise.failed("x", NoiseLost("noise-short", "x")))[2] == "TBL-402"
    with pytest.raises(OSError, match="EIO"):
        noise.draw(made, Fading(OSError(errno.EIO, "EIO")), 1)
    assert brief(noise.failed("x", OSError(errno.EIO, "EIO")))[2] == "TBL-403"
    assert brief(noise.held(tmp_path)) == ("info", "held", "")
    assert noise.kept(None) == noise.kept(tmp_path / "sample") == []
    (tmp_path / "sample").write_bytes(bytes(320))
    (kept,) = noise.kept(tmp_path / "sample")
    assert brief(kept) == ("info", "kept", "")
    assert kept.values["bytes"] == 320
    gone = noise.held(tmp_path / "noise")
    assert brief(gone) == ("fault", "gone", "TBL-401")
    assert all(str(tmp_path / "noise") in gone.found(language) for language in ("zh", "en"))


# ------------------------------------------------------------------ displays and panels

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


# ------------------------------------------------------------------ the board

CLEAN = Bounces(counts=(2, 0, 0, 0, 0, 0, 0))
ROUGH = Bounces(counts=(0, 0, 0, 0, 0, 1, 0), longest=31)


def test_a_board_that_is_there_is_told_contact_by_contact() -> None:
    contacts = (
        board.Contact("seat_E", True, "GPIO5"),
        board.Contact("button_E", False, "", "", CLEAN),
    )
    state = board.BoardState("rpi_gpio", contacts, ("lamp_E",), {"lamp_E": "GPIO12"})
    found = board.checks(state)
    assert [brief(each) for each in found] == [
        ("ok", "there", ""),
        ("ok", "level", ""),
        ("ok", "seen", ""),
        ("ok", "there", ""),
        ("info", "none", ""),
    ]
    assert [found[4].found(language) for language in ("zh", "en")] == [
        "没有串口硬件板",
        "no serial boards",
    ]
    assert found[1].values["line"] == "GPIO5"
    assert found[2].values["presses"] == 2
    assert found[3].values["line"] == "GPIO12"


def test_a_simulated_board_is_no_more_than_information() -> None:
    assert brief(board.presence(board.BoardState("sim"))) == ("info", "there", "")
    assert brief(board.held("rpi_gpio")) == ("info", "held", "")


def test_contacts_that_ail_are_warnings() -> None:
    sick = board.contact(board.Contact("seat_E", True, "GPIO5", "chatters"))
    assert brief(sick) == ("warning", "seen", "TBL-207")
    rough = board.contact(board.Contact("seat_E", True, "GPIO5", "", ROUGH))
    assert brief(rough) == ("warning", "seen", "TBL-215")


def test_a_board_that_is_lost_or_refused_is_a_fault() -> None:
    lost = board.BoardState("serial_io", missing=("seat_E",), code="TBL-201", detail="silent")
    assert brief(board.presence(lost)) == ("fault", "lost", "TBL-201")
    assert brief(board.refused("rpi_gpio", "TBL-205", "no chip")) == ("fault", "lost", "TBL-205")


@pytest.mark.parametrize(
    ("answers", "bad", "lost", "round_trip", "level", "code"),
    [
        (True, 0, 0, 0.01, "ok", ""),
        (True, 1, 1, 0.01, "ok", ""),
        (True, 20, 0, 0.01, "warning", "TBL-216"),
        (True, 0, 20, 0.01, "warning", "TBL-216"),
        (True, 0, 0, 0.3, "warning", "TBL-217"),
        (False, 0, 0, 0.0, "fault", "TBL-211"),
    ],
)
def test_a_serial_line_is_judged_by_its_counters(
    answers: bool, bad: int, lost: int, round_trip: float, level: str, code: str
) -> None:
    state = board.LinkState(
        "/dev/table/seat-E", answers, reports=1000, bad=bad, lost=lost, round_trip=round_trip
    )
    found = board.link(state)
    assert brief(found) == (level, "counted", code)
    assert f"{lost} lost" in found.found("en")


@pytest.mark.parametrize(("bad", "lost"), [(0, 0), (50, 0), (0, 50)])
def test_contacts_are_not_accused_of_what_their_serial_line_did(bad: int, lost: int) -> None:
    """Those at another line are."""
    near, far = (board.Contact(f"button_{s}", True, f"/dev/{s} in 1", "", ROUGH) for s in "EN")
    links = (
        board.LinkState("/dev/E", True, reports=100, bad=bad, lost=lost),
        board.LinkState("/dev/N", True, reports=100),
    )
    state = board.BoardState("serial_io", (near, far), links=links)
    found = {each.part: each for each in board.checks(state)}
    wrong = bool(bad or lost)
    assert brief(found["button_E"])[1:] == (("unsure", "") if wrong else ("seen", "TBL-215"))
    assert brief(found["button_N"]) == ("warning", "seen", "TBL-215")
    assert found["/dev/E"].code == ("TBL-216" if wrong else "")
    assert found["/dev/N"].code == ""


def test_what_the_scanner_has_seen_itself_is_told_at_a_bad_line_too() -> None:
    """A contact that chatters or sticks does so whatever the line does."""
    sick = board.contact(board.Contact("seat_E", True, "/dev/E in 0", "sticks"), damaged=True)
    assert brief(sick) == ("warning", "seen", "TBL-208")


# ------------------------------------------------------------------ the upload


def test_the_destination_is_tried_with_a_file_that_goes_again(tmp_path: Path) -> None:
    (found,) = upload.checks(tmp_path)
    assert (found.level, found.said) in (("ok", "there"), ("warning", "there"))
    assert list(tmp_path.iterdir()) == []


def test_a_destination_that_is_missing_unmounted_or_closed(tmp_path: Path) -> None:
    assert brief(upload.checks(tmp_path / "gone")[0]) == ("info", "absent", "")
    assert brief(upload.checks(tmp_path, mounted=False)[0]) == ("warning", "unmounted", "TBL-606")
    (tmp_path / f"{upload.PROBE}~").mkdir()
    assert brief(upload.checks(tmp_path)[0]) == ("fault", "failed", "TBL-604")


# ------------------------------------------------------------------ brightness

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


def test_a_new_test_of_the_source_is_told_with_its_code() -> None:
    assert brief(noise.retested("x", "")) == ("ok", "passed", "")
    assert brief(noise.retested("x", "", operators=True)) == ("ok", "waiting", "")
    assert brief(noise.retested("x", "noise-short")) == ("fault", "failed", "TBL-402")


def test_a_table_without_network_does_not_judge_a_server() -> None:
    assert brief(upload.elsewhere("https://club.example")) == ("info", "elsewhere", "")
