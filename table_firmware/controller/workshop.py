"""What the controller needs for a technician, and does not know how to do itself."""

from collections.abc import Mapping
from typing import Protocol

from table_firmware.rules.cards import Seat
from table_firmware.wire.messages import Finding


class Workshop(Protocol):
    """Its first two calls may take long, and come from other threads than the loop's."""

    def check_pin(self, pin: str) -> bool | None:
        """Whether this is the technician's PIN; None if the table has none."""

    def examine(self, area: str) -> tuple[Finding, ...]:
        """Make the checks of an area. It fails never: what cannot be looked at is a finding."""

    def tested(self, code: str) -> tuple[Finding, ...]:
        """How a new test of the random source is told to him. code: empty if it is healthy."""

    def place_panels(self, panels: Mapping[Seat, str]) -> None:
        """Tell the seats' programs whose touch panel is another than the usual one."""

    def report(self, word: str, detail: str) -> None:
        """Tell whoever reads the journal of the system of a fault, by its word."""


class Closed:
    """A table without a workshop: no PIN, no checks."""

    def check_pin(self, _pin: str) -> bool | None:
        """There is none."""
        return None

    def examine(self, _area: str) -> tuple[Finding, ...]:
        """Nothing."""
        return ()

    def tested(self, _code: str) -> tuple[Finding, ...]:
        """Nothing."""
        return ()

    def place_panels(self, panels: Mapping[Seat, str]) -> None:
        """Nobody is told."""

    def report(self, word: str, detail: str) -> None:
        """Nobody is told."""
