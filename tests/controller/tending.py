"""A technician at a table in virtual time: what he touches and is shown."""

from table_firmware.controller import inbox
from table_firmware.controller.bench import Fitting
from table_firmware.controller.table import Table
from table_firmware.ledger.upkeep import Suspension
from table_firmware.rules.cards import Seat
from table_firmware.wire.messages import Service, Tend
from tests.controller.desk import Desk

ROLES = (*(f"{kind}_{seat.name}" for kind in ("seat", "button") for seat in Seat), "service")
LAMPS = tuple(f"lamp_{seat.name}" for seat in Seat)
FITTING = Fitting(ROLES, LAMPS, {"seat_E": "GPIO 5"}, ("noise", "storage"))


def fitted(desk: Desk, operators: bool = False) -> Desk:
    desk.table = Table(desk.play, "simulated", desk.now, operators=operators, fitting=FITTING)
    return desk


def tend(desk: Desk, seat: Seat, act: str, value: str = "") -> None:
    desk.tell(inbox.Tended(seat, Tend(act, value)))


def acts_of_service(desk: Desk) -> list[tuple[str, str, str]]:
    found = [e.d for e, _ in desk.entries if e.k == "service"]
    return [(d["act"], d["by"], d["seat"]) for d in found]


def shown(desk: Desk) -> Service:
    desk.table._sent.forget_service()
    (service,) = desk.table.services().values()
    return service


def audited(desk: Desk) -> Suspension:
    book = Suspension()
    for entry, _ in desk.entries:
        book.follow(entry)
    return book
