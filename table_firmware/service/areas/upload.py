"""Where the records are copied to: is it there, can it be written, has it room?"""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Final

from table_firmware.fairness import durable
from table_firmware.service.areas.storage import LOW, failed
from table_firmware.service.checks import Check, Values, coded
from table_firmware.upload import Sink, UploadFault

DESTINATION: Final = Path("/media/table-records")
"""Where the upload service copies to (`systemd/table-upload.service`)."""
PROBE: Final = ".table-probe"
CONTENT: Final = b"table\n"


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
    name, probe = "upload.destination", destination / PROBE
    try:
        durable.replace(probe, CONTENT)
        same = probe.read_bytes() == CONTENT
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


# ------------------------------------------------------------------ a web server


def server(address: str, opened: Callable[[], Sink]) -> Check:
    """Whether an object can be written, is read back, and cannot be written over. opened: the
    server; it may raise UploadFault."""
    name, values = "upload.server", {"address": address}
    try:
        same, kept = _tried(opened())
    except UploadFault as fault:
        said: Values = {**values, "why": fault.detail}
        return coded(name, "fault", "failed", fault.code, said)
    if not same:
        return coded(name, "fault", "there", "target-lies", values)
    if not kept:
        return coded(name, "warning", "there", "target-overwrites", values)
    return Check(name, "ok", "there", values=values)


def elsewhere(address: str) -> Check:
    """The running table has no network of its own, and cannot tell."""
    return Check("upload.server", "info", "elsewhere", values={"address": address})


def _tried(sink: Sink) -> tuple[bool, bool]:
    sink.put(PROBE, CONTENT, create_only=True)
    same = sink.get(PROBE, len(CONTENT) + 1) == CONTENT
    kept = not sink.put(PROBE, CONTENT, create_only=True)
    sink.remove(PROBE)
    return same, kept
