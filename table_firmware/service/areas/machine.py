"""The computer: temperature, supply and throttling, memory."""

from typing import Final

from table_firmware.service.areas.source import Machine
from table_firmware.service.checks import Check, Values, coded

WARM: Final = 75.0
HOT: Final = 82.0
"""Degrees Celsius. A Raspberry Pi slows down at 80 to 85."""
LEAST_MEMORY: Final = 0.10
"""Share of the memory that should be available."""
FIRMWARE: Final = "sys/devices/platform/soc/soc:firmware/get_throttled"
NOW: Final = {0: "under-voltage", 1: "capped", 2: "throttled", 3: "soft-limit"}
"""Bits of the firmware's answer; sixteen bits higher: since the start."""


def checks(machine: Machine) -> list[Check]:
    """All about the computer."""
    return [temperature(machine), supply(machine), memory(machine)]


def temperature(machine: Machine) -> Check:
    """The hottest sensor of the kernel."""
    name = "machine.temperature"
    zones = machine.found("sys/class/thermal", "thermal_zone*")
    read = [machine.number(zone / "temp") for zone in zones]
    degrees = max((value / 1000 for value in read if value is not None), default=None)
    if degrees is None:
        return Check(name, "info", "unknown")
    values: Values = {"degrees": degrees}
    if degrees >= HOT:
        return coded(name, "fault", "measured", "too-hot", values)
    if degrees >= WARM:
        return coded(name, "warning", "measured", "hot", values)
    return Check(name, "ok", "measured", values=values)


def supply(machine: Machine) -> Check:
    """Whether the supply is strong enough and the processor at its full speed: by `vcgencmd`, or
    by the kernel where that is missing."""
    name = "machine.supply"
    bits = _throttled(machine)
    if bits is None:
        return Check(name, "info", "unknown")
    now = ", ".join(word for bit, word in NOW.items() if bits >> bit & 1)
    before = ", ".join(word for bit, word in NOW.items() if bits >> bit + 16 & 1)
    values: Values = {"bits": f"{bits:#x}", "now": now or "-", "before": before or "-"}
    if bits & 1:
        return coded(name, "fault", "measured", "under-voltage", values)
    if bits & 0xE:
        return coded(name, "warning", "measured", "throttled", values)
    if bits:
        return coded(name, "warning", "measured", "was-throttled", values)
    return Check(name, "ok", "well")


def _throttled(machine: Machine) -> int | None:
    said = machine.command(("vcgencmd", "get_throttled")) or ""
    try:
        return int(said.partition("=")[2], 0)
    except ValueError:
        pass
    text = machine.read(FIRMWARE)
    if text:
        return int(text, 16)
    alarms = [
        machine.number(monitor / "in0_lcrit_alarm")
        for monitor in machine.found("sys/class/hwmon", "hwmon*")
        if machine.read(monitor / "name") == "rpi_volt"
    ]
    return alarms[0] if alarms else None


def memory(machine: Machine) -> Check:
    """How much memory is available."""
    name = "machine.memory"
    lines = (line.partition(":") for line in machine.read("proc/meminfo").splitlines())
    kib = {key: int(rest.split()[0]) for key, _, rest in lines if rest.split()}
    total, free = kib.get("MemTotal", 0), kib.get("MemAvailable", 0)
    if not total:
        return Check(name, "info", "unknown")
    values: Values = {"free": free // 1024, "total": total // 1024}
    if free < LEAST_MEMORY * total:
        return coded(name, "warning", "measured", "memory-short", values)
    return Check(name, "ok", "measured", values=values)
