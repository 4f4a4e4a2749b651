"""A seat's touch panel, read straight from its evdev device.

`Panel` turns the kernel's records (multitouch protocol B) into the ways of fingers; `SeatTouch`
reads the device and hands them to Kivy. The device may be absent at start, be unplugged with a
finger on it and come back under the same path: nothing else has to be done, and no finger stays
down for ever.
"""

import asyncio
import os
import struct
from array import array
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from fcntl import ioctl
from itertools import count
from pathlib import Path
from typing import Any, Final

from kivy.clock import Clock
from kivy.input.motionevent import MotionEvent
from kivy.input.provider import MotionEventProvider

RECORD: Final = struct.Struct("llHHi")
EV_SYN, EV_ABS = 0, 3
SYN_REPORT, SYN_DROPPED = 0, 3
SLOT, POSITION_X, POSITION_Y, TRACKING_ID = 0x2F, 0x35, 0x36, 0x39
EVIOCGRAB: Final = 0x40044590
MOST_SLOTS: Final = 16
RETRY_SECONDS: Final = 0.5

Point = tuple[float, float]
Matrix = tuple[float, float, float, float, float, float]
TURNS: Final[dict[int, Matrix]] = {
    0: (1, 0, 0, 0, 1, 0),
    90: (0, -1, 1, 1, 0, 0),
    180: (-1, 0, 1, 0, -1, 1),
    270: (0, 1, 0, -1, 0, 1),
}
"""Calibration matrices for a panel mounted turned clockwise by so many degrees."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """From the panel's own numbers to the window.

    x, y: the least and the greatest value of each axis. matrix: applied to (x, y, 1) with both in
    0..1 and the origin at the upper left, as in the kernel's and libinput's calibration matrix; it
    turns the panel, corrects it, or maps it to a part of the window.
    """

    x: tuple[int, int] = (0, 4095)
    y: tuple[int, int] = (0, 4095)
    matrix: Matrix = TURNS[0]

    def point(self, x: int, y: int) -> Point:
        """Window coordinates in 0..1 from the lower left, as Kivy wants them."""
        right = (x - self.x[0]) / max(1, self.x[1] - self.x[0])
        down = (y - self.y[0]) / max(1, self.y[1] - self.y[0])
        a, b, c, d, e, f = self.matrix
        return a * right + b * down + c, 1 - (d * right + e * down + f)


@dataclass(slots=True)
class Slot:
    """One finger's place in the kernel's table. `down`: told to us since the device was opened."""

    x: int = 0
    y: int = 0
    down: bool = False
    tracking: int | None = None
    moved: bool = False


Step = tuple[str, int, Point]
"""`begin`, `update` or `end` of the finger in a slot, and where."""


@dataclass(slots=True)
class Panel:
    """Follows the kernel's table of fingers, record by record."""

    calibration: Calibration
    slots: dict[int, Slot] = field(default_factory=dict)
    current: int = 0
    lost: bool = False
    rest: bytes = b""

    def feed(self, data: bytes) -> list[Step]:
        """What the fingers did according to these bytes, which may end within a record."""
        data = self.rest + data
        whole = len(data) - len(data) % RECORD.size
        self.rest = data[whole:]
        steps: list[Step] = []
        for _, _, kind, code, value in RECORD.iter_unpack(data[:whole]):
            steps += self._record(kind, code, value)
        return steps

    def end_all(self) -> list[Step]:
        """Lifts every finger that is down."""
        steps = [self._step("end", number) for number, slot in self.slots.items() if slot.down]
        for slot in self.slots.values():
            slot.down, slot.tracking, slot.moved = False, None, False
        return steps

    def _record(self, kind: int, code: int, value: int) -> list[Step]:
        if kind == EV_SYN and code == SYN_DROPPED:
            self.lost = True
            return self.end_all()
        if kind == EV_SYN and code == SYN_REPORT:
            dropped, self.lost = self.lost, False
            return [] if dropped else self._report()
        if kind == EV_ABS and not self.lost:
            self._change(code, value)
        return []

    def _change(self, code: int, value: int) -> None:
        if code == SLOT:
            self.current = value
        slot = self.slots.setdefault(self.current, Slot())
        match code:
            case 0x35:
                slot.x, slot.moved = value, True
            case 0x36:
                slot.y, slot.moved = value, True
            case 0x39:
                slot.tracking = value

    def _report(self) -> list[Step]:
        steps: list[Step] = []
        for number, slot in self.slots.items():
            tracking, slot.tracking = slot.tracking, None
            moved, slot.moved = slot.moved, False
            if tracking is not None and slot.down:
                steps.append(self._step("end", number))
                slot.down = False
            if tracking is not None and tracking >= 0:
                steps.append(self._step("begin", number))
                slot.down = True
            elif moved and slot.down:
                steps.append(self._step("update", number))
        return steps

    def _step(self, kind: str, number: int) -> Step:
        slot = self.slots[number]
        return kind, number, self.calibration.point(slot.x, slot.y)


def open_panel(fd: int, calibration: Calibration | None = None, matrix: Matrix = TURNS[0]) -> Panel:
    """The panel behind a device just opened, with the values that the kernel remembers.

    The kernel reports an axis only when its value changes: without the remembered ones the first
    touch after a restart could have a wrong axis. What is no evdev device needs a calibration.
    """
    if calibration is None:
        calibration = Calibration(_range(fd, POSITION_X), _range(fd, POSITION_Y), matrix)
    panel = Panel(calibration)
    across, down = _remembered(fd, POSITION_X), _remembered(fd, POSITION_Y)
    panel.slots = {k: Slot(x, y) for k, (x, y) in enumerate(zip(across, down, strict=False))}
    try:
        panel.current = _absolute(fd, SLOT)[0]
        ioctl(fd, EVIOCGRAB, 1)  # no X server or other program shall act on these touches too
    except OSError:
        pass
    return panel


