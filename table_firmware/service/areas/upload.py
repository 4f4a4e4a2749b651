"""Where the records are copied to: is it there, can it be written, has it room?"""

import os
from pathlib import Path
from typing import Final

from table_firmware.fairness import durable
from table_firmware.service.areas.storage import LOW, failed
from table_firmware.service.checks import Check, Values, coded

DESTINATION: Final = Path("/media/table-records")
"""Where the upload service copies to (`systemd/table-upload.service`)."""
PROBE: Final = ".table-probe"


def checks(destination: Path, mounted: bool | None = None) -> list[Check]:
    """All about the destination. mounted: whether something is mounted there; None: look."""
    name = "upload.destination"
    if not destination.is_dir():
        return [Check(name, "info", "absent", values={"path": str(destination)})]
    if mounted is None:
        mounted = destination != DESTINATION or os.path.ismount(destination)
    if not mounted:
        return [coded(name, "warning", "unmounted", "target-unmounted", {"path": str(destination)})]
    return [_probe(destination)]


def _probe(destination: Path) -> Check:
    """Writes a small file durably, reads it back and takes it away."""
    name, probe, content = "upload.destination", destination / PROBE, b"table\n"
    try:
        durable.replace(probe, content)
        same = probe.read_bytes() == content
        durable.remove(probe)
        room = os.statvfs(destination)
    except OSError as error:
        return failed(name, "target-failed", destination, error)
    free = room.f_bavail * room.f_frsize >> 20
    values: Values = {"path": str(destination), "free": free}
    if not same:
        return coded(name, "fault", "there", "target-lies", values)
    if free < LOW:
        return coded(name, "warning", "there", "target-full", values)
    return Check(name, "ok", "there", values=values)
