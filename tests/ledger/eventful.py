"""An event in its own log, and scripted tables that play its deals."""

import json
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from hal.noise import SimulatedNoise
from table_firmware.controller.event import Loaded
from table_firmware.controller.steps import event_entry
from table_firmware.fairness import vault
from table_firmware.fairness.deal import Batch, Contribution
from table_firmware.ledger.audit import audit
from table_firmware.ledger.events import Event
from table_firmware.ledger.folder import Folder
from table_firmware.ledger.organised import event_leaves, event_of
from table_firmware.ledger.report import Report
from table_firmware.organiser import PUBLIC, Plan, organising, vault_of
from table_firmware.rules.games import GAMES
from table_firmware.rules.match import HandRecord, seating
from tests.ledger.forgery import Entries, forge, plain
from tests.ledger.scripted import Table

EVENT = "club.example/spring/simulated"
TOLD = {"fw": "00" * 32, "os": "test", "noise": "simulated", "counter": 0, "clean": 1}
GIVEN = (Contribution(1, b"314159"), *(Contribution(),) * 3)


def chance(n: int) -> bytes:
    return os.urandom(n)  # noqa: TID251


def organise(
    folder: Path,
    mode: str = "1A",
    origin: str = EVENT,
    game: str = "chinpok",
    options: Mapping[str, Any] | None = None,
) -> Batch:
    """The event, open; its deals."""
    plan = Plan(origin, GAMES[game], mode, GAMES[game].in_force(options or {}))
    with organising(folder, TOLD, origin) as event:
        event.commit(plan, SimulatedNoise(chance(32)))
        event.contribute(lambda: GIVEN)
        event.publish()
    return vault.load(vault_of(folder))


def close(folder: Path) -> None:
    with organising(folder, TOLD) as event:
        event.close()
        event.publish()


def public(folder: Path) -> Event:
    report, event = event_of(folder / PUBLIC)
    assert event is not None, report.verdict
    return event


def with_secrets(event: Event, batch: Batch) -> Event:
    """As a table has it that was sent the deals."""
    return replace(event, secrets=tuple((each.a, each.s) for each in batch.secrets))


def leaves_of(folder: Path) -> list[bytes]:
    folder = folder / PUBLIC
    return list(event_leaves(Folder(folder), (folder / "log/checkpoint").read_bytes()))


def entries_of(folder: Path) -> Entries:
    return [json.loads(leaf) for leaf in leaves_of(folder)]


def play(
    table: Table, event: Event, sitting: int = 1, mode: str = "1A", void: bool = False
) -> None:
    """A match of one hand with its deals. void: it ends in the midst, as an operator ordered."""
    table.begin_match(mode)
    table.put("event", event_entry(Loaded(event, sitting)).d)
    assert event.batch is not None
    table.batch, table.k = event.batch, event.k
    dealt = table.deal(0)
    if void:
        table.play_out(0, dealt, None, acts=9)
        table.put("void", {"h": 0, "reason": "ordered", "os": ""})
        table.put("match_end", {"ranking": []})
        table.put("batch_end", {"played": 0, "void": 1, "unused": 0})
        return table.rotate()
    result = table.play_out(0, dealt, None)
    table.end_hand(0, result)
    counts = {"played": 1, "void": 0, "unused": 0}
    return table.end_match(mode, [HandRecord(seating(mode, 1), result)], counts)


def judged(
    table: Table,
    folder: Path,
    events: Sequence[Event],
    edit: Callable[[Entries], Any] = lambda entries: entries,
) -> Report:
    """What the auditor says of an edited log of the table, signed anew."""
    if (table.log.last("export") or 0) < (table.log.last("event") or 0):
        table.export(folder.with_name(folder.name + "-first"), {})
    forge(table, folder, edit(plain(table)))
    return audit(folder, table.policy(), events=events)


def loaded_of(folder: Path) -> Event:
    """A new event as its tables have it."""
    batch = organise(folder)
    return with_secrets(public(folder), batch)


@dataclass
class Spring:
    """An event: as its tables have it, as it was published, and once it is closed; and a table
    that has played it once."""

    folder: Path
    loaded: Event
    open: Event
    closed: Event
    other: Event
    table: Table


def at_event(table: Table) -> dict[str, Any]:
    found = next(entry for entry in table.log.entries() if entry.k == "event")
    return {"k": "event", "d": dict(found.d)}
