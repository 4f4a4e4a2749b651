"""The clock of the day and the battery clock. Nothing of the game depends on either (`tlog1` §4):
they date the records for people."""

from typing import Final

from table_firmware.service.areas.source import Machine
from table_firmware.service.checks import Check, Values, coded

SYNCHRONISED: Final = "run/systemd/timesync/synchronized"
RTC: Final = "sys/class/rtc/rtc0"
EARLIEST: Final = 1_735_689_600
"""The beginning of 2025: this program is younger."""
APART: Final = 60
"""Seconds that the two clocks may differ."""


def checks(machine: Machine) -> list[Check]:
    """All about time."""
    return [day(machine), battery(machine)]


def day(machine: Machine) -> Check:
    """Whether the clock of the day can be right."""
    name = "clock.day"
    unix = machine.unix()
    values: Values = {"unix": int(unix)}
    if unix < EARLIEST:
        return coded(name, "fault", "past", "clock-wrong", values)
    if (machine.root / SYNCHRONISED).exists():
        return Check(name, "ok", "synchronised", values=values)
    if machine.number(f"{RTC}/since_epoch") is None:
        return coded(name, "warning", "alone", "clock-alone", values)
    return Check(name, "info", "battery", values=values)


def battery(machine: Machine) -> Check:
    """Whether there is a battery clock, and whether it agrees."""
    name = "clock.battery"
    rtc = machine.number(f"{RTC}/since_epoch")
    if rtc is None:
        return Check(name, "info", "none")
    apart = int(rtc - machine.unix())
    values: Values = {"apart": apart, "chip": machine.read(f"{RTC}/name") or "-"}
    if abs(apart) > APART:
        return coded(name, "warning", "measured", "battery-clock-wrong", values)
    return Check(name, "ok", "measured", values=values)
