"""The table's end of the link to one board. Pure: whoever calls says what time it is.

It calls until the board says who it is, then orders and listens. What the board reports is shown
level by level (`hal.serial.hold`). A second of silence is a loss; the link heals by itself.
"""

from collections.abc import Mapping
from typing import Final

from hal.serial.codec import Decoder, encode
from hal.serial.duty import Duty, Health, Loss
from hal.serial.hold import Held
from hal.serial.messages import (
    LAMPS,
    SEAT,
    Call,
    Hello,
    Order,
    Report,
    after,
    newer,
    pack,
    unpack,
)

SPEAKS: Final = 1
HEARTBEAT: Final = 0.25
FIRST_RESEND: Final = 0.02
LAST_RESEND: Final = 0.08
SILENCE: Final = 1.0
ANSWER: Final = 0.1
"""An order that has no answer by then is lost, or its answer is."""
DOUBT: Final = 0.5
"""After damage on the line: as long as what it has held up may still arrive."""
DARK: Final = bytes(LAMPS)


class Session:
    """One link. `number` (not 0) names this start of the table to the board."""

    def __init__(self, number: int, duty: Duty) -> None:
        self.health = Health()
        self._number = number
        self._duty = duty
        self._decoder = Decoder()
        self.health.bad_frames = self._decoder.bad
        self._trouble: Loss | None = Loss("TBL-211", "the port has not been opened")
        self._refusal: Loss | None = None
        # The board as it was last known, and whether it is to be called anew.
        self._boot: int | None = None
        self._calling = True
        self._nonce = 0
        self._heard: float | None = None
        self._applied = 0
        self._levels = 0
        self._held: dict[str, Held] = {}
        self._blind = False
        self._doubt = -DOUBT
        # What is sent.
        self._due = 0.0
        self._wait = FIRST_RESEND
        self._order = 0
        self._ordered_at: float | None = None
        self._asked: tuple[int, float] | None = None
        self._missed = 0
        self._lamps = DARK
        self._unproven: int | None = None

    # -------------------------------------------------------------- the port

    def opened(self, now: float) -> None:
        """The port is open: call."""
        self._trouble = None
        self._refusal = None
        self._decoder.reset()
        self._call(now)

    def closed(self, trouble: Loss) -> None:
        """The port is gone or could not be opened."""
        self._trouble = trouble

    def received(self, data: bytes, now: float) -> None:
        """Bytes have come from the line."""
        bad = self._decoder.bad.total()
        frames = self._decoder.feed(data)
        if self._decoder.bad.total() != bad:
            self._doubt = now
        for frame in frames:
            match unpack(frame):
                case Hello() as hello:
                    self._hear_hello(hello, now)
                case Report() as report:
                    self._hear_report(report, now)
                case _:
                    pass

    def outgoing(self, now: float) -> bytes:
        """What is to be sent now; nothing while the port is closed."""
        if self._trouble or now < self._due:
            return b""
        if self._calling:
            self._due = now + self._next_wait()
            return encode(pack(Call(self._number, self._nonce, SPEAKS)))
        return self._give_order(now)

    def deadline(self) -> float:
        """When `outgoing` has something to say, if nothing happens before."""
        return self._due

    def silent_for(self, now: float) -> float:
        """Seconds since the board was last heard; since ever if it never was."""
        return now - self._heard if self._heard is not None else now

    # -------------------------------------------------------------- the board's user

    def read(self, now: float) -> Mapping[str, bool] | Loss:
        """The level of every role, or why there is none. One call is one scan."""
        loss = self.loss(now)
        if loss:
            return loss
        if self._blind:
            self._blind = False
            for held in self._held.values():
                held.rewind()
        return {role: held.read(now) for role, held in self._held.items()}

    def loss(self, now: float) -> Loss | None:
        """Why the board is lost, if it is. Its user then knows nothing of it any more: the next
        reading begins anew, and the lamps are to be dark."""
        loss = self._loss(now)
        if loss:
            self._blind = True
            self._lamps = DARK
        return loss

    def answers(self, now: float) -> bool:
        """Whether the board is there; asking changes nothing."""
        return self._loss(now) is None

    def doubtful(self, now: float) -> bool:
        """Whether the line was damaged just now: when a level came says nothing of its contact."""
        return now - self._doubt < DOUBT

    def light(self, lamps: Mapping[str, float], now: float) -> None:
        """Set lamps to a brightness of 0 to 1; sent until the board has obeyed."""
        wanted = bytearray(self._lamps)
        for lamp, brightness in lamps.items():
            wanted[self._duty.lamps[lamp]] = round(255 * brightness)
        if bytes(wanted) != self._lamps:
            self._lamps = bytes(wanted)
            self._prove(now)

    @property
    def proven(self) -> bool:
        """Whether the board has obeyed the latest setting of the lamps."""
        return self._unproven is None

    # -------------------------------------------------------------- hearing

    def _hear_hello(self, hello: Hello, now: float) -> None:
        if not self._calling:
            if not hello.nonce and hello.boot != self._boot:
                self._call(now)
            return
        if (hello.session, hello.nonce) != (self._number, self._nonce):
            return
        self._refusal = self._refused(hello)
        if self._refusal is None:
            # It counts as heard with its first report, which has the levels of now.
            self._meet(hello, now)

    def _refused(self, hello: Hello) -> Loss | None:
        inputs = sum(1 << channel for channel in self._duty.inputs)
        lamps = sum(1 << lamp for lamp in self._duty.lamps.values())
        if hello.version != SPEAKS:
            why = f"it speaks version {hello.version} of the protocol, not {SPEAKS}"
        elif hello.kind != self._duty.kind:
            why = f"it is a board for {'one seat' if hello.kind == SEAT else 'a whole table'}"
        elif inputs & ~hello.inputs:
            lacks = [role for at, role in self._duty.inputs.items() if not hello.inputs >> at & 1]
            why = f"it lacks {', '.join(lacks)}"
        elif lamps & ~hello.lamps:
            lacks = [lamp for lamp, at in self._duty.lamps.items() if not hello.lamps >> at & 1]
            why = f"it lacks {', '.join(lacks)}"
        else:
            return None
        return Loss("TBL-214", f"the board {hello.firmware!r} does not fit: {why}")

    def _meet(self, hello: Hello, now: float) -> None:
        if hello.boot != self._boot:
            self._boot = hello.boot
            self._applied = hello.base
            self._show(hello.levels)
            self.health.boots += 1
        self.health.firmware = hello.firmware
        self._calling, self._doubt = False, now
        self._prove(now)

    def _hear_report(self, report: Report, now: float) -> None:
        if self._calling:
            return
        if report.boot != self._boot:
            self._call(now)
            return
        self._count_lost(report.order, now)
        self._heard = now
        self.health.reports += 1
        self._time_order(report.order, now)
        self._apply(report, now)
        if report.changes:
            # One order on its way at a time: two that chase each other would fill the line.
            waiting = self._ordered_at
            self._due = now if waiting is None else min(self._due, waiting + FIRST_RESEND)

    def _count_lost(self, answered: int, now: float) -> None:
        """Orders that went unheard before this report; a board that was away has missed none."""
        if self._missed and self._heard is not None and now - self._heard < SILENCE:
            self.health.lost += self._missed
            self._doubt = now
        self._missed = 0
        if self._asked and answered and not newer(self._asked[0], answered):
            self._asked = None

    def _apply(self, report: Report, now: float) -> None:
        last = after(report.base, len(report.changes))
        if newer(report.base, self._applied):
            self.health.gaps += 1
            self._doubt = now
        elif not newer(last, self._applied):
            if report.changes:  # sent again, for our answer was late or the first of them was
                self.health.repeats += 1
                self._doubt = now
            return
        else:
            known = (self._applied - report.base) & 0xFFFF
            self.health.changes += len(report.changes) - known
            for change in report.changes[known:]:
                self._show(self._levels & ~(1 << change.channel) | change.level << change.channel)
        # Whatever was missed, the levels now are known.
        self._show(report.levels)
        self._applied = last

    def _show(self, levels: int) -> None:
        self._levels = levels
        for channel, role in self._duty.inputs.items():
            level = bool(levels >> channel & 1)
            if role in self._held:
                self._held[role].push(level)
            else:
                self._held[role] = Held(level, self._duty.settle[role])

    def _time_order(self, number: int, now: float) -> None:
        if number == self._order and self._ordered_at is not None:
            self.health.round_trip = now - self._ordered_at
            longest = max(self.health.longest_round_trip, self.health.round_trip)
            self.health.longest_round_trip = longest
            self._ordered_at = None
        if self._unproven is not None:
            # An order since the one that first carried these lamps; 0 is none at all.
            span = (self._order - self._unproven) & 0xFFFF
            if number and (self._order - number) & 0xFFFF <= span < 0x8000:
                self._unproven = None

    # -------------------------------------------------------------- speaking

    def _call(self, now: float) -> None:
        self._calling = True
        self._asked, self._missed = None, 0
        self._nonce = self._nonce % 0xFFFF + 1
        self._due, self._wait = now, FIRST_RESEND

    def _prove(self, now: float) -> None:
        self._unproven = self._next_order()
        self._due, self._wait = now, FIRST_RESEND

    def _give_order(self, now: float) -> bytes:
        assert self._boot is not None
        self._order = self._next_order()
        self._ordered_at = now
        if self._asked is None or now - self._asked[1] >= ANSWER:
            self._missed += self._asked is not None
            self._asked = (self._order, now)
        self._due = now + (HEARTBEAT if self._unproven is None else self._next_wait())
        return encode(pack(Order(self._boot, self._order, self._applied, self._lamps)))

    def _next_order(self) -> int:
        return self._order % 0xFFFF + 1

    def _next_wait(self) -> float:
        wait = self._wait
        self._wait = min(2 * wait, LAST_RESEND)
        self.health.resends += wait > FIRST_RESEND
        return wait

    # -------------------------------------------------------------- losing

    def _loss(self, now: float) -> Loss | None:
        if self._heard is not None and now - self._heard < SILENCE:
            return None
        if self._refusal and not self._trouble:
            return self._refusal
        if self._heard is None:
            return self._trouble or Loss("TBL-211", "no board has answered at this port yet")
        if self._trouble:
            return Loss("TBL-201", self._trouble.detail)
        return Loss("TBL-201", f"silent for {now - self._heard:.1f} s")
