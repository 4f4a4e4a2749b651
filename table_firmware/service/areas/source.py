"""Where a machine tells about itself, as a value: a test gives a folder in place of `/`."""

import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from table_firmware.controller import clock

SECONDS: Final = 5.0


def run(command: Sequence[str]) -> str | None:
    """What a program prints; None if it is missing or fails."""
    try:
        ended = subprocess.run(
            command, capture_output=True, text=True, timeout=SECONDS, check=True, errors="replace"
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return ended.stdout


@dataclass(frozen=True, slots=True)
class Machine:
    """root: where `sys`, `proc`, `dev`, `etc` and `run` are. command: runs a program, as `run`.
    now: seconds that never go back. unix: seconds since 1970, as the clock of the day says."""

    root: Path = Path("/")
    command: Callable[[Sequence[str]], str | None] = run
    now: Callable[[], float] = clock.seconds
    unix: Callable[[], float] = clock.unix

    def read(self, path: str | Path) -> str:
        """The text of a file below the root, stripped; empty if it cannot be read."""
        try:
            return (self.root / path).read_text("utf-8", "replace").strip("\0 \n\t")
        except OSError:
            return ""

    def number(self, path: str | Path) -> int | None:
        """The number that a file holds, in decimal or as 0x…; None if it holds none."""
        try:
            return int(self.read(path), 0)
        except ValueError:
            return None

    def found(self, folder: str, pattern: str) -> list[Path]:
        """The paths in a folder below the root that fit a pattern, in order."""
        return sorted((self.root / folder).glob(pattern))
