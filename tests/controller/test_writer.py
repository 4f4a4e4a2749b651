"""The loop goes on while the disk works, and nothing counts as durable before it is."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from hal.noise import SimulatedNoise
from table_firmware.controller.scribe import Scribe
from table_firmware.controller.steps import Draft, seat_change
from table_firmware.controller.writer import Writer
from table_firmware.fairness.entropy import os_random
from table_firmware.ledger.faults import LedgerFault
from table_firmware.ledger.log import Log
from table_firmware.rules.cards import Seat
from tests.controller.desk import BOOT
from tests.controller.disk import Disk

SAT, LEFT = seat_change(Seat.E, "sat"), seat_change(Seat.E, "left")


class Bench:
    """A log on such a disk, and who writes it."""

    def __init__(self, folder: Path) -> None:
        self.disk = Disk()
        self.told = 0
        self.log = Log.open(folder / "state", "table.simulated", os_random, self.disk.sync)
        self.scribe = Scribe(self.log, SimulatedNoise(b"x"), folder / "state", lambda: 0)
        self.scribe.begin(BOOT)
        self.writer = Writer(self.scribe, self.late)

    def late(self) -> None:
        self.told += 1
        self.disk.gate.set()


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    found = Bench(tmp_path)
    yield found
    found.disk.gate.set()
    found.writer.close()
    found.log.close()


def test_an_entry_is_there_to_go_on_with_before_it_is_durable(bench: Bench) -> None:
    async def scene() -> None:
        bench.disk.gate.clear()
        size = bench.log.size
        written = await bench.writer.append(SAT)
        assert (written.entry.i, written.entry.k) == (size, "seat")
        assert bench.log.size == size  # the log has none that is not durable
        waiting = asyncio.create_task(bench.writer.durable())
        await asyncio.sleep(0)
        assert not waiting.done()
        bench.disk.gate.set()
        await waiting
        assert bench.log.size == size + 1

    asyncio.run(scene())


def test_a_disk_that_takes_long_is_told_of(bench: Bench) -> None:
    async def scene() -> None:
        bench.disk.gate.clear()
        await bench.writer.append(SAT)
        assert bench.told == 0
        await bench.writer.durable()
        assert bench.told == 1

    asyncio.run(scene())


def test_entries_are_durable_in_the_order_in_which_they_came(bench: Bench) -> None:
    async def scene() -> None:
        first = bench.log.size
        for draft in (SAT, LEFT) * 3:
            await bench.writer.append(draft)
        await bench.writer.durable()
        changes = [entry.d["change"] for entry in bench.log.entries(first)]
        assert changes == ["sat", "left"] * 3

    asyncio.run(scene())


def test_other_work_begins_when_all_that_was_appended_is_durable(bench: Bench) -> None:
    async def scene() -> None:
        size = bench.log.size
        await bench.writer.append(SAT)
        assert await bench.writer.write(lambda: bench.log.size) == size + 1

    asyncio.run(scene())


@pytest.mark.parametrize("drafts", [[SAT], [SAT, LEFT]], ids=len)
def test_a_disk_that_fails_behind_an_entry_is_never_taken_for_durable(
    bench: Bench, drafts: list[Draft]
) -> None:
    async def scene() -> None:
        bench.disk.broken = True
        for draft in drafts:
            await bench.writer.append(draft)
        await bench.writer.durable()

    with pytest.raises(LedgerFault) as fault:
        asyncio.run(scene())
    assert fault.value.code == "journal-failed"


def test_other_work_is_not_done_behind_an_entry_that_failed(bench: Bench) -> None:
    done: list[str] = []

    async def scene() -> None:
        bench.disk.broken = True
        await bench.writer.append(SAT)
        await bench.writer.write(lambda: done.append("done"))

    with pytest.raises(LedgerFault):
        asyncio.run(scene())
    assert not done


def test_an_entry_that_is_none_is_refused_at_once(bench: Bench) -> None:
    with pytest.raises(ValueError, match="change"):
        asyncio.run(bench.writer.append(Draft("seat", {"seat": "E"})))
