"""A seat without a window: says on standard output what its screen would show.

Used by tests and by the demo. It plays nothing by itself unless it is given an `answer`.
"""

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path

from table_firmware.rules.cards import Seat
from table_firmware.wire.messages import Down, Farewell, Intent, Refused, Service, View, Wishes
from ui_kiosk.link import Link, Lost, socket_path

PROGRAM = "table-seat headless"
Answer = Callable[[View], Intent | None]
Say = Callable[[str], None]


def _say(line: str) -> None:
    print(line, flush=True)


def _silent(_: View) -> None:
    """Plays nothing."""


async def sit(
    seats: Sequence[Seat], run_dir: Path, say: Say = _say, answer: Answer = _silent
) -> None:
    """Keeps a line open for each seat, for ever; one line is said for each change of stage."""
    async with asyncio.TaskGroup() as group:
        for seat in seats:
            group.create_task(_watch(seat, run_dir, say, answer))


async def _watch(seat: Seat, run_dir: Path, say: Say, answer: Answer) -> None:
    link = Link(socket_path(run_dir, seat), PROGRAM)
    last = ""
    async for message in link.messages():
        line = f"{seat.name} {_stage(message)}"
        if line != last:
            say(line)
            last = line
        if isinstance(message, View) and (intent := answer(message)):
            link.send(intent)


def _stage(message: Down | Lost) -> str:
    match message:
        case View(stage="round", round=hand, hand=number, hands=hands) if hand is not None:
            return f"round {number}/{hands} {hand.phase}"
        case View(stage="fault", fault=code):
            return f"fault {code}"
        case View(stage=stage, hand=number, hands=hands):
            return f"{stage} {number}/{hands}" if number else stage
        case Refused(code=code):
            return f"refused {code}"
        case Farewell(code=code):
            return f"farewell {code}"
        case Service():
            return "service: at this seat"
        case Wishes(member=member):
            return f"wishes: {'a member' if member else 'the own'}"
        case Lost():
            return "no controller"
