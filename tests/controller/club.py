"""An organiser's folder and its tables, for the tests of events at a table."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from table_firmware.cli import main
from table_firmware.config.play import Play
from table_firmware.controller.shelf import Shelf
from table_firmware.fairness.entropy import os_random
from table_firmware.ledger.audit import audit
from table_firmware.ledger.enrolment import Enrolment, enrol
from table_firmware.ledger.keys import SoftwareKey
from table_firmware.ledger.log import Log
from table_firmware.ledger.notes import parse_vkey
from table_firmware.ledger.organised import event_of
from table_firmware.ledger.report import Report
from table_firmware.ledger.seal import audit_public
from table_firmware.ledger.sealing import sealing_key
from table_firmware.rules.cards import Seat
from tests.controller.desk import QUICK, Desk
from tests.controller.test_whole_match import RealDesk

E, N, W, S = Seat
CLUB = SoftwareKey("club.example", bytes(range(32)))
EVENT = "club.example/spring/simulated"
FAST = replace(QUICK, timers=replace(QUICK.timers, house=0, draw=100, result=0), house_after=1_000)


@dataclass
class Club:
    """An organiser's folder and its tables, in one place on disk."""

    place: Path

    @property
    def event(self) -> Path:
        return self.place / "event"

    @property
    def public(self) -> Path:
        return self.event / "public"

    def create(self, mode: str = "1A", *more: str, game: str = "chinpok") -> int:
        verb = ["event", "create", str(self.event), "--origin", EVENT, "--mode", mode]
        verb += ["--game", game]
        return main([*verb, *(more or ("--digits", "E=314159"))])

    def table(self, number: int) -> RealDesk:
        origin = f"club.example/table-{number}.simulated"
        return RealDesk(self.place / f"t{number}", FAST, origin=origin)

    def note(self, desk: RealDesk) -> Path:
        """Its enrolment by the club."""
        epoch0 = next(entry.d["vkey"] for entry in desk.log.entries() if entry.k == "epoch")
        key = audit_public(sealing_key(desk.state, os_random))
        identity = desk.log.identity.verifier
        found = Enrolment(desk.origin, identity, parse_vkey(epoch0), "pi-1", key)
        path = self.place / f"{desk.state.name}.note"
        path.write_bytes(enrol(found, CLUB))
        return path

    def seal(self, *notes: Path) -> int:
        out = ["--club", CLUB.verifier.vkey, "--out", str(self.place / "stick")]
        return main(["event", "seal", str(self.event), *map(str, notes), *out])

    def file(self, desk: RealDesk) -> Path:
        (found,) = (self.place / "stick").glob(f"{desk.origin.replace('/', '-')}-*.event")
        return found

    def load(self, desk: RealDesk) -> RealDesk:
        """The table is stopped, loads the event and starts again."""
        desk.log.close()
        log = Log.open(desk.state, desk.origin, os_random)
        shelf = Shelf(desk.state, log, sealing_key(desk.state, os_random))
        shelf.put(self.file(desk), FAST)
        log.close()
        return RealDesk(desk.state, desk.play, desk.now, origin=desk.origin)

    def ready(self, play: Play = FAST) -> RealDesk:
        """A table with the event loaded."""
        desk = self.table(1)
        desk.play = play
        assert self.seal(self.note(desk)) == 0
        return self.load(desk)

    def close(self) -> int:
        return main(["event", "close", str(self.event)])

    def verify(self, desk: RealDesk, receipts: Sequence[str] = ()) -> Report:
        _, event = event_of(self.public)
        assert event is not None
        policy = (desk.state / "policy").read_text()
        return audit(desk.state / "exports/current", policy, receipts, events=[event])


def leave_to_house(desk: Desk) -> None:
    """Somebody comes, calls house players and lets the system play for him."""
    desk.link(*Seat)
    desk.seat_guests(E, ready=False)
    for want in ("house", "ready"):
        desk.want(E, want)
    desk.wait_until(lambda: desk.stage == "round")
    assert any(desk.want(seat, "manage") is None for seat in Seat)  # he may have changed places


def play(desk: RealDesk) -> RealDesk:
    over = desk.kinds().count("match_end")
    leave_to_house(desk)
    desk.wait_until(lambda: desk.kinds().count("match_end") > over)
    desk.wait_until(lambda: desk.table.in_lobby)
    for seat in Seat:
        desk.want(seat, "stand")
    return desk


def to_round(desk: Desk) -> None:
    """Two people and the house, up to the exchange of the first hand."""
    desk.seat_guests(E, N, ready=False)
    assert desk.want(E, "house") is None
    for seat in (E, N):
        desk.want(seat, "ready")
    desk.wait_until(lambda: desk.stage == "round")


def manage(desk: Desk) -> None:
    for seat in (E, N):
        assert desk.want(seat, "manage") is None
