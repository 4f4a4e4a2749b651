"""All checks of a table, in the order of a report. What has to be opened is opened by whoever
calls, so that a running table, a bench and a test are looked at in the same way."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from table_firmware.config import Config
from table_firmware.service.areas import (
    board,
    hours,
    machine,
    noise,
    panels,
    records,
    storage,
    upload,
)
from table_firmware.service.areas.source import Machine
from table_firmware.service.checks import AREAS, Check, Values, coded

Look = Callable[[], board.BoardState | Check]
"""The board as it is, or why it cannot be looked at."""
Draw = Callable[[], Check]
"""The findings of a sample of the noise source."""


@dataclass(frozen=True, slots=True)
class Subject:
    """What is looked at. refused: why the configuration could not be read, by code and words."""

    config: Config
    look: Look
    draw: Draw
    path: Path | None = None
    refused: tuple[str, str] | None = None
    destination: Path = upload.DESTINATION
    machine: Machine = field(default_factory=Machine)
    writes: int = storage.WRITES
    raw: Path | None = None
    """Where the sample that `draw` takes is kept."""
    server: Callable[[], Check] | None = None
    """The finding about the web server that records are uploaded to, if there is one."""


def diagnose(subject: Subject, only: Collection[str] = AREAS) -> list[Check]:
    """The findings of the wanted areas."""
    makers = _makers(subject)
    found = [check for area in AREAS if area in only and area in makers for check in makers[area]()]
    if {"board", "link"} & set(only):
        seen = [check for check in _board(subject) if check.area in only]
        found = sorted([*found, *seen], key=lambda check: AREAS.index(check.area))
    return found


def _makers(subject: Subject) -> Mapping[str, Callable[[], list[Check]]]:
    config, computer = subject.config, subject.machine
    return {
        "configuration": lambda: [_configuration(subject)],
        "panels": lambda: panels.checks(computer),
        "noise": lambda: [subject.draw(), *noise.kept(subject.raw)],
        "storage": lambda: storage.checks(computer, config.state, subject.writes),
        "clock": lambda: hours.checks(computer),
        "machine": lambda: machine.checks(computer),
        "records": lambda: records.checks(config.state, config.origin),
        "upload": lambda: _upload(subject),
    }


def _upload(subject: Subject) -> list[Check]:
    """Records go to a folder, to a web server, or to both."""
    found = upload.checks(subject.destination)
    if subject.server is None:
        return found
    return [*(check for check in found if check.said != "absent"), subject.server()]


def _configuration(subject: Subject) -> Check:
    name = "configuration.file"
    if subject.refused:
        code, detail = subject.refused
        return coded(name, "fault", "refused", code, {"detail": detail})
    values: Values = {"origin": subject.config.origin, "path": str(subject.path or "-")}
    return Check(
        name, "ok" if subject.path else "info", "read" if subject.path else "default", values=values
    )


def _board(subject: Subject) -> list[Check]:
    found = subject.look()
    return [found] if isinstance(found, Check) else board.checks(found)
