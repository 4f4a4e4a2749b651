import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

from table_firmware.rules.cards import Seat
from table_firmware.wire.codec import decode_up, encode_down
from table_firmware.wire.messages import (
    PROTOCOL,
    Beat,
    Down,
    Farewell,
    Hello,
    Intent,
    Place,
    Refused,
    Up,
    View,
)
from ui_kiosk import headless
from ui_kiosk.link import Link, Lost, socket_path

SOON = 5.0


def view(number: int, stage: str = "lobby", hand: int = 0) -> View:
    places = (Place("empty"),) * 4
    return View(number, Seat.E, stage, "chinpok", "fixed", hand, 8, places, False, "os")


class Controller:
    """The controller's end of one seat's socket."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.heard: asyncio.Queue[Up] = asyncio.Queue()
        self.writers: asyncio.Queue[asyncio.StreamWriter] = asyncio.Queue()

    async def start(self) -> None:
        self.server = await asyncio.start_unix_server(self._talk, self.path)

    async def _talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.writers.put_nowait(writer)
        while line := await reader.readline():
            self.heard.put_nowait(decode_up(line))
        writer.close()

    async def say(self, writer: asyncio.StreamWriter, *messages: Down) -> None:
        writer.write(b"".join(map(encode_down, messages)))
        await writer.drain()

    async def die(self, writer: asyncio.StreamWriter) -> None:
        self.server.close()
        self.path.unlink(missing_ok=True)
        writer.close()
        await writer.wait_closed()


class Listener:
    """A link that is listened to."""

    def __init__(self, path: Path, unwanted: float = 5.0) -> None:
        self.link = Link(path, "test", 0.02, 0.02, unwanted)
        self.said: asyncio.Queue[Down | Lost] = asyncio.Queue()
        self.task = asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        async for message in self.link.messages():
            self.said.put_nowait(message)

    async def next(self) -> Down | Lost:
        return await asyncio.wait_for(self.said.get(), SOON)

    async def stop(self) -> None:
        self.task.cancel()
        await asyncio.gather(self.task, return_exceptions=True)


def at_a_table(test: Callable[[Controller, Listener], Awaitable[None]], path: Path) -> None:
    async def whole() -> None:
        controller = Controller(path)
        await controller.start()
        listener = Listener(path)
        await asyncio.wait_for(test(controller, listener), SOON)
        await listener.stop()
        controller.server.close()
        while not controller.writers.empty():
            controller.writers.get_nowait().close()
        await asyncio.sleep(0)

    asyncio.run(whole())


def test_a_seat_says_hello_and_then_beats(tmp_path: Path) -> None:
    async def test(controller: Controller, _: Listener) -> None:
        assert await controller.heard.get() == Hello(PROTOCOL, "test")
        assert await controller.heard.get() == Beat()
        assert await controller.heard.get() == Beat()

    at_a_table(test, tmp_path / "seat")


def test_everything_said_is_heard_in_order(tmp_path: Path) -> None:
    async def test(controller: Controller, listener: Listener) -> None:
        said: list[Down] = [view(1), Refused(1, "not-now"), view(2, "digits")]
        await controller.say(await controller.writers.get(), *said)
        assert [await listener.next() for _ in said] == said

    at_a_table(test, tmp_path / "seat")


def test_an_intent_reaches_the_controller(tmp_path: Path) -> None:
    async def test(controller: Controller, listener: Listener) -> None:
        await controller.heard.get()
        assert listener.link.up
        listener.link.send(Intent(7, "pass"))
        while (heard := await controller.heard.get()) == Beat():
            pass
        assert heard == Intent(7, "pass")

    at_a_table(test, tmp_path / "seat")


def test_a_seat_comes_back_to_a_controller_that_was_killed(tmp_path: Path) -> None:
    async def test(controller: Controller, listener: Listener) -> None:
        writer = await controller.writers.get()
        await controller.say(writer, view(1))
        assert await listener.next() == view(1)
        await controller.die(writer)
        assert await listener.next() == Lost()
        assert not listener.link.up
        listener.link.send(Intent(1, "pass"))
        await controller.start()
        await controller.say(await controller.writers.get(), view(9))
        assert await listener.next() == view(9), "lost is said once, however long it lasts"

    at_a_table(test, tmp_path / "seat")


def test_a_seat_waits_for_a_controller_that_is_not_there_yet(tmp_path: Path) -> None:
    async def whole() -> None:
        listener = Listener(tmp_path / "seat")
        assert await listener.next() == Lost()
        controller = Controller(tmp_path / "seat")
        await controller.start()
        writer = await asyncio.wait_for(controller.writers.get(), SOON)
        await controller.say(writer, view(3))
        assert await listener.next() == view(3)
        await listener.stop()
        await controller.die(writer)

    asyncio.run(whole())


def test_a_line_that_is_no_message_costs_the_connection_only(tmp_path: Path) -> None:
    async def test(controller: Controller, listener: Listener) -> None:
        first = await controller.writers.get()
        first.write(b'{"kind":"gossip"}\n')
        assert await listener.next() == Lost()
        await controller.say(await controller.writers.get(), view(1))
        assert await listener.next() == view(1)

    at_a_table(test, tmp_path / "seat")


def test_a_seat_that_was_replaced_does_not_fight_for_its_place(tmp_path: Path) -> None:
    async def test(controller: Controller, listener: Listener) -> None:
        writer = await controller.writers.get()
        await controller.say(writer, Farewell("replaced"))
        writer.close()
        assert await listener.next() == Farewell("replaced")
        assert await listener.next() == Lost()
        await asyncio.sleep(0.2)  # ten times as long as after an ordinary loss
        assert controller.writers.empty()

    at_a_table(test, tmp_path / "seat")


def test_a_headless_seat_says_each_stage_once_and_may_answer(tmp_path: Path) -> None:
    lines: asyncio.Queue[str] = asyncio.Queue()

    async def whole() -> None:
        controller = Controller(socket_path(tmp_path, Seat.E))
        await controller.start()
        seat = asyncio.create_task(
            headless.sit(
                [Seat.E],
                tmp_path,
                lines.put_nowait,
                lambda seen: Intent(seen.number, "sit") if seen.number == 2 else None,
            )
        )
        writer = await asyncio.wait_for(controller.writers.get(), SOON)
        await controller.say(writer, view(1), view(2), view(3, "digits", 1), view(4, "lobby"))
        said = [await asyncio.wait_for(lines.get(), SOON) for _ in range(3)]
        assert said == ["E lobby", "E digits 1/8", "E lobby"]
        assert [await controller.heard.get() for _ in range(2)] == [
            Hello(PROTOCOL, headless.PROGRAM),
            Intent(2, "sit"),
        ]
        seat.cancel()
        await asyncio.gather(seat, return_exceptions=True)
        await controller.die(writer)

    asyncio.run(whole())
