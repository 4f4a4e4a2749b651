"""What holds for every test."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from tests.examples import USUAL

SHARED_MEMORY = Path("/dev/shm")

# How long an example takes says more of the machine's other work than of the code.
settings.register_profile("table", deadline=None, max_examples=USUAL)
settings.register_profile("quick", deadline=None, max_examples=USUAL // 5)
settings.register_profile("thorough", deadline=None, max_examples=USUAL * 10)
settings.load_profile("table")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes long comes first, so that at the end no worker is left alone with it.

    What a property happens to draw counts for no coverage, and is three times as fast untraced.
    """
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)
    for item in items:
        if item.get_closest_marker("hypothesis"):
            item.add_marker("no_cover")


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Path]:
    """A folder in memory, for tests of many faults whose matter is not the medium; on the medium
    where there is none."""
    if not SHARED_MEMORY.is_dir():
        yield tmp_path
        return
    with tempfile.TemporaryDirectory(dir=SHARED_MEMORY) as folder:
        yield Path(folder)
