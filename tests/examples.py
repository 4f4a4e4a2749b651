"""How often a property is tried, in the profiles of Hypothesis that tests/conftest.py names."""

from typing import Final

from hypothesis import settings

USUAL: Final = 50


def about(number: int) -> int:
    """So many examples in `make test`, and as much fewer or more in another profile as there."""
    return max(1, number * settings().max_examples // USUAL)
