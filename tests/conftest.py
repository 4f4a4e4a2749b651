"""What holds for every test."""

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from hypothesis import settings

from tests.examples import PARTS, USUAL

SHARED_MEMORY = Path("/dev/shm")

# How long an example takes says more of the machine's other work than of the code.
for name, part in PARTS.items():
    settings.register_profile(name, deadline=None, max_examples=round(USUAL * part))
settings.load_profile("table")


LONGEST: Final = (
    *("test_four_seats", "test_screens", "test_window", "test_whole_match", "test_demo"),
    *("test_batches", "test_process", "test_levels", "test_refused", "test_service_screen"),
    *("test_syscalls", "test_crash", "test_partners", "test_reveals", "test_prune", "test_games"),
    *("test_perft", "test_store_faults", "test_audit_bytes", "test_planner", "test_boards"),
)
"""Files that take long, the longest first."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes long comes first, so that at the end no worker is left alone with it."""
    items.sort(key=_place)


def _place(item: pytest.Item) -> tuple[int, bool]:
    name = item.path.stem
    rank = LONGEST.index(name) if name in LONGEST else len(LONGEST)
    return rank, item.get_closest_marker("slow") is None


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Path]:
    """A folder in memory, for tests of many faults whose matter is not the medium; on the medium
    where there is none."""
    if not SHARED_MEMORY.is_dir():
        yield tmp_path
        return
    with tempfile.TemporaryDirectory(dir=SHARED_MEMORY) as folder:
        yield Path(folder)
