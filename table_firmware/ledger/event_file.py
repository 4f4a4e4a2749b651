"""The deals of an event on their way to one table (ADR 11): a file that only this table opens.

    table-event/v1
    table <origin of the table>
    event <origin of the event>

    HPKE over canonical JSON: identity (vkey), checkpoint (hex), entries (the event's log as far
    as the checkpoint), hands ([{"A", "S"}, …])

The lines before the empty one are bound into the seal. What is inside is read as a stranger's all
the same: the whole log of the event is checked, and every secret against its commitment.
"""

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Final

from table_firmware.fairness.deal import Batch
from table_firmware.ledger.entries import canonical, parse
from table_firmware.ledger.events import Event
from table_firmware.ledger.notes import parse_vkey
from table_firmware.ledger.organised import read_event
from table_firmware.ledger.report import Refusal
from table_firmware.ledger.seal import seal, unseal

MOST_BYTES: Final = 2**20
"""The largest file; a longer one is refused unread."""
_MOST_ENTRIES: Final = 256
_HEAD: Final = re.compile(rb"table-event/v1\ntable ([!-~]{1,64})\nevent ([!-~]{1,64})\n\n")
_SECRET: Final = {"A": re.compile("[0-9a-f]{64}"), "S": re.compile("[0-9a-f]{192}")}


def seal_event(
    event: Event, leaves: Iterable[bytes], batch: Batch, table: str, key: bytes
) -> bytes:
    """The file for the table of this name and sealing key. leaves: the log under the checkpoint
    of the event. ValueError if nothing can be sealed for the key, or it is too large."""
    content = canonical(
        {
            "identity": event.identity.vkey,
            "checkpoint": event.checkpoint.hex(),
            "entries": [leaf.decode("ascii") for leaf in leaves],
            "hands": [{"A": each.a.hex(), "S": each.s.hex()} for each in batch.secrets],
        }
    )
    head = f"table-event/v1\ntable {table}\nevent {event.origin}\n\n".encode("ascii")
    sealed = head + seal(content, key, head)
    if len(sealed) > MOST_BYTES:
        raise ValueError("the log of the event is too long")
    return sealed


def open_event(raw: bytes, table: str, private: bytes) -> Event:
    """The event with its secrets, for the table of this name and sealing key; ValueError for
    anything but what `seal_event` made for it, whoever wrote it."""
    head = _HEAD.match(raw[: 2**10])
    if len(raw) > MOST_BYTES or head is None:
        raise ValueError("not a file of an event")
    if head[1].decode() != table:
        raise ValueError(f"made for the table {head[1].decode()}")
    plain = parse(unseal(raw[head.end() :], private, head[0]))
    try:
        event = _event(plain)
    except (Refusal, KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"not the log of an event: {error}") from None
    if event.origin != head[2].decode() or event.batch is None or event.batch.b != event.b:
        raise ValueError("not the deals that the event has committed to")
    return event


def _event(plain: Any) -> Event:
    if plain.keys() != {"identity", "checkpoint", "entries", "hands"}:
        raise ValueError("not the fields of an event")
    entries, hands = plain["entries"], plain["hands"]
    if not 0 < len(entries) <= _MOST_ENTRIES or not all(isinstance(each, str) for each in entries):
        raise ValueError("not the entries of an event")
    note, leaves = bytes.fromhex(plain["checkpoint"]), (each.encode("ascii") for each in entries)
    event: Event = read_event(parse_vkey(plain["identity"]), note, leaves)
    if event.secrets is not None or len(hands) != event.header.n:
        raise ValueError("not the hands of an event that is open")
    return replace(event, secrets=tuple(map(_secret, hands)))


def _secret(plain: Any) -> tuple[bytes, bytes]:
    right = plain.keys() == _SECRET.keys()
    if not right or not all(form.fullmatch(plain[name]) for name, form in _SECRET.items()):
        raise ValueError("not the secrets of a hand")
    return bytes.fromhex(plain["A"]), bytes.fromhex(plain["S"])
