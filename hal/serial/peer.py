"""The board's end of the link: what `docs/serial-protocol.md` §5 asks of a microcontroller. Pure.

It is the reference for whoever writes a board, the partner in the tests, and the simulated board
of `tablectl board simulate`. Contacts come debounced (§5.1).
"""

from dataclasses import replace
from typing import Final

from hal.serial.codec import Decoder, encode
from hal.serial.messages import (
    LAMPS,
    PENDING,
    TABLE,
    Call,
    Change,
    Hello,
    Message,
    Order,
    Report,
    after,
    newer,
    pack,
    unpack,
)

HEARTBEAT: Final = 0.25
FIRST_RESEND: Final = 0.02
LAST_RESEND: Final = 0.08
SILENCE: Final = 1.0
DARK: Final = bytes(LAMPS)


class Peer:
    """A board that started as `boot` with `levels` (a mask) at its contacts.

    `kind` is TABLE or SEAT, `inputs` and `lamps` are masks of what it has. All times in seconds.
    """

    def __init__(
        self,
        boot: int,
        now: float,
        kind: int = TABLE,
        inputs: int = 0x1FF,
        lamps: int = 0x0F,
        levels: int = 0,
        firmware: str = "reference 1",
    ) -> None:
        self.boot = boot
        self.lamps = DARK
        self.decoder = Decoder()
        self._who = Hello(0, boot, 0, 1, kind, inputs, lamps, 0, levels, firmware)
        self._session = 0
        self._base = 0
        self._base_levels = self._levels = levels
        self._pending: list[Change] = []
        self._order: int | None = None
        self._heard = now
        self._answers: list[Message] = []
        self._due = now
        self._wait = FIRST_RESEND
        # A report with changes is on its way: the next one waits for the order that answers it,
        # or for the time to send it again. Else each change would add frames that chase others.
        self._awaiting = False

    @property
    def levels(self) -> int:
        """The mask of the levels now."""
        return self._levels

    @property
    def unacknowledged(self) -> int:
        """How many changes the table has not acknowledged."""
        return len(self._pending)

    def set(self, channel: int, level: bool, now: float) -> None:
        """A contact has this level, for 5 ms at least."""
        if bool(self._levels >> channel & 1) == level:
            return
        self._levels ^= 1 << channel
        self._pending.append(Change(channel, level))
        if len(self._pending) > PENDING:
            self._forget()
        if not self._awaiting:
            self._due, self._wait = now, FIRST_RESEND

    def received(self, data: bytes, now: float) -> None:
        """Bytes have come from the line."""
        for frame in self.decoder.feed(data):
            match unpack(frame):
                case Call() as call:
                    self._called(call, now)
                case Order() as order:
                    self._ordered(order, now)
                case _:
                    pass

    def outgoing(self, now: float) -> bytes:
        """What is to be sent now; the watchdog of the lamps works here too."""
        if now - self._heard >= SILENCE:
            self.lamps = DARK
        if now >= self._due:
            self._answers.append(self._report() if self._session else self._hello(0))
            self._awaiting = bool(self._session and self._pending)
            self._due = now + (self._wait if self._pending else HEARTBEAT)
            self._wait = min(2 * self._wait, LAST_RESEND)
        sent = b"".join(encode(pack(answer)) for answer in self._answers)
        self._answers.clear()
        return sent

    def torn(self) -> bytes:
        """The first half of a report: what goes out when the board loses power in the middle."""
        whole = encode(pack(self._report()))
        return whole[: len(whole) // 2]

    def deadline(self) -> float:
        """When `outgoing` has something to do at the latest, if nothing comes in before."""
        return self._due

    def _called(self, call: Call, now: float) -> None:
        self._heard = now
        if call.session != self._session:
            self._session, self._order, self.lamps = call.session, None, DARK
            self._forget()
        self._answers.append(self._hello(call.nonce))

    def _ordered(self, order: Order, now: float) -> None:
        if order.boot != self.boot or not self._session:
            self._answers.append(self._hello(0))
            return
        self._heard = now
        if self._order is None or newer(order.number, self._order):
            self._order, self.lamps = order.number, order.lamps
        self._acknowledge(order.ack)
        self._due, self._awaiting = now, False

    def _acknowledge(self, ack: int) -> None:
        arrived = (ack - self._base) & 0xFFFF
        if not 0 < arrived <= len(self._pending):
            return
        for change in self._pending[:arrived]:
            self._base_levels ^= 1 << change.channel
        del self._pending[:arrived]
        self._base = ack
        self._wait = FIRST_RESEND

    def _forget(self) -> None:
        self._base = after(self._base, len(self._pending))
        self._base_levels = self._levels
        self._pending.clear()

    def _hello(self, nonce: int) -> Hello:
        return replace(
            self._who,
            session=self._session,
            nonce=nonce,
            base=self._base,
            levels=self._base_levels,
        )

    def _report(self) -> Report:
        return Report(self.boot, self._order or 0, self._base, self._levels, tuple(self._pending))
