"""A small file that survives the loss of power: the old content or the new, never half."""

import os
from pathlib import Path


def replace(path: Path, content: bytes, mode: int = 0o600) -> None:
    """Write `content`, readable by the owner alone unless `mode` says otherwise, sync it, put it
    in the place of `path`, and sync the directory. When this returns, the content is on the
    medium. OSError if it is not."""
    draft = path.with_name(path.name + "~")
    draft.unlink(missing_ok=True)
    with open(draft, "xb", opener=_private) as file:
        file.write(content)
        file.flush()
        os.fchmod(file.fileno(), mode)  # whatever the umask of the service
        os.fsync(file.fileno())
    draft.replace(path)
    sync_directory(path.parent)


def create(path: Path, content: bytes) -> None:
    """Write `content` to a new file, readable by the owner alone, and sync it. FileExistsError if
    there is one already, also if another program makes it at this moment; OSError."""
    with open(path, "xb", opener=_private) as file:
        try:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        except OSError:
            path.unlink()
            raise
    sync_directory(path.parent)


def remove(path: Path) -> None:
    """Delete `path` and what a torn `replace` left beside it; durable when this returns."""
    path.unlink(missing_ok=True)
    path.with_name(path.name + "~").unlink(missing_ok=True)
    sync_directory(path.parent)


def sync_directory(path: Path) -> None:
    """Make the names in a directory durable."""
    directory = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(directory)
    finally:
        os.close(directory)


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)
