"""The card or disk that holds the records: how long a synced write takes, space, wear."""

import os
from pathlib import Path
from typing import Final

from table_firmware.service.areas.source import Machine
from table_firmware.service.checks import Check, Values, coded

PROBE: Final = "diagnose.probe"
WRITES: Final = 100
ENTRY: Final = b"\0" * 512
"""About as long as an entry of the records."""
SLOW: Final = 0.1
SLOWEST: Final = 1.0
"""Seconds: nine writes of ten in less, and each in less."""
LOW: Final = 500
GONE: Final = 50
"""Mebibytes that are free."""
WORN: Final = 8
"""Tenths of the promised life of an eMMC that are used up."""


def checks(machine: Machine, directory: Path, writes: int = WRITES) -> list[Check]:
    """All about the storage of the state directory."""
    if not directory.exists():
        return [Check("storage.sync", "info", "absent", values={"path": str(directory)})]
    return [sync(machine, directory, writes), space(directory), wear(machine, directory)]


def sync(machine: Machine, directory: Path, writes: int = WRITES) -> Check:
    """Writes and syncs as the records do, in a file of its own, and times it."""
    name, probe = "storage.sync", directory / PROBE
    try:
        spans = sorted(_spans(machine, probe, writes))
    except OSError as error:
        return failed(name, "storage-failed", directory, error)
    finally:
        _remove(probe)
    p95, longest = spans[int(0.95 * (writes - 1))], spans[-1]
    values: Values = {
        "p50": 1000 * spans[(writes - 1) // 2],
        "p95": 1000 * p95,
        "longest": 1000 * longest,
        "writes": writes,
    }
    if p95 > SLOW or longest > SLOWEST:
        return coded(name, "warning", "measured", "storage-slow", values)
    return Check(name, "ok", "measured", values=values)


def _spans(machine: Machine, probe: Path, writes: int) -> list[float]:
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_APPEND | os.O_NOFOLLOW | os.O_CLOEXEC
    file, spans = os.open(probe, flags, 0o600), []
    try:
        for _ in range(writes):
            begun = machine.now()
            os.write(file, ENTRY)
            os.fdatasync(file)
            spans.append(machine.now() - begun)
    finally:
        os.close(file)
    return spans


def _remove(probe: Path) -> None:
    try:
        probe.unlink(missing_ok=True)
    except OSError:
        return  # the check has said already that nothing can be written here


def space(directory: Path) -> Check:
    """How much room there is, in blocks and in files."""
    name = "storage.space"
    try:
        room = os.statvfs(directory)
    except OSError as error:
        return failed(name, "storage-failed", directory, error)
    return judged_space(
        room.f_bavail * room.f_frsize >> 20,
        room.f_blocks * room.f_frsize >> 20,
        100 * room.f_favail // room.f_files if room.f_files else 100,
    )


def failed(name: str, code: str, directory: Path, error: OSError) -> Check:
    """A place that cannot be used."""
    values: Values = {"path": str(directory), "why": error.strerror or str(error)}
    return coded(name, "fault", "failed", code, values)


def judged_space(free: int, total: int, files: int) -> Check:
    """free, total: mebibytes. files: per cent of the file numbers that are free."""
    name = "storage.space"
    values: Values = {"free": free, "total": total, "files": files}
    if free < GONE or files < 1:
        return coded(name, "fault", "measured", "space-gone", values)
    if free < LOW or files < 5:
        return coded(name, "warning", "measured", "space-low", values)
    return Check(name, "ok", "measured", values=values)


def wear(machine: Machine, directory: Path) -> Check:
    """What the medium says of its life; an SD card says nothing."""
    name = "storage.wear"
    disk = _disk(machine, directory)
    spent = [int(word, 16) for word in machine.read(disk / "device/life_time").split()]
    end = machine.number(disk / "device/pre_eol_info")
    medium = machine.read(disk / "device/name") or machine.read(disk / "device/model")
    values: Values = {"medium": medium or disk.name}
    if not spent and end is None:
        return Check(name, "info", "unknown", values=values)
    used = max(spent, default=0)
    measured: Values = {**values, "used": 10 * used}
    if used > 10 or (end or 0) >= 3:
        return coded(name, "fault", "measured", "card-spent", measured)
    if used >= WORN or end == 2:
        return coded(name, "warning", "measured", "card-worn", measured)
    return Check(name, "ok", "measured", values=measured)


def _disk(machine: Machine, directory: Path) -> Path:
    """The folder of sysfs for the disk that a directory lies on."""
    device = directory.stat().st_dev
    node = machine.root / f"sys/dev/block/{os.major(device)}:{os.minor(device)}"
    whole = node.resolve()
    return whole.parent if (whole / "partition").exists() else whole
