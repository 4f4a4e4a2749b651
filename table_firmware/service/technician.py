"""What a running table has for its technician: the PIN, the checks, and the files that tell the
seats' programs which touch panel is theirs.
"""

import json
import logging
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from hal.board import Board
from table_firmware.controller.bench import Fitting
from table_firmware.fairness import durable
from table_firmware.noise import noise_name
from table_firmware.rules.cards import Seat
from table_firmware.service.areas import noise
from table_firmware.service.checks import AREAS, Check, coded
from table_firmware.service.diagnose import Subject, diagnose
from table_firmware.service.faults import told
from table_firmware.service.pin import check_pin
from table_firmware.wire.messages import Finding, Said

LOGGER: Final = logging.getLogger("table")
PANELS: Final = "panels.json"
"""In the run directory, for `ui_kiosk.panels`."""
LONGEST: Final = {"zh": 80, "en": 170}
"""Letters of a text of a finding that the screen has room for."""


class Technician:
    """The workshop of a table (`controller.workshop`)."""

    def __init__(self, subject: Subject) -> None:
        self._subject = subject

    def check_pin(self, pin: str) -> bool | None:
        """Whether this is the technician's PIN; None if the table has none."""
        return check_pin(self._subject.config.state, pin)

    def examine(self, area: str) -> tuple[Finding, ...]:
        """Make the checks of an area."""
        try:
            checks = diagnose(self._subject, (area,))
        except OSError as error:
            detail = f"{error.filename or area}: {error.strerror}"
            values = {"detail": detail}
            checks = [coded("configuration.file", "fault", "refused", "report-refused", values)]
        return tuple(finding(check) for check in checks)

    def tested(self, code: str) -> tuple[Finding, ...]:
        """How a new test of the random source went."""
        config = self._subject.config
        return (finding(noise.retested(noise_name(config), code, bool(config.operators))),)

    def place_panels(self, panels: Mapping[Seat, str]) -> None:
        """Write where each seat's program finds its panel; readable by all of them."""
        plain = {seat.name: path for seat, path in panels.items()}
        try:
            place_panels(self._subject.config.run, plain)
        except OSError as error:
            self.report("run-directory", f"{error.filename}: {error.strerror}")

    def report(self, word: str, detail: str) -> None:
        """Say it in the journal of the system, with its code and its remedy."""
        LOGGER.warning("%s", told(word, detail))


def place_panels(run: Path, panels: Mapping[str, str]) -> None:
    """The file of the panels in this run directory; without any there is none."""
    path = run / PANELS
    if panels:
        durable.replace(path, json.dumps(dict(panels)).encode("ascii"), 0o644)
    else:
        path.unlink(missing_ok=True)


def finding(check: Check) -> Finding:
    """A check as it is sent to the technician's screen."""

    def text(language: str) -> str:
        sentence, found = check.sentence(language), check.found(language)
        return found if sentence == found else f"{sentence} ({found})"

    return Finding(
        check.area,
        check.level,
        check.code,
        Said(check.title("zh"), check.title("en")),
        Said(_cut(text("zh"), "zh"), _cut(text("en"), "en")),
        Said(_cut(check.remedy("zh"), "zh"), _cut(check.remedy("en"), "en")),
    )


def _cut(text: str, language: str) -> str:
    most = LONGEST[language]
    return text if len(text) <= most else f"{text[: most - 1]}…"


def fitting(board: Board) -> Fitting:
    """What a technician finds at a table with this board."""
    return Fitting(tuple(board.roles), tuple(board.lamps), board.lines, AREAS)
