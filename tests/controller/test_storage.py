"""What the controller does when the disk is slow, and when it fails."""

import asyncio
import contextlib
import os
from collections.abc import Callable, Coroutine, Mapping
from pathlib import Path
from typing import Any

import pytest

from hal.noise import SimulatedNoise
from hal.scanner import Ailing, Changed, Ended, Found, Lost
from table_firmware.config.play import Play, Timers
from table_firmware.controller import clock
from table_firmware.controller.controller import Controller, ScannerFailed, from_board
from table_firmware.controller.inbox import (
    BoardSilent,
    Felt,
    Muted,
    Pressed,
    Sensed,
    Switched,
    Unwell,
)
from table_firmware.controller.members import Members
from table_firmware.controller.orders import MUTE, Orders, give
from table_firmware.controller.scribe import CURRENT, Scribe
from table_firmware.controller.seats import Seats, socket_path
from table_firmware.controller.steps import Draft
from table_firmware.controller.table import Table
from table_firmware.controller.watchdog import Watchdog
from table_firmware.controller.workshop import Closed
from table_firmware.fairness.entropy import os_random
from table_firmware.ledger.audit import audit
from table_firmware.ledger.faults import LedgerFault
from table_firmware.ledger.log import Log
from table_firmware.ledger.upkeep import Upkeep
from table_firmware.rules.cards import Seat
from table_firmware.wire.codec import decode_down, encode_up
from table_firmware.wire.messages import PROTOCOL, Beat, Hello, Intent, Recall, Tend, View
from tests.controller.desk import BOOT, QUICK
from tests.controller.disk import Disk

Scene = Callable[[Path], Coroutine[Any, Any, None]]


class Dark:
    """Lamps that nobody sees."""

    def light(self, lamps: Mapping[str, float]) -> None:
        pass


class Slow(Closed):
    """What a technician can use, on a slow disk."""

    def __init__(self, disk: Disk) -> None:
        self.disk = disk

    def check_pin(self, _pin: str) -> bool | None:
        self.disk.sync(0)
        return None


def nobody(_controller: Controller) -> None:
    """Nobody wants to meet it."""


async def controlled(
    folder: Path,
    disk: Disk,
    scene: Scene,
    play: Play = QUICK,
    matches: int = 0,
    now: Callable[[], int] = clock.now,
    workshop: Closed | None = None,
    meet: Callable[[Controller], None] = nobody,
) -> None:
    """Run a table on `disk` while `scene` plays East; with `matches` it ends by itself. meet: is
    shown the controller before it runs."""
    log = Log.open(folder / "state", "table.simulated", os_random, disk.sync)
    scribe = Scribe(log, SimulatedNoise(b"x"), folder / "state", now)
    table = Table(play, "simulated", now())
    members = Members(folder / "members", disk.random)
    watchdog, workshop = Watchdog({}), workshop or Slow(disk)
    controller = Controller(table, scribe, now, watchdog, matches, workshop, members)
    meet(controller)
    seats = Seats(folder, {}, controller.deliver)
    running = asyncio.create_task(controller.run(BOOT, seats, Dark()))
    try:
        playing = asyncio.create_task(scene(folder))
        await asyncio.wait((playing, running), return_when=asyncio.FIRST_COMPLETED)
        if running.done():
            playing.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await playing
        else:
            await playing
            if not matches:
                controller.stop()
        await running
    finally:
        log.close()


async def east(folder: Path) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    return await opened(folder, Seat.E)


async def opened(folder: Path, seat: Seat) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    path = socket_path(folder, seat)
    while not path.exists():
        await asyncio.sleep(0.01)
    reader, writer = await asyncio.open_unix_connection(str(path))
    writer.write(encode_up(Hello(PROTOCOL, "test")))
    return reader, writer


async def view(reader: asyncio.StreamReader) -> View:
    """The next one, whatever comes before it."""
    while True:
        message = decode_down(await asyncio.wait_for(reader.readline(), 5))
        if isinstance(message, View):
            return message


