"""Which table this is, what it draws its chance from, and who may open a seat's socket: the
sections `table`, `noise` and `seats`. The board reads its own section itself."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from table_firmware.config.keys import PATH, Key, one_of, raw, refuse_unknown, section, whole
from table_firmware.rules.cards import Seat

SIMULATED: Final = "simulated"
SERIAL: Final = "serial"


@dataclass(frozen=True, slots=True)
class SeatUser:
    """Who may open a seat's socket: user id of the peer, group id of the file; None = any."""

    uid: int | None = None
    gid: int | None = None


def _read_origin(value: Any) -> str:
    text = isinstance(value, str) and 1 <= len(value) <= 64 and value.isascii()
    if not text or not value.isprintable() or " " in value or "+" in value:
        raise ValueError
    return str(value)


_ORIGIN: Final = Key(
    _read_origin,
    "应为 1 到 64 个 ASCII 字符，不含空格和加号",
    "expected 1 to 64 ASCII characters without spaces and plus signs",
)
TABLE: Final = {"origin": _ORIGIN, "state": PATH, "run": PATH}
NOISE: Final = {"source": one_of(SIMULATED, "hwrng", SERIAL), "port": PATH}
_SEAT_KEYS: Final = {"uid": whole(0, 2**31 - 1), "gid": whole(0, 2**31 - 1)}


def read_seats(plain: Mapping[str, Any], name: str) -> dict[Seat, SeatUser]:
    """Who may open the sockets, by seat."""
    table = raw(plain, "seats", name)
    refuse_unknown(table, tuple(Seat.__members__), name, "seats.")
    return {
        Seat[seat]: SeatUser(**section(table, seat, _SEAT_KEYS, f"{name}: seats")) for seat in table
    }