def _absolute(fd: int, code: int) -> "array[int]":
    """Value, minimum, maximum and more of an axis (EVIOCGABS)."""
    found = array("i", [0] * 6)
    ioctl(fd, 2 << 30 | 24 << 16 | 0x45 << 8 | 0x40 + code, found)
    return found


def _range(fd: int, code: int) -> tuple[int, int]:
    try:
        found = _absolute(fd, code)
    except OSError:
        return 0, 4095
    return found[1], found[2]


def _remembered(fd: int, code: int) -> list[int]:
    """The value of an axis in each slot (EVIOCGMTSLOTS)."""
    found = array("i", [code] + [0] * MOST_SLOTS)
    try:
        ioctl(fd, 2 << 30 | len(found) * 4 << 16 | 0x45 << 8 | 0x0A, found)
    except OSError:
        return []
    return found[1:].tolist()


class Contact(MotionEvent):  # type: ignore[misc]
    """One finger on the panel."""

    def __init__(self, device: str, number: int, point: Point) -> None:
        super().__init__(device, number, point, is_touch=True, type_id="touch")

    def depack(self, args: Any) -> None:
        """Takes over a position."""
        self.sx, self.sy = args
        self.profile = ["pos"]
        super().depack(args)


class SeatTouch(MotionEventProvider):  # type: ignore[misc]
    """Reads one device path once a frame, and opens it again when it went away."""

    def __init__(
        self,
        path: Path,
        calibration: Calibration | None = None,
        matrix: Matrix = TURNS[0],
        felt: Callable[[], None] | None = None,
        matched: Callable[[], Path] | None = None,
    ) -> None:
        """felt: called as soon as there is something to read, from the loop of asyncio. matched:
        the path that a technician has matched with this seat; if that cannot be opened, `path` is.
        """
        super().__init__("seat", "")
        self.path = path
        self._usual = path
        self._matched = matched or (lambda: path)
        self._felt = felt
        self.connected = False
        self._calibration = calibration
        self._matrix = matrix
        self._fd = -1
        self._panel = Panel(Calibration())
        self._next_try = 0.0
        self._waiting: dict[int, deque[Step]] = {}
        self._contacts: dict[int, Contact] = {}
        self._numbers = count(1)

    def stop(self) -> None:
        """Closes the device."""
        self._close()

    def look_again(self) -> None:
        """Takes the panel that is matched now; one that is read already is kept."""
        if self._fd >= 0 and self._matched() != self.path:
            self._take(self._close())
        self._next_try = 0.0

    def update(self, dispatch_fn: Callable[[str, Contact], None]) -> None:
        """Reads what has come and tells it to Kivy, at most one step a finger and frame.

        Kivy looks at a touch when all of a frame's steps are in: a second step of the same finger
        would overwrite the first.
        """
        if self._fd >= 0 or self._open():
            self._take(self._read())
            self._listen()
        for number, steps in self._waiting.items():
            if steps:
                self._tell(number, steps, dispatch_fn)

    def _open(self) -> bool:
        now = Clock.get_boottime()
        if now < self._next_try:
            return False
        self._next_try = now + RETRY_SECONDS
        for path in dict.fromkeys((self._matched(), self._usual)):
            with suppress(OSError):
                self._fd = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
                self.path = path
                break
        else:
            return False
        self._panel = open_panel(self._fd, self._calibration, self._matrix)
        return True

    def _listen(self) -> None:
        """Has the loop tell when there is more; once, or it would do nothing else until then."""
        if self._felt is not None and self._fd >= 0:
            asyncio.get_running_loop().add_reader(self._fd, self._tell_felt)

    def _tell_felt(self) -> None:
        asyncio.get_running_loop().remove_reader(self._fd)
        if self._felt is not None:
            self._felt()

    def _read(self) -> list[Step]:
        steps: list[Step] = []
        try:
            while data := os.read(self._fd, RECORD.size * 256):
                self.connected = True
                steps += self._panel.feed(data)
        except BlockingIOError:
            self.connected = True
            return steps
        except OSError:
            pass
        return steps + self._close()

    def _close(self) -> list[Step]:
        if self._fd >= 0:
            if self._felt is not None:
                asyncio.get_running_loop().remove_reader(self._fd)
            os.close(self._fd)
        self._fd, self.connected = -1, False
        return self._panel.end_all()

    def _take(self, steps: list[Step]) -> None:
        for step in steps:
            waiting = self._waiting.setdefault(step[1], deque())
            if waiting and waiting[-1][0] == step[0] == "update":
                waiting.pop()
            waiting.append(step)

    def _tell(self, number: int, steps: deque[Step], tell: Callable[[str, Contact], None]) -> None:
        kind, _, point = steps.popleft()
        if kind == "begin":
            self._contacts[number] = Contact(self.device, next(self._numbers), point)
            tell(kind, self._contacts[number])
        elif kind == "update":
            self._contacts[number].move(point)
            tell(kind, self._contacts[number])
        else:
            contact = self._contacts.pop(number)
            contact.update_time_end()
            tell(kind, contact)
