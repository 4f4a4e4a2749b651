"""Where an operator's orders lie until the table takes them: `operator/` of the state folder.

open.json    written by the table: what an order must name to be valid now
order.json   written by `tablectl operator`: signed fields of entries; taken, and deleted
"""

import contextlib
import fcntl
import json
import logging
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from table_firmware.controller.inbox import Muted, Ordered
from table_firmware.fairness import durable
from table_firmware.ledger.entries import Entry
from table_firmware.ledger.fields import check_fields
from table_firmware.ledger.files import make_directory
from table_firmware.ledger.identities import NEXT, PRESENT
from table_firmware.ledger.notes import Verifier
from table_firmware.ledger.operators import ORDERS, is_ordered, parse_operators
from table_firmware.ledger.records import batch_header

LOGGER: Final = logging.getLogger("table")
FOLDER: Final = "operator"
OPEN: Final = "open.json"
ORDER: Final = "order.json"
GIVEN: Final = "given.json"
"""An order on its way to `ORDER`."""
MOST_BYTES: Final = 1 << 20
MUTE: Final = "mute"


@dataclass(frozen=True, slots=True)
class Offer:
    """What can be ordered: the batch in play, its index in play, its size, the log's size. keys:
    ids of those of the operators, one of whom must sign, in hex."""

    origin: str
    bid: str
    h: int
    n: int
    size: int
    keys: tuple[str, ...] = ()

    def takes(self, key: Verifier | None) -> bool:
        """Whether an order that is signed with this key, or with none, can be valid."""
        return key.id.hex() in self.keys if key else not self.keys


def read_offer(state: Path) -> Offer:
    """What the table in this state folder last offered; ValueError if it never ran."""
    try:
        plain = json.loads((state / FOLDER / OPEN).read_bytes())
        return Offer(**{**plain, "keys": tuple(plain.get("keys", ()))})
    except (OSError, ValueError, TypeError, AttributeError) as error:
        raise ValueError(f"{state / FOLDER / OPEN}: {error}") from None


def give(state: Path, orders: Sequence[tuple[str, Mapping[str, Any]]]) -> None:
    """Lay the orders where the table finds them, behind those that it has not taken yet. What root
    gives belongs to the table, which could not read it otherwise."""
    folder = state / FOLDER
    with _alone(folder, fcntl.LOCK_EX):
        plain = [*_waiting(folder / ORDER), *({"k": kind, "d": d} for kind, d in orders)]
        given = folder / GIVEN
        durable.replace(given, json.dumps(plain).encode("ascii"))
        if os.geteuid() == 0:
            owner = folder.stat()
            os.chown(given, owner.st_uid, owner.st_gid)
        given.replace(folder / ORDER)
        durable.sync_directory(folder)


@contextlib.contextmanager
def _alone(folder: Path, how: int) -> Iterator[None]:
    """Two who give at once, or one who gives while the table takes: one after the other. how: as
    of `flock`; BlockingIOError if it is not to be waited for."""
    fd = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        fcntl.flock(fd, how)
        yield
    finally:
        os.close(fd)


def _waiting(path: Path) -> list[Any]:
    try:
        plain = json.loads(path.read_bytes())
    except (OSError, ValueError):
        return []
    return plain if isinstance(plain, list) else []


class Orders:
    """The table's side of the folder. operators: verifier keys; without any, an order needs no
    signature and says so in the log."""

    def __init__(self, state: Path, origin: str, operators: Iterable[str]) -> None:
        self._folder = state / FOLDER
        self._origin = origin
        self._keys = parse_operators(operators)
        self._offer = Offer(origin, "", 0, 0, 0)
        make_directory(self._folder)

    @property
    def waiting(self) -> bool:
        """Somebody has given an order."""
        return (self._folder / ORDER).exists()

    def offer(self, bid: str, h: int, n: int, size: int) -> None:
        """Say what can be ordered now."""
        keys = tuple(key.id.hex() for key in self._keys)
        self._offer = Offer(self._origin, bid, h, n, size, keys)
        plain = {name: getattr(self._offer, name) for name in Offer.__slots__}
        # Losing it to a power cut costs nothing: it is written again at every start. But who reads
        # it at this moment finds the whole of one offer.
        with contextlib.suppress(OSError):
            draft = self._folder / f"{OPEN}.new"
            draft.write_text(json.dumps(plain))
            draft.replace(self._folder / OPEN)

    def follow(self, entry: Entry) -> None:
        """Keep the offer as the log goes on."""
        now, size = self._offer, entry.i + 1
        match entry.k:
            case "batch":
                self.offer(entry.d["bid"], 0, len(entry.d["leaves"]), size)
            case "event":
                header = batch_header(entry.d["BH"])
                self.offer(header.bid.hex(), 0, header.n, size)
            case "hand":
                self.offer(now.bid, entry.d["h"], now.n, size)
            case "rng_fault" | "config" | "batch_end":
                self.offer(now.bid, now.h, now.n, size)

    def take(self) -> list[Ordered | Muted]:
        """The orders that are valid, in their order; the file is gone afterwards. To mute a
        sensor no signature is needed: it decides nothing that a log could be asked for."""
        path = self._folder / ORDER
        try:
            with _alone(self._folder, fcntl.LOCK_EX | fcntl.LOCK_NB):
                raw = path.read_bytes()[:MOST_BYTES]
                durable.remove(path)
            found = [(item["k"], dict(item["d"])) for item in json.loads(raw)]
        except BlockingIOError:
            return []  # somebody gives another one: it is still waiting at the next look
        except (OSError, ValueError, TypeError, KeyError) as error:
            LOGGER.error("an order could not be read: %s", error)
            return []
        return [
            Muted(str(d.get("role")), d.get("mute") is True) if kind == MUTE else Ordered(kind, d)
            for kind, d in found
            if kind == MUTE or self._valid(kind, d)
        ]

    def _valid(self, kind: str, d: Mapping[str, Any]) -> bool:
        try:
            if kind not in ORDERS:
                raise ValueError(f"{kind!r} cannot be ordered")
            check_fields(kind, d)
            if {NEXT, PRESENT} & d.get("changes", {}).keys():
                raise ValueError("the identity of a running table cannot be changed")
            self.check_signature(kind, d, self._offer.size)
        except (ValueError, TypeError, AttributeError) as error:
            LOGGER.error("an order was refused: %s", error)
            return False
        return True

    def check_signature(self, kind: str, d: Mapping[str, Any], size: int) -> None:
        """ValueError unless an operator has signed, now that the log has `size` entries."""
        if not self._keys:
            if d["os"]:
                raise ValueError("the configuration names no operators")
            return
        if not is_ordered(self._keys, self._origin, kind, d, self._offer.bid):
            raise ValueError("not signed by an operator of this table")
        if kind == "config":
            after = d["changes"].get("after")
            if after != size or "operators" in d["changes"]:
                raise ValueError("made for another state of the table")
