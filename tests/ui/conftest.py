"""A harness that drives real Kivy windows without a display.

The settings of Kivy must stand before it is first imported, hence here and not in a fixture; they
are those of a kiosk.
"""

import atexit
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from ui_kiosk import window

os.environ["SDL_VIDEODRIVER"] = "offscreen"
home = tempfile.mkdtemp(prefix="kivy-")
atexit.register(shutil.rmtree, home, ignore_errors=True)
window.prepare(window.Glass(touch=Path(os.devnull)), Path(home))
sys.path.insert(0, str(Path(__file__).parent))

from glass import Glass  # noqa: E402


@pytest.fixture
def glass() -> Iterator[Glass]:
    """The window of this process, emptied before and after."""
    found = Glass()
    yield found
    found.clear()
