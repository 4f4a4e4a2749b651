"""A seat loads what it needs and nothing of the table."""

import subprocess
import sys
from pathlib import Path

PROGRAM = "import ui_kiosk.__main__, ui_kiosk.presenter, sys; print(*sorted(sys.modules))"
UNWANTED = ("cryptography", "PIL", "segno", "_ssl", "table_firmware.controller", "hal")


def test_a_seat_loads_neither_the_table_nor_its_cryptography() -> None:
    root = Path(__file__).resolve().parents[2]
    command = (sys.executable, "-c", PROGRAM)
    loaded = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True)
    names = loaded.stdout.split()
    assert [name for name in names if name.startswith(UNWANTED)] == []
