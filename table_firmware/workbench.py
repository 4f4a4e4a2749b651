"""A table on the bench: opens its board and its panels for the steps of the acceptance."""

import os
import queue
import select
from collections.abc import Collection, Sequence
from contextlib import ExitStack
from pathlib import Path

from hal.board import BoardRefused
from hal.scanner import Changed, Report, Scanner
from table_firmware.examine import scanning
from table_firmware.ledger.enrolment import parse_enrolment
from table_firmware.ledger.notes import parse_vkey
from table_firmware.ledger.policy import parse_policy
from table_firmware.ledger.survey import is_running
from table_firmware.service.acceptance import SECONDS
from table_firmware.service.areas.panels import screens
from table_firmware.service.checks import Check
from table_firmware.service.diagnose import Subject, diagnose
from table_firmware.service.faults import told


class Workbench:
    """A `service.acceptance.Bench`. The board is open only between `refusal` and `examine`, which
    opens it itself, so that a running table is never disturbed."""

    def __init__(self, subject: Subject, seconds: float = SECONDS) -> None:
        self._subject = subject
        self._seconds = seconds
        self._reports: queue.Queue[Report] = queue.Queue()
        self._scanner: Scanner | None = None
        self._open = ExitStack()

    def examine(self, areas: Collection[str]) -> Sequence[Check]:
        """See `service.acceptance.Bench`."""
        self.close()
        return diagnose(self._subject, areas)

    def refusal(self) -> str:
        """See `service.acceptance.Bench`."""
        config = self._subject.config
        if self._scanner:
            return ""
        if is_running(config.state):
            return told("table-running", str(config.run))
        try:
            self._scanner = self._open.enter_context(scanning(config, self._reports.put))
        except BoardRefused as refused:
            return told(refused.code, refused.detail)
        return ""

    def inputs(self, kind: str) -> Sequence[str]:
        """See `service.acceptance.Bench`."""
        roles = self._scanner.board.roles if self._scanner else ()
        return [role for role in roles if role.partition("_")[0] == kind]

    def lamps(self) -> Sequence[str]:
        """See `service.acceptance.Bench`."""
        return self._scanner.board.lamps if self._scanner else ()

    def changed(self, kinds: Collection[str], level: bool) -> str:
        """See `service.acceptance.Bench`. What happened before is of no account."""
        while not self._reports.empty():
            self._reports.get_nowait()
        until = self._subject.machine.now() + self._seconds
        while (left := until - self._subject.machine.now()) > 0:
            try:
                report = self._reports.get(timeout=left)
            except queue.Empty:
                break
            match report:
                case Changed(role, found) if found == level and role.partition("_")[0] in kinds:
                    return role
        return ""

    def light(self, lamp: str) -> None:
        """See `service.acceptance.Bench`."""
        if self._scanner:
            self._scanner.light({each: float(each == lamp) for each in self.lamps()})

    def panels(self) -> Sequence[str]:
        """See `service.acceptance.Bench`."""
        return [screen.seats for screen in screens(self._subject.machine) if screen.touch]

    def touched(self) -> str:
        """See `service.acceptance.Bench`. A panel that cannot be opened is not touched."""
        root, nodes = self._subject.machine.root, dict[int, str]()
        try:
            for screen in screens(self._subject.machine):
                node = root / screen.touch.lstrip("/")
                if screen.touch and os.access(node, os.R_OK):
                    nodes[os.open(node, os.O_RDONLY | os.O_NONBLOCK)] = screen.seats
            ready, _, _ = select.select(list(nodes), [], [], self._seconds)
            return nodes[ready[0]] if ready else ""
        finally:
            for opened in nodes:
                os.close(opened)

    def enrolled(self, note: str, club: str) -> str:
        """See `service.acceptance.Bench`."""
        try:
            found = parse_enrolment(Path(note).read_bytes(), parse_vkey(club))
            logs = parse_policy((self._subject.config.state / "policy").read_text("utf-8")).logs
        except (OSError, ValueError) as error:
            return str(error)
        return "" if found.identity in logs else "另一张牌桌的登记 / the enrolment of another table"

    def close(self) -> None:
        """Give the board back."""
        self._scanner = None
        self._open.close()
