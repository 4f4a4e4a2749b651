"""Heat, supply and memory of the computer are judged."""

import pytest

from table_firmware.service.areas import machine
from table_firmware.service.areas.source import run
from tests.service.areas import Computer, brief

THERMAL = "sys/class/thermal/thermal_zone0/temp"


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
