"""Reading a folder that a stranger has filled: no links, no devices, nothing oversized."""

import os
import stat
from collections.abc import Collection, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Final

from table_firmware.ledger.export import is_plain_path
from table_firmware.ledger.report import Refusal, demand

MOST_FILES: Final = 1_000_000
MOST_BESIDE: Final = 256 * 2**20
_CHUNK: Final = 2**20


class Folder:
    """A folder whose every name was looked at once; `files` are its paths and sizes.

    among: look at these files only, and let other people's lie.
    """

    def __init__(
        self, root: Path, most_files: int = MOST_FILES, among: Collection[str] | None = None
    ) -> None:
        self._root, self._most_files = root, most_files
        self._files = None if among is None else frozenset(among)
        self._folders = folders_of(among or ())
        self.files: dict[str, int] = {}
        self.directories: set[str] = set()
        try:
            self._scan("")
        except OSError as error:
            raise Refusal("V7", str(root), f"cannot be read: {error.strerror}") from None

    def _scan(self, below: str) -> None:
        with os.scandir(self._root / below) as items:
            for item in items:
                path = below + item.name
                if self._is_foreign(path):
                    continue
                demand(is_plain_path(path), "V7", repr(path)[:200], "not a name of an export")
                kind = item.stat(follow_symlinks=False)
                if stat.S_ISDIR(kind.st_mode):
                    self.directories.add(path)
                    self._scan(path + "/")
                else:
                    demand(stat.S_ISREG(kind.st_mode), "V7", path, "not a plain file")
                    self.files[path] = kind.st_size
                count = len(self.files) + len(self.directories)
                demand(count <= self._most_files, "V7", path, "too many files")

    def _is_foreign(self, path: str) -> bool:
        return self._files is not None and path not in self._files and path not in self._folders

    def under(self, prefix: str) -> Iterator[str]:
        """The paths of the files below a folder."""
        return (path for path in sorted(self.files) if path.startswith(prefix))

    def read(self, path: str, most: int) -> bytes:
        """The content of a file of at most `most` bytes."""
        demand(path in self.files, "V7", path, "is missing")
        demand(self.files[path] <= most, "V7", path, "is too large")
        return b"".join(self._chunks(path, most))

    def digest(self, path: str) -> str:
        """The SHA-256 of a file beside the log."""
        demand(self.files[path] <= MOST_BESIDE, "V7", path, "is too large")
        digest = sha256()
        for chunk in self._chunks(path, MOST_BESIDE):
            digest.update(chunk)
        return digest.hexdigest()

    def _chunks(self, path: str, most: int) -> Iterator[bytes]:
        try:
            fd = os.open(self._root / path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
            with os.fdopen(fd, "rb") as file:
                while most >= 0 and (chunk := file.read(min(_CHUNK, most + 1))):
                    most -= len(chunk)
                    yield chunk
        except OSError as error:
            raise Refusal("V7", path, f"cannot be read: {error.strerror}") from None


def folders_of(paths: Collection[str]) -> frozenset[str]:
    """Every folder on the way to these files."""
    parts = (path.split("/")[:-1] for path in paths)
    return frozenset("/".join(each[: end + 1]) for each in parts for end in range(len(each)))
