"""The journal: every entry on disk before anything of it is shown (`trust-decisions` §5).

A frame is ``u32 length || u32 CRC-32(length || body) || body``, big-endian. One `write` and one
`fdatasync` make an entry durable; only then is it acknowledged. A power cut can tear the last
frame, which nobody was told of: it is cut off at the next start. A bad frame with a whole one
behind it was durable once and is damage: nothing is cut then. A segment file holds 65,536 entries;
its name is its number.
"""

import fcntl
import os
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from table_firmware.fairness import durable
from table_firmware.ledger.entries import MOST_BYTES
from table_firmware.ledger.faults import LedgerFault
from table_firmware.ledger.files import make_directory, write_all

SEGMENT: Final = 65_536
_HEAD: Final = 8
Sync = Callable[[int], None]


def _nobody() -> None:
    """Nobody wants to know."""


def frame(body: bytes) -> bytes:
    """The bytes of one entry on disk."""
    length = len(body).to_bytes(4, "big")
    return length + zlib.crc32(length + body).to_bytes(4, "big") + body


def read_frames(content: bytes) -> tuple[list[bytes], int]:
    """The bodies up to the first bad frame, and where that begins."""
    bodies, at = [], 0
    while (body := _frame_at(content, at)) is not None:
        bodies.append(body)
        at += _HEAD + len(body)
    return bodies, at


def _frame_at(content: bytes, at: int) -> bytes | None:
    length, crc = content[at : at + 4], content[at + 4 : at + _HEAD]
    size = int.from_bytes(length, "big")
    body = content[at + _HEAD : at + _HEAD + size]
    # No entry is empty, so a run of zero bytes is no frame.
    if len(crc) < 4 or not 0 < size <= MOST_BYTES or len(body) < size:
        return None
    return body if zlib.crc32(length + body) == int.from_bytes(crc, "big") else None


def _whole_frame_in(rest: bytes) -> bool:
    # The length of the bad frame may be what was damaged, so a whole one may begin anywhere.
    return any(_frame_at(rest, at) is not None for at in range(1, len(rest) - _HEAD))


class Journal:
    """An append-only list of byte strings in a directory, for one writer.

    `sync` is what makes a write durable; a failure of it, or of a write, is final: the kernel
    may have dropped the page, so this object refuses everything until the process starts again.
    """

    def __init__(
        self,
        directory: Path,
        sync: Sync = os.fdatasync,
        segment: int = SEGMENT,
        first: int = 0,
        writing: bool = True,
    ) -> None:
        """first: number of the first segment; those before it were pruned. writing: False looks
        only, beside the one writer."""
        if writing:
            make_directory(directory)
        self._directory, self._sync, self._segment = directory, sync, segment
        self._first = first
        self._lock = _lock(directory) if writing else -1
        self._failure = ""
        self._fd = -1
        self._tail = directory
        self.size = 0
        self.torn = 0

    def load(self) -> Iterator[bytes]:
        """Every entry that is not pruned; afterwards `size` and `torn` are known."""
        if self._lock >= 0:
            self._drop_pruned()
        gone = {_name(number) for number in range(self._first)}
        names = sorted({path.name for path in self._directory.iterdir()} - gone)
        if names != [_name(self._first + number) for number in range(len(names))]:
            raise LedgerFault("journal-corrupt", f"segments are {names[:9]}")
        self.size = self._first * self._segment
        for name in names:
            content = (self._directory / name).read_bytes()
            bodies, good = read_frames(content)
            self._check_segment(name, len(bodies), content[good:], name == names[-1])
            self.size += len(bodies)
            yield from bodies

    def _check_segment(self, name: str, count: int, rest: bytes, last: bool) -> None:
        if last:
            # One write of one frame is all that a power cut can leave unfinished.
            explained = len(rest) <= _HEAD + MOST_BYTES and not _whole_frame_in(rest)
            if not explained or count > self._segment:
                raise LedgerFault("journal-corrupt", f"segment {name} after {count} entries")
            self.torn, self._tail = len(rest), self._directory / name
        elif rest or count != self._segment:
            raise LedgerFault("journal-corrupt", f"segment {name} after {count} entries")

    def prune(self, first: int) -> None:
        """Let go of the segments before number `first`, which must not be the last one."""
        self._first = first
        self._drop_pruned()

    def _drop_pruned(self) -> None:
        gone = [self._directory / _name(number) for number in range(self._first)]
        for path in (path for path in gone if path.exists()):
            durable.remove(path)

    def cut(self) -> None:
        """Remove the torn tail that `load` found; call it before the first `append`."""
        if not self.torn:
            return
        fd = os.open(self._tail, os.O_WRONLY | os.O_NOFOLLOW)
        try:
            os.ftruncate(fd, os.fstat(fd).st_size - self.torn)
            os.fsync(fd)
        finally:
            os.close(fd)

    def append(self, body: bytes, placed: Callable[[], None] = _nobody) -> None:
        """Write one entry and return when it is durable; LedgerFault "journal-failed". placed: is
        called when it lies in the file and the disk is about to be waited for."""
        if self._failure:
            raise LedgerFault("journal-failed", self._failure)
        try:
            write_all(self._file(), frame(body))
            placed()
            self._sync(self._fd)
        except OSError as error:
            self._failure = f"entry {self.size}: {error.strerror}"
            raise LedgerFault("journal-failed", self._failure) from error
        self.size += 1

    def _file(self) -> int:
        if self._fd >= 0 and self.size % self._segment:
            return self._fd
        self._close_file()
        path = self._directory / _name(self.size // self._segment)
        flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_NOFOLLOW
        self._fd = os.open(path, flags, 0o600)
        durable.sync_directory(self._directory)
        return self._fd

    def read(self, start: int = 0) -> Iterator[bytes]:
        """The entries from number `start` on that are not pruned, as they are on disk."""
        begin = max(self._first, start // self._segment)
        for number in range(begin, -(-self.size // self._segment)):
            bodies, _ = read_frames((self._directory / _name(number)).read_bytes())
            first = number * self._segment
            yield from bodies[max(0, start - first) : self.size - first]

    def close(self) -> None:
        """Let go of the files; nothing is lost by never calling this."""
        self._close_file()
        if self._lock >= 0:
            os.close(self._lock)
            self._lock = -1

    def _close_file(self) -> None:
        if self._fd >= 0:
            os.close(self._fd)
            self._fd = -1


def _name(number: int) -> str:
    return f"{number:08d}"


def is_held(directory: Path) -> bool:
    """Whether somebody has this journal open to write."""
    try:
        os.close(_lock(directory))
    except LedgerFault:
        return True
    return False


def _lock(directory: Path) -> int:
    fd = os.open(directory, os.O_RDONLY | os.O_DIRECTORY)
    try:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(fd)
        raise LedgerFault("ledger-in-use", str(directory)) from None
    return fd
