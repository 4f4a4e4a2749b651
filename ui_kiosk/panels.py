"""Which touch panel is this seat's, where a technician has matched another than the usual one.

The table writes `panels.json` into the run directory: a seat's letter and the path of a panel.
"""

import json
from pathlib import Path
from typing import Final

from table_firmware.rules.cards import Seat

FILE: Final = "panels.json"


def panel_of(run: Path, seat: Seat, usual: Path) -> Path:
    """The path of the panel of a seat; the usual one unless the table says otherwise."""
    try:
        found = json.loads((run / FILE).read_bytes())[seat.name]
    except (OSError, ValueError, TypeError, KeyError):
        return usual
    return Path(found) if isinstance(found, str) and found.startswith("/dev/") else usual
