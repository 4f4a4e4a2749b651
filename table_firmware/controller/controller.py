"""The loop around the table: one inbox, one writer thread, four seats, one board.

For each message: the table says what follows; that is written, and while the disk makes it durable
the table folds it and the views are made; once it is, they are sent. Whatever is wrong with the
storage ends the process with a reason; systemd starts it again, and it stands where it stood.
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Iterable, Mapping
from functools import partial
from typing import Any, Final, Protocol

from hal.scanner import Ailing, Bounced, Changed, Ended, Found, Lost, Report
from table_firmware.controller import inbox
from table_firmware.controller.inbox import Message, SeatMessage
from table_firmware.controller.members import Members
from table_firmware.controller.scribe import Scribe, Written
from table_firmware.controller.seats import Seats
from table_firmware.controller.steps import Draft
from table_firmware.controller.table import CloseEpoch, MakeBatch, Table
from table_firmware.controller.watchdog import Watchdog
from table_firmware.controller.workshop import Closed, Workshop
from table_firmware.controller.writer import Writer
from table_firmware.rules.cards import Seat
from table_firmware.wire.messages import Keep, Recall, Refused

LOGGER: Final = logging.getLogger("table")
IDLE_SECONDS: Final = 5.0


class ScannerFailed(Exception):
    """The board scanner stopped by a defect of its own."""


class Lamps(Protocol):
    """Where lamps are set (`hal.scanner.Scanner`)."""

    def light(self, lamps: Mapping[str, float]) -> None:
        """Set lamps by role to a brightness of 0 to 1."""


class Stop:
    """Put into the inbox: end in good order."""


Item = tuple[Message | Stop | Report, asyncio.Future[None] | None]
"""What lies in the inbox, and whom to tell that it has been dealt with."""


class Controller:
    """One run of one table, from `boot` to the end of the process."""

    def __init__(
        self,
        table: Table,
        scribe: Scribe,
        clock: Callable[[], int],
        watchdog: Watchdog,
        matches: int = 0,
        workshop: Workshop | None = None,
        members: Members | None = None,
    ) -> None:
        """matches: end after so many (0: never). workshop: what a technician can use here.
        members: who keeps their settings."""
        self._table = table
        self._workshop: Workshop = workshop or Closed()
        self._members = members
        self._examining: set[asyncio.Task[None]] = set()
        self._scribe = scribe
        self._clock = clock
        self._watchdog = watchdog
        self._matches = matches
        self._played: set[str] = set()
        self._receipts: set[str] = set()
        self._seats: Seats | None = None
        self._lamps: Lamps | None = None
        self._stage = ""
        self._saving = False
        self._lit: frozenset[Seat] = frozenset()
        self._panels: Mapping[Seat, str] | None = None
        self._queue: asyncio.Queue[Item] = asyncio.Queue()
        self._writer = Writer(scribe, self._tell_saving)

    # -------------------------------------------------------------- from outside

    async def deliver(self, message: SeatMessage) -> None:
        """Put a seat's message into the inbox; returns when it has been dealt with."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queue.put_nowait((message, done))
        await done

    def stop(self) -> None:
        """End in good order; from the loop's thread."""
        self._queue.put_nowait((Stop(), None))

    def tell(self, report: Report) -> None:
        """Take a report of the board; from the loop's thread."""
        self._queue.put_nowait((report, None))

    # -------------------------------------------------------------- a run

    async def run(self, boot: Mapping[str, Any], seats: Seats, lamps: Lamps) -> None:
        """Restore the table, open the seats, and go on until told to stop."""
        self._seats, self._lamps = seats, lamps
        try:
            await self._restore(boot)
            await seats.open()
            self._watchdog.ready(self._table.stage)
            while await self._turn():
                pass
            self._watchdog.stopping("asked to stop")
        finally:
            await seats.close()
            self._writer.close()

    async def _restore(self, boot: Mapping[str, Any]) -> None:
        secrets = await self._writer.write(self._scribe.secrets)
        if secrets:
            self._table.handle(secrets, self._clock())
        self._fold(await self._writer.write(self._scribe.replay))
        self._fold(await self._writer.write(partial(self._scribe.begin, boot)))
        await self._settle()

    async def _turn(self) -> bool:
        """A message, whatever came meanwhile, and only then what its time has come for: who was
        heard while the disk was slow is not lost, nor whoever himself waited for it. False:
        stop."""
        if not await self._deal_with(*await self._next()):
            return False
        await asyncio.sleep(0)  # the sockets have their turn, however full the inbox is
        for _ in range(self._queue.qsize()):
            if not await self._deal_with(*self._queue.get_nowait()):
                return False
        if self._scribe.orders.waiting:
            for order in await self._writer.write(self._scribe.orders.take):
                await self._handle(order)
        now = self._clock()
        due = self._table.deadline(now)
        if due is not None and due <= now:
            await self._handle(inbox.Woken())
        if self._saving:  # something was slow after which nothing was to be shown
            await self._show()
        self._watchdog.alive()
        return not (self._matches and len(self._played) >= self._matches)

    async def _deal_with(
        self, message: Message | Stop | Report | None, done: asyncio.Future[None] | None
    ) -> bool:
        if isinstance(message, Stop):
            return False
        if message is not None:
            await self._take(message)
            if done is not None and not done.done():
                done.set_result(None)
        return True

    async def _next(self) -> tuple[Message | Stop | Report | None, asyncio.Future[None] | None]:
        if not self._queue.empty():
            return self._queue.get_nowait()
        now = self._clock()
        deadline = self._table.deadline(now)
        idle = self._watchdog.seconds or IDLE_SECONDS
        wait = idle if deadline is None else min(idle, max(0, deadline - now) / 1000)
        try:
            async with asyncio.timeout(wait):
                return await self._queue.get()
        except TimeoutError:
            return None, None

    async def _take(self, message: Message | Report) -> None:
        match message:
            case Found() | Changed() | Lost() | Ailing() | Bounced() | Ended():
                for each in from_board(message):
                    await self._handle(each)
            case inbox.Tended(seat, tend) if tend.act == "pin":
                await self._try_pin(seat, tend.value)
            case inbox.Tended(_, tend) if tend.act == "examine":
                await self._handle(message)
                self._examine(tend.value)
            case inbox.Tended(_, tend) if tend.act == "noise":
                await self._handle(message)
                await self._test_noise()
            case inbox.Wished(seat, wish):
                await self._wish(seat, wish)
            case inbox.Linked(seat):
                await self._handle(message)
                if self._members is not None and self._members.wishes(seat).member:
                    self._suit({seat})
            case inbox.Heard():  # four a second: by itself a sign of life changes nothing
                self._table.handle(message, self._clock())
            case _:
                await self._handle(message)

    # -------------------------------------------------------------- how members want their screens

    async def _wish(self, seat: Seat, wish: Recall | Keep) -> None:
        if self._members is None:
            return
        match wish:
            case Recall(number):
                await self._writer.write(partial(self._members.recall, seat, number))
                self._suit({seat})
            case Keep(settings):
                await self._writer.write(partial(self._members.keep, seat, settings))

    async def _settle_members(self) -> None:
        """They follow their players to other seats and are forgotten when these leave."""
        if self._members is not None and (seats := self._members.settle(self._table.seated)):
            await self._writer.write(self._members.save)
            self._suit(seats)

    def _suit(self, seats: Iterable[Seat]) -> None:
        for seat in seats:
            if self._seats is not None and self._members is not None:
                self._seats.suit(seat, self._members.wishes(seat))

    # -------------------------------------------------------------- the technician

    async def _try_pin(self, seat: Seat, pin: str) -> None:
        """A PIN is looked at only when the wait after this seat's last wrong one is over."""
        wait = self._table.pin_wait(seat, self._clock())
        if wait:
            self._refuse(seat, Refused(0, "pin-wait", seconds=-(-wait // 1000)))
            return
        right = await self._writer.write(partial(self._workshop.check_pin, pin))
        if right is None:
            self._refuse(seat, Refused(0, "pin-unset"))
        else:
            await self._handle(inbox.PinTried(seat, right))

    def _examine(self, area: str) -> None:
        """Make the checks of an area beside everything else, if the table wants them."""
        if self._table.examining != area or self._examining:
            return

        async def examine() -> None:
            found = await asyncio.to_thread(self._workshop.examine, area)
            self._queue.put_nowait((inbox.Examined(area, found), None))

        self._keep(examine())

    async def _test_noise(self) -> None:
        """Test the random source again, if the table wants it; play stands still anyway."""
        if self._table.testing_noise:
            code = await self._writer.write(self._scribe.test_noise)
            await self._handle(inbox.NoiseTested(code, self._workshop.tested(code)))

    def _keep(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._examining.add(task)
        task.add_done_callback(self._examining.discard)

    # -------------------------------------------------------------- the life of a decision

    async def _handle(self, message: Message) -> None:
        outcome = self._table.handle(message, self._clock())
        await self._append(outcome.entries)
        await self._settle()
        if outcome.refused and isinstance(message, inbox.Wanted | inbox.PinTried):
            self._refuse(message.seat, outcome.refused)

    def _refuse(self, seat: Seat, refused: Refused) -> None:
        if self._seats:
            self._seats.refuse(seat, refused)

    async def _append(self, drafts: Iterable[Draft]) -> None:
        for draft in drafts:
            self._fold([await self._writer.append(draft)])
            if draft.kind == "error":
                await self._writer.durable()
                self._workshop.report(*draft.d["cause"].split(" ", 1))

    async def _settle(self) -> None:
        """All that must follow without anybody doing anything; then everybody sees it."""
        while True:
            if draft := self._table.due():
                await self._append([draft])
                continue
            match self._table.need():
                case MakeBatch() as need:
                    made = await self._writer.write(partial(self._scribe.make_batch, need))
                    await self._append(self._table.handle(made, self._clock()).entries)
                case CloseEpoch(bid):
                    self._fold(await self._writer.write(partial(self._scribe.close_epoch, bid)))
                case None:
                    break
        self._count_matches()
        await self._show()
        await self._keep_receipts()
        await self._settle_members()

    def _tell_saving(self) -> None:
        self._saving = True
        if self._seats is not None:
            self._seats.show(self._seats.encode(self._table.saving(self._clock())))

    def _fold(self, written: Iterable[Written]) -> None:
        for each in written:
            self._table.evolve(each.entry, self._clock(), each.private)
            if each.signed:
                self._table.handle(each.signed, self._clock())

    async def _keep_receipts(self) -> None:
        new = {k: v for k, v in self._table.receipts().items() if k not in self._receipts}
        if new:
            await self._writer.write(partial(self._scribe.keep_receipts, new))
            self._receipts |= new.keys()

    def _count_matches(self) -> None:
        match = self._table.record.match
        if match and match.closed and self._table.in_lobby:
            self._played.add(match.id)

    async def _show(self) -> None:
        if self._seats is None or self._lamps is None:
            return
        news = self._table.views(self._clock())
        lines = self._seats.encode(news)
        await self._writer.durable()
        if self._saving:  # the seats were told so meanwhile
            self._saving = False
            news = self._table.views(self._clock())
            lines = self._seats.encode(news)
        self._seats.show(lines)
        self._table.sent(news, self._clock())
        if self._table.panels != self._panels:
            self._panels = self._table.panels
            self._workshop.place_panels(self._panels)
        for seat, service in self._table.services().items():
            self._seats.serve(seat, service)
        if self._table.stage != self._stage:
            self._stage = self._table.stage
            self._watchdog.status(self._stage)
        lit = self._table.lamps(self._clock())
        if lit != self._lit:
            self._lamps.light({f"lamp_{seat.name}": float(seat in lit) for seat in Seat})
            self._lit = lit


def from_board(report: Report) -> list[Message]:
    """What a report of the scanner means for the table; ScannerFailed if it has stopped."""
    match report:
        case Found(levels):
            felt = [inbox.Felt(role, levels[role]) for role in levels]
            sensed = [message for role in levels for message in _sensed(role, levels[role])]
            return [inbox.BoardSilent(False, _seats_of(levels)), *felt, *sensed]
        case Changed(role, level):
            return [inbox.Felt(role, level), *_sensed(role, level), *_pressed(role, level)]
        case Lost(roles=roles):
            felt = [inbox.Felt(role, None) for role in roles]
            return [inbox.BoardSilent(True, _seats_of(roles)), *felt]
        case Ailing(role, fault):
            return [inbox.Unwell(role, fault)]
        case Bounced(role, milliseconds):
            return [inbox.Bounced(role, milliseconds)]
        case Ended(detail):
            raise ScannerFailed(detail)


def _seats_of(roles: Iterable[str]) -> frozenset[Seat]:
    seats = {seat for kind, _, seat in (role.partition("_") for role in roles) if seat}
    return frozenset(Seat[seat] for seat in seats)


def _sensed(role: str, level: bool) -> list[Message]:
    kind, _, seat = role.partition("_")
    return [inbox.Sensed(Seat[seat], level)] if kind == "seat" else []


def _pressed(role: str, level: bool) -> list[Message]:
    kind, _, seat = role.partition("_")
    match kind:
        case "button" if level:
            return [inbox.Pressed(Seat[seat])]
        case "service" if level:
            return [inbox.Switched()]
    return []