def test_a_slow_disk_is_shown_as_saving_and_nothing_before_it_is_durable(tmp_path: Path) -> None:
    disk = Disk()
    seen: list[View] = []

    async def scene(folder: Path) -> None:
        reader, writer = await east(folder)
        seen.append(await view(reader))
        disk.gate.clear()
        writer.write(encode_up(Intent(seen[0].number, "sit")))
        seen.append(await view(reader))
        disk.gate.set()
        seen.append(await view(reader))
        writer.close()

    asyncio.run(controlled(tmp_path, disk, scene, Play()))
    assert [one.saving for one in seen] == [False, True, False]
    assert [one.places[Seat.E].who for one in seen] == ["empty", "empty", "guest"]


@pytest.mark.slow
@pytest.mark.parametrize("said", [Recall("12"), Tend("pin", "1234"), "order"], ids=str)
def test_that_something_is_saved_is_told_until_it_is_and_no_longer(
    tmp_path: Path, said: Recall | Tend | str
) -> None:
    """Also where nothing else follows from it that is to be shown."""
    disk = Disk()
    seen: list[bool] = []

    async def scene(folder: Path) -> None:
        reader, writer = await east(folder)
        seen.append((await view(reader)).saving)
        disk.gate.clear()
        if isinstance(said, str):
            os.mkfifo(folder / "state/operator/order.json")  # which is read until somebody writes
            writer.write(encode_up(Beat()))
        else:
            writer.write(encode_up(said))
        seen.append((await view(reader)).saving)
        disk.gate.set()
        if isinstance(said, str):
            (folder / "state/operator/order.json").write_text("{}")
        seen.append((await view(reader)).saving)
        writer.close()

    asyncio.run(controlled(tmp_path, disk, scene, Play()))
    assert seen == [False, True, False]


def test_a_disk_that_fails_ends_the_table_and_shows_nothing(tmp_path: Path) -> None:
    disk = Disk()
    shown: list[bytes] = []

    async def scene(folder: Path) -> None:
        reader, writer = await east(folder)
        await reader.readline()
        disk.broken = True
        writer.write(encode_up(Intent(1, "sit")))
        try:
            while line := await reader.readline():
                shown.append(line)
        finally:
            writer.close()

    with pytest.raises(LedgerFault) as caught:
        asyncio.run(controlled(tmp_path, disk, scene, Play()))
    assert caught.value.code == "journal-failed"
    assert not any(b'"guest"' in line for line in shown)


class Told(Closed):
    """Keeps what is reported."""

    def __init__(self) -> None:
        self.reports: list[str] = []

    def report(self, fault: str, detail: str = "") -> None:
        self.reports.append(f"{fault} {detail}")


@pytest.mark.parametrize("broken", [False, True])
def test_a_fault_is_reported_only_when_the_log_has_it(tmp_path: Path, broken: bool) -> None:
    disk, told, met = Disk(), Told(), list[Controller]()

    async def scene(folder: Path) -> None:
        reader, writer = await east(folder)
        await view(reader)
        disk.broken = broken
        met[0].tell(Ailing("seat_E", "sticks"))
        writer.write(encode_up(Intent(1, "sit")))
        while await reader.readline() and not told.reports:
            pass
        writer.close()

    running = controlled(tmp_path, disk, scene, workshop=told, meet=met.append)
    with pytest.raises(LedgerFault) if broken else contextlib.nullcontext():
        asyncio.run(running)
    assert told.reports == ([] if broken else ["sticks seat_E"])


def test_who_was_heard_while_the_disk_hung_is_not_taken_for_lost(tmp_path: Path) -> None:
    disk, seen = Disk(), list[View]()
    now = [1_000]

    async def scene(folder: Path) -> None:
        reader, writer = await east(folder)
        writer.write(encode_up(Intent(1, "sit")))
        while (await view(reader)).places[Seat.E].who != "guest":
            pass
        _, beating = await opened(folder, Seat.N)
        beating.write(encode_up(Intent(1, "sit")))
        while (last := await view(reader)).places[Seat.N].who != "guest":
            pass
        disk.gate.clear()
        writer.write(encode_up(Intent(last.number, "call")))
        assert (await view(reader)).saving
        now[0] += 5_000
        for each in (writer, beating):  # one waits himself, the other for nothing
            each.write(encode_up(Beat()))
        for _ in range(50):  # until it lies in the inbox
            await asyncio.sleep(0)
        disk.gate.set()
        seen.append(await view(reader))
        writer.write(encode_up(Intent(seen[-1].number, "withdraw")))
        seen.append(await view(reader))
        writer.close()
        beating.close()

    asyncio.run(controlled(tmp_path, disk, scene, Play(), now=lambda: now[0]))
    assert not any(one.saving for one in seen)
    log = Log.open(tmp_path / "state", "table.simulated", os_random)
    changes = [(e.d["seat"], e.d["change"]) for e in log.entries() if e.k == "seat"]
    log.close()
    assert changes == [("E", "sat"), ("N", "sat")]


