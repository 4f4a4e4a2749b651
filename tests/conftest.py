"""What holds for every test."""

import pytest
from hypothesis import settings

# How long an example takes says more of the machine's other work than of the code.
settings.register_profile("table", deadline=None)
settings.register_profile("quick", deadline=None, max_examples=15)
settings.load_profile("table")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes long comes first, so that at the end no worker is left alone with it."""
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)
