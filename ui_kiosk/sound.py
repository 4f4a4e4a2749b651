"""Sounds of a seat, by a player program of the system: nothing waits for them, and where there is
no sound there is silence.

The player is a process of its own, so a device that is slow or missing costs the screen nothing.
"""

import io
import subprocess
import wave
from array import array
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import Final

PARTS: Final[Mapping[int, float]] = {1: 0.25, 2: 1.0}
"""How loud the volumes of the settings are; 0 is silence."""
SILENCE: Final = "none"
FAILURES: Final = 3
"""So many in a row, and the program asks for no sound any more."""
LONGEST: Final = 5.0
"""Seconds after which a player that hangs is ended."""


def player(device: str) -> tuple[str, ...]:
    """The program that plays a sound from its input on a device of ALSA; no program for `none`."""
    return () if device == SILENCE else ("aplay", "-q", "-D", device)


@cache
def sound(cue: str, volume: int) -> bytes:
    """A sound as the bytes of a WAV file. Raises OSError for one that there is not."""
    file = resources.files("ui_kiosk") / "sounds" / f"{cue}.wav"
    with file.open("rb") as raw, wave.open(raw) as found:
        form, samples = found.getparams(), array("h", found.readframes(found.getnframes()))
    part = PARTS[volume]
    made = io.BytesIO()
    with wave.open(made, "wb") as louder:
        louder.setparams(form)
        louder.writeframes(array("h", (round(each * part) for each in samples)).tobytes())
    return made.getvalue()


class Speaker:
    """Plays one sound after the other; a sound that already waits is not heard twice."""

    def __init__(self, command: Sequence[str]) -> None:
        """command: a program that plays what it reads; empty: silence."""
        self._command = tuple(command)
        self._lock = Lock()
        self._waiting: SimpleQueue[tuple[str, int]] = SimpleQueue()
        self._wanted: set[str] = set()
        self._failed = 0
        self._working = False

    @property
    def silent(self) -> bool:
        """There is no sound here."""
        return not self._command or self._failed >= FAILURES

    def play(self, cue: str, volume: int) -> None:
        """Has a sound played, and returns at once."""
        if volume not in PARTS or self.silent:
            return
        with self._lock:
            if cue in self._wanted:
                return
            self._wanted.add(cue)
            self._waiting.put((cue, volume))
            if not self._working:
                self._working = True
                Thread(target=self._work, name="sound", daemon=True).start()

    def _work(self) -> None:
        while (waiting := self._next()) is not None:
            cue, volume = waiting
            self._failed = 0 if self._played(sound(cue, volume)) else self._failed + 1
            with self._lock:
                self._wanted.discard(cue)

    def _next(self) -> tuple[str, int] | None:
        with self._lock:
            try:
                return self._waiting.get_nowait()
            except Empty:
                self._working = False
                return None

    def _played(self, heard: bytes) -> bool:
        quiet = subprocess.DEVNULL
        try:
            done = subprocess.run(
                self._command, input=heard, stdout=quiet, stderr=quiet, timeout=LONGEST, check=False
            )
        except (OSError, subprocess.TimeoutExpired):
            return False
        return done.returncode == 0
