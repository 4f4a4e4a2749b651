"""Makes the sounds of a seat: `python deploy/sounds.py`. They are ours, under the repository's
licence.

Each is a few partials of a struck bar or a plucked string, so it cuts through a noisy hall without
being loud. Nothing here is random: the same bytes come out every time.
"""

import math
import wave
from array import array
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

RATE: Final = 22_050
FOLDER: Final = Path(__file__).resolve().parents[1] / "ui_kiosk" / "sounds"
LOUDEST: Final = 26_000


@dataclass(frozen=True, slots=True)
class Note:
    """A tone of `pitch` Hz, from `start` on, that fades to a third in each `fade` seconds."""

    pitch: float
    start: float = 0.0
    fade: float = 0.06
    strength: float = 1.0


SOUNDS: Final[Mapping[str, tuple[float, tuple[Note, ...]]]] = {
    "turn": (0.34, (Note(659.3), Note(987.8, 0.11, 0.08))),
    "play": (0.12, (Note(294, fade=0.02), Note(1176, fade=0.008, strength=0.5))),
    "bomb": (0.60, (Note(65, fade=0.16), Note(98, fade=0.12), Note(196, 0.02, 0.05, 0.6))),
    "caught": (0.46, (Note(523.3), Note(659.3, 0.1), Note(784, 0.2, 0.09))),
    "call": (0.62, (Note(880, fade=0.1), Note(698.5, 0.26, 0.13))),
    "late": (0.30, (Note(1318.5, fade=0.03), Note(1318.5, 0.15, 0.03))),
    "moved": (0.50, (Note(392), Note(523.3, 0.12), Note(392, 0.24, 0.1))),
}
"""Seconds and notes of each: whose turn it is, cards laid, a bomb, 接风, a call for the operator,
time nearly out, people change seats."""
PARTIALS: Final = ((1, 1.0), (2, 0.35), (3, 0.12))
ATTACK: Final = 0.004


def samples(seconds: float, notes: Iterable[Note]) -> "array[int]":
    """The sound as signed 16-bit samples, as loud as the others."""
    wanted = tuple(notes)
    shape = [sum(_tone(note, k / RATE) for note in wanted) for k in range(round(seconds * RATE))]
    ramp = round(0.02 * RATE)  # no click at the end
    shape[-ramp:] = [value * (ramp - k) / ramp for k, value in enumerate(shape[-ramp:])]
    most = max(map(abs, shape))
    return array("h", (round(value / most * LOUDEST) for value in shape))


def _tone(note: Note, moment: float) -> float:
    since = moment - note.start
    if since < 0:
        return 0.0
    grown = min(1.0, since / ATTACK) * math.exp(-since / note.fade) * note.strength
    turns = 2 * math.pi * note.pitch * since
    return grown * sum(part * math.sin(number * turns) for number, part in PARTIALS)


def main() -> None:
    """Writes all sounds."""
    FOLDER.mkdir(exist_ok=True)
    for name, (seconds, notes) in SOUNDS.items():
        with wave.open(str(FOLDER / f"{name}.wav"), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(RATE)
            file.writeframes(samples(seconds, notes).tobytes())


if __name__ == "__main__":
    main()
