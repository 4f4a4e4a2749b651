"""A window on a display that is smaller than it would like to be."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.system.display import display
from ui_kiosk.window import fitted

MADE = """
import sys
from pathlib import Path
from ui_kiosk import window
window.prepare(window.Glass((1920, 1080)), Path(sys.argv[1]))
from kivy.core.window import Window
print(*Window.size)
"""


@pytest.mark.parametrize(
    ("room", "size"),
    [
        (None, (1920, 1080)),
        ((3840, 2160), (1920, 1080)),
        ((1366, 738), (1366, 738)),
        ((1080, 1920), (1080, 1080)),
    ],
)
def test_a_window_is_no_larger_than_its_display(
    room: tuple[int, int] | None, size: tuple[int, int]
) -> None:
    assert fitted((1920, 1080), room) == size


@pytest.mark.slow
def test_a_window_lies_whole_on_a_small_display(tmp_path: Path) -> None:
    with display(1280, 800) as shown:
        made = subprocess.run(
            [sys.executable, "-c", MADE, str(tmp_path)],
            env={**shown.environment, "PYTHONPATH": str(Path.cwd())},
            check=True,
            timeout=60,
            capture_output=True,
            text=True,
        )
    assert made.stdout.split() == ["1280", "800"]
