"""A table driven in virtual time over a log in memory."""

from collections.abc import Callable, Sequence
from typing import Any

from hal.noise import SimulatedNoise
from table_firmware.config.play import Play, Timers
from table_firmware.controller import inbox
from table_firmware.controller.event import Loaded
from table_firmware.controller.inbox import Message
from table_firmware.controller.outcome import Outcome
from table_firmware.controller.steps import Draft
from table_firmware.controller.table import CloseEpoch, MakeBatch, Table
from table_firmware.fairness.deal import make_batch
from table_firmware.fairness.receipts import SignedRoot
from table_firmware.ledger.entries import Entry
from table_firmware.rules.cards import Card, Seat
from table_firmware.rules.round import AskPlay, Reading
from table_firmware.wire.messages import Intent, Refused, View

BOOT = {"fw": "0" * 64, "os": "test", "noise": "simulated", "counter": 0, "clean": 1}
QUICK = Play(timers=Timers(show=5_000, house=100), house_after=20_000)


class Desk:
    """Stands where the controller stands, with its own clock and its log in memory."""

    def __init__(
        self, play: Play = QUICK, seed: bytes = b"desk", loaded: Loaded | None = None
    ) -> None:
        self.play, self.now, self.loaded = play, 1_000, loaded
        self.entries: list[tuple[Entry, dict[str, Any] | None]] = []
        self.secrets: Any = None
        self.secrets_of: list[Any] = []
        self.next_beat = self.now
        self.seed = seed
        self.noise_fault = ""
        self.seen: list[dict[Seat, View]] | None = None
        self.shown: dict[Seat, View] = {}
        self.linked: set[Seat] = set()
        self.table = Table(play, "simulated", self.now, loaded=loaded)

    # ------------------------------------------------------------ the controller's part

    def tell(self, message: Message) -> Refused | None:
        outcome: Outcome = self.table.handle(message, self.now)
        for draft in outcome.entries:
            self.append(draft)
        self.settle()
        return outcome.refused

    def append(self, draft: Draft) -> None:
        d = dict(draft.d)
        if draft.private is not None:
            d["p"] = f"{len(self.entries):064x}"
        entry = Entry(1, len(self.entries), draft.kind, self.now, d)
        entry.encode()  # as strict as the ledger
        self.fold(entry, dict(draft.private) if draft.private is not None else None)

    def fold(self, entry: Entry, private: dict[str, Any] | None) -> None:
        self.entries.append((entry, private))
        self.table.evolve(entry, self.now, private)
        size = len(self.entries)
        root = SignedRoot(size, size.to_bytes(32, "big"), bytes(4), bytes(64))
        self.table.handle(inbox.Signed(root), self.now)
        if self.seen is not None:
            self.seen.append({seat: self.view(seat) for seat in Seat})

    def settle(self) -> None:
        while True:
            if draft := self.table.due():
                self.append(draft)
                continue
            match self.table.need():
                case MakeBatch(game, hands):
                    self.make_batch(game, hands)
                case CloseEpoch(bid):
                    self.close_epoch(bid)
                case None:
                    break
        news = self.table.views(self.now)
        self.table.sent(news, self.now)
        self.shown.update(news)

    def close_epoch(self, _bid: bytes) -> None:
        self.append(Draft("epoch", {"e": 1, "vkey": "k", "next": "0" * 64}))

    def make_batch(self, game: str, hands: int) -> None:
        noise = SimulatedNoise(self.seed)
        place = ("table.simulated", game, len(self.entries), bytes(32), hands)
        made: Message = inbox.NoiseFailed(self.noise_fault)
        if not self.noise_fault:
            self.secrets = make_batch(*place, noise, noise.read)
            self.secrets_of.append(self.secrets)
            made = inbox.BatchMade(self.secrets)
        for draft in self.table.handle(made, self.now).entries:
            self.append(draft)

    def restarted(self, upto: int | None = None) -> "Desk":
        """A new process on the first `upto` entries of the same log."""
        desk = Desk(self.play, self.seed, self.loaded)
        desk.now, desk.next_beat, desk.secrets = self.now, self.next_beat, self.secrets
        desk.table = Table(self.play, "simulated", self.now, loaded=self.loaded)
        if self.secrets:
            desk.table.handle(inbox.SecretsFound(self.secrets), desk.now)
        for entry, private in self.entries[:upto]:
            desk.fold(entry, private)
        for seat in self.linked:
            desk.link(seat, settle=False)
        return desk

    # ------------------------------------------------------------ time

    def wait(self, ms: int) -> None:
        """Let `ms` pass; linked screens send their heartbeats meanwhile."""
        end = self.now + ms
        self._wake()
        while self.now < end:
            self._pass(end)

    def _pass(self, end: int) -> None:
        """Time goes on to whatever happens next."""
        deadline = self.table.deadline(self.now)
        beat = self.next_beat if self.linked else end
        self.now = min(end, beat, end if deadline is None else deadline)
        if self.now >= self.next_beat:
            self.next_beat = self.now + 1_000
            for seat in self.linked:
                self.tell(inbox.Heard(seat))
        self._wake()

    def _wake(self) -> None:
        while (due := self.table.deadline(self.now)) is not None and due <= self.now:
            self.tell(inbox.Woken())

    def wait_until(self, holds: Callable[[], bool], most: int = 3_600_000) -> None:
        end = self.now + most
        self._wake()
        while not holds():
            assert self.now < end, "it never came"
            self._pass(end)

    # ------------------------------------------------------------ people

    def link(self, *seats: Seat, settle: bool = True) -> None:
        for seat in seats:
            self.linked.add(seat)
            self.table.handle(inbox.Linked(seat), self.now)
        if settle:
            self.settle()

    def unlink(self, seat: Seat) -> None:
        self.linked.discard(seat)
        self.tell(inbox.Unlinked(seat))

    def leave_chair(self, seat: Seat) -> None:
        """Its sensor sees somebody, and then nobody any more."""
        self.tell(inbox.Sensed(seat, True))
        self.tell(inbox.Sensed(seat, False))

    def want(
        self,
        seat: Seat,
        act: str,
        *,
        cards: Sequence[Card] = (),
        reading: Reading | None = None,
        value: str = "",
        view: int | None = None,
    ) -> Refused | None:
        number = self.shown[seat].number if view is None else view
        intent = Intent(number, act, tuple(cards), reading, value)
        return self.tell(inbox.Wanted(seat, intent))

    def seat_guests(self, *seats: Seat, ready: bool = True) -> None:
        self.link(*seats)
        for seat in seats:
            assert self.want(seat, "sit") is None
        for seat in seats if ready else ():
            assert self.want(seat, "ready") is None

    def begin(self, *guests: Seat, mode: str = "2") -> None:
        """A match with these guests and house players, up to the digits."""
        self.seat_guests(*guests, ready=False)
        assert self.want(guests[0], "mode", value=mode) is None
        assert self.want(guests[0], "house") is None
        for seat in guests:
            self.want(seat, "ready")
        self.wait(0)
        assert self.stage == "digits"

    def to_round(self, *guests: Seat, mode: str = "2") -> None:
        """The same, up to the exchange of the first hand."""
        self.begin(*guests, mode=mode)
        for seat in guests:
            assert self.want(seat, "digits", value="314159") is None
        self.wait_until(lambda: self.stage == "round")

    def to_play(self, *guests: Seat, mode: str = "2") -> None:
        """The same, up to the first trick."""
        self.to_round(*guests, mode=mode)
        for seat in guests:
            assert self.want(seat, "give") is None
        self.wait_until(lambda: self.phase == "play")

    # ------------------------------------------------------------ what is seen

    @property
    def stage(self) -> str:
        return self.table.stage

    @property
    def phase(self) -> str:
        shown = self.view(Seat.E).round
        return shown.phase if shown else ""

    def view(self, seat: Seat) -> View:
        return self.table.view(seat, self.now)

    def acts(self) -> list[dict[str, Any]]:
        return [dict(entry.d) for entry, _ in self.entries if entry.k == "act"]

    def seat_changes(self) -> list[tuple[str, str]]:
        return [(e.d["seat"], e.d["change"]) for e, _ in self.entries if e.k == "seat"]

    def kinds(self) -> list[str]:
        return [entry.k for entry, _ in self.entries]

    def until_turn(self, seat: Seat) -> AskPlay:
        def turn() -> bool:
            return isinstance(self.view(seat).ask, AskPlay)

        self.wait_until(turn)
        ask = self.view(seat).ask
        assert isinstance(ask, AskPlay)
        return ask
