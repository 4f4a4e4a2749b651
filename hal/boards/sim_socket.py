"""Both ends of the simulated board's socket: the board listens, `tablectl board` asks.

One line up, one line down: `ok` and the answer, or `no` and the reason.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from hal import answering
from hal.board import BoardRefused

NOBODY: Final = 2
"""The status of `board_command` where nobody answers."""


def board_command(path: Path, words: Sequence[str]) -> tuple[int, str]:
    """Send one command to a running simulated board; exit status and what to print.

    Status 0: obeyed; 1: not understood, the text says what is; 2: nobody answers at `path`.
    """
    try:
        reply = answering.ask(path, " ".join(words))
    except OSError as error:
        return NOBODY, f"{path}: {error.strerror or error}"
    verdict, _, text = reply.partition(" ")
    return (0 if verdict == "ok" else 1), text


def listen(path: Path, answer: Callable[[str], str]) -> answering.Listener:
    """Listen at `path`. Raises BoardRefused."""
    try:
        return answering.listen(path, answer)
    except OSError as error:
        raise BoardRefused(
            "TBL-206",
            f"the simulated board cannot listen at {path}: {error.strerror or error}",
            "stop the other table of this run directory, or choose another, with a short path",
        ) from error
