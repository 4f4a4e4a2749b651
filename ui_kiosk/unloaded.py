"""What Kivy and the encoder of QR codes load beside them, and no seat has a use for."""

import sys
from types import ModuleType
from typing import Any, Final

ABSENT: Final = ("ssl",)
"""asyncio goes without: a seat has one socket, to its own machine."""
EMPTY: Final[dict[str, dict[str, Any]]] = {
    "filetype": {"guess_extension": None},  # of pictures without names
    "segno.writers": {},  # codes in files bring half of the library for networks: 4 MB
    **{
        f"kivy.input.providers.{name}": {}  # a seat has a touch panel or a mouse
        for name in ("hidinput", "leapfinger", "linuxwacom", "mtdev", "probesysfs", "tuio")
    },
}
"""Those that load them never use what these names stand for."""


def leave_out() -> None:
    """Has this process do without. Only for the program of a seat, before it loads anything."""
    for name in ABSENT:
        sys.modules[name] = None  # type: ignore[assignment]
    for name, contents in EMPTY.items():
        sys.modules[name] = ModuleType(name)
        vars(sys.modules[name]).update(contents)
