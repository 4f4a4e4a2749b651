"""The table: messages and time in, log entries and views out. No I/O, no clock, no chance.

The controller does, in this order: `handle` a message; for each entry that comes out, append it
durably and `evolve`; then whatever is `due`, one at a time, and what is in `need`; then send what
`views` gives. Folding the log of a table that died (`evolve` for every entry) leads to the same
record, and `due` and the timers go on from there.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Any

from table_firmware.config.play import Play
from table_firmware.controller import calling, inbox, lamps, service, sight
from table_firmware.controller.alarms import alarms as all_alarms
from table_firmware.controller.bench import Bench, Fitting
from table_firmware.controller.event import Loaded
from table_firmware.controller.following import follow
from table_firmware.controller.intents import intend, ready, sit
from table_firmware.controller.noting import note
from table_firmware.controller.outcome import NOTHING, Outcome, log, refuse
from table_firmware.controller.record import Record
from table_firmware.controller.scene import Scene
from table_firmware.controller.sent import Sent
from table_firmware.controller.steps import Draft, batch_entry, due
from table_firmware.ledger.entries import Entry
from table_firmware.rules.cards import Seat
from table_firmware.rules.round import AskSit
from table_firmware.wire.messages import Intent, Service, View


@dataclass(frozen=True, slots=True)
class MakeBatch:
    """Wanted: secrets for `hands` hands of `game`, safe in the vault; answer with `BatchMade`
    (nothing may be appended in between) or `NoiseFailed`."""

    game: str
    hands: int


@dataclass(frozen=True, slots=True)
class CloseEpoch:
    """Wanted: the epoch ended and its key destroyed, the secrets of the match forgotten."""

    bid: bytes


Need = MakeBatch | CloseEpoch


class Table:
    """One card table; see the module."""

    def __init__(
        self,
        play: Play,
        noise: str,
        now: int,
        *,
        operators: bool = False,
        fitting: Fitting | None = None,
        loaded: Loaded | None = None,
    ) -> None:
        """operators: the configuration names some, who alone may void what cannot be dealt.
        fitting: what a technician can look at. loaded: the event that the next match plays."""
        bench = Bench(fitting or Fitting())
        self._scene = Scene(
            play, noise, mode=play.mode, operators=operators, bench=bench, loaded=loaded
        )
        self._tried_at = dict.fromkeys(Seat, now)
        self._sent = Sent()
        self._scene.opened_at = now

    # -------------------------------------------------------------- what the controller asks

    @property
    def record(self) -> Record:
        """What the log says of the table."""
        return self._scene.record

    @property
    def stage(self) -> str:
        """As in `wire.messages.View`."""
        return self._scene.stage

    @property
    def seated(self) -> dict[Seat, str]:
        """By seat the letter of the person who sits there, empty outside a match."""
        match = None if self.in_lobby else self.record.match
        letters = match.places if match else {}
        chairs = zip(Seat, self.record.chairs, strict=True)
        return {seat: letters.get(seat, "") for seat, chair in chairs if chair.human}

    @property
    def in_lobby(self) -> bool:
        """No match is played or shown."""
        return self._scene.current is None

    @property
    def _paused(self) -> bool:
        return self._scene.record.call.on and not self._scene.record.upkeep.on

    def due(self) -> Draft | None:
        """The entry that must follow now; none while play is suspended."""
        scene = self._scene
        if scene.record.upkeep.on:
            return None
        if (draft := calling.due(scene)) is not None or scene.record.call.on:
            return draft
        return due(
            scene.record,
            scene.secrets,
            scene.play.auto_manage_after,
            vault_lost=scene.vault_lost,
            awaits_void=scene.awaits_void,
            awaits_cut=scene.cutter is not None,
            loaded=scene.loaded,
        )

    def need(self) -> Need | None:
        """What only the controller can do, and must do now."""
        match = self._scene.record.match
        if match is None or match.rotated or self._scene.fault or self._scene.record.suspended:
            return None
        if match.batch is None:
            left = match.hands_in_all - match.first
            return MakeBatch(match.game.VERSION, self._scene.play.batch_hands or left)
        return CloseEpoch(match.batch.bid) if match.closed else None

    def deadline(self, now: int) -> int | None:
        """When to send `Woken`, in ms; it may be past. None: nothing will happen by itself."""
        scene = self._scene
        if scene.record.upkeep.on:
            return None
        blink = [calling.next_blink(now)] if scene.record.call.seats else []
        if scene.record.call.on:
            return min(calling.ends_at(scene), *blink)
        coming = [alarm.at for alarm in all_alarms(scene, scene.pause.time(now))]
        first = [scene.pause.clock(min(coming))] if coming else []
        return min((*first, *blink), default=None)

    def lamps(self, now: int) -> frozenset[Seat]:
        """The seats whose lamps are lit."""
        return lamps.lit(self._scene, now)

    def receipts(self) -> Mapping[str, str]:
        """The receipts for the export that are on show, by a name of their own each."""
        match = self._scene.current
        # The commitment of a later batch is named by its first hand.
        number = match.first if match and not match.hand else match.begun - 1 if match else 0
        hand = f"-h{number}" if match and (match.hand or match.first) else ""
        shown = sight.kept(self._scene)
        return {f"{match.id}{hand}-{name}": shown[name] for name in shown} if match else {}

    # -------------------------------------------------------------- messages

    def handle(self, message: inbox.Message, now: int) -> Outcome:
        """What follows from a message."""
        time = self._scene.pause.time(now)
        if isinstance(message, inbox.Woken) and self._paused:
            return calling.wake(self._scene, now)
        if isinstance(message, inbox.PinTried):
            self._tried_at[message.seat] = now
        outcome = self._answer(message, time)
        if isinstance(message, inbox.Wanted) and outcome.refused is None:
            self._sent.owe(message.seat)
        self._scene.restart_clock(time)
        return outcome

    def _answer(self, message: inbox.Message, now: int) -> Outcome:
        match message:
            case inbox.Woken():
                return self._wake(now)
            case inbox.Unwell(role, fault):
                return self._ail(role, fault, now)
            case inbox.Wanted(seat, intent):
                return self._want(seat, intent, now)
            case inbox.Pressed(seat):
                return self._press(seat)
            case inbox.BatchMade(batch, alarms, beacon_round):
                self._scene.secrets = batch
                self._scene.vault_lost = False  # it was the vault of the batch before
                faults = (Draft("rng_fault", {"cause": cause}) for cause in alarms)
                scene = self._scene
                entry = batch_entry(batch, scene.noise, scene.play.reveal_at, beacon_round)
                return log(entry, *faults)
            case inbox.NoiseFailed(code):
                return log(Draft("rng_fault", {"cause": code}))
            case inbox.Ordered(kind, d):
                return self._obey(kind, d)
            case inbox.Linked(seat):
                self._sent.forget_screen(seat)
        answer = service.answer(self._scene, message)
        if answer is None:
            note(self._scene, message, now)
        return answer or NOTHING

    def _obey(self, kind: str, d: Mapping[str, Any]) -> Outcome:
        """An order that came too late is passed over."""
        match = self._scene.current
        if kind == "void":
            at = match.open_index if match and not match.closed else None
            playing = match and match.hand and match.hand.dealt and not match.hand.ended
            if at is None or d["h"] != at or not (playing or self._scene.vault_lost):
                return NOTHING
        return log(Draft(kind, d))

    def _wake(self, now: int) -> Outcome:
        if self._scene.record.upkeep.on:
            return NOTHING
        overdue = [alarm for alarm in all_alarms(self._scene, now) if alarm.at <= now]
        return min(overdue, key=attrgetter("at")).ring() if overdue else NOTHING

    def _want(self, seat: Seat, intent: Intent, now: int) -> Outcome:
        unseen = self._scene.presences[seat].touch(now, self._scene.secret)
        if self._scene.record.upkeep.on:
            return refuse(intent.view, "in-service")
        if intent.act in calling.ACTS:
            return calling.want(self._scene, seat, intent)
        if self._scene.record.call.on and intent.act != "scan":  # which asks for time only
            return refuse(intent.view, "paused")
        stale = self._sent.asked(seat, intent.view) != self._scene.ask_key(self._scene.ask(seat))
        wanted = intend(self._scene, seat, intent, stale)
        if not unseen:
            return wanted
        found = self._ail(f"seat_{seat.name}", "sticks", now)
        return replace(wanted, entries=(*wanted.entries, *found.entries))

    def _ail(self, role: str, fault: str, now: int) -> Outcome:
        """A contact that is unwell counts for nothing, and is told of once. Well again it counts
        as it is: whoever left in the meantime is away from now on."""
        scene = self._scene
        if role.startswith("seat_"):
            presence = scene.presences[Seat[role.removeprefix("seat_")]]
            if fault:
                presence.ail()
            else:
                presence.heal(now)
        news = scene.bench.ail(role, fault)
        return log(Draft("error", {"cause": f"{fault} {role}"})) if news else NOTHING

    def _press(self, seat: Seat) -> Outcome:
        """A button sits down or says ready; it never plays."""
        if self._scene.record.suspended or not self._scene.trusts(f"button_{seat.name}"):
            return NOTHING
        answer = sit if isinstance(self._scene.ask(seat), AskSit) else ready
        return replace(answer(self._scene, seat, Intent(0, "")), refused=None)

    # -------------------------------------------------------------- entries

    def evolve(self, entry: Entry, now: int, private: Mapping[str, Any] | None = None) -> None:
        """Fold one durable entry. private: what its `p` stands for."""
        follow(self._scene, entry, now, private)
        if entry.k == "service":
            self._sent.forget_service()

    # -------------------------------------------------------------- service

    def pin_wait(self, seat: Seat, now: int) -> int:
        """Milliseconds until another PIN of this seat is looked at."""
        failed = self._scene.record.upkeep.tries.get(seat.name, 0)
        return max(0, self._tried_at[seat] + service.wait_after(failed) - now) if failed else 0

    @property
    def examining(self) -> str:
        """The area whose checks the technician waits for, empty if none."""
        return self._scene.bench.busy

    @property
    def testing_noise(self) -> bool:
        """The technician waits for a new test of the random source."""
        return self._scene.bench.testing

    @property
    def panels(self) -> Mapping[Seat, str]:
        """The touch panel of a seat by its path, where it is not the usual one."""
        return {Seat[seat]: path for seat, path in self.record.upkeep.panels.items()}

    def services(self) -> dict[Seat, Service]:
        """What the technician's seat is to be shown, if it has changed."""
        upkeep = self._scene.record.upkeep
        if not upkeep.on or not upkeep.seat:
            return {}
        fault = self._scene.record.noise_fault
        shown = self._scene.bench.shown(upkeep.muted, upkeep.panels, fault)
        return {Seat[upkeep.seat]: shown} if self._sent.is_service_news(shown) else {}

    # -------------------------------------------------------------- views

    def view(self, seat: Seat, now: int) -> View:
        """What this seat is shown, with number 0."""
        return self._seen(now, {seat: 0})[0]

    def views(self, now: int) -> dict[Seat, View]:
        """The views that differ from the last ones by more than passing time, numbered; `sent` is
        to be told when they are sent."""
        shown = self._seen(now, self._sent.numbers())
        return {view.seat: view for view in shown if self._sent.is_news(view)}

    def sent(self, views: Mapping[Seat, View], now: int) -> None:
        """These views are sent now; nothing has been folded since they were made."""
        for view in views.values():
            self._sent.note(view, self._scene.ask_key(view.ask), now)

    def saving(self, now: int) -> dict[Seat, View]:
        """What every seat was sent last, and that the disk is waited for; counted as sent."""
        return self._sent.saving(now)

    def _seen(self, now: int, numbers: Mapping[Seat, int]) -> list[View]:
        scene = self._scene
        seen = sight.views(scene, scene.pause.time(now), numbers)
        if not self._paused:
            return seen
        clock = calling.clock(scene, now)
        return [replace(view, clock=clock) for view in seen]
