"""A display of its own, with a pointer that is really moved and pressed."""

import os
import re
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from ui_kiosk.double_touch import DOUBLE_SECONDS

PICTURES = Path(__file__).resolve().parents[2] / "out" / "screenshots"


class Display:
    """One X server without a screen; positions in pixels from the upper left."""

    def __init__(self, name: str) -> None:
        # Other tests of this process may have turned SDL away from every display.
        inherited = {k: v for k, v in os.environ.items() if not k.startswith(("SDL_", "KIVY_"))}
        self.environment: Mapping[str, str] = {
            **inherited,
            "DISPLAY": name,
            "LIBGL_ALWAYS_SOFTWARE": "1",
        }
        self._pressed: tuple[float, float] | None = None

    def press(self, x: float, y: float) -> None:
        """A second time on the same place only when what it has done can have been read."""
        rest = ("sleep", str(2 * DOUBLE_SECONDS)) if self._pressed == (x, y) else ()
        self._pressed = x, y
        self._obey("xdotool", *rest, "mousemove", f"{x:.0f}", f"{y:.0f}", "click", "1")

    def picture(self, name: str) -> Path:
        """What the whole display shows now, in out/screenshots."""
        PICTURES.mkdir(parents=True, exist_ok=True)
        path = PICTURES / f"{name}.png"
        self._obey("import", "-window", "root", "-quality", "10", str(path))
        return path

    def windows(self) -> list[int]:
        """The windows of programs that are on the display."""
        for _ in range(9):
            # A window that goes while its name is asked for ends xwininfo: ask again.
            with suppress(subprocess.CalledProcessError):
                return self._windows()
        return self._windows()

    def _windows(self) -> list[int]:
        tree = self._obey("xwininfo", "-root", "-tree")
        return [int(found, 16) for found in re.findall(r'(0x[0-9a-f]+) "', tree)]

    def _obey(self, *command: str) -> str:
        return subprocess.run(
            command, env=self.environment, check=True, timeout=20, capture_output=True, text=True
        ).stdout


@contextmanager
def display(width: int, height: int) -> Iterator[Display]:
    """An X server on the first free number."""
    told, tell = os.pipe()
    command = ["Xvfb", "-displayfd", str(tell), "-screen", "0", f"{width}x{height}x24"]
    quiet = [*command, "-nolisten", "tcp", "-noreset"]
    server = subprocess.Popen(quiet, pass_fds=[tell], stderr=subprocess.DEVNULL)
    os.close(tell)
    try:
        with os.fdopen(told) as number:
            yield Display(f":{number.readline().strip()}")
    finally:
        server.terminate()
        server.wait(20)
