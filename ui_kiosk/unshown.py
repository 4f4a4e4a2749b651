"""A view that does not hold together, or is of a game that is not known here: what is logged of it.

An engineer finds the place by the traceback. What the error itself says is left out: it may be a
card of this hand.
"""

import logging
from collections.abc import Callable, Iterator
from traceback import format_tb
from typing import Final, TypeVar

LOGGER: Final = logging.getLogger(__name__)
Answer = TypeVar("Answer")


def tell(what: str, error: Exception) -> None:
    """Log where an error came from."""
    LOGGER.error("TBL-513 view-unknown: %s\n%s", what, "".join(_traceback(error)))


def judged(ask: Callable[[], Answer], instead: Answer) -> Answer:
    """What a touch leads to; where its view does not let that be told, `instead`, and the touch
    goes nowhere."""
    try:
        return ask()
    except Exception as error:  # as in `presenter.present`
        tell("a touch cannot be judged", error)
        return instead


def _traceback(error: BaseException) -> Iterator[str]:
    """Places and kinds of error, the first one first."""
    before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if before is not None:
        yield from _traceback(before)
    yield from format_tb(error.__traceback__)
    yield f"{type(error).__name__}\n"
