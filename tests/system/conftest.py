"""What the tests of the whole system share."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.system.mirror import Mirror


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    """Short, because a socket's path may have 107 bytes only."""
    with tempfile.TemporaryDirectory(prefix="tbl") as name:
        yield Path(name)


@pytest.fixture(scope="module")
def mirror() -> Iterator[Mirror]:
    found = Mirror()
    yield found
    found.close()
