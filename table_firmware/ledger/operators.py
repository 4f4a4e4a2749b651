"""Orders of an operator (`deal1` §8, `tlog1` §2): who may void a hand or change the table, and
the signature by which anybody sees that he did.

The operators are Ed25519 keys that the configuration names; the table logs them, as every
setting, in a `config` entry. `os` of a `void` or `config` entry is the key id and the signature,
in hex, over the canonical JSON of kind, fields (with `os` empty), origin and, for a `void`, the
batch. A signed `config` carries `after`, the size of the log when it was asked for, which must
grow: no order can be given twice.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from table_firmware.ledger.entries import Entry, canonical
from table_firmware.ledger.identities import NEXT
from table_firmware.ledger.keys import SoftwareKey
from table_firmware.ledger.notes import ED25519, Verifier, parse_vkey
from table_firmware.ledger.records import batch_header
from table_firmware.ledger.report import Refusal, demand
from table_firmware.ledger.survey import DISCARDED

_TAG: Final = b"operator-order/v1\n"
ORDERS: Final = frozenset({"void", "config"})


def order_text(origin: str, kind: str, d: Mapping[str, Any], bid: str) -> bytes:
    """What an operator signs. bid: of the batch that a `void` belongs to, in hex."""
    bound = bid if kind == "void" else ""
    return _TAG + canonical({"bid": bound, "d": {**d, "os": ""}, "k": kind, "origin": origin})


def sign_order(
    key: SoftwareKey, origin: str, kind: str, d: Mapping[str, Any], bid: str
) -> dict[str, Any]:
    """The fields of the entry with the operator's signature."""
    signature = key.sign(order_text(origin, kind, d, bid))
    return {**d, "os": (key.verifier.id + signature).hex()}


def is_ordered(
    keys: Iterable[Verifier], origin: str, kind: str, d: Mapping[str, Any], bid: str
) -> bool:
    """True if one of the keys has signed the fields."""
    os = bytes.fromhex(d["os"])
    text = order_text(origin, kind, d, bid)
    return any(key.id == os[:4] and key.verifies(text, os[4:]) for key in keys)


def parse_operators(lines: Iterable[str]) -> tuple[Verifier, ...]:
    """The keys written as verifier keys; ValueError if one is none."""
    keys = tuple(map(parse_vkey, lines))
    if any(key.kind != ED25519 for key in keys):
        raise ValueError("an operator's key must be Ed25519")
    return keys


@dataclass(slots=True)
class Operators:
    """Follows the log for the auditor: who may order, and whether he did. Feed it every entry.

    unsigned: voids, and changes of the settings, that no operator has signed. unasked: batches
    that were drawn after a fault of the random source although no operator had put it back in use.
    """

    origin: str
    keys: tuple[Verifier, ...] = ()
    signed: int = 0
    unsigned: dict[str, int] = field(default_factory=lambda: dict.fromkeys(ORDERS, 0))
    unasked: int = 0
    _stopped: bool = False
    _bid: str = ""
    _after: int = -1

    def follow(self, entry: Entry) -> None:
        """Refusal V2 if a signature is not that of an operator, V11 if an order is repeated."""
        if entry.k == "rng_fault":
            self._stopped |= entry.d["cause"] != DISCARDED
        if entry.k == "batch":
            self._bid = entry.d["bid"]
            self.unasked += self._stopped and bool(self.keys)
            self._stopped = False
        if entry.k == "event":
            self._bid = batch_header(entry.d["BH"]).bid.hex()
        if entry.k not in ORDERS:
            return
        self._judge(entry, f"entry {entry.i}")
        if entry.k == "config":
            self._learn(entry, f"entry {entry.i}")

    def _judge(self, entry: Entry, where: str) -> None:
        if not entry.d["os"]:
            rotates = entry.k == "config" and NEXT in entry.d["changes"]
            free = not (rotates and self.keys)
            demand(free, "V2", where, "no operator has signed the change of the identity")
            self.unsigned[entry.k] += 1
            return
        good = is_ordered(self.keys, self.origin, entry.k, entry.d, self._bid)
        demand(good, "V2", where, "not signed by an operator that the log names")
        self.signed += 1
        if entry.k == "config":
            after = entry.d["changes"].get("after")
            fresh = type(after) is int and self._after < after <= entry.i
            demand(fresh, "V11", where, "an operator's order stands here a second time")
            self._after = after

    def _learn(self, entry: Entry, where: str) -> None:
        if "noise_fault" in entry.d["changes"]:
            self._stopped = False
        named = entry.d["changes"].get("operators")
        if named is None:
            return
        try:
            self.keys = parse_operators(named)
        except (ValueError, TypeError, AttributeError) as error:
            raise Refusal("V4", where, f"operators: {error}") from None

    def remarks(self) -> list[str]:
        """What no check can judge."""
        voids = self.unsigned["void"]
        found = [f"void indices that no operator has signed: {voids}"] if voids else []
        if self.unasked:
            told = "batches after a fault of the random source that no operator had cleared"
            found.append(f"{told}: {self.unasked}")
        return found
