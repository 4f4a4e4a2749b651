"""How often a property is tried, in the profiles of Hypothesis that tests/conftest.py names."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from hypothesis import settings

USUAL: Final = 50
PARTS: Final[Mapping[str, float]] = MappingProxyType({"table": 1, "quick": 0.2, "thorough": 10})
"""As a part of the examples of `make test`: these, those of `make check` and of `make soak`."""


def about(number: int) -> int:
    """So many examples in `make test`, and as much fewer or more in another profile as there."""
    return max(1, round(number * PARTS.get(settings.get_current_profile_name(), 1)))
