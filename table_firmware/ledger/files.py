"""Folders and bytes that are on the medium before anything depends on them."""

import os
import stat
from pathlib import Path
from typing import Final

from table_firmware.fairness.durable import sync_directory

GOING: Final = ".gone"
"""Ends the name of a file that is being destroyed."""


def make_directory(directory: Path, mode: int = 0o700) -> None:
    """Make `directory` and its missing parents, durably."""
    if not directory.is_dir():
        make_directory(directory.parent, mode)
        directory.mkdir(mode=mode)
        sync_directory(directory.parent)


def is_state(folder: Path) -> bool:
    """Whether a table works in this folder."""
    return all(os.access(folder / name, os.F_OK) for name in ("journal", "keys"))


def write_all(fd: int, content: bytes) -> None:
    """Write every byte; one `write` may take fewer than it is given."""
    rest = memoryview(content)
    while rest:
        rest = rest[os.write(fd, rest) :]


def read_strange(path: Path, most: int) -> bytes:
    """A file that anybody may have written, off a stick: a plain one, no link and no device, of at
    most `most` bytes. OSError, ValueError."""
    return _read(path, most, os.O_NOFOLLOW)


def read_named(path: Path, most: int) -> bytes:
    """A small file that a person has named, perhaps by a link, perhaps by mistake. OSError,
    ValueError."""
    return _read(path, most, 0)


def _read(path: Path, most: int, flags: int) -> bytes:
    fd = os.open(path, os.O_RDONLY | os.O_NONBLOCK | flags)
    with os.fdopen(fd, "rb") as file:
        if not stat.S_ISREG(os.fstat(fd).st_mode):
            raise ValueError(f"{path}: 不是普通文件 / not a plain file")
        raw = file.read(most + 1)
    if len(raw) > most:
        raise ValueError(f"{path}: 太大 / is too large")
    return raw


def shred(path: Path) -> None:
    """Overwrite a small file and remove it, if it is there.

    It loses its name first: cut off in the middle, nobody finds half a secret under it, and the
    next call goes on. Flash may keep the old bytes in spare blocks (`tlog1` §4); this is the best
    a file can do.
    """
    going = path.with_name(f"{path.name}{GOING}")
    if path.exists():
        path.rename(going)
        sync_directory(path.parent)
    if not going.exists():
        return
    fd = os.open(going, os.O_WRONLY | os.O_NOFOLLOW)
    try:
        write_all(fd, bytes(os.fstat(fd).st_size))
        os.fsync(fd)
    finally:
        os.close(fd)
    going.unlink()
    sync_directory(path.parent)
