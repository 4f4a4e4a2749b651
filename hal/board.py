"""What every board of a table offers: input levels by role, lamps by role, and honest failure.

A role is the table's word for a contact or a lamp, never a pin. Inputs: `seat_E` … `seat_S` (on =
somebody sits there), `button_E` … `button_S` (on = pressed), `service` (the technician's button
inside the case). Lamps: `lamp_E` … `lamp_S`. Levels are reported, not edges: an edge can be lost,
a level cannot.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Protocol

SEATS: Final = ("E", "N", "W", "S")
ROLES: Final = (
    *(f"seat_{seat}" for seat in SEATS),
    *(f"button_{seat}" for seat in SEATS),
    "service",
)
LAMPS: Final = tuple(f"lamp_{seat}" for seat in SEATS)


class BoardLost(Exception):
    """A board that was there is gone; the next `read` tries to reach it again.

    `code` is a fault code of the catalogue, `detail` says what happened, in English, for the log.
    `levels` are those of the roles that still answer, where a board has parts and some are there;
    a role that is not among them is lost.
    """

    def __init__(
        self, code: str, detail: str, levels: Mapping[str, bool] = MappingProxyType({})
    ) -> None:
        super().__init__(f"{code}: {detail}")
        self.code = code
        self.detail = detail
        self.levels = levels


class BoardRefused(Exception):
    """A board that cannot be opened as it is configured or installed; trying again is no use.

    `code` is a fault code of the catalogue, `detail` says what is wrong, `remedy` what to do.
    """

    def __init__(self, code: str, detail: str, remedy: str) -> None:
        super().__init__(f"{code}: {detail}; {remedy}")
        self.code = code
        self.detail = detail
        self.remedy = remedy


class Board(Protocol):
    """The hardware of one table. All calls come from one thread at a time."""

    @property
    def name(self) -> str:
        """The name the configuration chose it by."""

    @property
    def roles(self) -> tuple[str, ...]:
        """The inputs this board has, each one of `ROLES`."""

    @property
    def lamps(self) -> tuple[str, ...]:
        """The lamps this board has, each one of `LAMPS`."""

    @property
    def lines(self) -> Mapping[str, str]:
        """What a technician finds a role or a lamp by: a pin, or a port and its channel."""

    def read(self) -> Mapping[str, bool]:
        """The level of every one of `roles` now, undebounced. Raises BoardLost; if only a part of
        the board is lost, its `levels` has the rest."""

    def light(self, lamps: Mapping[str, float]) -> None:
        """Set the named lamps to a brightness of 0 (dark) to 1; others stay as they are.

        A board that only switches takes one half and more as on. Raises BoardLost, and ValueError
        for a lamp it does not have or a brightness out of range. Lamps of a part that is lost are
        passed over; they are dark when it returns.
        """

    def close(self) -> None:
        """Lamps dark, pins and ports given back. May be called twice."""


def checked_lamps(lamps: Mapping[str, float], known: tuple[str, ...]) -> Mapping[str, float]:
    """The lamps as given, after the checks that `Board.light` promises. Raises ValueError."""
    for lamp, brightness in lamps.items():
        if lamp not in known:
            raise ValueError(f"no lamp named {lamp}")
        if not 0.0 <= brightness <= 1.0:
            raise ValueError(f"{lamp}: brightness {brightness} is not between 0 and 1")
    return lamps
