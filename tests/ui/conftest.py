"""A harness that drives real Kivy windows without a display.

The settings of Kivy must stand before it is first imported, hence here and not in a fixture.
"""

import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

os.environ |= {
    "SDL_VIDEODRIVER": "offscreen",
    "KIVY_WINDOW": "sdl2",
    "KIVY_NO_ARGS": "1",
    "KIVY_LOG_MODE": "PYTHON",
    "KIVY_METRICS_DENSITY": "1",
    "KIVY_DPI": "96",
    "KIVY_HOME": tempfile.mkdtemp(prefix="kivy-"),
}
sys.path.insert(0, str(Path(__file__).parent))

from glass import Glass


@pytest.fixture
def glass() -> Iterator[Glass]:
    """The window of this process, emptied before and after."""
    window = Glass()
    yield window
    window.clear()
