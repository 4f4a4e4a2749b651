"""Sweeps up memory while nobody waits: Python looks for what refers only to itself in the middle of
anything, and looks through everything for longer than a picture takes.
"""

import gc
from typing import Final

SELDOM: Final = 50_000
"""New objects after which Python sweeps by itself, if there has been no rest for so long."""
ALL_AFTER: Final = 100
"""After so many sweeps of what is new, one of everything."""


def stand() -> None:
    """What there is now stays: it need not be looked through again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(SELDOM, *gc.get_threshold()[1:])


class Broom:
    """To be called at every rest."""

    def __init__(self) -> None:
        self._sweeps = 0

    def __call__(self) -> None:
        """Sweeps what is new, now and then everything."""
        self._sweeps += 1
        gc.collect(1 if self._sweeps % ALL_AFTER else 2)
