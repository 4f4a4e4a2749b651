"""What Kivy and the encoder of QR codes load beside them, and no seat has a use for."""

import sys
from types import ModuleType
from typing import Final

ABSENT: Final = ("ssl",)
"""asyncio goes without: a seat has one socket, to its own machine."""
EMPTY: Final = (
    "segno.writers",  # codes in files bring half of the library for networks: 4 MB
    *(  # a seat has a panel of its own or a mouse
        f"kivy.input.providers.{name}"
        for name in ("hidinput", "leapfinger", "linuxwacom", "mtdev", "probesysfs", "tuio")
    ),
)
"""Those that load them never use what these names stand for."""


def leave_out() -> None:
    """Has this process do without. Only for the program of a seat, before it loads anything."""
    for name in ABSENT:
        sys.modules[name] = None  # type: ignore[assignment]
    sys.modules.update({name: ModuleType(name) for name in EMPTY})
