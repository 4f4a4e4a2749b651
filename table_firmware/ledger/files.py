"""Files that survive a power cut: whole or not there at all."""

import os
from pathlib import Path


def sync_directory(directory: Path) -> None:
    """Make the names in `directory` durable."""
    fd = os.open(directory, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(fd)
    finally:
        os.close(fd)


def make_directory(directory: Path, mode: int = 0o700) -> None:
    """Make `directory` and its missing parents, durably."""
    if not directory.is_dir():
        make_directory(directory.parent, mode)
        directory.mkdir(mode=mode)
        sync_directory(directory.parent)


def write_all(fd: int, content: bytes) -> None:
    """Write every byte; one `write` may take fewer than it is given."""
    rest = memoryview(content)
    while rest:
        rest = rest[os.write(fd, rest) :]


def write_durably(path: Path, content: bytes, mode: int = 0o600) -> None:
    """Put `content` at `path`, replacing what is there: write beside, sync, rename, sync."""
    beside = path.with_name(path.name + "~")
    fd = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW, mode)
    try:
        write_all(fd, content)
        os.fsync(fd)
    finally:
        os.close(fd)
    beside.rename(path)
    sync_directory(path.parent)
