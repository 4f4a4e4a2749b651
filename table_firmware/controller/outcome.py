"""What follows from a message: entries for the log, or a refusal, or neither."""

from dataclasses import dataclass
from typing import Final

from table_firmware.controller.steps import Draft
from table_firmware.wire.messages import Refused


@dataclass(frozen=True, slots=True)
class Outcome:
    """`entries` are appended and folded in order; `refused` goes to the seat that asked."""

    entries: tuple[Draft, ...] = ()
    refused: Refused | None = None


NOTHING: Final = Outcome()


def log(*entries: Draft) -> Outcome:
    """An outcome of entries."""
    return Outcome(entries)


def refuse(view: int, code: str) -> Outcome:
    """A refusal of what was asked for while looking at view number `view`."""
    return Outcome(refused=Refused(view, code))