@pytest.mark.slow
def test_house_players_play_a_match_over_real_sockets(tmp_path: Path) -> None:
    quick = Timers(show=0, draw=0, house=0, result=0, match_result=0)
    stages: list[str] = []

    async def scene(folder: Path) -> None:
        reader, writer = await east(folder)
        while line := await reader.readline():
            match decode_down(line):
                case View(stage=stage) if stages[-1:] != [stage]:
                    stages.append(stage)
        writer.close()

    play = Play(mode="1A", house_after=1, timers=quick)
    asyncio.run(controlled(tmp_path, Disk(), scene, play, matches=1))
    assert {"lobby", "digits", "draw", "round"} <= set(stages)
    state = tmp_path / "state"
    report = audit(state / "exports" / CURRENT, (state / "policy").read_text())
    assert report.ok, report.lines()
    assert (report.hands, report.matches) == (1, 1)


def test_the_board_speaks_in_levels_and_presses() -> None:
    assert from_board(Found({"seat_E": True, "button_E": True, "service": False})) == [
        BoardSilent(False, frozenset({Seat.E})),
        Felt("seat_E", True),
        Felt("button_E", True),
        Felt("service", False),
        Sensed(Seat.E, True),
    ]
    roles = ("seat_N", "button_N", "button_W", "service")
    silent = BoardSilent(True, frozenset({Seat.N, Seat.W}))
    assert from_board(Lost("TBL-201", "gone", roles)) == [silent, *(Felt(r, None) for r in roles)]
    assert from_board(Ailing("seat_N", "sticks")) == [Unwell("seat_N", "sticks")]
    with pytest.raises(ScannerFailed):
        from_board(Ended("TypeError"))


@pytest.mark.parametrize(
    ("role", "level", "expected"),
    [
        ("seat_N", False, [Sensed(Seat.N, False)]),
        ("button_W", True, [Pressed(Seat.W)]),
        ("button_W", False, []),
        ("service", True, [Switched()]),
        ("service", False, []),
    ],
)
def test_a_change_means_what_its_role_means(role: str, level: bool, expected: list[object]) -> None:
    assert from_board(Changed(role, level)) == [Felt(role, level), *expected]


def test_what_a_technician_did_before_the_last_match_is_known_after_a_start(
    tmp_path: Path,
) -> None:
    muted = Upkeep(muted=("seat_N",))
    seats = dict.fromkeys("ENWS", "guest")
    match = {"match": "m1", "game": "chinpok/1", "mode": "1A", "seats": seats, "options": {}}
    log = Log.open(tmp_path / "state", "table.simulated", os_random)
    scribe = Scribe(log, SimulatedNoise(b"x"), tmp_path / "state", clock.now)
    scribe.begin(BOOT)
    scribe.append(Draft("service", muted.fields("mute", "command")))
    scribe.append(Draft("match", {**match, "ranked": 0}))
    table = Table(QUICK, "simulated", clock.now())
    kinds = []
    for written in scribe.replay():
        table.evolve(written.entry, clock.now())
        kinds.append(written.entry.k)
    assert kinds == ["service", "match"]
    assert table.record.upkeep == muted
    log.close()


def test_an_order_to_mute_needs_no_signature_and_nonsense_is_passed_over(tmp_path: Path) -> None:
    orders = Orders(tmp_path, "table.simulated", ())
    give(tmp_path, [(MUTE, {"role": "seat_N", "mute": True}), (MUTE, {"role": 7})])
    assert orders.waiting
    assert orders.take() == [Muted("seat_N", True), Muted("7", False)]
    assert not orders.waiting
