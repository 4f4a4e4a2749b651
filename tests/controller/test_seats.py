"""Four real sockets, as four strangers might use them."""

import asyncio
import os
import stat
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from table_firmware.controller.inbox import Heard, Linked, SeatMessage, Unlinked, Wanted
from table_firmware.controller.seats import MOST_STRANGERS, Access, Seats, socket_path
from table_firmware.rules.cards import Seat
from table_firmware.wire.codec import decode_down, encode_up
from table_firmware.wire.messages import (
    PROTOCOL,
    Beat,
    Down,
    Farewell,
    Hello,
    Intent,
    Refused,
    View,
)

HELLO = encode_up(Hello(PROTOCOL, "test"))


class Player:
    """One end of a connection."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    async def next(self) -> Down | None:
        line = await asyncio.wait_for(self.reader.readline(), 5)
        return decode_down(line) if line else None


class Stand:
    """The four sockets, the inbox behind them, and everyone who joined."""

    def __init__(self, run: Path, access: dict[Seat, Access]) -> None:
        self.run = run
        self.queue: asyncio.Queue[SeatMessage] = asyncio.Queue()
        self.seats = Seats(run, access, self.queue.put)
        self.players: list[Player] = []

    async def next(self) -> SeatMessage:
        return await asyncio.wait_for(self.queue.get(), 5)

    async def join(self, seat: Seat, first: bytes = HELLO) -> Player:
        player = Player(*await asyncio.open_unix_connection(str(socket_path(self.run, seat))))
        self.players.append(player)
        player.writer.write(first)
        return player

    async def play(self, scene: "Scene") -> None:
        await self.seats.open()
        try:
            await scene(self)
        finally:
            await self.seats.close()
            for player in self.players:
                player.writer.close()
                with suppress(ConnectionError):
                    await player.writer.wait_closed()


Scene = Callable[[Stand], Awaitable[None]]


def play(run: Path, scene: Scene, access: dict[Seat, Access] | None = None) -> None:
    asyncio.run(Stand(run, access or {}).play(scene))


def view(number: int, text: str = "lobby") -> View:
    return View(number, Seat.E, text, "chinpok/1", "2", 0, 4, (), False, "simulated")


def test_which_seat_speaks_is_the_socket_it_came_on(tmp_path: Path) -> None:
    async def scene(stand: Stand) -> None:
        west = await stand.join(Seat.W)
        assert await stand.next() == Linked(Seat.W)
        west.writer.write(encode_up(Beat()) + encode_up(Intent(4, "pass")))
        assert await stand.next() == Heard(Seat.W)
        assert await stand.next() == Wanted(Seat.W, Intent(4, "pass"))
        west.writer.close()
        assert await stand.next() == Unlinked(Seat.W)

    play(tmp_path, scene)


def test_a_view_goes_to_its_seat_alone(tmp_path: Path) -> None:
    async def scene(stand: Stand) -> None:
        east, north = await stand.join(Seat.E), await stand.join(Seat.N)
        await stand.next()
        await stand.next()
        stand.seats.show(stand.seats.encode({Seat.E: view(1)}))
        stand.seats.refuse(Seat.N, Refused(7, "not-now"))
        assert await east.next() == view(1)
        assert await north.next() == Refused(7, "not-now")

    play(tmp_path, scene)


def test_a_seat_that_does_not_read_gets_the_latest_view_and_holds_nobody_up(
    tmp_path: Path,
) -> None:
    async def scene(stand: Stand) -> None:
        slow, quick = await stand.join(Seat.E), await stand.join(Seat.N)
        await stand.next()
        await stand.next()
        for number in range(2000):
            stand.seats.show(stand.seats.encode({Seat.E: view(number, "x" * 5000)}))
            await asyncio.sleep(0)
        stand.seats.show(stand.seats.encode({Seat.N: view(1)}))
        assert await quick.next() == view(1)
        seen: list[Any] = []
        while not seen or seen[-1].number < 1999:
            seen.append(await slow.next())
        assert len(seen) < 1000  # most were never written

    play(tmp_path, scene)


def test_a_second_screen_replaces_the_first(tmp_path: Path) -> None:
    async def scene(stand: Stand) -> None:
        first = await stand.join(Seat.E)
        assert await stand.next() == Linked(Seat.E)
        second = await stand.join(Seat.E)
        assert await first.next() == Farewell("replaced")
        assert await first.next() is None
        assert await stand.next() == Linked(Seat.E)
        stand.seats.show(stand.seats.encode({Seat.E: view(1)}))
        assert await second.next() == view(1)
        assert stand.queue.empty()  # the seat was never without a screen

    play(tmp_path, scene)


@pytest.mark.parametrize(
    ("first", "code"),
    [
        (encode_up(Hello(PROTOCOL + 1, "newer")), "protocol"),
        (encode_up(Beat()), "bad-line"),
        (b"GET / HTTP/1.1\r\n", "bad-line"),
        (b"x" * 200_000, "bad-line"),
    ],
)
def test_a_stranger_is_told_why_and_let_go(tmp_path: Path, first: bytes, code: str) -> None:
    async def scene(stand: Stand) -> None:
        stranger = await stand.join(Seat.E, first)
        assert await stranger.next() == Farewell(code)
        assert stand.queue.empty()

    play(tmp_path, scene)


def test_a_bad_line_later_on_ends_the_connection(tmp_path: Path) -> None:
    async def scene(stand: Stand) -> None:
        east = await stand.join(Seat.E)
        assert await stand.next() == Linked(Seat.E)
        east.writer.write(b'{"kind":"intent"}\n')
        assert await east.next() == Farewell("bad-line")
        assert await stand.next() == Unlinked(Seat.E)

    play(tmp_path, scene)


def test_the_socket_belongs_to_one_user(tmp_path: Path) -> None:
    async def scene(stand: Stand) -> None:
        assert stat.S_IMODE(socket_path(stand.run, Seat.E).stat().st_mode) == 0o660
        other = await stand.join(Seat.E)
        assert await other.next() == Farewell("not-yours")
        own = await stand.join(Seat.N)
        assert await stand.next() == Linked(Seat.N)
        own.writer.close()

    uid = os.getuid()
    play(tmp_path, scene, {Seat.E: Access(uid=uid + 1), Seat.N: Access(uid=uid)})


def test_stopping_says_farewell_and_leaves_no_socket(tmp_path: Path) -> None:
    async def scene(stand: Stand) -> None:
        east = await stand.join(Seat.E)
        await stand.next()
        await stand.seats.close()
        assert await east.next() == Farewell("stopping")
        assert list(tmp_path.iterdir()) == []

    play(tmp_path, scene)


def test_connections_that_say_nothing_do_not_use_up_the_files(tmp_path: Path) -> None:
    async def scene(stand: Stand) -> None:
        silent = [await stand.join(Seat.E, b"") for _ in range(3 * MOST_STRANGERS)]
        for player in silent[MOST_STRANGERS:]:
            assert await player.next() is None
        await stand.join(Seat.N)
        assert await stand.next() == Linked(Seat.N)

    play(tmp_path, scene)


@pytest.mark.parametrize("first", [HELLO, encode_up(Beat()), b"{}\n", HELLO[:-1]])
def test_the_table_stops_whatever_a_seat_says_just_then(tmp_path: Path, first: bytes) -> None:
    """A seat that is greeted while the table stops does not hold it up for ever."""

    async def stopped_after(steps: int) -> bool:
        read = asyncio.Event()

        async def deliver(_message: SeatMessage) -> None:
            await read.wait()  # nobody looks into the inbox any more

        seats = Seats(tmp_path, {}, deliver)
        await seats.open()
        _, writer = await asyncio.open_unix_connection(str(socket_path(tmp_path, Seat.E)))
        writer.write(first)
        for _ in range(steps):
            await asyncio.sleep(0)
        closing = asyncio.create_task(seats.close())
        await asyncio.wait([closing], timeout=2)
        left = asyncio.all_tasks() - {asyncio.current_task()}
        for task in left:  # as the end of the program does
            task.cancel()
        pending = (await asyncio.wait(left, timeout=2))[1] if left else set()
        writer.close()
        read.set()
        return closing.done() and not closing.cancelled() and not pending

    for steps in range(12):
        assert asyncio.run(stopped_after(steps)), steps
